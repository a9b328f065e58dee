"""The hands that have viewers in this process.

One `Hub` an event loop: it holds the folded hands, takes commands, hears of entries that other processes stored, and
sends each viewer what his seat may know. Everything here runs in the loop; only the database is spoken to from threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import msgspec
import redis
from django.db import close_old_connections, connections

from games.models import Hand
from games.rules.core import Event, IllegalAction, State
from games.runtime import fanout, store, turns
from games.runtime.folded import Folded, fold, refuse_system_kind
from games.runtime.sockets import Outbox
from games.runtime.subscription import Subscription
from games.runtime.wire import Entry, Message, decode_message, encode
from games.runtime.writer import Unavailable, Writer

logger = logging.getLogger(__name__)

T = TypeVar("T")

NET_SECONDS = 1.0
"""How long after a due time this process does by itself what Celery should have done."""
SERVICE_RESTART = 1012
PUBLIC = "public"
"""The key of a notice for viewers without a seat."""


class Viewer:
    """One socket at a hand. `n` counts the frames of this connection since its snapshot."""

    __slots__ = ("n", "outbox", "seat")

    def __init__(self, seat: int | None, outbox: Outbox) -> None:
        self.seat = seat
        self.outbox = outbox
        self.n = 0


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


class Table:
    """One hand with at least one viewer in this process."""

    def __init__(
        self, hand: Hand, folded: Folded, reveal: Callable[[Table], None], net: Callable[[Table], None]
    ) -> None:
        self.hand_id: UUID = hand.id
        self.folded = folded
        self.seats: dict[int, int] = {}
        self.names: list[dict[str, Any]] = []
        for seat in hand.seats.all():
            self.names.append(seat.display)
            if seat.player_id is not None:
                self.seats[seat.player_id] = seat.seat
        self.room: Any = hand.config.get("room")
        self.open_to_all = bool((self.room or {}).get("spectators"))
        self.notice: dict[str, Any] | None = hand.notice
        self.viewers: set[Viewer] = set()
        self.turn = asyncio.Lock()
        """One unstored command of a hand at a time."""
        self.pending: str | None = None
        """The command that the writer holds: its own echo from Redis is not news."""
        self.shown = folded.at
        """Up to when the viewers have been told what time alone reveals, ms."""
        self.decisions: dict[int | None, bytes] = {}
        """The decisions each seat's viewers have been told."""
        self.reveal = Alarm(partial(reveal, self))
        self.net = Alarm(partial(net, self))

    def stop_clocks(self) -> None:
        """Forget what was to be done later."""
        self.reveal.stop()
        self.net.stop()


