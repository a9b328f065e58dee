"""What recurs: suspensions that run out, broadcasts whose time has come, what was said long ago."""

from __future__ import annotations

from celery import shared_task

from chat import broadcasts, sanctions, services


@shared_task
def end_suspensions() -> None:
    """Let those in again whose suspension is over."""
    sanctions.sweep()


@shared_task
def send_broadcasts() -> None:
    """Say what was scheduled for now."""
    broadcasts.sweep()


@shared_task
def forget_messages() -> None:
    """Delete what players said too long ago."""
    services.forget()
