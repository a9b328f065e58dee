"""The life of a web process: what it does when it has started, and before and after its sockets are closed."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

from games.runtime import hub as hubs

logger = logging.getLogger(__name__)

_drains: set[asyncio.Task[None]] = set()


async def lifespan(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """ASGI's lifespan. From its start on the process says that people can play here."""
    await receive()
    hub = hubs.current()
    drain_first(hub.drain)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await hub.close()
    await send({"type": "lifespan.shutdown.complete"})


def drain_first(drain: Callable[[], Awaitable[None]]) -> None:
    """When the process is asked to end, run `drain` before the server closes its sockets."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    ends = signal.getsignal(signal.SIGTERM)
    if not callable(ends):
        return

    async def first(number: int, frame: FrameType | None) -> None:
        try:
            await drain()
        except Exception:
            logger.exception("the tables could not be given the time of the restart")
        finally:
            ends(number, frame)

    def begin(number: int, frame: FrameType | None) -> None:
        task = loop.create_task(first(number, frame))
        _drains.add(task)
        task.add_done_callback(_drains.discard)

    def asked(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, ends)
        loop.call_soon_threadsafe(begin, number, frame)

    signal.signal(signal.SIGTERM, asked)
