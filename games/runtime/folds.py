"""The hands that a thread has folded, so that only what is new has to be read. Blocking code."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from games.runtime import closing, store
from games.runtime.folded import Folded, Unreadable, fold
from games.runtime.wire import Entry

logger = logging.getLogger(__name__)

KEPT = 4_000
"""More hands than are live at once: a hand that was dropped costs its whole log again. One takes some 10 KB."""


class Folds(threading.local):
    """Folded hands of this thread, the least recently used dropped first."""

    def __init__(self) -> None:
        self._folds: OrderedDict[UUID, Folded] = OrderedDict()

    def fresh(self, hand_ids: Iterable[UUID]) -> dict[UUID, Folded]:
        """These hands as the log has them now. Unknown hands are left out, and so are those that do not fold: one
        hand's fault must not stop the clocks of all, and it is closed as void. A database that fails is no such fault:
        its errors are raised."""
        wanted = list(hand_ids)
        known = {h: self._folds[h].seq for h in wanted if h in self._folds}
        for hand_id, entries in (store.entries_after(known) if known else {}).items():
            self._follow(hand_id, entries)
        missing = [hand_id for hand_id in wanted if hand_id not in self._folds]
        for hand_id, log in (store.logs(missing) if missing else {}).items():
            try:
                self._folds[hand_id] = fold(*log)
            except Unreadable as error:
                closing.give_up(hand_id, error)
        found = {h: self._folds[h] for h in wanted if h in self._folds}
        for hand_id, folded in found.items():
            self._folds.move_to_end(hand_id)
            if folded.state.result is not None:
                del self._folds[hand_id]
        while len(self._folds) > KEPT:
            self._folds.popitem(last=False)
        return found

    def _follow(self, hand_id: UUID, newer: Iterable[Entry]) -> None:
        kept = self._folds[hand_id]
        try:
            for entry in newer:
                kept.absorb(entry)
        except Exception:
            # It may be half way through the entry, and the fault of what was kept: the whole log decides.
            logger.exception("the kept hand %s does not go on", hand_id)
            del self._folds[hand_id]


folds = Folds()
