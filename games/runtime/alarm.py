"""A timer that is set again far more often than it rings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """A timer that is moved back far more often than it rings: it rings early then, and is set again."""

    __slots__ = ("_handle", "_ring", "at")

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self.at: float | None = None
        """When it shall ring, on the loop's clock; None: not at all."""

    def set(self, at: float | None) -> None:
        """Ring at `at`, instead of whatever was set before."""
        self.at = at
        if at is None:
            return
        if self._handle is not None:
            if self._handle.when() <= at:
                return
            self._handle.cancel()
        self._handle = asyncio.get_running_loop().call_at(at, self._look)

    def stop(self) -> None:
        """Do not ring."""
        self.at = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _look(self) -> None:
        self._handle = None
        loop = asyncio.get_running_loop()
        if self.at is None:
            return
        if self.at > loop.time():
            self._handle = loop.call_at(self.at, self._look)
        else:
            self._ring()
