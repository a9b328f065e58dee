"""The Celery edge: clocks, automated seats and settlement. Every task may run twice."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games import lost, settlement
from games.runtime import turns

BOT_EXPIRES = 5
"""A bot's task older than this is dropped: the sweep has asked again."""


@shared_task(ignore_result=True)
def sweep() -> None:
    """Time out what is overdue and ask the automated seats that have thought long enough to play."""
    for turn in turns.sweep():
        play_bot.apply_async((str(turn.hand_id), turn.seat, turn.decision), expires=BOT_EXPIRES)


@shared_task(ignore_result=True)
def play_bot(hand_id: str, seat: int, decision: int) -> None:
    """Answer one decision of one automated seat, unless it is answered by now."""
    turns.play(turns.Turn(UUID(hand_id), seat, decision))


@shared_task(ignore_result=True)
def rearm() -> None:
    """Put back the due times of all live hands from the log: covers a Redis that lost them."""
    turns.rearm()


@shared_task(ignore_result=True)
def settle(hand_id: str) -> None:
    """Settle a hand that has just ended."""
    settlement.settle_hand(UUID(hand_id))


@shared_task(ignore_result=True)
def settle_overdue() -> None:
    """Settle hands whose settlement was lost or failed."""
    settlement.settle_overdue()


@shared_task(ignore_result=True)
def void_lost() -> None:
    """Void hands that nothing moves any more."""
    lost.void_lost()
