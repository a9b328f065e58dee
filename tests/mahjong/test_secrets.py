"""While a claim window is open nobody else can tell who may claim: not by a frame, a counter, an instant, a fresh look.

The property of the sockets' bytes, as `tests/games/test_secret_choices.py` says it of doubling: whoever of the others
holds the choice and whatever he answers, a viewer is sent the very same bytes at the same instants. `RANDOM_HANDS` sets
how many hands.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from games.rules.core import Action
from games.rules.mahjong.rounds import Mahjong
from games.runtime.folded import fold
from games.runtime.stage import Stage
from games.runtime.wire import Entry, StoredAction
from tests.games.timeline import FACTS, Timeline, Watcher, log_of, origin
from tests.mahjong.table import START, config
from tests.mahjong.test_random_hands import SEED, exchanged, play

HANDS = int(os.environ.get("RANDOM_HANDS", "100"))
WINDOWS, TRIES = 4, 6
"""Windows of each hand, and exchanges until others hold the choice."""
Told = list[tuple[int, str]]


class Window:
    """A window that the last action of `log` opens in the hand `before` it; one viewer looks on."""

    def __init__(self, patch: pytest.MonkeyPatch, before: Mahjong, log: list[Action], viewer: int | None) -> None:
        self.viewer = viewer
        self.timeline = Timeline(patch)
        self.folded = fold(origin(before.config, before.seed), log_of(log[:-1]))
        self.folded.state = before
        self.timeline.go_to(log[-1].at)
        self.stage = Stage(self.folded, FACTS, None)
        self.watchers: list[Watcher] = []
        self.look()
        self.enter(log[-1])

    def look(self) -> None:
        self.watchers.append(Watcher(self.timeline, self.viewer).enter(self.stage))

    def enter(self, action: Action) -> None:
        self.timeline.go_to(action.at)
        stored = StoredAction(action.kind, action.seat, action.decision, dict(action.data))
        self.stage.absorb(Entry(self.folded.seq + 1, action.at, None, f"step:{self.folded.seq}", stored))

    def told(self, until: int) -> tuple[Told, Told]:
        """All that was sent, before that instant and from then on."""
        sent = [told for watcher in self.watchers for told in watcher.sent]
        return [told for told in sent if told[0] < until], [told for told in sent if told[0] >= until]


def told(
    before: Mahjong, log: list[Action], viewer: int | None, luck: random.Random
) -> tuple[Told, Told, frozenset[int]]:
    """What a viewer is sent from the tile until just before the base pause ends; where the table waits for others then,
    what he is sent as it does. With it the others who may claim: all of them but one answer at once, somehow."""
    with pytest.MonkeyPatch.context() as patch:
        window = Window(patch, before, log, viewer)
        state = window.folded.state
        asked = next(d for d in state.decisions if d.kind == "claim")
        assert asked.due is not None
        others = [seat for seat in asked.seats if seat != viewer]
        luck.shuffle(others)
        for step, seat in enumerate(others[1:], 1):
            move = luck.choice([m for m in state.legal(seat) if m.decision == asked.id])
            auto = {"auto": True} if state.automated(seat) else {}
            window.enter(Action(move.kind, seat, asked.id, {**move.data, **auto}, log[-1].at + step))
        window.timeline.go_to(asked.due - 1)
        window.look()
        if others and not state.window.is_settled():
            window.enter(Action("timeout", None, asked.id, {}, asked.due))
            window.look()
        window.stage.stop()
        return *window.told(asked.due), frozenset(others)


def holders(state: Mahjong, action: Action, viewer: int | None) -> set[int]:
    """Who besides the viewer may claim after that action."""
    after = state.clone()
    after.apply(action, trusted=True)
    return {seat for seat in after.window.waiting() if seat != viewer} if after.window else set()


def twin_of(state: Mahjong, action: Action, viewer: int | None, luck: random.Random) -> Mahjong | None:
    """The same hand to the eye of the viewer, if it can be found one in which others hold the choice."""
    twin, here = None, holders(state, action, viewer)
    for _ in range(TRIES):
        twin = exchanged(state, action.seat, viewer, luck) or twin
        there = set() if twin is None else holders(twin, action, viewer)
        if there and there != here:
            break
    return twin


@pytest.mark.timeout(60 + HANDS)
def test_nobody_can_tell_by_the_bytes_who_may_claim() -> None:
    print(f"seed {SEED}")
    luck = random.Random(SEED)
    compared = Counter[str]()
    for _ in range(max(4, HANDS // 12)):
        start = Mahjong.start(config(luck.choice((0, 1, 3))), luck.randbytes(32), {}, START)
        _, log, _, states = play(luck, start)
        windows = [(i, state.window) for i, state in enumerate(states) if log[i].kind == "discard"]
        opened = [i for i, window in windows if window is not None and [*window.waiting()]]
        for index in luck.sample(opened, min(WINDOWS, len(opened))):
            for viewer in (*range(4), None):
                twin = twin_of(states[index - 1], log[index], viewer, luck)
                if twin is None:
                    continue
                pause, waits, here = told(states[index - 1].clone(), log[: index + 1], viewer, luck)
                pause_there, waits_there, there = told(twin, log[: index + 1], viewer, luck)
                assert pause == pause_there, (SEED, index, viewer)
                compared["pause"] += here != there
                if waits and waits_there:
                    assert waits == waits_there, (SEED, index, viewer)
                    compared["waits"] += here != there
    assert min(compared["pause"], 2 * compared["waits"]) > HANDS // 5, compared
