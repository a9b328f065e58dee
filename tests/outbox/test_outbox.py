"""Events: written with their change, delivered once to each handler, found again when delivery failed."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from django.utils import timezone

from outbox import registry, services
from outbox.models import Delivery, Event


class Rang(msgspec.Struct, frozen=True):
    times: int


heard: list[tuple[str, int]] = []
broken: set[str] = set()


def _listener(name: str) -> Any:
    def handler(event: Rang) -> None:
        heard.append((name, event.times))
        if name in broken:
            raise RuntimeError("not now")

    handler.__qualname__ = name
    return handler


@pytest.fixture(autouse=True)
def _listeners(monkeypatch: pytest.MonkeyPatch) -> None:
    heard.clear()
    broken.clear()
    monkeypatch.setattr(registry, "_handlers", {})
    monkeypatch.setattr(registry, "_types", {})
    registry.subscribe(Rang)(_listener("first"))
    registry.subscribe(Rang)(_listener("second"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids handed to the broker."""
    ids: list[int] = []
    monkeypatch.setattr(services, "_send", ids.append)
    return ids


@pytest.mark.django_db(transaction=True)
def test_an_event_is_sent_after_commit_and_reaches_every_handler_once(sent: list[int]) -> None:
    with transaction.atomic():
        event = services.emit(Rang(3))
        assert sent == []
    assert sent == [event.pk]
    assert services.deliver(event.pk)
    assert services.deliver(event.pk)
    assert heard == [("first", 3), ("second", 3)]
    assert Event.objects.get().delivered is not None


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_undone_tells_nobody(sent: list[int]) -> None:
    with transaction.atomic():
        services.emit(Rang(3))
        transaction.set_rollback(True)
    assert not Event.objects.exists()
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_emitting_outside_a_transaction_is_refused() -> None:
    with pytest.raises(RuntimeError):
        services.emit(Rang(1))
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_does_not_fail_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(event_id: int) -> None:
        raise ConnectionError

    monkeypatch.setattr(services, "_send", away)
    with transaction.atomic():
        services.emit(Rang(1))
    assert Event.objects.get().delivered is None


@pytest.mark.django_db
def test_a_failing_handler_is_tried_again_without_the_others(sent: list[int]) -> None:
    event = services.emit(Rang(7))
    broken.add("first")
    assert not services.deliver(event.pk)
    assert list(Delivery.objects.values_list("handler", flat=True)) == [f"{__name__}.second"]
    event.refresh_from_db()
    assert (event.attempts, event.delivered) == (1, None)
    assert "RuntimeError: not now" in event.error
    broken.clear()
    heard.clear()
    assert services.deliver(event.pk)
    assert heard == [("first", 7)]
    event.refresh_from_db()
    assert event.delivered is not None


@pytest.mark.django_db
def test_the_sweep_finds_what_was_lost_and_leaves_what_is_under_way(sent: list[int]) -> None:
    lost, young, done = (services.emit(Rang(n)) for n in range(3))
    Event.objects.filter(pk=lost.pk).update(next_try=timezone.now() - timedelta(seconds=1))
    services.deliver(done.pk)
    Event.objects.filter(pk=done.pk).update(next_try=timezone.now() - timedelta(seconds=1))
    assert services.sweep() == 1
    assert sent == [lost.pk]
    assert services.sweep() == 0, "it was just sent again and gets its time"
    assert young.pk not in sent


@pytest.mark.django_db(transaction=True)
def test_two_deliveries_at_once_run_a_handler_once(sent: list[int]) -> None:
    with transaction.atomic():
        event = services.emit(Rang(5))
    start = threading.Barrier(4)

    def run() -> None:
        start.wait()
        services.deliver(event.pk)
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(heard) == [("first", 5), ("second", 5)]


@pytest.mark.django_db
def test_old_delivered_events_are_forgotten_and_owed_ones_kept(sent: list[int]) -> None:
    old, owed = services.emit(Rang(1)), services.emit(Rang(2))
    long_ago = timezone.now() - services.KEEP - timedelta(hours=1)
    Event.objects.filter(pk=old.pk).update(delivered=long_ago)
    Event.objects.filter(pk=owed.pk).update(created=long_ago)
    assert services.purge() == 1
    assert Event.objects.get().pk == owed.pk
