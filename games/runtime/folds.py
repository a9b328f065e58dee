"""The hands that a thread has folded, so that only what is new has to be read. Blocking code."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from django.db import Error

from games.runtime import store
from games.runtime.folded import Folded
from games.runtime.wire import Entry

logger = logging.getLogger(__name__)

KEPT = 1_000


class Folds(threading.local):
    """Folded hands of this thread, the least recently used dropped first."""

    def __init__(self) -> None:
        self._folds: OrderedDict[UUID, Folded] = OrderedDict()

    def fresh(self, hand_ids: Iterable[UUID]) -> dict[UUID, Folded]:
        """These hands as the log has them now. Unknown hands are left out, and so are those that do not fold: one
        hand's fault must not stop the clocks of all."""
        wanted = list(hand_ids)
        known = {h: self._folds[h].seq for h in wanted if h in self._folds}
        newer = store.entries_after(known) if known else {}
        for hand_id in wanted:
            try:
                self._bring_up(hand_id, newer.get(hand_id, []))
            except Error:
                raise
            except Exception:
                logger.exception("hand %s does not fold", hand_id)
                self._folds.pop(hand_id, None)  # it may be half way through an entry
        found = {h: self._folds[h] for h in wanted if h in self._folds}
        for hand_id, folded in found.items():
            self._folds.move_to_end(hand_id)
            if folded.state.result is not None:
                del self._folds[hand_id]
        while len(self._folds) > KEPT:
            self._folds.popitem(last=False)
        return found

    def _bring_up(self, hand_id: UUID, newer: Iterable[Entry]) -> None:
        kept = self._folds.get(hand_id)
        if kept is not None:
            for entry in newer:
                kept.absorb(entry)
        elif (folded := store.load(hand_id)) is not None:
            self._folds[hand_id] = folded


folds = Folds()
