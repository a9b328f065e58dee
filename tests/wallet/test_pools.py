"""Entry fees taken in and paid out as prizes, or given back: exact, and once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from tests.together import together
from wallet import audit, pools, selectors, services, statement
from wallet.errors import InsufficientFunds, KeyReused, UnknownHold
from wallet.models import Hold, Transfer
from wallet.services import Holder
from wallet.setup import OPENING_AMOUNT

FEES = ["cup:1", "cup:2"]


@pytest.fixture(autouse=True)
def _owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(audit._owners, "cup", set)  # type: ignore[arg-type]


def enter(*players: Player, fee: int = 1000) -> None:
    for key, player in zip(FEES, players, strict=True):
        services.open_holds(key, [Holder(player.pk, "beans", fee)])


def have(*players: Player) -> list[int]:
    return [selectors.balance(player.pk, "beans") - OPENING_AMOUNT for player in players]


def test_fees_become_prizes_and_the_houses_share(player: Player, other: Player, everything: Callable[[], int]) -> None:
    enter(player, other)
    assert have(player, other) == [-1000, -1000]
    done = pools.share_out("cup", FEES, {player.pk: 1500, other.pk: 300}, "beans", 200, {"cup": 1})
    assert have(player, other) == [500, -700]
    assert pools.share_out("cup", FEES, {player.pk: 1500, other.pk: 300}, "beans", 200, {}) == done
    assert have(player, other) == [500, -700]
    assert everything() == 0
    assert list(audit.faults()) == []
    assert {entry.label: entry.amount for entry in done.entries.filter(account__kind__in=("mint", "house"))} == {
        "rake": 200
    }
    rows = [(row.label, row.amount) for row in statement.page(player.pk, statement.Wanted(), 3)]
    assert rows == [("prize", 1500), ("entry_fee", -1000), ("release", 1000)]
    assert [
        party.kind for row in statement.page(player.pk, statement.Wanted(label="prize"), 1) for party in row.parties
    ] == []


def test_what_the_house_adds_comes_from_the_mint(player: Player, other: Player, everything: Callable[[], int]) -> None:
    enter(player, other)
    pools.share_out("cup", FEES, {other.pk: 5000}, "beans", 0, {})
    assert have(player, other) == [-1000, 4000]
    assert everything() == 0


def test_shares_are_given_back_one_alone_and_all_together(
    player: Player, other: Player, everything: Callable[[], int]
) -> None:
    enter(player, other)
    services.release(FEES[0])
    assert have(player, other) == [0, -1000]
    with pytest.raises(UnknownHold):
        pools.share_out("cup", FEES, {player.pk: 2000}, "beans", 0, {})
    first = pools.give_back("cup:back", FEES)
    assert pools.give_back("cup:back", FEES) == first
    assert have(player, other) == [0, 0]
    assert everything() == 0
    assert not Hold.objects.filter(closed=None).exists()
    assert pools.give_back("cup:other", FEES) is None


def test_a_pool_pays_no_debts(player: Player, other: Player) -> None:
    enter(player, other)
    with pytest.raises(ValueError):
        pools.share_out("cup", FEES, {player.pk: -1}, "beans", 0, {})
    with pytest.raises(ValueError):
        pools.share_out("cup", FEES, {player.pk: 1}, "coins", 0, {})
    assert Hold.objects.filter(closed=None).count() == 2
    assert not Transfer.objects.filter(key="cup").exists()


@pytest.mark.django_db(transaction=True)
def test_refund_and_prizes_at_the_same_moment_leave_one_of_them(player: Player, other: Player) -> None:
    enter(player, other)
    codes = together(
        lambda: _tried(lambda: pools.share_out("cup", FEES, {player.pk: 2000}, "beans", 0, {})),
        lambda: _tried(lambda: pools.give_back("cup:back", FEES)),
    )
    assert codes.count("done") == 1
    assert have(player, other) in ([1000, -1000], [0, 0])
    assert list(audit.faults()) == []


def _tried(pay: Callable[[], object]) -> str:
    try:
        return "done" if pay() else "nothing"
    except (UnknownHold, KeyReused, InsufficientFunds):
        return "refused"
