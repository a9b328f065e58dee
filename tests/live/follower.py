"""One viewer's copy of a hand, as a client keeps it: a snapshot, then frames counted without gaps."""

from __future__ import annotations

from typing import Any

from tests.live.reducers import apply_frame

Json = Any


class Follower:
    """Takes a hand's frames in order; `view` is what a client would show.

    `differences` tells each time that a snapshot asked for by `sync` was not what the frames before it had led to,
    `gaps` how often a frame was missing.
    """

    def __init__(self) -> None:
        self.view: Json = None
        self.settled: Json = None
        self.differences: list[str] = []
        self.gaps = 0
        self._count: int | None = None
        self._asked = False

    def connected(self) -> None:
        """A new connection begins with a snapshot."""
        self._count = None
        self._asked = False

    def asked(self) -> None:
        """A `sync` went out."""
        self._asked = True

    @property
    def comparing(self) -> bool:
        """Whether the answer to a `sync` is still to come."""
        return self._asked

    def take(self, frame: Json) -> bool:
        """Keep what a frame says; whether a `sync` has to be sent, because something was missed."""
        if frame["t"] == "snap":
            self._snapshot(frame)
        elif frame["t"] == "ev" and self._count is not None:
            if frame["n"] != self._count + 1:
                self.gaps += 1
                self._count = None
                return True
            self._count += 1
            apply_frame(self.view, frame["e"], frame["d"])
        elif frame["t"] == "settled":
            self.settled = frame
        return False

    def _snapshot(self, frame: Json) -> None:
        fresh = frame["view"]
        # While cards are dealt the server sends a snapshot of its own accord when time has run ahead of an entry.
        if self._asked and self._count is not None and "deal" not in (fresh["phase"], self.view["phase"]):
            wrong = [name for name in fresh if fresh[name] != self.view.get(name)]
            if wrong or fresh.keys() != self.view.keys():
                pairs = {name: (self.view.get(name), fresh[name]) for name in wrong}
                self.differences.append(f"{frame['hand']} seat {frame['seat']}: {pairs or self.view.keys()}")
        self.view = fresh
        self._asked = False
        self._count = frame["n"]
        self.settled = frame.get("settled") or self.settled
