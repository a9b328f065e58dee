"""Who must not meet whom, old company, and rooms where names are hidden until the end."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory, override_settings

from accounts import friends, origins
from accounts.models import Player
from accounts.origins import Origin
from games.models import Hand, HandSeat
from lobby import matching, selectors, services
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import Room, Seat, Table, Ticket, Trail
from tests.lobby.people import person, rooms, settled

pytestmark = pytest.mark.django_db


def joined(room: Room, *addresses: str, device: str = "") -> list[Player]:
    """A person from each of these addresses, waiting in the room."""
    people = [person() for _ in addresses]
    for player, address in zip(people, addresses, strict=True):
        services.join(player, room.pk, Origin(address, device))
    return people


def together(*people: Player) -> bool:
    tables = list(Seat.objects.filter(player__in=people).values_list("table", flat=True))
    return len(tables) == len(people) and len(set(tables)) == 1


def test_those_who_share_an_address_do_not_meet_where_there_is_money() -> None:
    room = rooms(bots_allowed=False)
    one, other, *_others = joined(room, "11.0.0.1", "11.0.0.1", "11.0.0.2")
    assert matching.match_room(room.pk) == 0
    joined(room, "11.0.0.3")
    assert matching.match_room(room.pk) == 1
    assert not together(one, other)
    assert list(Ticket.objects.values_list("player", flat=True)) == [other.pk]


def test_those_of_whom_one_blocks_the_other_do_not_meet_anywhere() -> None:
    room = rooms(bots_allowed=False, currency="", minimum=0, a=0)
    one, other, third = joined(room, "", "", "")
    friends.block(other, one.pk)
    assert matching.match_room(room.pk) == 0
    services.cancel(third)
    services.sit_anywhere(third, room.pk)
    services.cancel(one)
    table = Table.objects.get()
    services.sit(one, table.pk, 1)
    services.cancel(other)
    with pytest.raises(Refused) as refused:
        services.sit(other, table.pk, 2)
    assert refused.value.code == "kept_apart"


def test_nor_do_those_who_share_a_device() -> None:
    room = rooms(bots_allowed=False)
    joined(room, "11.0.0.1", "11.0.0.2", "11.0.0.3", device="ab" * 16)
    assert matching.match_room(room.pk) == 0


@pytest.mark.parametrize("rules", [{"keep_apart": False}, {"currency": "", "minimum": 0, "a": 0}])
def test_they_do_where_the_room_lets_them_or_nothing_is_at_stake(rules: dict[str, Any]) -> None:
    room = rooms(bots_allowed=False, **rules)
    people = joined(room, "11.0.0.1", "11.0.0.1", "11.0.0.1")
    assert matching.match_room(room.pk) == 1
    assert together(*people)


def test_sitting_by_hand_keeps_them_apart_too_and_does_not_say_why() -> None:
    room = rooms()
    one, other, stranger = person(), person(), person()
    services.sit_anywhere(one, room.pk, Origin("11.0.0.1"))
    table = Table.objects.get()
    with pytest.raises(Refused) as refused:
        services.sit(other, table.pk, 1, Origin("11.0.0.1"))
    assert (refused.value.code, refused.value.facts) == (
        "kept_apart",
        {"table": table.pk, "room": room.pk, "next": None},
    )
    assert not Seat.objects.filter(player=other).exists()
    assert services.sit(stranger, table.pk, 1, Origin("11.0.0.2")).index == 1


def test_the_last_five_hands_company_is_remembered() -> None:
    room = rooms(bots_allowed=False)
    people = joined(room, "", "", "")
    assert matching.match_room(room.pk) == 1
    for player in people:
        others = sorted(other.pk for other in people if other != player)
        assert Trail.objects.get(player=player).company == [others]
    trail = Trail.objects.get(player=people[0])
    trail.company = [[number] for number in range(5)]
    trail.save()
    free_table(settled(Table.objects.get()))
    for player in people:
        services.ready(player)
    trail.refresh_from_db()
    assert len(trail.company) == Trail.KEPT
    assert trail.company[1:] == [[0], [1], [2], [3]]


def test_where_somebody_comes_from() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="203.0.113.9")
    request.COOKIES["device"] = "0f" * 16
    assert origins.of_request(request) == Origin("203.0.113.9", "0f" * 16)
    request.COOKIES["device"] = "x" * 5000
    assert origins.of_request(request).device == ""
    for told, known in (("127.0.0.1", ""), ("::1", ""), ("2001:db8:1:2:3::4", "2001:db8:1:2::"), ("", "")):
        assert origins.of_request(RequestFactory().get("/", REMOTE_ADDR=told)).address == known
    forged = RequestFactory().get("/", REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR="198.51.100.1")
    assert origins.of_request(forged).address == "203.0.113.9", "no proxy was declared"
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1):
        assert origins.of_request(forged).address == "198.51.100.1"
    scope = {
        "client": ("203.0.113.9", 1),
        "headers": [(b"x-forwarded-for", b"198.51.100.1")],
        "cookies": {"device": "0f" * 16},
    }
    assert origins.of_scope(scope) == Origin("203.0.113.9", "0f" * 16)
    assert origins.of_scope({}) == Origin()


def test_a_page_gives_the_browser_a_number_and_keeps_it(client: Client) -> None:
    first = client.get("/").cookies["device"]
    assert len(first.value) == 32
    assert first["httponly"]
    assert "device" not in client.get("/").cookies
    assert "device" not in Client().get("/api/lobby/zones/").cookies


# -- hidden names -----------------------------------------------------------------------------------------------------


def hidden(**rules: Any) -> Room:
    return rooms(hidden_names=True, spectators=False, **rules)


def test_no_name_leaves_the_server_before_the_end() -> None:
    room = hidden(bots_allowed=False)
    people = joined(room, "", "", "")
    assert matching.match_room(room.pk) == 1
    table = Table.objects.get()
    told = [selectors.table(table.pk), selectors.tables(room.pk), selectors.table_boot(people[0], table.pk)["table"]]
    hand = Hand.objects.get(pk=table.hand)
    shown = [seat.shown for seat in HandSeat.objects.filter(hand=hand)]
    text = json.dumps([told, shown], ensure_ascii=False)
    for player in people:
        assert player.nickname not in text
    seats = told[0]["seats"]
    assert [(s["player"], s["name"], s["avatar"], s["level"], s["title"]) for s in seats] == [
        (None, f"牌友{mark}", "unknown", 0, "") for mark in "甲乙丙"
    ]
    assert selectors.table_boot(people[0], table.pk)["seat"] is not None
    assert {seat.known["name"] for seat in HandSeat.objects.filter(hand=hand)} == {p.nickname for p in people}


def test_bots_are_labelled_there_as_everywhere() -> None:
    room = hidden(bot_wait=0)
    joined(room, "")
    assert matching.match_room(room.pk) == 1
    seats = selectors.table(Table.objects.get().pk)["seats"]
    assert [seat["bot"] for seat in seats] == [False, True, True]
    assert seats[1]["name"].startswith("木头人")


def test_after_the_hand_nobody_stays_and_the_result_can_be_seen() -> None:
    room = hidden(bots_allowed=False)
    people = joined(room, "", "", "")
    matching.match_room(room.pk)
    table = Table.objects.get()
    hand = table.hand
    event = settled(table)
    Hand.objects.filter(pk=hand).update(ended=event_time())
    free_table(event)
    assert not Seat.objects.exists()
    boot = selectors.table_boot(people[0], table.pk)
    assert (boot["seat"], boot["last"]) == (None, str(hand))
    assert selectors.table_boot(person(), table.pk)["last"] is None


def test_nobody_chooses_his_company_there() -> None:
    room, player = hidden(), person()
    for work in (lambda: services.sit_anywhere(player, room.pk), lambda: services.sit(player, _table(room).pk, 0)):
        with pytest.raises(Refused) as refused:
            work()
        assert refused.value.code == "matched_only"
    assert not Seat.objects.exists()


def test_such_a_room_lets_nobody_watch() -> None:
    room = rooms()
    room.hidden_names = True
    with pytest.raises(ValidationError) as wrong:
        room.clean()
    assert "spectators" in wrong.value.message_dict


def _table(room: Room) -> Table:
    return Table.objects.create(room=room, number=99)


def event_time() -> Any:
    from django.utils import timezone

    return timezone.now()
