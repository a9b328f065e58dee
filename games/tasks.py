"""The Celery edge: clocks, automated seats and settlement. Every task may run twice."""

from __future__ import annotations

import logging
import time
from uuid import UUID

from celery import shared_task

from games import archive, lost, settlement
from games.runtime import faults, presence, turns

log = logging.getLogger(__name__)

LOOKING_SECONDS, LOOK_SECONDS = 0.2, 0.04
"""How long a tick of the clock looks for what is due, and how long it rests between two looks."""
BOT_EXPIRES = 5
"""A bot's task older than this is dropped: the sweep has asked again."""


@shared_task(ignore_result=True)
def sweep() -> None:
    """Time out what is overdue, ask the automated seats that have thought long enough to play, and look whose lease has
    ended; nothing of it while nobody can play, and after that lost time is given back first.

    Looks again and again until the next tick is near: a deadline is late by a look's distance, not by a tick's.
    """
    until = time.monotonic() + LOOKING_SECONDS
    while True:
        with faults.standing_back():
            if not faults.passed():
                return
            for turn in turns.sweep():
                play_bot.apply_async((str(turn.hand_id), turn.seat, turn.decision), expires=BOT_EXPIRES)
            left = until - time.monotonic()
            if left <= 0:
                presence.sweep()
                return
        time.sleep(min(left, LOOK_SECONDS))


@shared_task(ignore_result=True)
def play_bot(hand_id: str, seat: int, decision: int) -> None:
    """Answer one decision of one automated seat, unless it is answered by now."""
    turns.play(turns.Turn(UUID(hand_id), seat, decision))


@shared_task(ignore_result=True)
def rearm() -> None:
    """Put back the due times and leases of all live hands: covers a Redis that lost them."""
    turns.rearm()


@shared_task(ignore_result=True)
def settle(*hand_ids: str) -> None:
    """Settle hands that have just ended. One that fails is left to the sweep and does not hold up the others."""
    for hand_id in hand_ids:
        try:
            settlement.settle_hand(UUID(hand_id))
        except Exception:
            log.exception("hand %s could not be settled", hand_id)


@shared_task(ignore_result=True)
def settle_overdue() -> None:
    """Settle hands whose settlement was lost or failed."""
    settlement.settle_overdue()


@shared_task(ignore_result=True)
def void_lost() -> None:
    """Void hands that nothing moves any more."""
    lost.void_lost()


@shared_task(ignore_result=True)
def keep_history() -> None:
    """Move old logs into archives, and let archives go that are older still."""
    archive.archive_old()
    archive.drop_old()
