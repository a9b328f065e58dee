"""Hands whose log can take no entry any more are closed without one. Blocking code."""

from __future__ import annotations

import logging
from uuid import UUID

from games.rules.core import Result
from games.runtime import store, writer
from games.runtime.folded import Unreadable

logger = logging.getLogger(__name__)

DAMAGED = "damaged"


def close(hand_id: UUID, why: str) -> bool:
    """End a live hand as void; its settlement gives all holds back and tells everybody. False when it is not live."""
    closed = store.close(hand_id, Result("void", facts={"why": why}))
    if closed:
        writer.request_settlements([hand_id])
    return closed


def give_up(hand_id: UUID, found: Unreadable) -> None:
    """Close a hand that does not fold: whoever finds it does, and nobody is penalised."""
    if close(hand_id, DAMAGED):
        logger.error("void, for it cannot be read: %s", found, exc_info=found)
