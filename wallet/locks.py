"""Finding accounts, and the order in which rows are locked.

Holds by (key, seat) first, then accounts by primary key, all of a transaction's accounts at once. Nothing else is
locked while a transfer is written, so two transfers never wait for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import IntegrityError, connection, transaction
from django.db.models import Q

from wallet.models import Account, Hold


class Chart:
    """The accounts that a movement between these players and the platform may touch, found with one query."""

    def __init__(self, player_ids: Iterable[int | None]) -> None:
        owners = {pk for pk in player_ids if pk is not None}
        rows = Account.objects.filter(Q(owner=None) | Q(owner_id__in=owners))
        self._ids: dict[tuple[str, str, int | None], int] = {
            (kind, currency, owner): pk
            for kind, currency, owner, pk in rows.values_list("kind", "currency", "owner_id", "pk")
        }

    def id(self, kind: str, currency: str, owner_id: int | None = None) -> int:
        """The account's key. An account that was never needed before is made."""
        known = self._ids.get((kind, currency, owner_id))
        if known is None:
            known = self._ids[kind, currency, owner_id] = _made(kind, currency, owner_id)
        return known


def _made(kind: str, currency: str, owner_id: int | None) -> int:
    where = {"kind": kind, "currency": currency, "owner_id": owner_id}
    try:
        with transaction.atomic():
            return Account.objects.create(**where).pk
    except IntegrityError:
        # Somebody made it since the chart was drawn.
        return Account.objects.values_list("pk", flat=True).get(**where)


def accounts(ids: Iterable[int]) -> dict[int, Account]:
    """Lock these accounts until the transaction ends and return them as they are now."""
    # NO KEY: writing an entry that refers to the account, which locks its key alone, does not have to wait.
    rows = Account.objects.filter(pk__in=set(ids)).order_by("pk").select_for_update(no_key=True)
    return {row.pk: row for row in rows}


def open_holds(key: str) -> list[Hold]:
    """Lock the open holds of `key` and return them by seat."""
    return list(Hold.objects.filter(key=key, closed=None).order_by("seat").select_for_update(no_key=True))


@contextmanager
def alone(work: int, number: int = 0) -> Iterator[bool]:
    """Whether no other process is at this work (a number of its own; `number` tells its parts apart). The database
    gives the lock back with the connection, whatever becomes of this process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", (work, number))
        free = bool(cursor.fetchone()[0])
    try:
        yield free
    finally:
        if free:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", (work, number))
