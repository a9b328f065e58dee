"""A match of mahjong from the room to the money: hand after hand at one table, somebody leaves, somebody comes.

Four people play by the suggestions, so that the rules alone say how each hand goes; the deals are ones that were found
to end as the match wants it. No worker runs here, so the processes' own net ends the windows.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterable, Iterator
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
from games.rules.mahjong import rounds
from games.runtime import table
from lobby import seating, selectors, services
from lobby.models import Room, Table
from tests.games.answering import Answering, all_play, settle
from tests.games.conftest import Enter
from tests.games.test_verify import browser, script
from tests.lobby.people import load, person, starting
from tests.mahjong.deals import Line, find, hasty, play, seed_of
from wallet import audit
from wallet import selectors as money

pytestmark = pytest.mark.django_db(transaction=True)
Json = dict[str, Any]

FIRST, SECOND, THIRD, FOURTH = 342, 10, 102, 102
"""Deals that end soon, each as the match wants it."""
LEAVER = 1
"""Whose place at the table somebody else takes."""


@pytest.fixture(autouse=True)
def own_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "NET_SECONDS", 0.02)
    monkeypatch.setattr(consumers, "BURST", 10_000)
    monkeypatch.setattr(rounds, "PAUSE_MS", (10, 20))


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """The seeds of the hands to come, instead of secret ones; drawing places turns them round."""
    seeds: list[bytes] = []
    monkeypatch.setattr(games, "secrets", SimpleNamespace(token_bytes=lambda _length: seeds.pop(0)))
    monkeypatch.setattr(seating, "LUCK", SimpleNamespace(shuffle=list.reverse))
    yield seeds
    assert not seeds, "fewer hands were played than were meant to be"


def ends(first: int, carry: Json, dealer_wins: bool) -> Line:
    """A hand after `carry` in which the dealer, or another one, wins soon."""

    def shows(line: Line) -> bool:
        winners = {win.seat for win in line.state.wins}
        return line.state.result is not None and bool(winners) and (line.state.match.dealer in winners) == dealer_wins

    return find(shows, lambda number: play(seed_of(number), hasty, carry=carry, longest=16), first)


def sit_down(desk: Table, place: int) -> Player:
    player = person()
    services.sit(player, desk.pk, place)
    return player


def open_table() -> tuple[Table, list[Player]]:
    load("mahjong-0")
    room: Room = starting("novice", "mahjong-0")
    room.timers = room.timers | {"think": [0, 0]}
    room.save()
    desk = Table.objects.create(room=room, number=1)
    return desk, [sit_down(desk, place) for place in range(4)]


def begin(desk: Table, players: list[Player]) -> Hand:
    """Everybody gets ready."""
    hands = [services.ready(player) for player in players]
    assert hands[:-1] == [None] * (len(players) - 1)
    return Hand.objects.get(pk=hands[-1])


def places(hand: Hand) -> list[int]:
    return list(hand.seats.order_by("seat").values_list("player", flat=True))


def check_settled(stored: Hand, line: Line, before: list[int]) -> list[int]:
    """The hand went as the rules alone say, and the money moved as they say; what everybody has now, by seat."""
    result, notice = stored.result, stored.notice
    assert result is not None
    assert notice is not None
    assert line.state.result is not None
    assert result["points"] == list(line.state.result.points)
    assert result["facts"] == line.state.result.facts
    room = stored.config["room"]
    changes = notice["public"]["changes"]
    assert changes == [points * room["coef_n"] - room["rake"] for points in result["points"]], "nobody was short"
    assert sum(changes) == -4 * room["rake"]
    after = [money.balances(player)["coins"] for player in places(stored)]
    assert after == [had + change for had, change in zip(before, changes, strict=True)]
    assert not list(audit.faults())
    return after


async def seated_at(enter: Enter, hand: Hand, players: list[Player]) -> list[Answering]:
    """Everybody's socket, in two processes in turn."""
    return [Answering(await enter(hand, player, number % 2)) for number, player in enumerate(players)]


async def hand_to_the_money(enter: Enter, desk: Table, players: list[Player], line: Line) -> Hand:
    """One hand as its line says."""
    before = {player.pk: (await database_sync_to_async(money.balances)(player.pk))["coins"] for player in players}
    hand = await database_sync_to_async(begin)(desk, players)
    seats = await seated_at(enter, hand, players)
    await all_play(seats)
    stored = await database_sync_to_async(settle)(hand)
    order = await database_sync_to_async(places)(stored)
    await database_sync_to_async(check_settled)(stored, line, [before[pk] for pk in order])
    for seat in seats:
        notice = await seat.person.until("settled")
        assert notice["balances"]["coins"] == before[order[seat.seat]] + notice["changes"][seat.seat]
    return stored


def match_of(hand: Hand) -> Json:
    """What the hand leaves to the next: dealer, round wind, number, how often the dealer has kept the deal."""
    assert hand.result is not None
    match: Json = hand.result["carry"]["match"]
    return match


