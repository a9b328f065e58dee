"""The hands that have viewers in this process.

One `Hub` an event loop: it holds the tables, takes commands and hears of entries that other processes stored.
Everything here runs in the loop; only the database is spoken to from threads.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.db import close_old_connections, connections

from games.rules.core import IllegalAction
from games.runtime import audience, fanout, leases, notices, presence, store, turns, windows
from games.runtime.attendance import Attendance
from games.runtime.company import Company
from games.runtime.faults import Outage
from games.runtime.folded import refuse_system_kind
from games.runtime.loading import Loader
from games.runtime.pulse import Pulse
from games.runtime.sockets import Outbox
from games.runtime.stage import Stage, Viewer
from games.runtime.subscription import EVERY_PROCESS, Subscription
from games.runtime.table import Table
from games.runtime.wire import Entry, Message, decode_gone, decode_message
from games.runtime.writer import Unavailable, Writer

logger = logging.getLogger(__name__)

T = TypeVar("T")

SERVICE_RESTART, NOT_SIGNED_IN = 1012, 4401
RESTART_MS = 10_000
"""What a planned restart gives back to every table that is played here."""
DRAIN_SECONDS = 0.7


class NotAllowed(Exception):  # noqa: N818
    """This person may not watch this hand."""


class Hub:
    """All of a process's live hands. `now` is the server's clock in ms."""

    def __init__(self) -> None:
        self._tables: dict[UUID, Table] = {}
        self._opening: dict[UUID, tuple[asyncio.Task[Table], list[Message]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writer = Writer()
        self._net = ThreadPoolExecutor(1, thread_name_prefix="net")
        # Channels has one thread a process for everybody's queries; a table must not stand in line behind the hall.
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reads")
        self._loader = Loader(self._reader)
        self._subscription = Subscription(self._heard, self._back)
        self._redis = fanout.async_client()
        self._attendance = Attendance(self._redis)
        self._restart = f"restart:{secrets.token_hex(8)}"
        """The command under which this process gives its tables the time of its restart."""
        self._pulse = Pulse(self._redis, lambda: self._writer.held_up)
        self._company = Company(self._tables)

    def start(self) -> None:
        """Say from now on that people can play here."""
        self._pulse.start()

    # Coming and going

    async def join(
        self, hand_id: UUID, player_id: int, outbox: Outbox, *, page: str | None = None, name: str = ""
    ) -> tuple[Table, Viewer]:
        """Seat a socket at a hand and send it a snapshot. `page` is the window's own id, `name` what others see of a
        spectator. Raises `table.NoSuchHand`, `table.HandVoid`, `NotAllowed` or
        `TimeoutError`."""
        while (table := self._tables.get(hand_id)) is None:
            await self._open(hand_id)
        seat = table.seats.get(player_id)
        if seat is None and not table.open_to_all:
            self._close_if_empty(table)
            raise NotAllowed
        viewer = Viewer(seat, outbox, windows.window_of(page), audience.member(player_id, name), player_id)
        table.coming += 1
        try:
            await self._company.admit(table, viewer)
            stage = table.stage if seat is not None or not table.delay else await self._delayed(table)
            if self._tables.get(hand_id) is table:
                stage.enter(viewer)
        finally:
            table.coming -= 1
            self._close_if_empty(table)
        if self._tables.get(hand_id) is not table:  # it was given up meanwhile
            return await self.join(hand_id, player_id, outbox, page=page, name=name)
        self._company.arrived(table, viewer)
        if seat is not None:
            self.present(table, seat)
        return table, viewer

    def leave(self, table: Table, viewer: Viewer) -> None:
        """A socket is gone."""
        table.leave(viewer)
        self._company.left(table, viewer)
        self._close_if_empty(table)

    def _close_if_empty(self, table: Table) -> None:
        if table.empty and self._tables.get(table.hand_id) is table:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        table.stop()
        del self._tables[table.hand_id]
        self._subscription.remove(fanout.channel(table.hand_id))

    def _give_up(self, table: Table) -> None:
        """This process's copy of a hand is broken: whoever watches comes back to a fresh one."""
        viewers = list(table.viewers())
        if self._tables.get(table.hand_id) is table:
            self._forget(table)
        _send_away(viewers)

    def _give_up_delayed(self, table: Table) -> None:
        """The same for the spectators' later copy."""
        viewers = [viewer for viewer in table.viewers() if viewer.stage is not table.stage]
        table.drop_delayed()
        _send_away(viewers)

    async def _open(self, hand_id: UUID) -> None:
        opening = self._opening.get(hand_id)
        if opening is None:
            task = asyncio.create_task(self._load(hand_id))
            opening = self._opening[hand_id] = (task, [])
            task.add_done_callback(lambda _: self._opening.pop(hand_id, None))
        try:
            await asyncio.shield(opening[0])
        except asyncio.CancelledError:
            # The one who asked is gone; if nobody else wants the hand it is closed as soon as it is open.
            opening[0].add_done_callback(lambda _: self._close_unwanted(hand_id))
            raise

    def _close_unwanted(self, hand_id: UUID) -> None:
        table = self._tables.get(hand_id)
        if table is not None:
            self._close_if_empty(table)

    async def _load(self, hand_id: UUID) -> Table:
        # Subscribe first, then read, then apply what was heard meanwhile: nothing can fall between.
        try:
            await self._subscription.add(fanout.channel(hand_id))
            hand, folded = await self._loader.load(hand_id)
            table = Table(hand, folded, self._on_net)
            await self._company.opened(table)
        except BaseException:
            self._subscription.remove(fanout.channel(hand_id))
            raise
        self._tables[hand_id] = table
        for message in self._opening[hand_id][1]:
            self._take(table, message)
        return table

    async def _delayed(self, table: Table) -> Stage:
        """What the spectators of a hand look at in a room that delays them."""
        async with table.opening_delayed:
            if table.delayed is not None and table.delayed.stage is not None:
                return table.delayed.stage
            delayed = table.make_delayed(partial(self._give_up_delayed, table))
            try:
                entries = await self._read(store.entries, table.hand_id, -1)
                return delayed.begin(table.folded.origin, entries, table.notice)
            except BaseException:
                table.drop_delayed()
                raise

    # What a viewer asks

    def snapshot(self, table: Table, viewer: Viewer) -> None:
        """Send everything the viewer may know; his later frames count from it."""
        viewer.stage.snapshot(viewer)

    async def take(self, table: Table, viewer: Viewer) -> None:
        """The player goes on in this window. Raises `IllegalAction` when there is no seat to take."""
        if viewer.seat is None:
            raise IllegalAction("not_seated")
        await self._company.take(table, viewer)

    async def command(
        self, table: Table, viewer: Viewer, key: str, kind: str, decision: int | None, data: dict[str, Any]
    ) -> None:
        """Enter a person's action. Returns once it is in the log and everybody here has been told, the sender last:
        by `key` in the frame that shows him what he did, or else by an `ok` frame.

        `key` is the command's own id: a command that is already in the log is not played again. Raises `IllegalAction`
        (nothing changed) or `Unavailable`.
        """
        seat = viewer.seat
        if seat is None:
            raise IllegalAction("not_seated")
        if (
            viewer.held
            and f"{seat}:{key}" not in table.folded.answered
            and not await self._company.may_act(table, viewer)
        ):
            raise IllegalAction("elsewhere")
        refuse_system_kind(kind, data)
        cmd = f"{seat}:{key}"
        if not await self._enter(table, cmd, kind, seat, decision, data, (viewer, key)):
            viewer.outbox.push(f'{{"t":"ok","k":"{key}"}}')

    async def _enter(
        self,
        table: Table,
        cmd: str,
        kind: str,
        seat: int | None,
        decision: int | None,
        data: dict[str, Any],
        sender: tuple[Viewer, str] | None = None,
    ) -> bool:
        """Append an entry unless the log has the command; whether the frame that shows it has answered its sender."""
        answered = False
        async with table.turn:
            while cmd not in table.folded.answered:
                try:
                    proposal = table.folded.propose(cmd, kind, seat, decision, data, store.now_ms())
                except IllegalAction:
                    if not await self._had_missed(table, decision):
                        raise
                    continue
                table.pending = cmd
                try:
                    stored = await self._writer.put(proposal)
                except (Unavailable, asyncio.CancelledError):
                    # Stored or not: if it is, either this reads it or its echo, no longer taken for our own, does.
                    table.pending = None
                    self._spawn(self._catch_up(table))
                    raise
                finally:
                    table.pending = None
                if not stored:
                    await self._catch_up(table)
                    if table.folded.seq < proposal.entry.seq:
                        raise IllegalAction("hand_over")  # the number is free, and yet refused: the hand is not live
                elif table.folded.seq < proposal.entry.seq:
                    answered = table.accept(proposal, sender)
        return answered

    async def _had_missed(self, table: Table, decision: int | None) -> bool:
        """Whether a refused command has to be tried again: its decision is not open here, and may have been opened by
        an entry whose message never came."""
        if decision is None or any(d.id == decision for d in table.folded.state.decisions):
            return False
        known = table.folded.seq
        await self._catch_up(table)
        return table.folded.seq > known

    def present(self, table: Table, seat: int) -> None:
        """Note that the person in `seat` is there: whatever comes from his socket says so."""
        state = table.folded.state
        if state.result is None:
            self._attendance.saw((table.hand_id, seat))
            if state.away(seat) and seat not in table.returning:
                self._spawn(self._bring_back(table, seat))

    async def _bring_back(self, table: Table, seat: int) -> None:
        table.returning.add(seat)
        try:
            await asyncio.get_running_loop().run_in_executor(self._net, _reading, presence.back, table.hand_id, seat)
            await self._catch_up(table)
        finally:
            table.returning.discard(seat)

    # What is heard

    def _heard(self, channel: bytes, data: bytes) -> None:
        if channel == EVERY_PROCESS:
            self._send_player_away(data)
            return
        try:
            hand_id = fanout.hand_of(channel)
            message = decode_message(data)
        except (ValueError, msgspec.DecodeError):
            logger.exception("a message of %r cannot be read", channel)
            return
        table = self._tables.get(hand_id)
        if table is not None:
            self._take(table, message)
        elif hand_id in self._opening:
            self._opening[hand_id][1].append(message)

    def _send_player_away(self, data: bytes) -> None:
        try:
            player = decode_gone(data).player
        except msgspec.DecodeError:
            logger.exception("a message to every process cannot be read")
            return
        for table in tuple(self._tables.values()):
            _send_away((viewer for viewer in table.viewers() if viewer.player == player), NOT_SIGNED_IN)

    def _take(self, table: Table, message: Message) -> None:
        if message.notice is not None:
            table.tell(message.notice)
        if message.holding is not None or message.audience is not None:
            self._company.heard(table, message)
        if message.entry is not None:
            following = table.folded.seq + 1
            if message.entry.seq == following and message.entry.cmd != table.pending:
                self._absorb(table, message.entry)
            elif message.entry.seq > following:
                self._spawn(self._catch_up(table))

    def _back(self) -> None:
        """The subscription was lost and stands again."""
        if self._tables:
            self._spawn(self._resync())
            self._company.resync()

    async def _resync(self) -> None:
        tables = dict(self._tables)
        heads = await self._read(store.heads, list(tables))
        await self._read(fanout.arm, heads)
        # Hands that ended meanwhile are no longer among the live ones, so every table is read, in one statement.
        newer = await self._read(store.entries_after, {h: t.folded.seq for h, t in tables.items()})
        for hand_id, entries in newer.items():
            self._absorb_all(tables[hand_id], entries)

    async def _read(self, read: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, partial(_reading, read, *arguments))

    async def _catch_up(self, table: Table) -> None:
        """Read what this process has missed of a hand."""
        entries = await self._read(store.entries, table.hand_id, table.folded.seq)
        self._absorb_all(table, entries)

    def _absorb_all(self, table: Table, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.seq == table.folded.seq + 1:  # a message may have brought it while the log was read
                self._absorb(table, entry)

    def _absorb(self, table: Table, entry: Entry) -> None:
        try:
            table.absorb(entry)
        except Exception:
            # It may be half way through the entry; and what is heard of other hands must go on being heard.
            logger.exception("entry %s of %s cannot be folded here", entry.seq, table.hand_id)
            self._give_up(table)

    # What the clock has missed

    def _on_net(self, table: Table) -> None:
        self._spawn(self._catch_fall(table))

    async def _catch_fall(self, table: Table) -> None:
        """Do what is due: neither a sweep nor a bot's task has, a second after they should. While nobody can play
        nothing is due. And look for the news of its settlement, which a hand that was closed without an entry has too:
        Redis may have been away when it was told."""
        try:
            if self._pulse.silent:
                return
            if table.folded.state.result is None:
                run = partial(_run_due, table.hand_id, self._pulse.outage)
                await asyncio.get_running_loop().run_in_executor(self._net, run)
                await self._catch_up(table)
            if table.notice is None and (notice := await self._read(notices.read, table.hand_id)) is not None:
                table.tell(notice)
        finally:
            if self._tables.get(table.hand_id) is table:
                table.set_net(again=True)

    # A planned end

    async def drain(self) -> None:
        """Before this process ends as planned: the tables that are played here get the time that a restart takes, once
        a process, and so do the leases of their people. Takes no longer than `DRAIN_SECONDS`."""
        played = [table for table in self._tables.values() if table.is_played]
        until = store.now_ms() + RESTART_MS
        seats = [(table.hand_id, seat) for table in played for seat in table.seats.values()]
        data = {"ms": RESTART_MS, "why": "restart"}
        work: list[Coroutine[Any, Any, Any]] = [
            self._pulse.stop(until),
            self._read(leases.prolong, seats, until + leases.LEASE_MS),
            *(self._enter(table, self._restart, "extend", None, None, data) for table in played),
        ]
        done, late = await asyncio.wait([asyncio.create_task(one) for one in work], timeout=DRAIN_SECONDS)
        failed = [task.exception() for task in done if task.exception() is not None]
        if failed or late:
            logger.warning(
                "of %s tables %s failed and %s were late: %s", len(played), len(failed), len(late), failed[:3]
            )

    # Housekeeping

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("work of the hub failed", exc_info=task.exception())

    async def close(self) -> None:
        """Finish the batch under way and let go of every connection."""
        for table in self._tables.values():
            table.stop()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=5)
        await self._writer.close()
        for thread in (self._net, self._reader):
            await asyncio.get_running_loop().run_in_executor(thread, connections.close_all)
            thread.shutdown(wait=False)
        await self._pulse.close()
        await self._attendance.close()
        await self._company.close()
        await self._subscription.close()
        await self._redis.aclose()


def _send_away(viewers: Iterable[Viewer], code: int = SERVICE_RESTART) -> None:
    for viewer in viewers:
        viewer.outbox.end(code)


def _reading(read: Callable[..., T], *arguments: Any) -> T:
    """Read on a connection that works: a broken one is given back before and after."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()


def _run_due(hand_id: UUID, outage: Outage | None) -> None:
    close_old_connections()
    turns.run_due(hand_id, outage=outage)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        for old in [known for known in _hubs if known.is_closed()]:
            del _hubs[old]
        hub = _hubs[loop] = Hub()
        hub.start()
    return hub
