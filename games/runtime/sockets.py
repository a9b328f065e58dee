"""Frames to one viewer."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any

logger = logging.getLogger(__name__)

BACKLOG = 256
"""Frames that may wait for a viewer; a viewer who reads nothing for longer is dropped."""
TOO_SLOW = 4408

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
"""ASGI's `send`."""


class Outbox:
    """Sends texts to one socket in order, without ever making the sender wait.

    A task lives only while something is to be sent, so an idle socket costs none. `gone(code)` is called once when the
    viewer does not keep up or his connection breaks.
    """

    __slots__ = ("_gone", "_send", "_task", "_texts", "closed")

    def __init__(self, send: Send, gone: Callable[[int], None]) -> None:
        self._send = send
        self._gone = gone
        self._texts: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self.closed = False

    def push(self, text: str) -> None:
        """Send `text` after everything pushed before it.

        The sending is run at once up to where it has to wait, which is nearly never: only then is a task needed for the
        rest. (Python 3.12 calls this an eager task. A task a frame would cost a fifth of a move.)
        """
        if self.closed:
            return
        if self._task is not None:
            self._texts.append(text)
            if len(self._texts) > BACKLOG:
                self.end(TOO_SLOW)
            return
        work = self._send({"type": "websocket.send", "text": text})
        try:
            waits_for = work.send(None)
        except StopIteration:
            return
        except Exception as error:  # noqa: BLE001 - each server has its own exception for a broken connection
            self._broke(error)
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(work, waits_for))

    async def flush(self, seconds: float) -> None:
        """Wait until everything is sent, but no longer than `seconds`."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)

    def stop(self) -> None:
        """Send nothing any more."""
        self.closed = True
        self._texts.clear()
        if self._task is not None:
            self._task.cancel()

    def end(self, code: int) -> None:
        """Send nothing any more and have the socket closed with `code`."""
        self.stop()
        self._gone(code)

    async def _drain(self, begun: Coroutine[Any, Any, None], waits_for: Any) -> None:
        """Finish a sending that has begun, then send what has gathered meanwhile."""
        try:
            await _Rest(begun, waits_for)
            while self._texts:
                await self._send({"type": "websocket.send", "text": self._texts.popleft()})
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(error)
        finally:
            self._task = None

    def _broke(self, error: Exception) -> None:
        logger.debug("a viewer's connection broke: %r", error)
        self.end(1006)


class _Rest:
    """What is left of a coroutine that has begun and waits for a future."""

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                got = yield waits_for
            except BaseException as error:  # noqa: BLE001 - a cancellation belongs to the coroutine, like any other
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, got)
            try:
                waits_for = step()
            except StopIteration:
                return
