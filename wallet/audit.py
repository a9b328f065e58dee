"""Proving the ledger: entries sum to zero, balances match their entries, every hold belongs to something that runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from wallet.models import Hold

Checker = Callable[[Iterable[str]], set[str]]
Check = tuple[str, str, str]
"""A fault's code, its sentence with a place for each column, and the SQL whose rows are faults."""

_owners: dict[str, Checker] = {}
_more: list[Check] = []


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not be: a stable `code` and a sentence with the rows it concerns."""

    code: str
    text: str


def owner_of(prefix: str) -> Callable[[Checker], Checker]:
    """Decorator: the function is given keys of open holds that start with `prefix` and a colon and returns those whose
    owner still runs or still waits to be settled. Registered by the floor that opens such holds."""

    def add(checker: Checker) -> Checker:
        _owners[prefix] = checker
        return checker

    return add


def also_check(checks: Iterable[Check]) -> None:
    """Registered by what moves money for reasons of its own: the audit proves those too."""
    _more.extend(checks)


def faults() -> Iterator[Fault]:
    """Everything that is wrong. Inside one repeatable-read transaction all checks see the same moment."""
    for code, text, sql in (*_CHECKS, *_more):
        for row in _rows(sql):
            yield Fault(code, text.format(*row))
    yield from _orphans()


def totals() -> dict[str, dict[str, int]]:
    """Per currency, the sum of balances of each kind of account; each currency's sums add up to zero."""
    found: dict[str, dict[str, int]] = {}
    for currency, kind, total in _rows(
        "SELECT currency, kind, sum(balance)::bigint FROM wallet_account GROUP BY 1, 2 ORDER BY 1, 2"
    ):
        found.setdefault(currency, {})[kind] = total
    return found


def _orphans() -> Iterator[Fault]:
    by_prefix: dict[str, list[str]] = {}
    for key in Hold.objects.filter(closed=None).values_list("key", flat=True).distinct():
        by_prefix.setdefault(key.split(":")[0], []).append(key)
    for prefix, keys in sorted(by_prefix.items()):
        checker = _owners.get(prefix)
        alive = checker(keys) if checker else set()
        for key in sorted(set(keys) - alive):
            yield Fault("orphan_hold", f"the hold {key} is open but nothing that runs owns it")


def _rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


_CHECKS: tuple[Check, ...] = (
    (
        "unbalanced_transfer",
        "transfer {0} ({1}) sums to {3} {2} instead of 0",
        """SELECT s.transfer_id, coalesce(t.key, 'gone'), s.currency, s.total FROM (
             SELECT e.transfer_id, a.currency, sum(e.amount) AS total FROM wallet_entry e
             JOIN wallet_account a ON a.id = e.account_id GROUP BY 1, 2 HAVING sum(e.amount) <> 0) s
           LEFT JOIN wallet_transfer t ON t.id = s.transfer_id ORDER BY 1""",
    ),
    (
        "wrong_balance",
        "account {0} ({1}, owner {2}, {3}) has {4} but its entries sum to {5}",
        """SELECT a.id, a.kind, coalesce(a.owner_id::text, 'none'), a.currency, a.balance, coalesce(sum(e.amount), 0)
           FROM wallet_account a LEFT JOIN wallet_entry e ON e.account_id = a.id
           GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0) ORDER BY a.id""",
    ),
    (
        "wrong_running_balance",
        "entry {0} of account {1} says {2} was left, but the entries up to it sum to {3}",
        """SELECT id, account_id, balance, running FROM (
             SELECT id, account_id, balance, sum(amount) OVER (PARTITION BY account_id ORDER BY id) AS running
             FROM wallet_entry) e WHERE balance <> running ORDER BY id""",
    ),
    (
        "dangling_entry",
        "entry {0} belongs to no transfer or account that exists",
        """SELECT e.id FROM wallet_entry e LEFT JOIN wallet_transfer t ON t.id = e.transfer_id
           LEFT JOIN wallet_account a ON a.id = e.account_id WHERE t.id IS NULL OR a.id IS NULL ORDER BY e.id""",
    ),
    (
        "debt",
        "account {0} ({1}) is at {2}, below zero",
        "SELECT id, kind, balance FROM wallet_account WHERE balance < 0 AND kind <> 'mint' ORDER BY id",
    ),
    (
        "wrong_hold",
        "the hold accounts of owner {0} in {1} have {2} but open holds sum to {3}",
        """SELECT coalesce(owner_id::text, 'none'), currency, sum(balance), sum(held) FROM (
             SELECT owner_id, currency, balance, 0 AS held FROM wallet_account WHERE kind = 'hold'
             UNION ALL
             SELECT player_id, currency, 0, amount FROM wallet_hold WHERE closed IS NULL) both_sides
           GROUP BY owner_id, currency HAVING sum(balance) <> sum(held) ORDER BY 1, 2""",
    ),
)
