"""Signs of life: beat sends a heartbeat to every queue, the worker that gets it leaves a mark that fades."""

from typing import Any

from celery import shared_task, signals
from celery.beat import Service
from celery.worker import WorkController
from django.core.cache import cache

QUEUES = ("clock", "match", "default", "bots")
BEAT = "beat"
FADES_AFTER_SECONDS = 10


def heartbeat_key(name: str) -> str:
    """The cache key of the mark left for a queue, or for beat."""
    return f"heartbeat:{name}"


def mark(*names: str) -> None:
    """Say that these are alive now."""
    cache.set_many({heartbeat_key(name): True for name in names}, timeout=FADES_AFTER_SECONDS)


@shared_task(ignore_result=True)
def heartbeat(queue: str) -> None:
    """Runs in a worker of the queue, and only when beat sent it: marks both."""
    mark(queue, BEAT)


@signals.worker_ready.connect
def worker_is_ready(sender: WorkController, **_: Any) -> None:
    """A fresh worker need not wait for the first heartbeat."""
    mark(*(name for name in sender.app.amqp.queues.consume_from if name in QUEUES))


@signals.beat_init.connect
def beat_is_ready(sender: Service, **_: Any) -> None:
    """Nor need a fresh beat."""
    mark(BEAT)
