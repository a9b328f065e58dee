"""The Celery edge of orders."""

from __future__ import annotations

from celery import shared_task

from wallet.topup import services, sweeping


@shared_task
def finish_refund(number: str) -> None:
    """Have one refund paid back."""
    services.finish_refund(number)


@shared_task
def sweep() -> None:
    """End what was not paid in time, and go on with refunds that are under way."""
    sweeping.sweep()
