"""One hand with at least one viewer in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from games.models import Hand
from games.runtime import audience, closing, store
from games.runtime.alarm import Alarm
from games.runtime.delayed import Delayed
from games.runtime.folded import Folded, Proposal, Unreadable, fold
from games.runtime.stage import Stage, Viewer
from games.runtime.windows import Holding
from games.runtime.wire import Entry

NET_SECONDS = 1.0
"""How long after a due time this process does by itself what Celery should have done."""
NOTICE_SECONDS = 8.0
"""How long after the end, and again and again, this process looks whether a settlement's news went past it."""


class NoSuchHand(Exception):  # noqa: N818
    """There is no hand of this id."""


class HandVoid(Exception):  # noqa: N818
    """The hand was given up: there is nothing to show of it."""


class Table:
    """A hand, who may come to it, and the stage its viewers look at. `net` is called some time after the system should
    have acted."""

    def __init__(self, hand: Hand, folded: Folded, net: Callable[[Table], None]) -> None:
        self.hand_id: UUID = hand.id
        self.folded = folded
        self.seats: dict[int, int] = {}
        names: list[dict[str, Any]] = []
        own: dict[int, dict[str, Any]] = {}
        for seat in hand.seats.all():
            names.append(seat.shown)
            if seat.shown is not seat.display:
                own[seat.seat] = seat.known
            if seat.player_id is not None:
                self.seats[seat.player_id] = seat.seat
        room: Any = hand.config.get("room")
        self.open_to_all = bool((room or {}).get("spectators"))
        self.facts = {"hand": str(hand.id), "names": names, "room": room}
        """What a snapshot says beside the view."""
        self.notice: dict[str, Any] | None = hand.notice
        """What the seats have been told about the settlement."""
        self.stage = Stage(folded, self.facts, hand.notice, own=own)
        self.delay: int = (room or {}).get("spectator_delay") or 0
        """How many ms spectators are behind."""
        self.delayed: Delayed | None = None
        """What they look at then, while there are any."""
        self.opening_delayed = asyncio.Lock()
        self.turn = asyncio.Lock()
        """One unstored command of a hand at a time."""
        self.pending: str | None = None
        """The command that the writer holds: its own echo from Redis is not news."""
        self.returning: set[int] = set()
        """Seats whose `back` is being entered."""
        self.coming = 0
        """Viewers who are about to be shown the hand: it is not let go of."""
        self.watch = audience.NOBODY
        """Who watches without a seat."""
        self._holdings: dict[int, Holding] = {}
        self._net = Alarm(partial(net, self))
        self.set_net()

    @property
    def is_played(self) -> bool:
        """Whether the hand goes on and somebody in a seat looks at it here."""
        return self.folded.state.result is None and any(v.seat is not None for v in self.stage.viewers)

    @property
    def empty(self) -> bool:
        """Whether nobody looks at the hand here."""
        return not self.coming and not any(True for _ in self.viewers())

    def viewers(self) -> Iterator[Viewer]:
        """Everybody who looks at the hand here."""
        yield from tuple(self.stage.viewers)
        if self.delayed is not None and self.delayed.stage is not None:
            yield from tuple(self.delayed.stage.viewers)

    def accept(self, proposal: Proposal, sender: tuple[Viewer, str] | None = None) -> bool:
        """Go on to a proposal that is stored; whether the frame that shows it has answered its `sender`."""
        answered = self.stage.accept(proposal, sender)
        if self.delayed is not None:
            self.delayed.entry(proposal.entry)
        self.set_net()
        return answered

    def absorb(self, entry: Entry) -> None:
        """Fold an entry of the log that follows. Raises whatever the rules do where it does not fit."""
        self.stage.absorb(entry)
        if self.delayed is not None:
            self.delayed.entry(entry)
        self.set_net()

    def tell(self, notice: dict[str, Any]) -> None:
        """The seats are told about the settlement."""
        self.notice = notice
        self.set_net()
        self.stage.tell(notice)
        if self.delayed is not None:
            self.delayed.notice(notice)

    # Spectators of a room that delays them

    def leave(self, viewer: Viewer) -> None:
        """A viewer is gone; the later copy goes with the last who looks at it."""
        viewer.stage.leave(viewer)
        stage = None if self.delayed is None else self.delayed.stage
        if stage is not None and not stage.viewers and not self.coming:
            self.drop_delayed()

    def make_delayed(self, broken: Callable[[], None]) -> Delayed:
        """A later copy of the hand, which gathers what happens from now on."""
        self.delayed = Delayed(self.delay, self.facts, broken)
        self.delayed.watch(self.watch, store.now_ms())
        return self.delayed

    def drop_delayed(self) -> None:
        """Let go of the later copy, if there is one."""
        if self.delayed is not None:
            self.delayed.stop()
            self.delayed = None

    # The company

    def hold(self, seat: int, holding: Holding) -> None:
        """Learn which window holds a seat; the windows for which that makes a difference are told."""
        known = self._holdings.get(seat)
        if known is not None and holding.version < known.version:
            return
        self._holdings[seat] = holding
        if not holding.window:
            return  # free: those who watched go on watching until they ask for it
        for viewer in tuple(self.stage.viewers):
            if viewer.seat == seat and viewer.held != (held := self.is_elsewhere(viewer)):
                viewer.held = held
                viewer.tell_held()

    def hold_here(self, seat: int, window: str) -> None:
        """As `hold`, for what only this process knows as yet: whatever Redis says afterwards is newer."""
        known = self._holdings.get(seat)
        self.hold(seat, Holding(0 if known is None else known.version, window))

    def is_elsewhere(self, viewer: Viewer) -> bool:
        """Whether another window of his holds the viewer's seat."""
        holding = None if viewer.seat is None else self._holdings.get(viewer.seat)
        return holding is not None and holding.window not in ("", viewer.window)

    def has_window(self, seat: int, window: str) -> bool:
        """Whether a socket of that window is here; nameless ones are one window."""
        return any(viewer.seat == seat and viewer.window == window for viewer in self.stage.viewers)

    def watched_by(self, members: Sequence[str]) -> None:
        """Learn who watches; everybody is told when it has changed."""
        watch = audience.summary(members)
        if watch != self.watch:
            self.watch = watch
            self.stage.tell_watch(watch)
            if self.delayed is not None:
                self.delayed.watch(watch, store.now_ms())

    def spectators(self) -> list[str]:
        """Those who watch in this process."""
        return [viewer.member for viewer in self.viewers() if viewer.seat is None]

    # Clocks

    def set_net(self, *, again: bool = False) -> None:
        """Look after the hand some time after the system should have acted; `again`: it has just been looked after."""
        now = self._net.now()
        due = self.folded.due
        if self.folded.state.result is not None and self.notice is None:
            self._net.set(now + NOTICE_SECONDS)
        elif due is None or self.notice is not None:
            self._net.set(None)
        else:
            wait = (due - store.now_ms()) / 1000 + NET_SECONDS
            self._net.set(now + (max(wait, NET_SECONDS) if again else wait))

    def stop(self) -> None:
        """Forget what was to be done later."""
        self.stage.stop()
        self.drop_delayed()
        self._net.stop()


def fold_hand(hand: Hand | None, entries: list[Entry]) -> tuple[Hand, Folded]:
    """A hand as it was found before its log was read, folded from that. Blocking. Raises `NoSuchHand` or `HandVoid`."""
    if hand is None or hand.archived is not None:  # an archived hand is looked at as a replay
        raise NoSuchHand
    try:
        folded = fold(store.origin(hand), entries)
    except Unreadable as error:
        closing.give_up(hand.id, error)
        raise HandVoid from error
    if hand.status != Hand.Status.LIVE and folded.state.result is None:
        raise HandVoid  # closed without an entry: its log ends in the middle
    return hand, folded
