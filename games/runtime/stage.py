"""A folded hand and those who look at it: what is shown to whom, what time reveals, snapshots, counters.

What leaves the server for a viewer is built here, and only from `State.view(seat)` and `Event.seen_by(seat)`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from games.rules.core import Event, State
from games.runtime import store
from games.runtime.alarm import Alarm
from games.runtime.audience import NOBODY
from games.runtime.folded import Folded, Proposal
from games.runtime.sockets import Outbox
from games.runtime.windows import NAMELESS
from games.runtime.wire import Entry, encode

PUBLIC = "public"
"""The key of a notice for viewers without a seat."""


class Viewer:
    """One socket at a hand, of a seated player's `window` or, without a seat, of a spectator (`member`)."""

    __slots__ = ("heard", "held", "member", "n", "outbox", "player", "seat", "stage", "window")

    stage: Stage
    """What it looks at."""

    def __init__(
        self, seat: int | None, outbox: Outbox, window: str = NAMELESS, member: str = "", player: int = 0
    ) -> None:
        self.seat = seat
        self.outbox = outbox
        self.window = window
        self.member = member
        self.player = player
        """Whose socket it is; 0 where nobody asks."""
        self.n = 0
        """Frames of this connection since its snapshot."""
        self.held = False
        """Whether another window of the player holds the seat: this one only watches."""
        self.heard = time.monotonic()
        """When something last came from it, s."""

    def tell_held(self) -> None:
        """Say whether another window holds the seat."""
        self.outbox.push('{"t":"held","held":true}' if self.held else '{"t":"held","held":false}')


