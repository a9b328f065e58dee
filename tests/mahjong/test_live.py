"""A hand of mahjong as the runtime plays it: think times, due times, bots and a person who never answers."""

from __future__ import annotations

from uuid import UUID

from games.runtime import turns
from games.runtime.folded import Folded, Origin, fold
from games.runtime.wire import Entry, StoredAction
from tests.mahjong.table import SEED, START, config


def test_the_clock_alone_plays_a_hand_to_its_end() -> None:
    """Seat 0 is a person who is not there; what is due is entered when it is due, as a sweep does it."""
    origin = Origin(UUID(int=7), "mahjong", config(1, [None, "normal", "easy", "normal"]), SEED, {})
    entries = [Entry(0, START, None, "start", StoredAction("start"))]
    folded = Folded(origin, entries[0])
    windows = []
    while folded.state.result is None:
        assert folded.due is not None
        now = folded.due
        proposal = turns._overdue(folded, now)
        for turn in () if proposal is not None else turns.ready(folded, now):
            proposal = turns._choose(folded, turn, now)
            break
        assert proposal is not None
        if any(event.kind in ("discard", "adding") for event in proposal.events):
            due = next(d.due for d in proposal.state.decisions if d.kind == "claim")
            windows.append(due - proposal.entry.at)
        folded.accept(proposal)
        entries.append(proposal.entry)
        assert len(entries) < 1_000
    assert all(600 <= wait <= 1_200 for wait in windows)
    assert len(set(windows)) > len(windows) // 2
    assert folded.state.trustees[0] == "timeouts"
    assert fold(origin, entries).state == folded.state