class NoSuchHand(Exception):  # noqa: N818
    """There is no hand of this id."""


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
        self._subscription = Subscription(self._heard, self._back)
        self._redis = fanout.async_client()

    # Coming and going

    async def join(self, hand_id: UUID, player_id: int, outbox: Outbox) -> tuple[Table, Viewer]:
        """Seat a socket at a hand and send it a snapshot. Raises `NoSuchHand`, `NotAllowed` or `TimeoutError`."""
        while (table := self._tables.get(hand_id)) is None:
            await self._open(hand_id)
        seat = table.seats.get(player_id)
        viewer = Viewer(seat, outbox)
        if seat is None and not table.open_to_all:
            self._close_if_empty(table)
            raise NotAllowed
        self._reveal(table)  # to those who are here; for the new one it belongs to the snapshot
        table.viewers.add(viewer)
        self._send_snapshot(table, viewer)
        return table, viewer

    def leave(self, table: Table, viewer: Viewer) -> None:
        """A socket is gone."""
        table.viewers.discard(viewer)
        self._close_if_empty(table)

    def _close_if_empty(self, table: Table) -> None:
        if not table.viewers and self._tables.get(table.hand_id) is table:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        table.stop_clocks()
        del self._tables[table.hand_id]
        self._subscription.remove(fanout.channel(table.hand_id))

    def _give_up(self, table: Table) -> None:
        """This process's copy of a hand is broken: whoever watches comes back to a fresh one."""
        if self._tables.get(table.hand_id) is table:
            self._forget(table)
        for viewer in tuple(table.viewers):
            viewer.outbox.end(SERVICE_RESTART)

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
            hand, folded = await self._read(_read_hand, hand_id)
        except BaseException:
            self._subscription.remove(fanout.channel(hand_id))
            raise
        table = self._tables[hand_id] = Table(hand, folded, self._on_reveal, self._on_net)
        for message in self._opening[hand_id][1]:
            self._take(table, message)
        self._set_clocks(table)
        return table

    # What a viewer asks

    def snapshot(self, table: Table, viewer: Viewer) -> None:
        """Send everything the viewer may know; his later frames count from it."""
        self._reveal(table)
        self._send_snapshot(table, viewer)

    def _send_snapshot(self, table: Table, viewer: Viewer) -> None:
        state = table.folded.state
        view = state.view(viewer.seat, table.shown)
        table.decisions[viewer.seat] = encode(state.seen_decisions(viewer.seat))
        viewer.n = 0
        frame: dict[str, Any] = {
            "t": "snap",
            "n": 0,
            "s": store.now_ms(),
            "hand": str(table.hand_id),
            "seat": viewer.seat,
            "names": table.names,
            "room": table.room,
            "view": view,
        }
        if table.notice is not None:
            frame["settled"] = _notice_of(table.notice, viewer.seat)
        viewer.outbox.push(encode(frame).decode())

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
        refuse_system_kind(kind, data)
        cmd = f"{seat}:{key}"
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
                    events = self._revealed(table, proposal.entry.at) + proposal.events
                    table.folded.accept(proposal)
                    answered = self._moved(table, events, proposal.entry.at, (viewer, key))
        if not answered:
            viewer.outbox.push(f'{{"t":"ok","k":"{key}"}}')

    async def _had_missed(self, table: Table, decision: int | None) -> bool:
        """Whether a refused command has to be tried again: its decision is not open here, and may have been opened by
        an entry whose message never came."""
        if decision is None or any(d.id == decision for d in table.folded.state.decisions):
            return False
        known = table.folded.seq
        await self._catch_up(table)
        return table.folded.seq > known

    def renew_lease(self, table: Table, seat: int) -> None:
        """Note that the person in `seat` is there. A lease that cannot be written is no error."""
        self._spawn(self._write_lease(table, seat))

    async def _write_lease(self, table: Table, seat: int) -> None:
        key = fanout.lease_key(table.hand_id)
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                pipe.hset(key, str(seat), str(store.now_ms()))
                pipe.expire(key, fanout.LEASE_SECONDS)
                await pipe.execute()
        except (redis.RedisError, OSError):
            logger.warning("no lease for seat %s of %s", seat, table.hand_id)

    # What is heard

    def _heard(self, channel: bytes, data: bytes) -> None:
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

    def _take(self, table: Table, message: Message) -> None:
        if message.notice is not None:
            self._show_notice(table, message.notice)
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
            events = self._revealed(table, entry.at)
            events += table.folded.absorb(entry)
            self._moved(table, events, entry.at)
        except Exception:
            # It may be half way through the entry; and what is heard of other hands must go on being heard.
            logger.exception("entry %s of %s cannot be folded here", entry.seq, table.hand_id)
            self._give_up(table)

    # What is shown

    def _moved(self, table: Table, events: list[Event], at: int, sender: tuple[Viewer, str] | None = None) -> bool:
        """Tell everybody what an entry of `at` made happen; whether that answered its `sender`."""
        answered = False
        if at < table.shown and table.folded.state.next_reveal(at) is not None:
            # Time has shown more than the entry knew of: its events no longer fit what the viewers have.
            for viewer in tuple(table.viewers):
                self.snapshot(table, viewer)
        else:
            table.shown = max(table.shown, at)
            answered = self._show(table, events, sender)
        self._set_clocks(table)
        return answered

    def _show(self, table: Table, events: list[Event], sender: tuple[Viewer, str] | None = None) -> bool:
        """Send every viewer what he may know of `events`, and the decisions when those changed for him.

        The frame of a `sender` carries his command's key; whether there was one.
        """
        answered = False
        now = store.now_ms()
        apart = _apart(table.folded.state, events)
        told: dict[int | None, tuple[bool, bytes, str]] = {}
        bodies: dict[int | None, str | None] = {}
        for viewer in tuple(table.viewers):  # a viewer may be dropped while he is sent to
            seat = viewer.seat
            if seat not in bodies:
                whose = seat if seat in apart else None
                if whose not in told:
                    told[whose] = _told(table.folded.state, events, whose)
                anything, decisions, body = told[whose]
                changed = table.decisions.get(seat) != decisions
                table.decisions[seat] = decisions
                bodies[seat] = body if anything or changed else None
            ready = bodies[seat]
            if ready is not None:
                viewer.n += 1
                key = ""
                if sender is not None and viewer is sender[0]:
                    key = f'"k":"{sender[1]}",'
                    answered = True
                viewer.outbox.push(f'{{"t":"ev","n":{viewer.n},{key}"s":{now},{ready}}}')
        return answered

    def _show_notice(self, table: Table, notice: dict[str, Any]) -> None:
        table.notice = notice
        for viewer in tuple(table.viewers):
            viewer.outbox.push(encode({"t": "settled", **_notice_of(notice, viewer.seat)}).decode())

    # Clocks

    def _set_clocks(self, table: Table) -> None:
        """Ring when time reveals something, and some time after the system should have acted."""
        state, due = table.folded.state, table.folded.due
        ahead = asyncio.get_running_loop().time() - store.now_ms() / 1000
        reveal = state.next_reveal(table.shown)
        table.reveal.set(None if reveal is None else reveal / 1000 + ahead)
        net = None if due is None or state.result is not None else due / 1000 + ahead + NET_SECONDS
        table.net.set(net)

    def _on_reveal(self, table: Table) -> None:
        self._reveal(table)
        self._set_clocks(table)

    def _reveal(self, table: Table) -> None:
        events = self._revealed(table, store.now_ms())
        if events:
            self._show(table, events)

    def _revealed(self, table: Table, until: int) -> list[Event]:
        """What time has revealed up to `until` and nobody here was told."""
        if until <= table.shown:
            return []
        if table.reveal.at is None:  # nothing is left for time to reveal
            table.shown = until
            return []
        events = table.folded.state.revealed(table.shown, until)
        table.shown = until
        return events

    def _on_net(self, table: Table) -> None:
        self._spawn(self._catch_fall(table))

    async def _catch_fall(self, table: Table) -> None:
        """Do what is due: neither a sweep nor a bot's task has, a second after they should."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._net, _run_due, table.hand_id)
            await self._catch_up(table)
        finally:
            if self._tables.get(table.hand_id) is table:
                self._set_clocks(table)

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
            table.stop_clocks()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=5)
        await self._writer.close()
        for thread in (self._net, self._reader):
            await asyncio.get_running_loop().run_in_executor(thread, connections.close_all)
            thread.shutdown(wait=False)
        await self._subscription.close()
        await self._redis.aclose()


def _apart(state: State, events: list[Event]) -> set[int]:
    """The seats that may know more of `events` and of the open decisions than a viewer without a seat."""
    seats: set[int] = set()
    for decision in state.decisions:
        seats.update(decision.seats)
    for event in events:
        if event.private or event.only:
            seats.update(event.private, event.only or ())
    return seats


def _told(state: State, events: list[Event], seat: int | None) -> tuple[bool, bytes, str]:
    """For one seat: whether it may know any of `events`, its decisions, and the frame's fields for both."""
    seen = [event for event in (e.seen_by(seat) for e in events) if event is not None]
    decisions = encode(state.seen_decisions(seat))
    return bool(seen), decisions, f'"e":{encode(seen).decode()},"d":{decisions.decode()}'


def _notice_of(notice: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What a viewer is told of a notice: his seat's own payload, or the public one."""
    payload: dict[str, Any] = notice.get(PUBLIC if seat is None else str(seat), {})
    return payload


def _read_hand(hand_id: UUID) -> tuple[Hand, Folded]:
    hand = Hand.objects.prefetch_related("seats").filter(id=hand_id).first()
    if hand is None or hand.archived is not None:  # an archived hand is looked at as a replay
        raise NoSuchHand
    return hand, fold(store.origin(hand), store.entries(hand_id, -1))


def _reading(read: Callable[..., T], *arguments: Any) -> T:
    """Read on a connection that works: a broken one is given back before and after."""
    close_old_connections()
    try:
        return read(*arguments)
    finally:
        close_old_connections()


def _run_due(hand_id: UUID) -> None:
    close_old_connections()
    turns.run_due(hand_id)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        for old in [known for known in _hubs if known.is_closed()]:
            del _hubs[old]
        hub = _hubs[loop] = Hub()
    return hub
