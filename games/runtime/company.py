"""Who is at this process's tables, as far as the log does not say: the windows that hold seats, and the spectators.

Both are kept in Redis, so that all processes agree, and end there by themselves when a process is killed. While Redis
is away each process goes on with what it knew: nobody is kept from playing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

import redis

from games.runtime import fanout
from games.runtime.audience import Audience
from games.runtime.gathered import Gathered
from games.runtime.windows import LAPSE_MS, Claim, Holding, Windows

if TYPE_CHECKING:
    from games.runtime.stage import Viewer
    from games.runtime.table import Table
    from games.runtime.wire import Message

logger = logging.getLogger(__name__)

KEEP_SECONDS = 4.0
"""How often those who are here give a sign of life to Redis."""

T = TypeVar("T")


class Company:
    """One an event loop; `tables` are the process's, by hand."""

    def __init__(self, tables: Mapping[UUID, Table]) -> None:
        self._tables = tables
        calls = Gathered(fanout.client())
        self._windows = Windows(calls)
        self._audience = Audience(calls)
        self._keeper: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # Coming and going

    async def opened(self, table: Table) -> None:
        """A table is new here: learn who watches it."""
        if table.open_to_all:
            members = await self._quietly(self._audience.change(table.hand_id))
            if members is not None:
                table.watched_by(members)

    async def admit(self, table: Table, viewer: Viewer) -> None:
        """Before a viewer sees anything: whether another window holds his seat."""
        await self._claim(table, viewer, "join")
        viewer.held = table.is_elsewhere(viewer)

    def arrived(self, table: Table, viewer: Viewer) -> None:
        """A viewer has been shown the hand."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep())
        if viewer.seat is None:
            self._spawn(self._audience.change(table.hand_id, comes=viewer.member))

    def left(self, table: Table, viewer: Viewer) -> None:
        """A viewer's socket has ended."""
        if viewer.seat is None:
            self._spawn(self._audience.change(table.hand_id, goes=viewer.member))
        elif not viewer.held and not table.has_window(viewer.seat, viewer.window):
            table.hold_here(viewer.seat, "")
            self._spawn(self._windows.release(table.hand_id, viewer.seat, viewer.window))

    # Windows

    async def may_act(self, table: Table, viewer: Viewer) -> bool:
        """Whether this window holds its seat, or may have it because no other one lives."""
        if viewer.held:
            await self._claim(table, viewer, "act")
        return not viewer.held

    async def take(self, table: Table, viewer: Viewer) -> None:
        """The person goes on in this window: the others are told at once, and it is answered in any case."""
        before = viewer.held
        if not await self._claim(table, viewer, "take") and viewer.seat is not None:
            table.hold_here(viewer.seat, viewer.window)
        if viewer.held == before:
            viewer.tell_held()

    async def _claim(self, table: Table, viewer: Viewer, why: Claim) -> bool:
        """Ask for the viewer's seat; False when Redis did not answer."""
        if viewer.seat is None:
            return True
        holding = await self._quietly(self._windows.claim(table.hand_id, viewer.seat, viewer.window, why))
        if holding is not None:
            table.hold(viewer.seat, holding)
        return holding is not None

    # What is heard, and signs of life

    def heard(self, table: Table, message: Message) -> None:
        """Another process, or this one, has changed something."""
        if message.holding is not None:
            seat, version, window = message.holding
            table.hold(seat, Holding(version, window))
        if message.audience is not None:
            table.watched_by(message.audience)

    def resync(self) -> None:
        """Messages were missed: ask how things stand."""
        self._spawn(self._look(list(self._tables.values()), missed=True))

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            await self._quietly(self._look(list(self._tables.values())))

    async def _look(self, tables: list[Table], *, missed: bool = False) -> None:
        """Give the sign of life of everybody who is here, and learn what it leads to. Where nobody is known to watch
        there is nothing to look at, unless messages may have been `missed`."""
        lately = time.monotonic() - LAPSE_MS / 1000
        here = [(table, v) for table in tables for v in table.stage.viewers if v.seat is not None and v.heard > lately]
        holdings = await self._windows.stay([(t.hand_id, v.seat, v.window) for t, v in here if v.seat is not None])
        for (table, viewer), holding in zip(here, holdings, strict=True):
            if viewer.seat is not None:
                table.hold(viewer.seat, holding)
        watched = {table.hand_id: table.spectators() for table in tables if table.open_to_all}
        some = {t.hand_id for t in tables if missed or t.watch["n"] or watched.get(t.hand_id)}
        for hand_id, members in (await self._audience.stay({h: w for h, w in watched.items() if h in some})).items():
            if (known := self._tables.get(hand_id)) is not None:
                known.watched_by(members)

    # Redis may be away

    async def _quietly(self, work: Awaitable[T]) -> T | None:
        try:
            return await work
        except (redis.RedisError, OSError) as error:
            logger.warning("redis was not told who is at a table: %s", error)
            return None

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Say what is still to be said, and nothing any more."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=2)
