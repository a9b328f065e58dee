"""Finished hands, told again: what each viewer saw, entry by entry, folded from the log (docs/protocol.md 6).

A replay is made by the code that runs live hands, so it shows what a live viewer of the same seat was sent: the first
snapshot, then for every entry the events and decisions that seat could see. Only finished hands are told: then nothing
in them is secret any more, and whoever knows a hand's id may look.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games import archive
from games.models import Hand
from games.rules.core import Event, Json, State
from games.runtime import store
from games.runtime.folded import Folded
from games.runtime.stage import PUBLIC
from games.runtime.wire import Entry

log = logging.getLogger(__name__)

WATCH = "watch"
"""The viewer without a seat."""
FINISHED = frozenset({Hand.Status.OVER, Hand.Status.SETTLED, Hand.Status.VOID})


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """There is nothing to show; `code` is "no_hand", "not_over", "sealed", "expired" or "unreadable"
    (games.messages)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def finished(hand_id: UUID) -> Hand:
    """The hand, if it may be replayed. Raises `Refused` ("no_hand", "not_over", "sealed", "expired")."""
    hand = Hand.objects.filter(pk=hand_id).first()
    if hand is None:
        raise Refused("no_hand")
    if hand.status not in FINISHED:
        raise Refused("not_over")
    if hand.sealed:
        raise Refused("sealed")
    if hand.archived is not None and not archive.is_kept(hand_id):
        raise Refused("expired")
    return hand


def replay(hand_id: UUID) -> dict[str, Json]:
    """The whole hand as JSON. Raises `Refused`."""
    hand = finished(hand_id)
    try:
        entries = archive.entries_of(hand)
        frames, told, last = _tell(hand, entries)
    except archive.Expired:
        raise Refused("expired") from None
    except Exception as error:  # rules of another version, damaged rows: the hand was played, but cannot be shown
        log.exception("hand %s cannot be replayed", hand_id)
        raise Refused("unreadable") from error
    seats = list(hand.seats.order_by("seat"))
    nonces = last.view(None, entries[-1].at).get("nonces", [])
    return {
        "hand": str(hand.pk),
        "game": hand.game,
        "mode": hand.mode,
        "rules_version": hand.rules_version,
        "started": entries[0].at,
        "ended": entries[-1].at,
        "void": hand.status == Hand.Status.VOID,
        "names": [seat.known for seat in seats],
        "room": hand.config.get("room"),
        "currency": hand.config.get("currency"),
        "settled": None if hand.notice is None else hand.notice.get(PUBLIC),
        "proof": {
            "shuffle": hand.config.get("shuffle", 1),
            "commitment": hand.commitment,
            "seed": bytes(hand.seed).hex(),
            "nonces": nonces,
            "first": hand.carry.get("first"),
        },
        "frames": frames,
        "told": told,
    }


def _tell(hand: Hand, entries: list[Entry]) -> tuple[list[Json], dict[str, Json], State]:
    """The frames' heads, what each viewer was told, and the state at the end."""
    folded = Folded(store.origin(hand), entries[0])
    viewers = [_Viewer(seat, folded.state, folded.at) for seat in (*range(hand.seats.count()), None)]
    heads: list[Json] = []
    shown = folded.at
    for entry in entries[1:]:
        for at, events in _revealed(folded.state, shown, entry.at):
            heads.append({"at": at, "seq": folded.seq, "kind": "time", "seat": None})
            for viewer in viewers:
                viewer.follow(folded.state, events)
        events = folded.absorb(entry)
        shown = max(shown, entry.at)
        heads.append({"at": entry.at, "seq": entry.seq, "kind": entry.action.kind, "seat": entry.action.seat})
        for viewer in viewers:
            viewer.follow(folded.state, events)
    told = {viewer.name: {"view": viewer.view, "frames": viewer.frames} for viewer in viewers}
    return heads, told, folded.state


def _revealed(state: State, since: int, until: int) -> Iterator[tuple[int, list[Event]]]:
    """What time alone made visible after `since` and no later than `until`, each instant by itself."""
    at = state.next_reveal(since)
    while at is not None and at <= until:
        yield at, state.revealed(since, at)
        since, at = at, state.next_reveal(at)


class _Viewer:
    """What one viewer was told."""

    def __init__(self, seat: int | None, state: State, at: int) -> None:
        self.seat = seat
        self.name = WATCH if seat is None else str(seat)
        self.view = _copy(state.view(seat, at))
        self.frames: list[Json] = []
        self._decisions = _copy(state.seen_decisions(seat))

    def follow(self, state: State, events: list[Event]) -> None:
        """Add a frame: None where there was nothing for this viewer, as live."""
        seen = [event for event in (e.seen_by(self.seat) for e in events) if event is not None]
        decisions = _copy(state.seen_decisions(self.seat))
        if seen or decisions != self._decisions:
            self.frames.append({"e": _copy(seen), "d": decisions})
        else:
            self.frames.append(None)
        self._decisions = decisions


def _copy(value: Any) -> Json:
    """As the wire has it, and independent of the state, which moves on."""
    return json.loads(json.dumps(value))
