"""A process's sign that people can play: twice a second, while it reaches PostgreSQL and Redis.

Where no web process has given one for `SILENT_MS`, nobody could move: whatever was away (the database, Redis, every web
process), that time belongs to nobody's turn. The first sign after it writes the gap down as an outage, which
`games.runtime.faults` gives back. A worker or beat that is away stops no sign: people can play without them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import redis
from django.db import Error, close_old_connections, connection, connections

from games.runtime import store
from games.runtime.faults import OUTAGE, PULSE, SILENT_MS, Outage

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger(__name__)

BEAT_SECONDS = 0.5
LAST_BEAT_SECONDS = 0.5
"""So long a beat under way may take to end when no more are wanted."""
# An outage that has not been given back yet grows by the new one.
_BEAT = """
local now = tonumber(ARGV[1])
local last = tonumber(redis.call('GET', KEYS[1]) or ARGV[2])
redis.call('SET', KEYS[1], ARGV[1])
if last and now - last > tonumber(ARGV[3]) then
  local since = tonumber(redis.call('HGET', KEYS[2], 'since'))
  if not since or since > last then redis.call('HSET', KEYS[2], 'since', last) end
  redis.call('HSET', KEYS[2], 'until', ARGV[1])
end
"""


class Pulse:
    """One an event loop. `held_up` says whether this process holds moves that it cannot store."""

    def __init__(self, client: Redis, held_up: Callable[[], bool]) -> None:
        self._redis = client
        self._held_up = held_up
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._task: asyncio.Task[None] | None = None
        self._enough = asyncio.Event()
        self._stored: int | None = None
        """When this process last reached the database, ms."""
        self._said: int | None = None
        """When it last told Redis so, ms."""
        self.outage: Outage | None = None
        """The last time that the database was out of this process's reach; Redis need not know of it."""

    def start(self) -> None:
        """Begin; once."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    @property
    def silent(self) -> bool:
        """Whether the database was out of reach a moment ago, and nobody knows yet for how long."""
        return self._stored is not None and store.now_ms() - self._stored > SILENT_MS

    async def _run(self) -> None:
        well = True
        while not self._enough.is_set():
            try:
                await self.beat()
                well = True
            except (Error, redis.RedisError, OSError) as error:
                if well:
                    logger.warning("nobody can play here: %s", error)
                well = False
            except Exception:
                logger.exception("the pulse missed a beat")
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._enough.wait()

    async def beat(self) -> None:
        """Give one sign, if people can play. Raises what keeps them from it."""
        await asyncio.get_running_loop().run_in_executor(self._thread, _reach)
        if self._held_up():
            return
        now = store.now_ms()
        if self._stored is not None and now - self._stored > SILENT_MS:
            self.outage = Outage(self._stored, now)
        self._stored = now
        own = "" if self._said is None else self._said
        await self._redis.eval(_BEAT, 2, PULSE, OUTAGE, now, own, SILENT_MS)
        self._said = now

    async def stop(self, until: int | None = None) -> None:
        """Give no more signs. A process that ends as planned has given its tables the time up to `until` already."""
        if self._task is None:
            return
        # A beat that is cut off may reach Redis after what is said last, and undo it.
        self._enough.set()
        await asyncio.wait([self._task], timeout=LAST_BEAT_SECONDS)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if until is not None:
            try:
                await self._redis.set(PULSE, until)
            except (redis.RedisError, OSError) as error:
                logger.warning("the restart is not known to the clock: %s", error)

    async def close(self) -> None:
        """Stop and let go of the database."""
        await self.stop()
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown(wait=False)


def _reach() -> None:
    """Ask the database whether it takes entries. Raises its errors."""
    close_old_connections()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery()")
            if cursor.fetchone() != (False,):
                raise Error("the database takes no entries")
    finally:
        close_old_connections()
