"""Signs of life of the people whose sockets are in this process, gathered: one call to Redis for all of them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import redis

from games.runtime import fanout, leases, store
from games.runtime.leases import Seat

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger(__name__)

GATHER_SECONDS = 1.0
"""So much longer than `LEASE_MS` a person may count as present."""


class Attendance:
    """Renews leases. One an event loop; a sign costs next to nothing, so every message of a seated person is one."""

    def __init__(self, client: Redis) -> None:
        self._redis = client
        self._seen: set[Seat] = set()
        self._writing: asyncio.Task[None] | None = None

    def saw(self, seat: Seat) -> None:
        """The person in `seat` is there now."""
        self._seen.add(seat)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._seen:
                await asyncio.sleep(GATHER_SECONDS)
                seen, self._seen = self._seen, set()
                await self._renew(seen)
        finally:
            self._writing = None

    async def _renew(self, seen: set[Seat]) -> None:
        until = store.now_ms() + leases.LEASE_MS
        try:
            await self._redis.zadd(fanout.LEASES, {leases.name(seat): until for seat in seen})
        except (redis.RedisError, OSError):
            # No harm: leases that nobody could look at meanwhile are given again in full.
            logger.warning("%s leases could not be renewed", len(seen))

    async def close(self) -> None:
        """Write what is gathered no more."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
