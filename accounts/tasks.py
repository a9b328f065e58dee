"""The Celery edge of the accounts."""

from celery import shared_task

from accounts import closing


@shared_task
def erase_closed() -> int:
    """Erase the accounts whose days of grace are over; how many."""
    return closing.erase_due()