async def test_a_match_over_several_hands_with_somebody_leaving_and_somebody_new(
    enter: Enter, deals: list[bytes], tmp_path: Path
) -> None:
    desk, players = await database_sync_to_async(open_table)()

    # The company is new: places are drawn, and so is the dealer, who wins and keeps the deal.
    first = ends(FIRST, {}, dealer_wins=True)
    deals.append(first.seed)
    hand = await hand_to_the_money(enter, desk, players, first)
    assert hand.carry == {}
    assert await database_sync_to_async(places)(hand) == [player.pk for player in reversed(players)]
    match = match_of(hand)
    dealer = match["dealer"]
    assert match == {"dealer": dealer, "east": dealer, "round_wind": 0, "hand": 2, "again": 1}

    # The same company stays where it sits; the dealer loses and the deal goes on.
    second = ends(SECOND, hand.result["carry"], dealer_wins=False)
    deals.append(second.seed)
    again = await hand_to_the_money(enter, desk, players, second)
    assert again.carry == hand.result["carry"]
    assert await database_sync_to_async(places)(again) == await database_sync_to_async(places)(hand)
    assert again.result["facts"]["again"] == 1
    match = match_of(again)
    assert match == {"dealer": (dealer + 1) % 4, "east": dealer, "round_wind": 0, "hand": 3, "again": 0}

    # Somebody leaves in the third hand: the system plays for him, he pays and is paid like everybody.
    third = await somebody_leaves(enter, deals, desk, players, again)
    assert third.carry == again.result["carry"]

    # Somebody else sits down: the match starts over, with places drawn anew.
    players[LEAVER] = await database_sync_to_async(sit_down)(desk, await database_sync_to_async(free_place)(desk))
    at_the_table = await database_sync_to_async(by_place)(desk)
    fourth = ends(FOURTH, {}, dealer_wins=False)
    deals.append(fourth.seed)
    anew = await hand_to_the_money(enter, desk, players, fourth)
    assert anew.carry == {}
    assert await database_sync_to_async(places)(anew) == at_the_table[::-1]
    assert (anew.result["facts"]["round_wind"], anew.result["facts"]["hand"]) == (0, 1)
    told = await database_sync_to_async(replay.replay)(anew.pk)
    assert told["told"]["watch"]["frames"][-1]["e"][-1]["result"]["facts"] == anew.result["facts"]
    check_the_proof(told, await database_sync_to_async(replay.replay)(again.pk), tmp_path)


def check_the_proof(drawn: Json, kept: Json, tmp_path: Path) -> None:
    """Hands whose dealer was drawn and was kept are found fair by the browser and by the script; a lie by neither."""
    lies = forged(drawn)
    reports = browser(drawn, kept, *lies.values())
    steps = ["commitment", "nonces", "dealer", *["hand"] * 4, "draws", "wall"]
    for told, why, report in ((drawn, "drawn", reports[0]), (kept, "kept", reports[1])):
        assert report["ok"], [step for step in report["steps"] if not step["ok"]]
        assert [step["what"] for step in report["steps"]] == steps
        assert report["steps"][2]["why"] == why
        status, words = script(told, tmp_path)
        assert status == 0, words
    for (part, lie), report in zip(lies.items(), reports[2:], strict=True):
        assert {step["what"] for step in report["steps"] if not step["ok"]} == {part}
        status, words = script(lie, tmp_path)
        assert (status, words.count("WRONG")) == (1, 1), words


def forged(told: Json) -> dict[str, Json]:
    """By the step that must catch it: the same replay with one lie."""

    def lie(kind: str, tell: Callable[[Json], None], seats: Iterable[int] = range(4)) -> Json:
        twin = copy.deepcopy(told)
        for seat in seats:
            events = [event for frame in twin["told"][str(seat)]["frames"] if frame for event in frame["e"]]
            tell(next(one for one in events if one["kind"] == kind and (kind != "drawn" or one["seat"] == seat)))
        return twin

    return {
        "dealer": lie("dealt", lambda event: event.update(dealer=(event["dealer"] + 1) % 4)),
        "draws": lie("drawn", lambda event: event.update(tile=(event["tile"] + 1) % 136), [0]),
        "hand": lie("dealt", lambda event: event["tiles"].__setitem__(0, -1), [2]),
        "wall": lie("over", lambda event: event["rest"].reverse()),
        "nonces": lie("dealt", lambda event: event.update(nonces=["x", "", "", ""])),
    }


def free_place(desk: Table) -> int:
    shown = selectors.table(desk.pk)
    return [seat is None for seat in shown["seats"]].index(True)


def by_place(desk: Table) -> list[int]:
    return [seat["player"] for seat in selectors.table(desk.pk)["seats"]]


async def somebody_leaves(enter: Enter, deals: list[bytes], desk: Table, players: list[Player], before: Hand) -> Hand:
    deals.append(seed_of(THIRD))
    hand = await database_sync_to_async(begin)(desk, players)
    leaver = players[LEAVER]
    seats = await seated_at(enter, hand, players)
    await asyncio.gather(*(seat.play("dealt") for seat in seats))
    await database_sync_to_async(services.leave)(leaver, flee=True)
    stay = [seat for number, seat in enumerate(seats) if number != LEAVER]
    await all_play(stay)
    gone = seats[LEAVER].seat
    assert all(seat.told("fled") == [{"kind": "fled", "seat": gone, "why": "flee"}] for seat in stay)
    discards = [event["seat"] for event in stay[0].told("discard")]
    assert gone in discards, "his seat was played on"
    stored = await database_sync_to_async(settle)(hand)

    def after() -> tuple[Any, ...]:
        assert stored.result is not None
        assert stored.notice is not None
        standing = standings.standing(leaver, stored.mode)
        changes = stored.notice["public"]["changes"]
        room = stored.config["room"]
        owed = [points * room["coef_n"] - room["rake"] for points in stored.result["points"]]
        desk.refresh_from_db()
        return changes == owed, stored.result["outcomes"][gone], standing.escape, desk.carry, list(audit.faults())

    assert await database_sync_to_async(after)() == (True, "escape", 1, {}, [])
    seated = await database_sync_to_async(selectors.table)(desk.pk)
    assert [seat is None for seat in seated["seats"]] == [place == gone for place in range(4)]
    return stored
