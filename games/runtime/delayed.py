"""A hand as spectators see it where the room delays them: a second copy, some time behind the first.

It folds the same log, but an entry only when it is old enough, with a clock, counters and decisions of its own. Nothing
here is a filtered present: what it shows at an instant follows from what was known at the instant it is behind at.
"""

from __future__ import annotations

import heapq
import itertools
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.runtime.alarm import Alarm
from games.runtime.folded import Folded, Origin
from games.runtime.stage import Stage
from games.runtime.wire import Entry

logger = logging.getLogger(__name__)

AT = "at"
"""The field of a notice that says when it was made, ms."""

_AFTER_ENTRIES = 1_000_000_000
_Item = Entry | Mapping[str, Any]


class Delayed:
    """Takes what happens to a hand from now on, and shows it `late` ms afterwards once it has `begun`. `broken` is
    called when an entry cannot be folded.

    Before the delay has passed for the first time the hand stands as it began.
    """

    def __init__(self, late: int, facts: Mapping[str, Any], broken: Callable[[], None]) -> None:
        self._late = late
        self._facts = facts
        self._broken = broken
        self.stage: Stage | None = None
        """What the spectators look at; None until it has begun."""
        # When it became known, its place among what became known then (entries by their numbers), what it is.
        self._ahead: list[tuple[int, int, int, str, _Item]] = []
        self._order = itertools.count()
        self._newest = 0
        """The number of the last entry taken: one that is read may be heard of too, before or after."""
        self._alarm = Alarm(self._advance)

    def begin(self, origin: Origin, entries: Sequence[Entry], notice: Mapping[str, Any] | None) -> Stage:
        """Fold what is old enough of the log (entry 0 first, at least up to where this copy was made) and of the
        notice; the rest waits for its time."""
        heard = [one[-1] for one in sorted(self._ahead) if isinstance(one[-1], Entry)]
        self._ahead = [one for one in self._ahead if not isinstance(one[-1], Entry)]
        heapq.heapify(self._ahead)
        self._newest = entries[0].seq
        for entry in (*entries[1:], *heard):
            self.entry(entry)
        self.stage = Stage(Folded(origin, entries[0]), self._facts, None, self._late)
        if notice is not None and not any(one[-2] == "notice" for one in self._ahead):
            self.notice(notice)
        self._advance()
        return self.stage

    def entry(self, entry: Entry) -> None:
        """An entry is stored; they come by their numbers."""
        if entry.seq > self._newest:
            self._newest = entry.seq
            self._put(entry.at, "entry", entry)

    def notice(self, notice: Mapping[str, Any]) -> None:
        """The seats are told about the settlement."""
        self._put(notice.get(AT, 0), "notice", notice)

    def watch(self, watch: Mapping[str, Any], at: int) -> None:
        """The spectators are others since `at`."""
        self._put(at, "watch", watch)

    def stop(self) -> None:
        """Show nothing any more."""
        self._alarm.stop()
        if self.stage is not None:
            self.stage.stop()

    def _put(self, at: int, kind: str, item: _Item) -> None:
        rank = item.seq if isinstance(item, Entry) else _AFTER_ENTRIES
        heapq.heappush(self._ahead, (at, rank, next(self._order), kind, item))
        self._set_alarm()

    def _advance(self) -> None:
        """Show what is old enough by now."""
        stage = self.stage
        if stage is None:
            return
        try:
            while self._ahead and self._ahead[0][0] <= stage.now():
                _, _, _, kind, item = heapq.heappop(self._ahead)
                if isinstance(item, Entry):
                    stage.absorb(item)
                elif kind == "notice":
                    stage.tell(item)
                else:
                    stage.tell_watch(item)
        except Exception:
            logger.exception("a delayed copy of %s cannot go on", self._facts.get("hand"))
            self.stop()
            self._broken()
            return
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self.stage is not None and self._ahead:
            self._alarm.set(self._alarm.now() + (self._ahead[0][0] - self.stage.now()) / 1000)
