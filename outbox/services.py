"""Emitting an event, delivering it, and finding what was not delivered."""

from __future__ import annotations

import logging
from datetime import timedelta

import msgspec
from celery import current_app
from django.db import transaction
from django.utils import timezone

from outbox import registry
from outbox.models import Delivery, Event

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=10)
"""How long a delivery may be under way before the sweep sends it again."""
LONGEST_WAIT = timedelta(minutes=10)
KEEP = timedelta(days=7)
"""How long a delivered event is kept to be looked at."""


def emit(event: msgspec.Struct) -> Event:
    """Write `event` in the caller's transaction and send it to its handlers once that has committed.

    Raises `RuntimeError` outside a transaction: the event would not share the fate of what it tells.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("emit needs the transaction of the change it tells of")
    row = Event.objects.create(
        type=registry.type_name(type(event)),
        payload=msgspec.to_builtins(event),
        next_try=timezone.now() + GRACE,
    )
    # A broker that is away must not fail a change that has already happened: the sweep finds the row.
    transaction.on_commit(lambda: _send(row.pk), robust=True)
    return row


def _send(event_id: int) -> None:
    # By its name: the module of the tasks imports this one.
    current_app.send_task("outbox.tasks.deliver", (event_id,), retry=False)


def deliver(event_id: int) -> bool:
    """Give the event to each handler that has not had it; True when none is left.

    Safe to run any number of times and beside itself. A failing handler does not keep the event from the others.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None or event.delivered:
        return True
    failures = []
    for name, handler in registry.handlers(event.type).items():
        try:
            with transaction.atomic():
                # The unique row makes a second delivery wait for the first one and then find nothing to do.
                _delivery, first = Delivery.objects.get_or_create(event=event, handler=name)
                if first:
                    handler(registry.decode(event.type, event.payload))
        except Exception as error:
            log.exception("event %s (%s) was refused by %s", event.pk, event.type, name)
            failures.append(f"{name}: {type(error).__name__}: {error}")
    if failures:
        wait = min(timedelta(seconds=2 ** min(event.attempts, 16)), LONGEST_WAIT)
        Event.objects.filter(pk=event.pk, delivered=None).update(
            attempts=event.attempts + 1, error="\n".join(failures), next_try=timezone.now() + wait
        )
        return False
    Event.objects.filter(pk=event.pk, delivered=None).update(delivered=timezone.now(), error="")
    return True


def sweep(limit: int = 500) -> int:
    """Send again what is undelivered and due; returns how many events were sent."""
    now = timezone.now()
    with transaction.atomic():
        due = list(
            Event.objects.filter(delivered=None, next_try__lte=now)
            .select_for_update(skip_locked=True)
            .order_by("next_try")
            .values_list("pk", flat=True)[:limit]
        )
        Event.objects.filter(pk__in=due).update(next_try=now + GRACE)
    for event_id in due:
        _send(event_id)
    return len(due)


def purge() -> int:
    """Remove delivered events older than `KEEP`; returns how many."""
    _rows, by_model = Event.objects.filter(delivered__lt=timezone.now() - KEEP).delete()
    return by_model.get("outbox.Event", 0)
