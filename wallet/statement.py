"""A player's statement: every movement of what the player can spend, with its reason and the balance after it.

The balance and the amount on hold stand in the entries themselves, so they are right whatever is filtered, and a page
is read where the index says: nothing is counted or summed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from wallet.models import Account, Currency, Entry, Kind


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which movements a statement shows; None leaves that open. `label`: as in `wallet.reasons`. `since` and `until`
    are days in the house's time zone, both included."""

    currency: str | None = None
    label: str | None = None
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """Whose money came or went: the kind of account, and the nickname where it is a player's."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Movement:
    """One entry of a player's own account.

    `balance`: what could be spent after it; `held`: what was on hold for hands after its transfer. `key`: the
    transfer's own, `subject` what it concerns as (kind, id), such as ("hand", uuid), or None. `parties`: who was on the
    other side; for money put on hold or freed the player's own hold.
    """

    id: int
    at: datetime
    currency: str
    label: str
    key: str
    amount: int
    balance: int
    held: int
    parties: tuple[Party, ...]

    @property
    def subject(self) -> tuple[str, str] | None:
        kind, _colon, rest = self.key.partition(":")
        return (kind, rest.partition(":")[0]) if kind in SUBJECTS else None


SUBJECTS = ("hand", "order")
"""Kinds of keys that name something a reader can look at."""


def page(player_id: int, wanted: Wanted, limit: int, before: int | None = None) -> list[Movement]:
    """Up to `limit` of the player's movements, the newest first. `before`: the last id of the page before this one."""
    accounts = Account.objects.filter(owner_id=player_id, kind__in=(Kind.PLAYER, Kind.HOLD))
    by_place = {(row.kind, row.currency): row for row in accounts}
    found: list[Entry] = []
    # One account at a time: each query walks one index from its end and stops at the limit.
    for currency in Currency.values if wanted.currency is None else [wanted.currency]:
        account = by_place.get((Kind.PLAYER, currency))
        if account is not None:
            found += _entries(account, by_place.get((Kind.HOLD, currency)), wanted, before)[:limit]
    newest = sorted(found, key=lambda entry: -entry.pk)[:limit]
    whole: dict[int, list[Entry]] = {}
    others = Entry.objects.filter(transfer__in={entry.transfer_id for entry in newest})
    for entry in others.select_related("account__owner").order_by("pk"):
        whole.setdefault(entry.transfer_id, []).append(entry)
    return [_movement(entry, whole[entry.transfer_id]) for entry in newest]


def everything(player_id: int, wanted: Wanted, chunk: int = 500) -> Iterator[list[Movement]]:
    """All of the player's movements, the newest first, in pieces. What happens meanwhile does not shift them."""
    before: int | None = None
    while piece := page(player_id, wanted, chunk, before):
        yield piece
        before = piece[-1].id


def _entries(account: Account, hold: Account | None, wanted: Wanted, before: int | None) -> QuerySet[Entry]:
    entries = Entry.objects.filter(account=account)
    if wanted.label is not None:
        entries = entries.filter(label=wanted.label)
    if wanted.since is not None:
        entries = entries.filter(at__gte=_midnight(wanted.since))
    if wanted.until is not None:
        entries = entries.filter(at__lt=_midnight(wanted.until) + timedelta(days=1))
    if before is not None:
        entries = entries.filter(pk__lt=before)
    held = Entry.objects.filter(account=hold, pk__lt=OuterRef("pk")).order_by("-pk").values("balance")[:1]
    return entries.select_related("transfer", "account").annotate(held=Subquery(held)).order_by("-pk")


def _midnight(day: date) -> datetime:
    """When a day begins; days that no instant can be given for become the nearest that can."""
    return timezone.make_aware(datetime.combine(min(max(day, date(1970, 1, 1)), date(9000, 1, 1)), time()))


def _movement(entry: Entry, whole: Sequence[Entry]) -> Movement:
    own = entry.account
    holds = [
        other.balance
        for other in whole
        if other.account.kind == Kind.HOLD
        and (other.account.owner_id, other.account.currency) == (own.owner_id, own.currency)
    ]
    return Movement(
        id=entry.pk,
        at=entry.at,
        currency=own.currency,
        label=entry.label,
        key=entry.transfer.key,
        amount=entry.amount,
        balance=entry.balance,
        held=holds[-1] if holds else getattr(entry, "held", None) or 0,
        parties=_parties(entry, whole),
    )


def _parties(entry: Entry, whole: Sequence[Entry]) -> tuple[Party, ...]:
    """Who has the other side of this entry: the accounts that its label moved the other way."""
    own = entry.account
    across = [
        other.account
        for other in whole
        if other.label == entry.label
        and (other.amount < 0) != (entry.amount < 0)
        and other.account.currency == own.currency
    ]
    mine = [account for account in across if account.owner_id == own.owner_id]
    # In order and each once; bots share one account.
    sides = {account.pk: account for account in mine or across}
    return tuple(Party(account.kind, str(account.owner) if account.owner else "") for account in sides.values())