class Stage:
    """The state of one hand, and its viewers. `facts`: what a snapshot says beside the view; `notice`: what the seats
    have been told about the settlement; `late`: how many ms this stage's clock is behind; `own`: seats that look
    otherwise to themselves than to the others, and how."""

    def __init__(
        self,
        folded: Folded,
        facts: Mapping[str, Any],
        notice: Mapping[str, Any] | None,
        late: int = 0,
        own: Mapping[int, Any] | None = None,
    ) -> None:
        self.folded = folded
        self.late = late
        self.viewers: set[Viewer] = set()
        self._facts = facts
        self._own = own or {}
        self._notice = notice
        self._watch: Mapping[str, Any] = NOBODY
        self._shown = folded.at
        """Up to when the viewers have been told what time alone reveals, ms."""
        self._decisions: dict[int | None, bytes] = {}
        """The decisions each seat's viewers have been told."""
        self._alarm = Alarm(self._on_alarm)
        self._set_alarm()

    def now(self) -> int:
        """What time it is for the viewers, ms."""
        return store.now_ms() - self.late

    def stop(self) -> None:
        """Show nothing any more that time reveals."""
        self._alarm.stop()

    # Viewers

    def enter(self, viewer: Viewer) -> None:
        """Add a viewer and send him a snapshot."""
        self._reveal()  # to those who are here; for the new one it belongs to the snapshot
        self.viewers.add(viewer)
        viewer.stage = self
        self._send_snapshot(viewer)

    def leave(self, viewer: Viewer) -> None:
        """A viewer is gone."""
        self.viewers.discard(viewer)

    def snapshot(self, viewer: Viewer) -> None:
        """Send everything the viewer may know; his later frames count from it."""
        self._reveal()
        self._send_snapshot(viewer)

    def _names(self, own: int | None) -> list[Any]:
        """What a viewer sees beside each seat: names that are hidden are so from the others."""
        return [self._own.get(seat, name) if seat == own else name for seat, name in enumerate(self._facts["names"])]

    def _send_snapshot(self, viewer: Viewer) -> None:
        state = self.folded.state
        self._decisions[viewer.seat] = encode(state.seen_decisions(viewer.seat))
        viewer.n = 0
        frame: dict[str, Any] = {
            "t": "snap",
            "n": 0,
            "s": self.now(),
            "late": self.late,
            **self._facts,
            "names": self._names(viewer.seat),
            "seat": viewer.seat,
            "held": viewer.held,
            "watch": self._watch,
            "view": state.view(viewer.seat, self._shown),
        }
        if self._notice is not None:
            frame["settled"] = _notice_of(self._notice, viewer.seat)
        viewer.outbox.push(encode(frame).decode())

    # What happens

    def accept(self, proposal: Proposal, sender: tuple[Viewer, str] | None) -> bool:
        """Go on to a proposal that is stored; whether the frame that shows it has answered its `sender`."""
        at = proposal.entry.at
        events = self._revealed(at) + proposal.events
        self.folded.accept(proposal)
        return self._moved(events, at, sender)

    def absorb(self, entry: Entry) -> None:
        """Fold an entry of the log that follows. Raises whatever the rules do where it does not fit: the hand may be
        half way through it then."""
        events = self._revealed(entry.at)
        events += self.folded.absorb(entry)
        self._moved(events, entry.at)

    def tell(self, notice: Mapping[str, Any]) -> None:
        """Tell every viewer his part of a notice, and keep it for those who come."""
        self._notice = notice
        for viewer in tuple(self.viewers):
            viewer.outbox.push(encode({"t": "settled", **_notice_of(notice, viewer.seat)}).decode())

    def tell_watch(self, watch: Mapping[str, Any]) -> None:
        """Tell every viewer who watches, and keep it for those who come."""
        self._watch = watch
        text = encode({"t": "watch", **watch}).decode()
        for viewer in tuple(self.viewers):
            viewer.outbox.push(text)

    def _moved(self, events: list[Event], at: int, sender: tuple[Viewer, str] | None = None) -> bool:
        """Tell everybody what an entry of `at` made happen; whether that answered its `sender`."""
        answered = False
        if at < self._shown and self.folded.state.next_reveal(at) is not None:
            # Time has shown more than the entry knew of: its events no longer fit what the viewers have.
            for viewer in tuple(self.viewers):
                self.snapshot(viewer)
        else:
            self._shown = max(self._shown, at)
            answered = self._show(events, sender)
        self._set_alarm()
        return answered

    def _show(self, events: list[Event], sender: tuple[Viewer, str] | None = None) -> bool:
        """Send every viewer what he may know of `events`, and the decisions when those changed for him.

        The frame of a `sender` carries his command's key; whether there was one.
        """
        answered = False
        now = self.now()
        apart = _apart(self.folded.state, events)
        told: dict[int | None, tuple[bool, bytes, str]] = {}
        bodies: dict[int | None, str | None] = {}
        for viewer in tuple(self.viewers):  # a viewer may be dropped while he is sent to
            seat = viewer.seat
            if seat not in bodies:
                whose = seat if seat in apart else None
                if whose not in told:
                    told[whose] = _told(self.folded.state, events, whose)
                anything, decisions, body = told[whose]
                changed = self._decisions.get(seat) != decisions
                self._decisions[seat] = decisions
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

    # What time reveals

    def _set_alarm(self) -> None:
        reveal = self.folded.state.next_reveal(self._shown)
        if reveal is None:
            self._alarm.set(None)
        else:
            self._alarm.set(self._alarm.now() + (reveal - self.now()) / 1000)

    def _on_alarm(self) -> None:
        self._reveal()
        self._set_alarm()

    def _reveal(self) -> None:
        events = self._revealed(self.now())
        if events:
            self._show(events)

    def _revealed(self, until: int) -> list[Event]:
        """What time has revealed up to `until` and nobody here was told."""
        if until <= self._shown:
            return []
        if self._alarm.at is None:  # nothing is left for time to reveal
            self._shown = until
            return []
        events = self.folded.state.revealed(self._shown, until)
        self._shown = until
        return events


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


def _notice_of(notice: Mapping[str, Any], seat: int | None) -> dict[str, Any]:
    """What a viewer is told of a notice: his seat's own payload, or the public one."""
    payload: dict[str, Any] = notice.get(PUBLIC if seat is None else str(seat), {})
    return payload
