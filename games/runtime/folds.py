"""The hands that a thread has folded, so that only what is new has to be read. Blocking code."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from django.db import Error

from games.runtime import store
from games.runtime.folded import Folded, fold

logger = logging.getLogger(__name__)

KEPT = 4_000
"""More hands than are live at once: a hand that was dropped costs its whole log again. One takes some 10 KB."""


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
        missing = [hand_id for hand_id in wanted if hand_id not in known]
        whole = store.logs(missing) if missing else {}
        for hand_id in wanted:
            try:
                for entry in newer.get(hand_id, ()):
                    self._folds[hand_id].absorb(entry)
                if hand_id in whole:
                    self._folds[hand_id] = fold(*whole[hand_id])
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


folds = Folds()
