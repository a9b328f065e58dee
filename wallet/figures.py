"""What the house looks at: money made, taken back and won from it, a day at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.db.models import Q, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone

from wallet.models import SOURCES, Account, Currency, Entry, Kind

SINKS = (Kind.HOUSE, Kind.FINES, Kind.SHOP)
"""What arrives there is in nobody's hands any more."""
OWN = ("grant", "hold", "release")
"""Labels of what the bots' account moves without anybody winning or losing it."""


@dataclass(slots=True)
class Day:
    """A day's money in one currency, by the labels of `wallet.reasons`.

    `minted`: new money given to people; `burnt`: money that left people's hands; `bots`: what the bots won from people
    after rake and penalties (below zero: what people won from them).
    """

    day: date
    minted: Counter[str] = field(default_factory=Counter)
    burnt: Counter[str] = field(default_factory=Counter)
    bots: int = 0

    @property
    def rake(self) -> int:
        return self.burnt["rake"]


def days(count: int) -> list[date]:
    """The last `count` days of the house's time zone, today last."""
    today = timezone.localdate()
    return [today - timedelta(days=back) for back in reversed(range(count))]


def flows(wanted: Iterable[date]) -> dict[str, list[Day]]:
    """Per currency a `Day` for each of `wanted`, which are consecutive."""
    span = list(wanted)
    found = {currency: {day: Day(day) for day in span} for currency in Currency.values}
    rows = (
        Entry.objects.filter(account__in=_accounts(), at__gte=_midnight(span[0]))
        .annotate(day=TruncDate("at"))
        .values_list("account__currency", "account__kind", "label", "day")
        .annotate(gained=Sum("amount", filter=Q(amount__gt=0)), given=Sum("amount", filter=Q(amount__lt=0)))
        .order_by()
    )
    for currency, kind, label, day, gained, given in rows:
        told = found[currency].get(day)
        if told is None:
            continue
        if kind == Kind.BOTS:
            told.bots += 0 if label in OWN else (gained or 0) + (given or 0)
        elif kind in SINKS:
            told.burnt[label] += (gained or 0) + (given or 0)
        elif label not in OWN:
            # The same label may give and take back, as a correction does.
            told.minted[label] -= given or 0
            told.burnt[label] += gained or 0
    return {currency: list(by_day.values()) for currency, by_day in found.items()}


def in_circulation() -> dict[str, int]:
    """What people have, what hands hold for them counted, per currency."""
    rows = Account.objects.filter(owner__isnull=False).values_list("currency").annotate(Sum("balance")).order_by()
    return dict.fromkeys(Currency.values, 0) | dict(rows)


def _accounts() -> list[int]:
    """The platform's own accounts, named, so that the index of each is walked from the first day on."""
    kinds = (*SINKS, *SOURCES, Kind.BOTS)
    return list(Account.objects.filter(kind__in=kinds, owner=None).values_list("pk", flat=True))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
