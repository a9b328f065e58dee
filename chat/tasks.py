"""What recurs: suspensions that run out."""

from __future__ import annotations

from celery import shared_task

from chat import sanctions


@shared_task
def end_suspensions() -> None:
    """Let those in again whose suspension is over."""
    sanctions.sweep()
