"""What a player may do in the lobby, one at a time."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts import friends
from avatars import selectors as faces
from games.events import HandSettled
from games.models import Hand
from lobby import matching, selectors, services
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import Room, Seat, Table, Ticket
from tests.lobby.people import check_house, give, person, rooms, settled, starting

pytestmark = pytest.mark.django_db


def refusal(work: Any, *args: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        work(*args)
    assert refused.value.text
    return refused.value


def waited(room: Room, ms: int) -> None:
    """Let everybody in the queue have waited so long."""
    Ticket.objects.filter(room=room).update(created_at=timezone.now() - timedelta(milliseconds=ms))


def test_three_people_are_seated_and_their_hand_is_open() -> None:
    room, people = rooms(), [person() for _ in range(3)]
    for player in people[:2]:
        services.join(player, room.pk)
    assert matching.match_room(room.pk) == 0
    services.join(people[2], room.pk)
    assert matching.match_room(room.pk) == 1
    table = Table.objects.get()
    hand = Hand.objects.get(pk=table.hand)
    assert {seat.player_id for seat in table.taken.all()} == {p.pk for p in people}
    assert hand.config["carried"] == [10_000] * 3
    assert hand.config["bots"] == [None] * 3
    assert (hand.config["room"]["coef_n"], hand.config["room"]["rake"], hand.config["room"]["initial"]) == (1, 5, 15)
    assert hand.table_key == f"table-{table.pk}"
    assert not Ticket.objects.exists()


def test_bots_fill_after_the_rooms_wait_and_are_labelled() -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    assert matching.match_room(room.pk) == 0
    waited(room, room.bot_wait)
    assert matching.match_room(room.pk) == 1
    seats = selectors.table(Table.objects.get().pk)["seats"]
    assert [seat["bot"] for seat in seats] == [False, True, True]
    assert [seat["player"] for seat in seats] == [player.pk, None, None]
    assert all(seat["name"].startswith("木头人") for seat in seats[1:])
    assert seats[1]["name"] != seats[2]["name"]
    assert faces.drawing(seats[1]["avatar"])
    assert selectors.me(player)["seat"]["hand"] == str(Table.objects.get().hand)


def test_bots_stay_away_where_the_room_forbids_them() -> None:
    room = rooms(bots_allowed=False)
    services.join(person(), room.pk)
    waited(room, 3_600_000)
    assert matching.match_room(room.pk) == 0
    assert Ticket.objects.count() == 1


def test_the_carried_amount_ends_at_the_rooms_maximum() -> None:
    room = rooms(maximum=6_000)
    services.join(person(9_000), room.pk)
    waited(room, room.bot_wait)
    matching.match_room(room.pk)
    assert Hand.objects.get().config["carried"] == [6_000] * 3


def test_joining_again_changes_nothing_and_another_room_moves_the_ticket() -> None:
    room, player = rooms(), person()
    first = services.join(player, room.pk)
    assert services.join(player, room.pk).created_at == first.created_at
    other = starting("junior")
    services.join(player, other.pk)
    assert Ticket.objects.get().room == other


def test_too_little_money_names_what_is_missing_and_the_nearest_room() -> None:
    rooms()
    senior, junior = starting("senior"), starting("junior")
    no = refusal(services.join, person(4_000), senior.pk)
    assert no.code == "not_enough"
    assert no.facts == {
        "need": 80_000,
        "have": 4_000,
        "currency": "beans",
        "room": {"id": junior.pk, "name": "初级", "minimum": 3_000},
    }
    assert refusal(services.join, person(499), starting("novice").pk).facts["room"] is None
    assert not Ticket.objects.exists()


def test_rooms_that_are_closed_full_or_not_there_refuse() -> None:
    room = rooms(capacity=1)
    services.join(person(), room.pk)
    junior = starting("junior")
    nearest = {"id": junior.pk, "name": junior.name, "minimum": junior.minimum}
    full = refusal(services.join, person(), room.pk)
    assert (full.code, full.facts["room"]) == ("room_full", nearest)
    room.is_open = False
    room.save()
    closed = refusal(services.join, person(), room.pk)
    assert (closed.code, closed.facts["room"]) == ("room_closed", nearest)
    Room.objects.filter(pk=junior.pk).update(capacity=0)
    assert refusal(services.join, person(), room.pk).facts["room"] is None, "a full room is no way out"
    assert refusal(services.join, person(), 999_999).code == "no_room"
    assert Ticket.objects.count() == 1
    assert matching.match_room(room.pk) == 0
    assert not Ticket.objects.exists(), "nobody waits for a room that closed"


def test_who_gets_no_seat_is_offered_the_next_one_in_the_room() -> None:
    room, late = rooms(), person()
    fulls, calm = [person() for _ in range(3)], person()
    full = services.sit_anywhere(fulls[0], room.pk).table
    services.unready(fulls[0])
    for player in fulls[1:]:
        services.sit(player, full.pk, None)
    no = refusal(services.sit, late, full.pk, 1)
    assert (no.code, no.facts["next"]) == ("table_full", None), "nobody waits elsewhere: 加入"
    other = services.sit_anywhere(calm, room.pk).table
    own = services.open_private(person(), room.pk).table
    offered = {"table": other.pk, "number": other.number, "index": 1}
    assert refusal(services.sit, late, full.pk, 1).facts["next"] == offered
    for player in fulls:
        services.ready(player)
    no = refusal(services.sit, late, full.pk, 1)
    assert (no.code, no.facts["next"]) == ("hand_open", offered)
    friends.block(calm, late.pk)
    assert refusal(services.sit, late, full.pk, 1).facts["next"] is None, "not beside somebody who blocks him"
    no = refusal(services.sit, late, other.pk, 1)
    assert (no.code, no.facts["next"]) == ("kept_apart", None)
    assert not own.taken.filter(player=late).exists()
    friends.unblock(calm, late.pk)
    assert services.sit(late, offered["table"], offered["index"]).index == 1


def test_a_quiet_ticket_lapses_and_a_heartbeat_keeps_it() -> None:
    room, quiet, alive = rooms(bots_allowed=False), person(), person()
    services.join(quiet, room.pk)
    services.join(alive, room.pk)
    Ticket.objects.update(seen_at=timezone.now() - matching.TICKET_LEASE - timedelta(seconds=1))
    services.renew(alive)
    matching.match_room(room.pk)
    assert [ticket.player_id for ticket in Ticket.objects.all()] == [alive.pk]


def test_money_spent_while_waiting_drops_the_ticket_and_spares_the_others() -> None:
    room, poor, others = rooms(), person(), [person() for _ in range(3)]
    for player in [poor, *others]:
        services.join(player, room.pk)
    give(poor, 100)
    assert matching.match_room(room.pk) == 1
    assert not Ticket.objects.exists()
    assert not Seat.objects.filter(player=poor).exists()
    assert Seat.objects.filter(player__in=others).count() == 3


def test_cancel_gives_the_ticket_back_until_a_seat_came_first() -> None:
    room, player = rooms(), person()
    assert refusal(services.cancel, player).code == "no_ticket"
    services.join(player, room.pk)
    services.cancel(player)
    assert not Ticket.objects.exists()
    services.join(player, room.pk)
    waited(room, room.bot_wait)
    matching.match_room(room.pk)
    no = refusal(services.cancel, player)
    assert no.code == "matched"
    assert no.facts["hand"] == str(Table.objects.get().hand)


def test_a_seat_that_somebody_took_names_the_free_ones() -> None:
    room, first, second = rooms(), person(), person()
    services.sit_anywhere(first, room.pk)
    table = Table.objects.get()
    no = refusal(services.sit, second, table.pk, 0)
    assert (no.code, no.facts) == ("seat_taken", {"table": table.pk, "room": room.pk, "free": [1, 2]})
    assert refusal(services.sit, second, table.pk, 3).code == "not_allowed"
    assert refusal(services.sit, second, 999_999, 0).code == "no_table"
    assert refusal(services.sit, first, table.pk, 1).code == "seated"
    services.sit(second, table.pk, 2)
    assert [seat and seat["player"] for seat in selectors.table(table.pk)["seats"]] == [first.pk, None, second.pk]


def test_sitting_gives_the_ticket_back() -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    services.sit_anywhere(player, room.pk)
    assert not Ticket.objects.exists()
    check_house()


def test_the_hand_starts_when_the_last_seat_is_ready_and_not_before() -> None:
    room, people = rooms(), [person() for _ in range(3)]
    services.sit_anywhere(people[0], room.pk)
    table = Table.objects.get()
    services.sit(people[1], table.pk, 1)
    services.sit(people[2], table.pk, 2)
    assert services.ready(people[1]) is None
    services.unready(people[1])
    assert services.ready(people[2]) is None
    assert not Hand.objects.exists()
    hand = services.ready(people[1], show=True)
    assert hand == str(Table.objects.get().hand)
    assert refusal(services.ready, people[0]).code == "hand_open"
    assert refusal(services.unready, people[0]).code == "hand_open"
    assert Hand.objects.count() == 1


def test_people_ready_at_a_table_get_company_from_the_queue_and_bots_in_the_end() -> None:
    room, host, guest = rooms(), person(), person()
    services.sit_anywhere(host, room.pk)
    services.join(guest, room.pk)
    assert matching.match_room(room.pk) == 0
    waited(room, room.bot_wait)
    assert matching.match_room(room.pk) == 1
    table = Table.objects.get()
    assert table.hand
    assert [seat.player_id for seat in table.taken.all()] == [host.pk, guest.pk, None]


def test_a_settled_hand_frees_the_table_once() -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    waited(room, room.bot_wait)
    matching.match_room(room.pk)
    event = settled(Table.objects.get(), carry={"late": [0, 0, 0]})
    free_table(event)
    table = Table.objects.get()
    assert (table.hand, table.carry) == (None, {"late": [0, 0, 0]})
    assert [seat.ready_at is not None for seat in table.taken.all()] == [False, True, True]
    v = table.v
    hand = services.ready(player)
    assert hand != event.hand_id
    free_table(event)
    assert str(Table.objects.get().hand) == hand, "an event that comes again leaves the next hand alone"
    assert Table.objects.get().v > v


def test_whoever_escaped_has_no_seat_any_more_and_bots_do_not_stay_alone() -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    waited(room, room.bot_wait)
    matching.match_room(room.pk)
    free_table(settled(Table.objects.get(), outcomes=["escape", "draw", "draw"], carry={"late": [2, 0, 0]}))
    assert not Seat.objects.exists()
    assert Table.objects.get().carry == {}
    services.join(player, room.pk)
    waited(room, room.bot_wait)
    assert matching.match_room(room.pk) == 1
    assert Table.objects.count() == 1, "the empty table is used again"


def test_leaving_between_hands_costs_nothing_and_ends_the_carry() -> None:
    room, stays, leaves = rooms(), person(), person()
    services.join(stays, room.pk)
    services.join(leaves, room.pk)
    waited(room, room.bot_wait)
    matching.match_room(room.pk)
    free_table(settled(Table.objects.get(), carry={"late": [0, 1, 0]}))
    services.leave(leaves)
    table = Table.objects.get()
    assert table.carry == {}
    assert sorted(seat.player_id or 0 for seat in table.taken.all()) == [0, stays.pk]
    assert refusal(services.leave, leaves).code == "not_seated"
    services.leave(stays)
    assert not Seat.objects.exists()


def test_changing_tables_never_leads_back_to_the_same_one() -> None:
    room, stays, moves = rooms(), person(), person()
    services.sit_anywhere(stays, room.pk)
    table = Table.objects.get()
    services.sit(moves, table.pk, 1)
    services.change_table(moves)
    waited(room, room.bot_wait)
    assert matching.match_room(room.pk) >= 1
    assert Seat.objects.get(player=moves).table_id != table.pk
    check_house()


def test_whoever_cannot_pay_any_more_loses_the_seat_when_the_hand_would_start() -> None:
    room, poor, rich = rooms(), person(), person()
    services.sit_anywhere(poor, room.pk)
    table = Table.objects.get()
    services.sit(rich, table.pk, 1)
    third = person()
    services.sit(third, table.pk, 2)
    services.ready(third)
    give(poor, 10)
    assert services.ready(rich) is None
    assert not Hand.objects.exists()
    assert not Seat.objects.filter(player=poor).exists()
    give(rich, 499)
    services.unready(rich)
    assert refusal(services.ready, rich).code == "not_enough"


def test_whoever_waits_at_a_table_without_means_does_not_keep_the_queue_waiting() -> None:
    room, poor = rooms(), person()
    services.sit_anywhere(poor, room.pk)
    give(poor, 10)
    waiting = person()
    services.join(waiting, room.pk)
    waited(room, 60_000)
    assert matching.match_room(room.pk) == 1
    assert not Seat.objects.filter(player=poor).exists()
    assert Seat.objects.get(player=waiting).table.hand
    check_house()


def test_an_event_about_another_hand_is_nothing_to_the_lobby() -> None:
    free_table(HandSettled(str(uuid4()), "table-1", [None], ["win"], [0], [0], [0], {}))
    assert not Table.objects.exists()
