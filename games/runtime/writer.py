"""Group commit: whatever waits, of every hand in this process, becomes one insert and one script call."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from celery import current_app
from django.db import Error, InterfaceError, OperationalError, connection
from kombu.exceptions import OperationalError as BrokerError

from games.runtime import fanout, store
from games.runtime.folded import Proposal

logger = logging.getLogger(__name__)

SETTLE_TASK = "games.tasks.settle"
GIVE_UP_SECONDS = 10.0
LONGEST_PAUSE = 0.25
"""A move that waits for the database is there before the clock looks at it again."""
HELD_UP_SECONDS = 1.0
BATCH = 512


class Unavailable(Exception):  # noqa: N818 - says what the caller sees
    """The log could not be written for a while. The entry may or may not be stored; its command id will tell."""


def request_settlements(hand_ids: Sequence[UUID]) -> None:
    """Queue the settlement of hands. A broker that is away only delays it: a sweep looks for unsettled hands."""
    try:
        current_app.send_task(SETTLE_TASK, [str(hand_id) for hand_id in hand_ids], retry=False)
    except (BrokerError, OSError):
        logger.exception("the settlement of %s waits for the sweep", hand_ids)


def commit(
    proposals: Sequence[Proposal], ended: Callable[[Sequence[UUID]], object] | None = None
) -> set[tuple[UUID, int]]:
    """Store, then announce; the (hand, seq) that were stored. `ended` (`request_settlements` where none is given) is
    told the hands that are over with it.

    A lost connection is retried for `GIVE_UP_SECONDS`, then `Unavailable` is raised. A retry finds its own earlier
    success by comparing what is stored.
    """
    deadline = time.monotonic() + GIVE_UP_SECONDS
    pause = 0.05
    retried = False
    while True:
        try:
            stored = store.append(proposals)
            if retried:
                stored = stored | store.identical(proposals)
            break
        except (OperationalError, InterfaceError) as error:
            connection.close()
            if time.monotonic() > deadline:
                raise Unavailable from error
            logger.warning("the log is not reachable, trying again: %s", error)
            retried = True
            time.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
    mine = [p for p in proposals if (p.hand_id, p.entry.seq) in stored]
    if mine:
        fanout.announce(mine)
    over = [p.hand_id for p in mine if p.state.result is not None]
    if over:
        (ended or request_settlements)(over)
    return stored


class Writer:
    """The one writer of a process: at most one batch under way, the next one gathers meanwhile."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Proposal, asyncio.Future[bool]]] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._began = 0.0
        """When the batch under way was begun, on the loop's clock."""
        # One thread, so that one database connection does all of the process's writing.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        # And one that speaks to the broker, for which no table shall wait.
        self._broker = ThreadPoolExecutor(1, thread_name_prefix="settlements")

    def put(self, proposal: Proposal) -> asyncio.Future[bool]:
        """Whether the entry was stored (False: its number was taken). Fails with `Unavailable`."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append((proposal, done))
        if self._idle.is_set():
            self._idle.clear()
            self._began = self._loop.time()
            self._loop.call_soon(self._start)  # whatever else this turn of the loop brings joins the batch
        return done

    @property
    def held_up(self) -> bool:
        """Whether moves wait that cannot be stored."""
        return not self._idle.is_set() and self._loop.time() - self._began > HELD_UP_SECONDS

    def _start(self) -> None:
        self._began = self._loop.time()
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        work = self._loop.run_in_executor(self._thread, self._outcomes, [p for p, _ in batch])
        work.add_done_callback(lambda finished: self._finish(batch, finished))

    def _finish(
        self,
        batch: list[tuple[Proposal, asyncio.Future[bool]]],
        work: asyncio.Future[list[bool | Exception]],
    ) -> None:
        if self._waiting:
            self._start()
        else:
            self._idle.set()
        failure = None if work.cancelled() else work.exception()
        for i, (_, done) in enumerate(batch):
            if done.done():
                continue
            outcome = Unavailable() if failure or work.cancelled() else work.result()[i]
            if isinstance(outcome, Exception):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)

    def _outcomes(self, proposals: list[Proposal]) -> list[bool | Exception]:
        """In the writer's thread: whether each entry was stored, or what failed.

        Two may claim one number: a command whose sender was cut off still waits here when he is back with another.
        Only the first of them is tried, or its success would be taken for that of both.
        """
        first = {(p.hand_id, p.entry.seq): p for p in reversed(proposals)}
        try:
            stored = commit(list(reversed(first.values())), self._ended)
        except Unavailable as error:
            return [error] * len(proposals)
        except Error:
            logger.exception("a batch was refused by the database")
            if len(proposals) == 1:
                return [Unavailable()]
            # One entry that the database cannot hold must not take the others' with it.
            return [outcome for proposal in proposals for outcome in self._outcomes([proposal])]
        return [first[at] is p and at in stored for p in proposals for at in [(p.hand_id, p.entry.seq)]]

    def _ended(self, hand_ids: Sequence[UUID]) -> None:
        self._broker.submit(request_settlements, hand_ids)

    async def close(self) -> None:
        """Wait for the batch under way, then close the thread's connection."""
        await self._idle.wait()
        await self._loop.run_in_executor(self._thread, _disconnect)
        self._thread.shutdown(wait=False)
        self._broker.shutdown(wait=False)


def _disconnect() -> None:
    """In the writer's thread, whose connection it is."""
    connection.close()
