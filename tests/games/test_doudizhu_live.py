"""A hand of 欢乐斗地主 over the sockets, with the real rules."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games import consumers
from games.models import Hand
from games.runtime import store, table
from games.runtime.wire import result_json, result_of
from tests.games.conftest import Enter, Person, log_of, new_hand
from tests.rules.play import config

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_celery(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker runs here, so the processes' own net ends the deal."""
    monkeypatch.setattr(table, "NET_SECONDS", 0.02)


@pytest.fixture(autouse=True)
def no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts answer faster than people can: a long hand would run into the limit that test_live_hand tests."""
    monkeypatch.setattr(consumers, "BURST", 10_000)


class Player:
    """Answers whatever is asked; keeps the frames. Takes the first hint, so that hands end."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answered: set[int] = set()
        self.over = False

    async def play(self) -> None:
        snap = self.person.frames[0]
        await self._answer(snap["view"]["decisions"])
        while not self.over:
            frame = await self.person.frame(60)
            if frame["t"] == "ev":
                self.over = any(event["kind"] == "over" for event in frame["e"])
                await self._answer(frame["d"])
            elif frame["t"] == "hints":
                await self._act(frame["d"], frame["plays"][0])
            elif frame["t"] == "snap":
                await self._answer(frame["view"]["decisions"])

    async def _answer(self, decisions: list[dict[str, Any]]) -> None:
        for decision in decisions:
            if "mine" not in decision or decision["id"] in self.answered:
                continue  # a neighbour's answer may be told before my own is in the log
            self.answered.add(decision["id"])
            match decision["kind"]:
                case "open":
                    await self._act(decision["id"], {"kind": "open", "show": False})
                case "play":
                    await self.person.send_json_to({"t": "hints", "d": decision["id"]})
                case "call" | "rob" | "double" as kind:
                    await self._act(decision["id"], {"kind": kind, "yes": True})

    async def _act(self, decision: int, action: dict[str, Any]) -> None:
        await self.person.send_json_to({"t": "act", "k": f"command-{decision}", "d": decision, "a": action})


def cards_told(frames: list[dict[str, Any]], seat: int) -> set[int]:
    """Every card of a closed hand that the frames named for another seat, before the hand was over."""
    told: set[int] = set()
    for frame in frames:
        if frame["t"] == "snap":
            others = [s["cards"] for i, s in enumerate(frame["view"]["seats"]) if i != seat and s["cards"]]
            told.update(card for cards in others for card in cards)
        for event in frame.get("e", []) if frame["t"] == "ev" else []:
            if event["kind"] == "over":
                return told
            for owner, cards in event.get("hands", {}).items():
                if int(owner) != seat:
                    told.update(cards)
    return told


async def test_three_people_in_two_processes_play_a_hand_to_its_result(enter: Enter) -> None:
    changes = config(timers={"deal_step": 5}) | {"turns": None}
    hand, players = await database_sync_to_async(new_hand)(3, **changes)
    people = [Player(await enter(hand, player, seat % 2)) for seat, player in enumerate(players)]
    async with asyncio.timeout(60):
        await asyncio.gather(*(player.play() for player in people))
    stored = await database_sync_to_async(Hand.objects.get)(id=hand.id)
    folded = await database_sync_to_async(store.load)(hand.id)
    assert folded is not None
    assert folded.state.result is not None
    assert stored.status == Hand.Status.OVER
    assert stored.result == json.loads(json.dumps(result_json(folded.state.result)))
    assert result_of(stored.result) == folded.state.result
    assert folded.state.result.ending == "played"
    for seat, player in enumerate(people):
        frames = player.person.frames
        assert cards_told(frames, seat) == set()
        assert [frame["n"] for frame in frames if frame["t"] == "ev"] == list(
            range(1, sum(frame["t"] == "ev" for frame in frames) + 1)
        )
        before_the_end = [frame for frame in frames if '"over"' not in json.dumps(frame)]
        assert bytes(stored.seed).hex() not in json.dumps(before_the_end)
        assert not [frame for frame in frames if frame["t"] in ("no", "err")]
    entries = await log_of(hand)
    assert [seq for seq, _, _ in entries] == list(range(len(entries)))


async def test_a_hand_shown_during_the_deal_agrees_with_a_fresh_snapshot(enter: Enter) -> None:
    changes = config(timers={"deal_step": 40}) | {"turns": None}
    hand, players = await database_sync_to_async(new_hand)(3, **changes)
    people = [await enter(hand, player, seat % 2) for seat, player in enumerate(players)]
    for person in people:
        await person.send_json_to({"t": "act", "k": "open-open", "d": 0, "a": {"kind": "open", "show": False}})
    while not any(event["kind"] == "cards" for event in (await people[0].until("ev"))["e"]):
        pass
    await people[0].send_json_to({"t": "act", "k": "show-show", "d": 1, "a": {"kind": "show"}})
    assert (await people[0].answer())["t"] == "ok"
    shown: list[int] = []
    for frame in await people[1].rest(1.5):
        if frame["t"] == "snap":
            shown = frame["view"]["seats"][0]["cards"] or []
        for event in frame.get("e", []):
            if event["kind"] == "show":
                shown = list(event["cards"])
            elif event["kind"] == "cards" and shown:
                shown += event["hands"]["0"]
                assert len(shown) == event["dealt"]
            elif event["kind"] == "calling":
                assert sorted(event["hands"]["0"]) == sorted(shown)
                assert len(shown) == 17
                return
    pytest.fail("the deal never ended")
