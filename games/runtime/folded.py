"""One hand, folded from its log.

A `Folded` moves only by entries that are stored. A new action is tried on a clone (`propose`); the clone takes the
state's place when the log has accepted the entry.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.rules import seats
from games.rules.core import Action, Event, IllegalAction, Json, State
from games.rules.registry import rules_of
from games.runtime import thinking
from games.runtime.wire import DAMAGED, Entry, StoredAction

logger = logging.getLogger(__name__)

START = "start"
"""The kind of entry 0, which no rules see."""

AUTO = "auto"
"""Marks what the system enters for a seat it plays."""

SYSTEM_KINDS = seats.SYSTEM_KINDS | {START}
"""Actions that only the system enters; from a person they are `unknown_action`."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a hand was started with: enough, with the log, to compute everything else."""

    hand_id: UUID
    game: str
    config: Mapping[str, Json]
    seed: bytes
    carry: Mapping[str, Json]
    version: int = 1
    """Of the rules."""


class Unreadable(Exception):  # noqa: N818
    """The hand cannot be folded by this release: its rules are unknown, or what is stored of it is damaged."""


@dataclass(slots=True)
class Proposal:
    """An entry that would be legal, with the state and the events it leads to. Nothing has happened yet."""

    hand_id: UUID
    entry: Entry
    state: State
    events: list[Event]
    since: dict[tuple[int, int], int]


class Folded:
    """The state of one hand after entry `seq`, entered at `at` and next due at `due` (ms); it `began` with entry 0."""

    __slots__ = ("answered", "at", "began", "due", "origin", "seq", "since", "state")

    def __init__(self, origin: Origin, first: Entry) -> None:
        self.origin = origin
        rules = rules_of(origin.game, origin.version)
        self.state: State = rules.start(origin.config, origin.seed, origin.carry, first.at)
        self.seq = first.seq
        self.at = self.began = first.at
        self.since = thinking.since({}, self.state, first.at)
        self.due = thinking.next_due(origin.hand_id, origin.config, self.state, self.since)
        self.answered: set[str] = {first.cmd}
        """Ids of the commands that are in the log."""

    def propose(
        self, cmd: str, kind: str, seat: int | None, decision: int | None, data: dict[str, Any], now: int
    ) -> Proposal:
        """Try an action at `now` as the next entry. Raises `IllegalAction`; changes nothing either way."""
        at = max(now, self.at)  # two processes' clocks differ; a hand's time never runs back
        candidate = self.state.clone()
        events = candidate.apply(Action(kind, seat, decision, data, at))
        since = thinking.since(self.since, candidate, at)
        due = thinking.next_due(self.origin.hand_id, self.origin.config, candidate, since)
        entry = Entry(self.seq + 1, at, due, cmd, StoredAction(kind, seat, decision, data))
        return Proposal(self.origin.hand_id, entry, candidate, events, since)

    def accept(self, proposal: Proposal) -> None:
        """Take the proposal's state: its entry is stored. What the rules remark goes to the log."""
        for event in proposal.events:
            if event.remark:
                logger.warning("hand %s: %s", proposal.hand_id, event.remark)
        self.state = proposal.state
        self.since = proposal.since
        self._moved(proposal.entry)

    def absorb(self, entry: Entry) -> list[Event]:
        """Fold an entry of the log that follows `seq`."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        if entry.action is DAMAGED:
            raise ValueError(f"entry {entry.seq} cannot be read")
        events = self.state.apply(entry.as_action(), trusted=True)
        self.since = thinking.since(self.since, self.state, entry.at)
        self._moved(entry)
        return events

    def _moved(self, entry: Entry) -> None:
        self.seq = entry.seq
        self.at = entry.at
        self.due = entry.due
        self.answered.add(entry.cmd)


def fold(origin: Origin, entries: list[Entry]) -> Folded:
    """A hand from its whole log, entry 0 first. Raises `Unreadable`, whatever is wrong with it."""
    try:
        folded = Folded(origin, entries[0])
        for entry in entries[1:]:
            folded.absorb(entry)
    except MemoryError:
        raise
    except Exception as error:
        raise Unreadable(f"hand {origin.hand_id}: {error!r}") from error
    return folded


def refuse_system_kind(kind: str, data: Mapping[str, Json]) -> None:
    """Raise `unknown_action` or `malformed` when a person sends what only the system may enter."""
    if kind in SYSTEM_KINDS:
        raise IllegalAction("unknown_action", kind=kind)
    if AUTO in data:
        raise IllegalAction("malformed", field=AUTO)
