"""Tables that begin before they are full: who sits there when all are ready plays."""

from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Player
from games.models import Hand, HandSeat
from lobby import matching, selectors, services, waiting
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import Room, Seat, Table, Ticket
from tests.lobby.people import load, person, settled, starting

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    load("thirteen")
    return starting("novice", "thirteen")


@pytest.fixture
def table(room: Room) -> Table:
    return Table.objects.create(room=room, number=1)


def sit(table: Table, *places: int) -> list[Player]:
    people = [person() for _ in places]
    for player, place in zip(people, places, strict=True):
        services.sit(player, table.pk, place)
    return people


@pytest.mark.parametrize("places", [(0, 1), (1, 3), (3, 0, 2), (0, 1, 2, 3)])
def test_a_hand_begins_when_all_who_sit_are_ready(table: Table, places: tuple[int, ...]) -> None:
    people = sit(table, *places)
    for player in people[:-1]:
        assert services.ready(player) is None
    hand = Hand.objects.get(pk=services.ready(people[-1]))
    by_place = [player.pk for _, player in sorted(zip(places, people, strict=True), key=lambda pair: pair[0])]
    assert list(HandSeat.objects.filter(hand=hand).order_by("seat").values_list("player", flat=True)) == by_place
    assert hand.config["seats"] == len(places)
    assert hand.config["carried"] == [10_000] * len(places)
    assert hand.config["rules"] == table.room.switches


def test_one_alone_waits_and_so_does_everybody_for_somebody_who_is_not_ready(table: Table) -> None:
    (first,) = sit(table, 2)
    assert services.ready(first) is None
    second, third = sit(table, 0, 1)
    assert services.ready(second) is None
    assert matching.match_room(table.room_id) == 0
    assert services.ready(third)


def test_whoever_sat_there_before_the_room_was_given_fewer_seats_is_seen_and_plays_on(table: Table) -> None:
    people = sit(table, 0, 3)
    Room.objects.filter(pk=table.room_id).update(seats=2)
    (shown,) = selectors.room_boot(people[0], table.room_id)["tables"]
    assert [seat and seat["player"] for seat in shown["seats"]] == [people[0].pk, None, None, people[1].pk]
    with pytest.raises(Refused, match="not_allowed"):
        services.sit(person(), table.pk, 2)
    services.ready(people[0])
    hand = Hand.objects.get(pk=services.ready(people[1]))
    assert hand.config["seats"] == 2


def test_whoever_does_not_get_ready_leaves_and_the_others_play(table: Table) -> None:
    first, second, third = sit(table, 0, 1, 2)
    services.ready(first)
    services.ready(second)
    services.leave(third)
    assert matching.match_room(table.room_id) == 1
    table.refresh_from_db()
    assert Hand.objects.get(pk=table.hand).config["seats"] == 2


def test_the_queue_fills_a_table_at_once_and_with_bots_after_the_wait(room: Room) -> None:
    for player in (people := [person() for _ in range(4)]):
        services.join(player, room.pk)
    assert matching.match_room(room.pk) == 1
    hand = Hand.objects.get()
    assert set(HandSeat.objects.filter(hand=hand).values_list("player", flat=True)) == {p.pk for p in people}
    services.join(person(), room.pk)
    assert matching.match_room(room.pk) == 0
    Ticket.objects.update(created_at=timezone.now() - timedelta(milliseconds=room.bot_wait))
    assert matching.match_room(room.pk) == 1
    second = Hand.objects.exclude(pk=hand.pk).get()
    assert [bool(bot) for bot in second.config["bots"]] == [False, True, True, True]


def test_without_bots_two_who_have_waited_long_enough_play(room: Room) -> None:
    room.bots_allowed = False
    room.save()
    services.join(person(), room.pk)
    Ticket.objects.update(created_at=timezone.now() - timedelta(milliseconds=room.bot_wait))
    assert matching.match_room(room.pk) == 0
    services.join(person(), room.pk)
    assert matching.match_room(room.pk) == 1
    hand = Hand.objects.get()
    assert (hand.config["seats"], hand.config["bots"]) == (2, [None, None])


def test_whoever_let_three_hands_go_by_is_stood_up_and_the_others_stay(table: Table) -> None:
    people = sit(table, 0, 1, 2)
    for player in people:
        services.ready(player)
    table.refresh_from_db()
    event = settled(table, outcomes=["win", "lose", "lose"], carry={"late": [0, 3, 1]})
    free_table(replace(event, tired=[1]))
    seats = selectors.table(table.pk)["seats"]
    assert [seat and seat["player"] for seat in seats] == [people[0].pk, None, people[2].pk, None]
    table.refresh_from_db()
    assert table.carry == {}


def test_what_a_hand_carries_over_ends_when_somebody_joins(table: Table) -> None:
    """It counts the hand's seats, and a newcomer between two others would shift them."""
    people = sit(table, 0, 2)
    for player in people:
        services.ready(player)
    table.refresh_from_db()
    free_table(settled(table, outcomes=["win", "lose"], carry={"late": [0, 2]}))
    table.refresh_from_db()
    assert table.carry == {"late": [0, 2]}
    (third,) = sit(table, 1)
    for player in (*people, third):
        services.ready(player)
    assert Hand.objects.latest("created").carry == {}


def test_a_seat_is_waited_for_from_after_the_compare(table: Table) -> None:
    people = sit(table, 0, 1)
    for player in people:
        services.ready(player)
    table.refresh_from_db()
    before = selectors.now_ms()
    free_table(replace(settled(table, outcomes=["win", "lose"]), pauses=[11_000, 45_000]))
    waited = [seat["until"] - before for seat in selectors.table(table.pk)["seats"] if seat]
    assert all(0 <= wait - due < 5_000 for wait, due in zip(waited, (26_000, 60_000), strict=True)), waited
    Seat.objects.filter(player=people[0]).update(since=timezone.now() - timedelta(seconds=16))
    assert waiting.free_seats() == 1
    assert list(table.taken.values_list("player", flat=True)) == [people[1].pk]


def test_whoever_fled_a_hand_that_goes_on_sits_nowhere_until_it_is_over(table: Table) -> None:
    first, second = sit(table, 0, 1)
    services.ready(first)
    hand = services.ready(second)
    with pytest.raises(Refused) as refused:
        services.leave(first)
    assert (refused.value.code, refused.value.facts["price"]) == ("would_flee", 0)
    services.leave(first, flee=True)
    assert Hand.objects.get(pk=hand).status == Hand.Status.LIVE
    for again in (
        lambda: services.join(first, table.room_id),
        lambda: services.sit_anywhere(first, table.room_id),
        lambda: services.sit(first, Table.objects.create(room=table.room, number=2).pk, 0),
    ):
        with pytest.raises(Refused) as refused:
            again()
        assert (refused.value.code, refused.value.facts) == ("fled", {"hand": hand})
        assert "逃跑" in refused.value.text
    table.refresh_from_db()
    settled(table, outcomes=["escape", "win"])
    services.sit_anywhere(first, table.room_id)


def test_the_table_goes_on_with_whoever_stays(table: Table) -> None:
    people = sit(table, 0, 2, 3)
    for player in people:
        services.ready(player)
    table.refresh_from_db()
    free_table(settled(table, outcomes=["win", "escape", "lose"]))
    seats = selectors.table(table.pk)["seats"]
    assert [seat and seat["player"] for seat in seats] == [people[0].pk, None, None, people[2].pk]
    services.ready(people[0])
    assert services.ready(people[2])
    table.refresh_from_db()
    assert Hand.objects.get(pk=table.hand).config["seats"] == 2
