"""`manage.py audit_ledger` passes a sound ledger and names every fault planted in another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts.models import Player
from wallet import audit, services
from wallet.models import Account, Entry, Hold, Kind, Transfer
from wallet.services import Holder

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _running(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands named "live" run, no others."""
    monkeypatch.setattr(audit, "_owners", {"hand": lambda keys: {key for key in keys if key == "hand:live"}})


@contextmanager
def unguarded() -> Iterator[None]:
    """What somebody with the database's own rights could do."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield


def codes() -> list[str]:
    return [fault.code for fault in audit.faults()]


def test_a_sound_ledger_is_clean() -> None:
    player = Player.objects.create_user("a")
    services.open_holds("hand:live", [Holder(player.pk, "beans", 500), Holder(None, "beans", 500)])
    out = StringIO()
    call_command("audit_ledger", stdout=out)
    assert "clean: 4 transfers" in out.getvalue()
    assert "2 open holds" in out.getvalue()
    assert sum(audit.totals()["beans"].values()) == 0


def test_faults_are_named_and_the_command_fails() -> None:
    player = Player.objects.create_user("a")
    with unguarded():
        Account.objects.filter(owner=player, kind=Kind.PLAYER, currency="beans").update(balance=10_001)
    err = StringIO()
    with pytest.raises(CommandError, match="1 fault"):
        call_command("audit_ledger", stdout=StringIO(), stderr=err)
    assert "wrong_balance" in err.getvalue()
    assert "has 10001 but its entries sum to 10000" in err.getvalue()


def test_a_changed_entry_is_found() -> None:
    player = Player.objects.create_user("a")
    with unguarded():
        Entry.objects.filter(account__owner=player, account__currency="beans").update(amount=9_000)
    assert codes() == ["unbalanced_transfer", "wrong_balance", "wrong_running_balance"]


def test_a_removed_transfer_is_found() -> None:
    Player.objects.create_user("a")
    with unguarded():
        transfer = Transfer.objects.first()
        assert transfer is not None
        transfer.entries.all().delete()
    assert codes() == ["wrong_balance", "wrong_balance"]


def test_a_hold_that_is_not_covered_is_found() -> None:
    player = Player.objects.create_user("a")
    services.open_holds("hand:live", [Holder(player.pk, "beans", 500)])
    Hold.objects.update(amount=499)
    assert codes() == ["wrong_hold"]


def test_a_hold_that_nothing_owns_is_found() -> None:
    player = Player.objects.create_user("a")
    services.open_holds("hand:gone", [Holder(player.pk, "beans", 500)])
    services.open_holds("raffle:1", [Holder(player.pk, "coins", 500)])
    found = list(audit.faults())
    assert [fault.code for fault in found] == ["orphan_hold", "orphan_hold"]
    assert {"hand:gone", "raffle:1"} == {word for fault in found for word in fault.text.split() if ":" in word}
