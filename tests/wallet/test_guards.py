"""What the database itself refuses, whoever writes to it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Player
from wallet.models import Account, Entry, Kind, Transfer


def plant(transfer: Transfer, account: Account, amount: int) -> None:
    """An entry that the ledger did not write."""
    Entry.objects.create(
        transfer=transfer,
        account=account,
        amount=amount,
        label="gift",
        balance=account.balance + amount,
        at=transfer.created,
    )


def test_entries_are_never_changed(player: Player) -> None:
    before = list(Entry.objects.values_list("pk", "amount"))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Entry.objects.update(amount=1)
    assert list(Entry.objects.values_list("pk", "amount")) == before


def test_entries_are_never_removed(player: Player) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Entry.objects.all().delete()
    assert Entry.objects.count() == 4


def test_a_transfer_that_does_not_sum_to_zero_cannot_be_committed(player: Player) -> None:
    account = Account.objects.get(owner=player, kind=Kind.PLAYER, currency="beans")
    with transaction.atomic():
        transfer = Transfer.objects.create(key="planted", kind="gift")
        plant(transfer, account, 5)
        with (
            pytest.raises(IntegrityError, match="sums to 5 beans"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)
    assert not Transfer.objects.filter(key="planted").exists()


def test_two_currencies_do_not_balance_each_other(player: Player) -> None:
    beans = Account.objects.get(owner=player, kind=Kind.PLAYER, currency="beans")
    coins = Account.objects.get(owner=player, kind=Kind.PLAYER, currency="coins")
    with transaction.atomic():
        transfer = Transfer.objects.create(key="planted", kind="gift")
        plant(transfer, beans, 5)
        plant(transfer, coins, -5)
        with pytest.raises(IntegrityError, match="sums to"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)


@pytest.mark.parametrize("kind", [kind for kind in Kind.values if kind not in (Kind.MINT, Kind.PLAYER)])
def test_no_account_but_the_mint_falls_below_zero(db: None, kind: str) -> None:
    with pytest.raises(IntegrityError, match="no_debts"), transaction.atomic():
        Account.objects.filter(kind=kind, owner=None).update(balance=-1)
    assert Account.objects.filter(kind=Kind.MINT).update(balance=-1) == 2
    assert not Account.objects.exclude(kind=Kind.MINT).filter(balance__lt=0).exists()


def test_a_players_balance_never_falls_below_zero(player: Player) -> None:
    with pytest.raises(IntegrityError, match="no_debts"), transaction.atomic():
        Account.objects.filter(owner=player, kind=Kind.PLAYER).update(balance=-1)


def test_there_is_one_account_of_a_kind(player: Player) -> None:
    for owner, kind in ((None, Kind.HOUSE), (player, Kind.PLAYER)):
        with pytest.raises(IntegrityError, match="one_account_per_kind"), transaction.atomic():
            Account.objects.create(kind=kind, owner=owner, currency="beans")


def test_platform_accounts_have_no_owner_and_balances_have_one(player: Player) -> None:
    for owner, kind in ((player, Kind.HOUSE), (None, Kind.PLAYER)):
        with pytest.raises(IntegrityError, match="players_own_balances_and_holds"), transaction.atomic():
            Account.objects.create(kind=kind, owner=owner, currency="beans")
