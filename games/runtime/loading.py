"""Reads the hands that a process is to open, as many at once as wait: after its neighbour was killed all of that one's
tables come together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from uuid import UUID

from django.db import close_old_connections

from games.models import Hand
from games.runtime import store
from games.runtime.folded import Folded
from games.runtime.table import fold_hand
from games.runtime.wire import Entry

BATCH = 16
"""Few enough that the first tables of many do not wait long for the last."""

Found = tuple[Hand, Folded]


class Loader:
    """At most one batch under way, read and folded in `thread`; the next one gathers meanwhile."""

    def __init__(self, thread: Executor) -> None:
        self._thread = thread
        self._waiting: dict[UUID, asyncio.Future[Found]] = {}
        self._busy = False

    async def load(self, hand_id: UUID) -> Found:
        """A hand with its seats, folded from its log. Raises what `table.fold_hand` does, or the database's error."""
        loop = asyncio.get_running_loop()
        found = self._waiting.get(hand_id)
        if found is None:
            found = self._waiting[hand_id] = loop.create_future()
            if not self._busy:
                self._busy = True
                loop.call_soon(self._start)  # whatever else this turn of the loop asks for joins the batch
        return await asyncio.shield(found)

    def _start(self) -> None:
        batch = {hand_id: self._waiting.pop(hand_id) for hand_id in list(self._waiting)[:BATCH]}
        work = asyncio.get_running_loop().run_in_executor(self._thread, _read, list(batch))
        work.add_done_callback(lambda done: self._finish(batch, done))

    def _finish(
        self, batch: dict[UUID, asyncio.Future[Found]], work: asyncio.Future[dict[UUID, Found | Exception]]
    ) -> None:
        if self._waiting:
            self._start()
        else:
            self._busy = False
        failure = asyncio.CancelledError() if work.cancelled() else work.exception()
        for hand_id, future in batch.items():
            outcome = failure or work.result()[hand_id]
            if future.done():
                continue
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
                future.exception()  # whoever asked may be gone
            else:
                future.set_result(outcome)


def _read(hand_ids: Sequence[UUID]) -> dict[UUID, Found | Exception]:
    """In the thread: the hands, or why there is none. Three statements for all of them."""
    close_old_connections()
    try:
        hands = Hand.objects.prefetch_related("seats").in_bulk(hand_ids)
        logs = store.entries_after(dict.fromkeys(hands, -1))
        return {hand_id: _opened(hands.get(hand_id), logs.get(hand_id, [])) for hand_id in hand_ids}
    finally:
        close_old_connections()


def _opened(hand: Hand | None, entries: list[Entry]) -> Found | Exception:
    """One hand's fault must not keep the others shut: those who wait for it are told."""
    try:
        return fold_hand(hand, entries)
    except Exception as error:  # noqa: BLE001 - as above
        return error
