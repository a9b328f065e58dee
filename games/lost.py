"""Hands that have come to a stand: voided, so that their players get their money and their seats back."""

from __future__ import annotations

import logging
import uuid
from uuid import UUID

from django.core.cache import cache
from django.db import Error

from games.runtime import closing, store
from games.runtime.entering import enter
from games.runtime.folds import folds
from games.runtime.writer import Unavailable

log = logging.getLogger(__name__)

OVERDUE_MS = 60_000
"""A hand this long behind its own clock is watched."""
PATIENCE_MS = 300_000
"""A hand that has stood still for so long while somebody watched is lost. Counted from the first look, not from the due
time: after an outage the clock first gets its chance to go on."""


def void_lost(now: int | None = None) -> list[UUID]:
    """Void the hands that nothing moves any more; which they were."""
    moment = store.now_ms() if now is None else now
    lost = []
    for head in store.heads():
        if head.due is not None and head.due > moment - OVERDUE_MS:
            continue
        watched = f"hand-stands:{head.hand_id}:{head.seq}"
        cache.add(watched, moment, timeout=PATIENCE_MS // 1000 * 4)
        since: int = cache.get(watched, moment)
        if moment - since >= PATIENCE_MS and void(head.hand_id, "lost"):
            lost.append(head.hand_id)
    return lost


def void(hand_id: UUID, why: str) -> bool:
    """End a live hand as void; its settlement gives all holds back. False when it is not live.

    It is an entry like any other, seen by whoever watches. Where the rules cannot take one (their fault is why the
    hand stands still), the hand is closed without.
    """
    try:
        if _enter(hand_id, why):
            return True
    except (Error, Unavailable):
        raise
    except Exception:
        log.exception("hand %s takes no entry and is closed without one", hand_id)
    return closing.close(hand_id, why)


def _enter(hand_id: UUID, why: str) -> bool:
    """Append the entry `void`."""
    command = f"void:{uuid.uuid4().hex}"
    data = {"why": why}
    return bool(
        enter(folds.fresh([hand_id]), lambda folded: folded.propose(command, "void", None, None, data, store.now_ms()))
    )
