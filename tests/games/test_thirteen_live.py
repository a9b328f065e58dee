"""Hands of Thirteen Water from the room to the money: lobby, sockets in two processes, log, settlement, and the table
goes on. No worker runs here, so the processes' own net ends the phases and plays the bots."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts import selectors as standings
from accounts.models import Player
from games import consumers, replay
from games import services as games
from games.models import Hand
from games.rules.thirteen.settings import SWITCHES
from games.rules.thirteen.specials import SPECIALS, find
from games.runtime import table
from lobby import matching, selectors, services
from lobby.errors import Refused
from lobby.models import Room, Table
from tests.games.answering import Answering, all_play, settle
from tests.games.conftest import Enter, Person, log_of
from tests.games.test_verify import browser, script
from tests.lobby.people import load, person, starting
from tests.thirteen.hands import foul_rows
from tests.thirteen.test_hand import seed_with_special
from wallet import audit
from wallet import selectors as money

pytestmark = pytest.mark.django_db(transaction=True)
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def own_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "NET_SECONDS", 0.02)
    monkeypatch.setattr(consumers, "BURST", 10_000)


def room_of(code: str = "novice", **changes: Any) -> Room:
    """A starting room whose bots neither wait nor think."""
    load("thirteen")
    room = starting(code, "thirteen")
    room.timers = room.timers | {"think": [0, 0]} | changes.pop("timers", {})
    room.bot_wait = 0
    for name, value in changes.items():
        setattr(room, name, value)
    room.save()
    return room


def seated(people: int, places: tuple[int, ...] = (), **changes: Any) -> tuple[Hand, list[Player], Table]:
    """A hand of so many people: matched with bots, or at these places of a table, all ready."""
    room = room_of(**changes)
    players = [person() for _ in range(people)]
    if places:
        desk = Table.objects.create(room=room, number=1)
        for player, place in zip(players, places, strict=True):
            services.sit(player, desk.pk, place)
        for player in players:
            services.ready(player)
    else:
        for player in players:
            services.join(player, room.pk)
        assert matching.match_room(room.pk) == 1
    desk = Table.objects.get()
    hand = Hand.objects.get(pk=desk.hand)
    players.sort(key=lambda player: list(hand.seats.values_list("player", flat=True)).index(player.pk))
    return hand, players, desk


make = database_sync_to_async(seated)


class Seat(Answering):
    """Hands in what `arrange` makes of the own cards and suggestions (None: nothing)."""

    def __init__(self, person: Person, arrange: Callable[[list[int], list[Json]], Json | None] | None = None) -> None:
        super().__init__(person)
        self.arrange = arrange or (lambda _cards, plays: plays[0])
        self.cards: list[int] = []
        self.special: str | None = None

    def choose(self, plays: list[Json]) -> Json | None:
        return self.arrange(self.cards, plays)

    def heard(self, events: list[Json]) -> None:
        for event in events:
            self.cards = event.get("hand") or self.cards

    def asked(self, decision: Json) -> None:
        self.special = decision["mine"]["special"]


def check_money(hand: Hand, players: list[Player]) -> None:
    """Stakes sum to zero, everybody present pays the fee, the books are sound and people have what they were told."""
    assert hand.status == Hand.Status.SETTLED
    assert hand.result is not None
    assert hand.notice is not None
    formula = hand.notice["public"]["formula"]
    assert sum(hand.result["points"]) == sum(formula["stakes"]) == 0
    assert formula["rakes"] == [hand.config["room"]["rake"]] * hand.config["seats"]
    for player in players:
        seat = hand.seats.get(player=player).seat
        expected = 10_000 + hand.notice["public"]["changes"][seat]
        assert money.balances(player.pk)["coins"] == expected
        assert standings.standing(player, "thirteen").points == hand.result["points"][seat]
    assert not list(audit.faults())


def nothing_told_before_the_compare(seat: Seat, hand: Hand) -> None:
    """No card of another seat, no special hand and no seed in any byte before the last seat has locked."""
    others: set[int] = set()
    before = []
    for frame in seat.frames:
        if any(event["kind"] == "over" for event in frame.get("e", [])):
            break
        before.append(frame)
    assert len(before) < len(seat.frames)
    for frame in before:
        for event in frame.get("e", []):
            if event["kind"] == "locked" and event["seat"] != seat.seat:
                assert set(event) <= {"kind", "seat", "auto"}
            for name in ("hand", "rows"):
                if name in event:
                    assert event.get("seat", seat.seat) == seat.seat
        for number, shown in enumerate(frame["view"]["seats"] if frame["t"] == "snap" else []):
            if number != seat.seat:
                assert (shown["cards"], shown["rows"], shown["special"]) == (None, None, None)
        others |= {card for event in frame.get("e", []) for card in event.get("hand", [])}
    assert others == set(seat.cards)
    assert bytes(hand.seed).hex() not in json.dumps(before)


async def test_two_people_and_two_bots_play_a_hand_to_the_money(enter: Enter, tmp_path: Path) -> None:
    hand, players, desk = await make(2)
    seats = [Seat(await enter(hand, player, process)) for process, player in enumerate(players)]
    await all_play(seats)
    for seat in seats:
        nothing_told_before_the_compare(seat, hand)
        assert sorted(event["seat"] for event in seat.told("locked")) == [0, 1, 2, 3]
        counted = [frame["n"] for frame in seat.frames if frame["t"] == "ev"]
        assert counted == list(range(1, len(counted) + 1))
    stored = await database_sync_to_async(settle)(hand)
    notices = [await seat.person.until("settled") for seat in seats]
    await database_sync_to_async(check_money)(stored, players)
    for player, notice in zip(players, notices, strict=True):
        assert notice["balances"] == await database_sync_to_async(money.balances)(player.pk)
        assert notice["level"]["level"] >= 1
        assert {"pairs", "rows", "points", "homerun", "fouls"} <= set(notice["formula"])
    told = await database_sync_to_async(replay.replay)(hand.pk)
    assert [name["bot"] for name in told["names"]].count(True) == 2
    reveal = told["told"]["watch"]["frames"][-1]["e"][-1]
    assert (reveal["kind"], reveal["result"]["facts"]["rows"]) == ("over", stored.result["facts"]["rows"])
    forged = copy.deepcopy(told)
    dealt = next(e for frame in forged["told"]["1"]["frames"] if frame for e in frame["e"] if e["kind"] == "dealt")
    dealt["hand"][0] = next(card for card in range(52) if card not in dealt["hand"])
    true, false = browser(told, forged)
    assert true["ok"], [step for step in true["steps"] if not step["ok"]]
    assert [step["what"] for step in true["steps"]] == ["commitment", "nonces", *["hand"] * 4]
    assert [step["seat"] for step in false["steps"] if not step["ok"]] == [1]
    assert [script(one, tmp_path)[0] for one in (told, forged)] == [0, 1]
    shown = await database_sync_to_async(selectors.table)(desk.pk)
    assert (shown["hand"], [seat["ready"] for seat in shown["seats"]].count(True)) == (None, 2), "the bots stay"


async def test_two_seats_one_of_whom_lets_the_time_run_out(enter: Enter) -> None:
    """Every switch is set otherwise than usual, and both the hand and its viewers have them so."""
    switches = {name: next(v for v in switch.allowed if v != switch.usual) for name, switch in SWITCHES.items()}
    hand, players, _ = await make(2, places=(1, 3), switches=switches, timers={"arrange": 1_500})
    quick, slow = (
        Seat(await enter(hand, players[0], 0)),
        Seat(await enter(hand, players[1], 1), lambda _cards, _plays: None),
    )
    assert quick.frames[0]["view"]["rules"] == hand.config["rules"] == switches
    await all_play([quick, slow])
    assert [event.get("auto", False) for event in quick.told("locked")] == [False, True]
    assert quick.told("late") == slow.told("late") == [{"kind": "late", "seat": slow.seat, "times": 1}]
    nothing_told_before_the_compare(quick, hand)
    nothing_told_before_the_compare(slow, hand)
    stored = await database_sync_to_async(settle)(hand)
    await database_sync_to_async(check_money)(stored, players)
    assert stored.result["carry"] == {"late": [0, 1]}
    assert [kind for _, _, kind in await log_of(hand)].count("timeout") == 1


@pytest.mark.parametrize("declare", [True, False])
async def test_a_special_hand_is_declared_whatever_its_rows_or_declined_and_played(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, declare: bool
) -> None:
    monkeypatch.setattr(games, "secrets", SimpleNamespace(token_bytes=lambda _length: seed_with_special()))
    hand, players, _ = await make(2, places=(0, 1))

    def arranged(cards: list[int], plays: list[Json]) -> Json:
        if not declare:
            return {**plays[0], "special": False}
        rows = foul_rows(tuple(cards))
        return {"kind": "submit", "front": list(rows.front), "middle": list(rows.middle), "back": list(rows.back)}

    holder = Seat(await enter(hand, players[0], 0), arranged)
    other = Seat(await enter(hand, players[1], 1))
    await all_play([holder, other])
    assert holder.special is not None
    assert other.special is None
    nothing_told_before_the_compare(other, hand)
    (mine,) = [event for event in holder.told("locked") if event["seat"] == 0]
    assert mine["special"] == (holder.special if declare else None)
    stored = await database_sync_to_async(settle)(hand)
    await database_sync_to_async(check_money)(stored, players)
    facts = stored.result["facts"]
    assert facts["specials"] == [holder.special if declare else None, None]
    if declare:
        assert stored.result["points"] == [SPECIALS[holder.special].points, -SPECIALS[holder.special].points]
    else:
        assert len(facts["pairs"][0]["rows"]) == 3


async def test_whoever_leaves_is_arranged_settled_and_free_when_the_hand_is_over(enter: Enter) -> None:
    hand, players, desk = await make(2, places=(0, 2))
    stays = Seat(await enter(hand, players[0], 0))
    leaves = Seat(await enter(hand, players[1], 1), lambda _cards, _plays: None)
    await asyncio.gather(stays.play("dealt"), leaves.play("dealt"))
    await database_sync_to_async(services.leave)(players[1], flee=True)

    def elsewhere() -> str:
        with pytest.raises(Refused) as refused:
            services.join(players[1], desk.room_id)
        return refused.value.code

    assert await database_sync_to_async(elsewhere)() == "fled"
    await stays.play()
    assert [event["seat"] for event in stays.told("fled")] == [1]
    assert sorted(event["seat"] for event in stays.told("locked")) == [0, 1]
    nothing_told_before_the_compare(stays, hand)
    stored = await database_sync_to_async(settle)(hand)
    await database_sync_to_async(check_money)(stored, players)
    assert stored.result["outcomes"][1] == "escape"

    def after() -> tuple[int, int, list[int | None], str]:
        standing = standings.standing(players[1], "thirteen")
        seat_of = [seat and seat["player"] for seat in selectors.table(desk.pk)["seats"]]
        services.join(players[1], desk.room_id)
        return standing.escape, standing.win + standing.lose, seat_of, "joined"

    assert await database_sync_to_async(after)() == (1, 0, [players[0].pk, None, None, None], "joined")


async def test_a_foul_is_refused_to_its_seat_alone_and_the_hand_goes_on(enter: Enter) -> None:
    hand, players, _ = await make(2, places=(0, 1))
    tries: list[Json] = []

    def arranged(cards: list[int], plays: list[Json]) -> Json:
        rows = foul_rows(tuple(cards))
        tries.append(plays[0])
        return {
            "kind": "submit", "front": list(rows.front), "middle": list(rows.middle), "back": list(rows.back),
            "special": False,
        }  # fmt: skip

    wrong, other = Seat(await enter(hand, players[0], 0), arranged), Seat(await enter(hand, players[1], 1))
    playing = asyncio.gather(wrong.play(), other.play())
    async with asyncio.timeout(30):
        while not (refusals := [frame for frame in wrong.frames if frame["t"] == "no"]):
            await asyncio.sleep(0.02)
    assert (refusals[0]["code"], bool(refusals[0]["text"])) == ("foul", True)
    assert not [frame for frame in other.frames if frame["t"] == "no"]
    await wrong.act(1, {**tries[0], "special": False})
    await playing
    stored = await database_sync_to_async(settle)(hand)
    await database_sync_to_async(check_money)(stored, players)


async def test_coming_back_while_arranging_shows_ones_own_lock_and_nothing_of_the_others(enter: Enter) -> None:
    hand, players, _ = await make(2, places=(0, 1))
    first = Seat(await enter(hand, players[0], 0))
    second = Seat(await enter(hand, players[1], 1), lambda _cards, _plays: None)
    async with asyncio.timeout(30):
        await asyncio.gather(first.play("locked"), second.play("locked"))
    again, neighbour = await enter(hand, players[0], 1), await enter(hand, players[1], 0)
    mine, theirs = (person.frames[0]["view"]["seats"][0] for person in (again, neighbour))
    assert mine["locked"] is theirs["locked"] is True
    assert sorted(card for row in mine["rows"].values() for card in row) == sorted(first.cards)
    assert (theirs["cards"], theirs["rows"], theirs["special"]) == (None, None, None)
    assert again.frames[0]["view"]["decisions"][0].get("mine") is None
    special = find(second.cards)
    assert neighbour.frames[0]["view"]["decisions"][0]["mine"] == {"special": special and special.key}
