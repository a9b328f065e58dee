"""Bot accounts at the tables: where the room takes them, labelled, and counted with the people nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError

from accounts import bots, friends
from accounts.models import Player
from accounts.origins import Origin
from games.models import HandSeat
from lobby import figures, ladder, matching, notify, presence, private, seating, selectors, services
from lobby.errors import Refused
from lobby.models import Seat, Table, Ticket
from rewards.models import LevelMark, TaskCount
from rewards.subscribers import hand_settled
from tests.lobby.people import give, person, rooms, settled

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_is_here() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def bot(owner: Player | None = None, beans: int = 10_000) -> Player:
    made = bots.create(owner or person(), f"机器{uuid4().hex[:6]}", limited=False)
    give(made, beans)
    return made


def refusal(work: Any, *args: Any, **named: Any) -> str:
    with pytest.raises(Refused) as refused:
        work(*args, **named)
    return refused.value.code


def test_a_room_takes_no_bots_unless_it_says_so_by_any_way_in() -> None:
    room, program, host = rooms(), bot(), person()
    assert room.outside_bots is False
    table = services.open_private(host, room.pk, "茶馆").table
    ways = [
        (services.join, program, room.pk),
        (services.sit_anywhere, program, room.pk),
        (services.open_private, program, room.pk),
        (services.sit, program, table.pk, 1),
    ]
    for way, *args in ways:
        keys = {"key": table.invite} if way is services.sit else {}
        assert refusal(way, *args, **keys) == "no_bots", way
    friends.ask(host, program.pk)
    friends.accept(program, host.pk)
    presence.seen(program)
    assert refusal(private.invite, host, program.pk) == "no_bots"
    assert not Seat.objects.filter(player=program).exists()
    assert not Ticket.objects.exists()
    room.outside_bots = True
    room.save()
    private.invite(host, program.pk)
    assert services.sit(program, table.pk, 1, key=table.invite).player == program


def test_a_room_that_takes_bots_no_more_sends_them_off() -> None:
    room, waiting, seated, human = rooms(outside_bots=True, bot_wait=0), bot(), bot(), person()
    services.join(waiting, room.pk)
    table = services.sit_anywhere(seated, room.pk).table
    services.sit(human, table.pk, 1)
    services.ready(human)
    room.outside_bots = False
    room.save()
    assert refusal(services.ready, seated) == "no_bots"
    assert refusal(services.change_table, seated) == "no_bots"
    matching.match_room(room.pk)
    assert not Ticket.objects.exists()
    assert not Seat.objects.filter(player__in=[waiting.pk, seated.pk]).exists()
    hand = Table.objects.get(pk=table.pk).hand
    assert [seat.player_id for seat in HandSeat.objects.filter(hand=hand).order_by("seat")].count(human.pk) == 1


def test_where_names_are_hidden_no_bot_can_hide() -> None:
    room = rooms(outside_bots=True)
    room.hidden_names, room.spectators = True, False
    with pytest.raises(ValidationError) as wrong:
        room.clean()
    assert set(wrong.value.message_dict) == {"outside_bots"}


def test_it_is_labelled_at_the_table_in_the_hand_and_by_name() -> None:
    room, program, human = rooms(outside_bots=True, bot_wait=0), bot(), person()
    table = services.sit_anywhere(program, room.pk).table
    services.sit(human, table.pk, 1)
    shown = selectors.table(table.pk)["seats"]
    assert [(seat["bot"], seat["player"]) for seat in shown[:2]] == [(True, program.pk), (False, human.pk)]
    assert shown[0]["name"].startswith("BOT·")
    assert selectors.me(program)["bot"] is True
    seating.seat_bots(table, 1)
    services.ready(human)
    hand = Table.objects.get(pk=table.pk).hand
    told = [seat.display["bot"] for seat in HandSeat.objects.filter(hand=hand).order_by("seat")]
    assert told == [True, False, True]


def test_it_is_no_player_online_and_counts_in_no_room() -> None:
    room, program, human = rooms(outside_bots=True), bot(), person()
    before = presence.online()
    presence.seen(program)
    assert presence.online() == before
    assert presence.here([program.pk, human.pk]) == {program.pk}
    services.renew(human)
    assert presence.online() == before + 1
    services.sit_anywhere(program, room.pk)
    services.join(human, room.pk)
    waiting = bot()
    services.join(waiting, room.pk)
    assert selectors.head_count(room.pk) == (0, 1)
    assert selectors.head_counts()[room.pk] == [0, 1]
    assert [selectors.room(None, room.pk)[name] for name in ("players", "waiting")] == [0, 1]
    assert selectors.crowd(room.pk) == 3, "it takes a place all the same"
    zone = next(zone for zone in figures.live() if zone.sitting or zone.waiting)
    assert (zone.sitting, zone.waiting) == (0, 1)
    assert notify.hall_frame(selectors.head_counts())["rooms"][str(room.pk)] == [0, 1]


def test_its_hands_count_for_no_board_and_no_gift() -> None:
    room, program, human, third = rooms(outside_bots=True), bot(), person(), person()
    table = services.sit_anywhere(program, room.pk).table
    for index, player in ((1, human), (2, third)):
        services.sit(player, table.pk, index)
        services.ready(player)
    table.refresh_from_db()
    event = settled(table, ["win", "lose", "lose"])
    event = event.__class__(
        **{name: getattr(event, name) for name in event.__struct_fields__}
        | {"mode": room.mode, "points": [20, -10, -10], "feats": [[], [], []]}
    )
    ladder.hand_settled(event)
    hand_settled(event)
    board = ladder.board(room.mode)
    assert {row["player"] for row in board["rows"]} == {human.pk, third.pk}
    for player in (program, human):
        player.standings.create(mode=room.mode, points=100_000, win=1)
    hand_settled(event)
    assert {row["player"] for row in ladder.board(room.mode, "all")["rows"]} == {human.pk}
    assert TaskCount.objects.filter(player=human).exists()
    assert not TaskCount.objects.filter(player=program).exists()
    assert not LevelMark.objects.filter(player=program).exists()


def test_a_person_and_his_bots_never_meet_for_money() -> None:
    room, owner, stranger = rooms(outside_bots=True, keep_apart=False, bots_allowed=False), person(), person()
    first, second = bot(owner), bot(owner)
    for number, player in enumerate((owner, first, second, stranger)):
        services.join(player, room.pk, Origin(f"203.0.113.{number}", ""))
    matching.match_room(room.pk)
    assert not Table.objects.filter(hand__isnull=False).exists()
    table = services.sit_anywhere(person(), room.pk).table
    services.cancel(first)
    services.cancel(second)
    services.sit(first, table.pk, 1)
    services.cancel(owner)
    assert refusal(services.sit, owner, table.pk, 2) == "kept_apart"
    assert refusal(services.sit, second, table.pk, 2) == "kept_apart"


def test_bots_send_nobody_away() -> None:
    room, rude = rooms(outside_bots=True, mode="huanle"), person()
    table = services.sit_anywhere(rude, room.pk).table
    services.sit(first := bot(), table.pk, 1)
    services.sit(bot(), table.pk, 2)
    assert refusal(private.kick, first, rude.pk) == "not_allowed"
    assert Seat.objects.filter(player=rude).exists()
