"""A timer that is set again far more often than it rings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """A timer that is moved back far more often than it rings: it rings early then, and is set again."""

    __slots__ = ("_handle", "_looks", "_loop", "_ring", "at")

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        # Kept, because asking for the running loop is a call of the system in Python 3.11.
        self._loop = asyncio.get_running_loop()
        self._handle: asyncio.TimerHandle | None = None
        self._looks = 0.0
        """When the loop calls: uvloop's handle of an instant that has passed does not know it."""
        self.at: float | None = None
        """When it shall ring, on the loop's clock; None: not at all."""

    def now(self) -> float:
        """The loop's clock, s."""
        return self._loop.time()

    def set(self, at: float | None) -> None:
        """Ring at `at`, instead of whatever was set before."""
        self.at = at
        if at is None:
            return
        if self._handle is not None:
            if self._looks <= at:
                return
            self._handle.cancel()
        self._call(at)

    def stop(self) -> None:
        """Do not ring."""
        self.at = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _look(self) -> None:
        self._handle = None
        if self.at is None:
            return
        if self.at > self._loop.time():
            self._call(self.at)
        else:
            self._ring()

    def _call(self, at: float) -> None:
        self._looks = at
        self._handle = self._loop.call_at(at, self._look)
