"""Reads for many sockets at once: all that wait at a moment share one trip to the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

T = TypeVar("T")

BATCH = 200
"""So many are read with one trip."""


class Gathered(Generic[T]):
    """`read` takes numbers and gives what stands behind each: never called while it runs, so what is asked for
    meanwhile is one call. Asked after a change has committed, the answer has the change."""

    def __init__(self, read: Callable[[Collection[int]], Mapping[int, T]]) -> None:
        self._read = read
        self._waiting: dict[int, asyncio.Future[T | None]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def of(self, number: int) -> T | None:
        """What stands behind the number, None where nothing does. Fails as `read` does."""
        loop = asyncio.get_running_loop()
        if self._reading is not None and self._reading.get_loop() is not loop:
            self._reading, self._waiting = None, {}  # that loop is gone, and whoever waited in it
        answer = self._waiting.get(number)
        if answer is None:
            answer = self._waiting[number] = loop.create_future()
        if self._reading is None:
            self._reading = loop.create_task(self._run())
        return await asyncio.shield(answer)  # others may wait for it too

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch = {number: self._waiting.pop(number) for number in list(self._waiting)[:BATCH]}
                try:
                    found = await database_sync_to_async(self._read)(list(batch))
                except Exception as error:  # noqa: BLE001 - whoever asked is told
                    for answer in batch.values():
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for number, answer in batch.items():
                    if not answer.done():
                        answer.set_result(found.get(number))
        finally:
            self._reading = None
