"""The Celery edge of the outbox."""

from __future__ import annotations

from celery import shared_task

from outbox import services


@shared_task
def deliver(event_id: int) -> None:
    """Deliver one event; what fails is found by `sweep`."""
    services.deliver(event_id)


@shared_task
def sweep() -> None:
    """Find events whose delivery was lost or failed."""
    services.sweep()


@shared_task
def purge() -> None:
    """Forget old delivered events."""
    services.purge()
