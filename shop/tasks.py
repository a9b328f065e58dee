"""The Celery edge of the shop."""

from celery import shared_task

from shop import services


@shared_task
def reclaim() -> int:
    """Take back what has run out; how many."""
    return services.reclaim()
