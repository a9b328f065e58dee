"""Stages on a clock that a test moves: what viewers are sent, and when, without a database, Redis or waiting."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import pytest

from games.rules.core import Action
from games.runtime import store
from games.runtime.folded import Origin
from games.runtime.sockets import Outbox
from games.runtime.stage import Stage, Viewer
from games.runtime.wire import Entry, StoredAction
from tests.rules.play import START


class Timer:
    """What `call_at` gives."""

    def __init__(self, when: float, ring: Callable[[], None]) -> None:
        self._when = when
        self.ring = ring
        self.cancelled = False

    def when(self) -> float:
        return self._when

    def cancel(self) -> None:
        self.cancelled = True


class Timeline:
    """Stands for the running event loop and for the server's clock, which begins at `START`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._seconds = 0.0
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = itertools.count()
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)
        monkeypatch.setattr(store, "now_ms", self.now)

    def time(self) -> float:
        return self._seconds

    def now(self) -> int:
        return START + int(self._seconds * 1000 + 1e-4)

    def call_at(self, when: float, ring: Callable[[], None]) -> Timer:
        timer = Timer(when, ring)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def go_to(self, at: int) -> None:
        """Let the clock run to `at` (ms), ringing whatever is due on the way."""
        until = (at - START) / 1000
        while self._timers and self._timers[0][0] <= until + 1e-6:
            when, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                self._seconds = max(self._seconds, when)
                timer.ring()
        self._seconds = max(self._seconds, until)


class Watcher:
    """A viewer, and what he was sent: (ms, text)."""

    def __init__(self, timeline: Timeline, seat: int | None) -> None:
        self.seat = seat
        self.sent: list[tuple[int, str]] = []
        self.viewer = Viewer(seat, Outbox(self._send, lambda code: None))
        self._timeline = timeline

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append((self._timeline.now(), message["text"]))

    def enter(self, stage: Stage) -> Watcher:
        stage.enter(self.viewer)
        return self

    def frames(self) -> list[tuple[int, dict[str, Any]]]:
        return [(at, json.loads(text)) for at, text in self.sent]


FACTS = {"hand": "a hand", "names": [], "room": None}


def origin(config: Mapping[str, Any], seed: bytes) -> Origin:
    return Origin(UUID(int=1), config["game"], config, seed, {})


def log_of(actions: Sequence[Action]) -> list[Entry]:
    """The log of a hand that began at `START`, entry 0 first."""
    entries = [Entry(0, START, None, "start", StoredAction("start"))]
    for seq, action in enumerate(actions, 1):
        data = json.loads(json.dumps(dict(action.data)))
        stored = StoredAction(action.kind, action.seat, action.decision, data)
        entries.append(Entry(seq, action.at, None, f"step:{seq}", stored))
    return entries
