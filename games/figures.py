"""What the house looks at: hands that stand still, hands that were void."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count
from django.db.models.fields.json import KT
from django.db.models.functions import TruncDate
from django.utils import timezone

from games.models import Hand
from games.runtime import store

OVERDUE = timedelta(seconds=60)
"""So far behind its own clock a hand that runs stands still (as for `games.lost`)."""
UNSETTLED = timedelta(seconds=60)
"""And so long after its end one that is not settled."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A hand that does not go on: `status` "live" or "over", `since` when it should have."""

    id: str
    mode: str
    status: str
    since: datetime


def stuck(limit: int = 20) -> list[Stuck]:
    """The hands that stand still, the longest first."""
    now = timezone.now()
    late = {
        head.hand_id: datetime.fromtimestamp(head.due / 1000, UTC)
        for head in store.heads()
        if head.due is not None and head.due < (now - OVERDUE).timestamp() * 1000
    }
    hands = list(Hand.objects.filter(pk__in=late, status=Hand.Status.LIVE).only("pk", "mode", "status"))
    hands += Hand.objects.filter(status=Hand.Status.OVER, ended__lt=now - UNSETTLED).only("mode", "status", "ended")
    found = [Stuck(str(hand.pk), hand.mode, hand.status, late.get(hand.pk) or hand.ended or now) for hand in hands]
    return sorted(found, key=lambda hand: hand.since)[:limit]


def void_by_day(wanted: Iterable[date]) -> dict[date, Counter[str]]:
    """For each day how many hands ended void, by why ("lost", "damaged", "no_call", …). Archived ones are left out."""
    span = list(wanted)
    found: dict[date, Counter[str]] = {day: Counter() for day in span}
    start = timezone.make_aware(datetime.combine(span[0], time()))
    rows = (
        Hand.objects.filter(status=Hand.Status.VOID, archived=None, ended__gte=start)
        .annotate(day=TruncDate("ended"), why=KT("result__facts__why"))
        .values_list("day", "why")
        .annotate(Count("pk"))
        .order_by()
    )
    for day, why, count in rows:
        if day in found:
            found[day][why or "?"] += count
    return found


def newest_void(limit: int = 10) -> list[Hand]:
    """The hands that were void last, each with `why`."""
    void = Hand.objects.filter(status=Hand.Status.VOID, archived=None, ended__isnull=False)
    return list(void.annotate(why=KT("result__facts__why")).only("pk", "mode", "ended").order_by("-ended")[:limit])
