"""The one place that writes transfers, entries and balances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from wallet import locks
from wallet.errors import InsufficientFunds, KeyReused, Unbalanced
from wallet.models import SOURCES, Account, Entry, Transfer


@dataclass(frozen=True, slots=True)
class Move:
    """The account gains `amount` (below zero: gives it), for the reason `label`. Moves of 0 are not written."""

    account_id: int
    amount: int
    label: str


@transaction.atomic
def post(key: str, kind: str, moves: Sequence[Move], memo: Mapping[str, Any] | None = None) -> Transfer:
    """Write one transfer under `key`, or return the one that `key` already stands for.

    Locks the accounts of `moves` in the order of their keys. Raises `Unbalanced`, `InsufficientFunds`, or `KeyReused`
    when the key stands for something else; nothing is written then.
    """
    moves = [move for move in moves if move.amount]
    rows = locks.accounts(move.account_id for move in moves)
    # Looked for after the lock: whoever wrote it a moment ago held the same accounts.
    if existing := Transfer.objects.filter(key=key).first():
        return _same(existing, kind, moves)
    _balanced(key, moves, rows)
    changes: Counter[int] = Counter()
    after: list[int] = []
    for move in moves:
        changes[move.account_id] += move.amount
        after.append(rows[move.account_id].balance + changes[move.account_id])
    for pk, change in changes.items():
        account = rows[pk]
        if change < 0 and account.balance + change < 0 and account.kind not in SOURCES:
            raise InsufficientFunds(
                player=account.owner_id, currency=account.currency, need=-change, have=account.balance
            )
        account.balance += change
    try:
        with transaction.atomic():
            transfer = Transfer.objects.create(key=key, kind=kind, memo=dict(memo or {}))
    except IntegrityError as error:
        # Somebody used the key at this very moment for other accounts.
        raise KeyReused(key=key) from error
    Entry.objects.bulk_create(
        Entry(
            transfer=transfer,
            account_id=move.account_id,
            amount=move.amount,
            label=move.label,
            balance=balance,
            at=transfer.created,
        )
        for move, balance in zip(moves, after, strict=True)
    )
    Account.objects.bulk_update([rows[pk] for pk in changes], ["balance"])
    return transfer


def _balanced(key: str, moves: Sequence[Move], rows: Mapping[int, Account]) -> None:
    sums: Counter[str] = Counter()
    for move in moves:
        sums[rows[move.account_id].currency] += move.amount
    if any(sums.values()):
        raise Unbalanced(key=key, sum=dict(sums))


def _same(transfer: Transfer, kind: str, moves: Sequence[Move]) -> Transfer:
    """`transfer`, if it is of this kind and moved exactly this."""
    written = Counter(transfer.entries.values_list("account_id", "amount", "label"))
    if transfer.kind != kind or written != Counter((m.account_id, m.amount, m.label) for m in moves):
        raise KeyReused(key=transfer.key)
    return transfer
