"""Accounts, grants, holds and settling: what moves, what is refused, and that nothing is made or lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import Sum

from accounts.models import Player
from wallet import ledger, locks, selectors, services
from wallet.errors import InsufficientFunds, KeyReused, OverHold, Unbalanced, UnknownHold
from wallet.models import Account, Entry, Hold, Kind, OpeningGrant, Transfer
from wallet.services import Holder, Line

KEY = "hand:1"


def total(kind: str, currency: str = "beans") -> int:
    return Account.objects.filter(kind=kind, currency=currency).aggregate(total=Sum("balance"))["total"] or 0


def seats(player: Player, other: Player, amount: int = 3000) -> list[Holder]:
    return [Holder(player.pk, "beans", amount), Holder(other.pk, "beans", 1000), Holder(None, "beans", 5000)]


def test_a_new_player_starts_with_the_opening_amounts(player: Player) -> None:
    assert selectors.balances(player.pk) == {"beans": 10_000, "coins": 10_000}
    services.open_account(player)
    assert selectors.balance(player.pk, "beans") == 10_000


def test_the_opening_amount_is_the_admins(db: None) -> None:
    OpeningGrant.objects.filter(currency="beans").update(amount=77)
    OpeningGrant.objects.filter(currency="coins").update(amount=0)
    player = Player.objects.create_user("late")
    assert selectors.balances(player.pk) == {"beans": 77, "coins": 0}
    OpeningGrant.objects.filter(currency="beans").update(amount=99)
    services.open_account(player)
    assert selectors.balance(player.pk, "beans") == 77


def test_a_grant_is_given_once_per_key(player: Player, everything: Callable[[], int]) -> None:
    first = services.grant(player, "beans", 500, "relief", "relief:1")
    assert services.grant(player, "beans", 500, "relief", "relief:1") == first
    assert selectors.balance(player.pk, "beans") == 10_500
    with pytest.raises(KeyReused):
        services.grant(player, "beans", 501, "relief", "relief:1")
    with pytest.raises(KeyReused):
        services.grant(player, "beans", 500, "gift", "relief:1")
    assert selectors.balance(player.pk, "beans") == 10_500
    assert everything() == 0


def test_a_grant_gives_something(player: Player) -> None:
    with pytest.raises(ValueError):
        services.grant(player, "beans", 0, "relief", "relief:1")
    assert not Transfer.objects.filter(key="relief:1").exists()


def test_what_is_on_hold_cannot_be_spent(player: Player, other: Player) -> None:
    services.open_holds(KEY, seats(player, other, 9_999))
    assert selectors.balance(player.pk, "beans") == 1
    with pytest.raises(InsufficientFunds) as refused:
        services.open_holds("hand:2", [Holder(other.pk, "beans", 1), Holder(player.pk, "beans", 2)])
    assert refused.value.facts == {"player": player.pk, "currency": "beans", "need": 2, "have": 1}
    assert not Hold.objects.filter(key="hand:2").exists()
    assert selectors.balance(other.pk, "beans") == 9_000, "the other seat's hold was not opened either"


def test_opening_the_same_holds_again_changes_nothing(player: Player, other: Player) -> None:
    first = services.open_holds(KEY, seats(player, other))
    assert services.open_holds(KEY, seats(player, other)) == first
    assert selectors.balance(player.pk, "beans") == 7_000
    with pytest.raises(KeyReused):
        services.open_holds(KEY, seats(player, other, 3_001))
    assert selectors.balance(player.pk, "beans") == 7_000


def test_bots_play_from_an_account_that_never_falls_below_zero(player: Player, everything: Callable[[], int]) -> None:
    for number in range(3):
        services.open_holds(f"hand:{number}", [Holder(None, "coins", services.BOTS_RESERVE)])
    assert total(Kind.HOLD, "coins") == 3 * services.BOTS_RESERVE
    assert total(Kind.BOTS, "coins") >= services.BOTS_LOW
    assert everything() == 0


def test_settling_moves_stakes_and_fees_and_frees_the_rest(
    player: Player, other: Player, everything: Callable[[], int]
) -> None:
    services.open_holds(KEY, seats(player, other))
    bots = total(Kind.BOTS)
    lines = [Line(0, "stake", 3000), Line(1, "stake", -600), Line(2, "stake", -2400)]
    lines += [Line(seat, "rake", -100) for seat in range(3)]
    transfer = services.settle(KEY, lines, {"hand": "1"})
    assert selectors.balance(player.pk, "beans") == 12_900
    assert selectors.balance(other.pk, "beans") == 9_300
    assert total(Kind.BOTS) - bots == 2_500
    assert total(Kind.HOUSE) == 300
    assert total(Kind.HOLD) == 0
    assert everything() == 0
    mine = transfer.entries.filter(account__owner=player, account__kind=Kind.PLAYER)
    assert list(mine.values_list("label", "amount")) == [("release", 3000), ("stake", 3000), ("rake", -100)]
    assert not Hold.objects.filter(closed=None).exists()


def test_settling_again_returns_the_same_transfer(player: Player, other: Player) -> None:
    services.open_holds(KEY, seats(player, other))
    lines = [Line(0, "stake", -50), Line(1, "stake", 50)]
    first = services.settle(KEY, lines)
    entries = Entry.objects.count()
    assert services.settle(KEY, lines) == first
    assert (Entry.objects.count(), selectors.balance(player.pk, "beans")) == (entries, 9_950)
    with pytest.raises(KeyReused):
        services.release(KEY)


def test_a_penalty_goes_to_the_fines(player: Player, other: Player, everything: Callable[[], int]) -> None:
    services.open_holds(KEY, seats(player, other))
    services.settle(KEY, [Line(0, "penalty", -300)])
    assert (selectors.balance(player.pk, "beans"), selectors.balance(other.pk, "beans")) == (9_700, 10_000)
    assert total(Kind.FINES) == 300
    assert everything() == 0


def test_releasing_gives_everything_back(player: Player, other: Player) -> None:
    services.open_holds(KEY, seats(player, other))
    bots = total(Kind.BOTS)
    first = services.release(KEY)
    assert (selectors.balance(player.pk, "beans"), selectors.balance(other.pk, "beans")) == (10_000, 10_000)
    assert total(Kind.BOTS) == bots + 5000
    assert services.release(KEY) == first
    with pytest.raises(KeyReused):
        services.settle(KEY, [])


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([Line(0, "stake", -3001), Line(1, "stake", 3001)], OverHold),
        ([Line(1, "stake", -950), Line(0, "stake", 950), Line(1, "rake", -51)], OverHold),
        ([Line(0, "stake", -50), Line(1, "stake", 49)], Unbalanced),
        ([Line(3, "stake", 0)], UnknownHold),
        ([Line(0, "rake", 5)], ValueError),
        ([Line(0, "gift", -5)], ValueError),
    ],
)
def test_what_a_settlement_may_not_move(
    player: Player, other: Player, lines: list[Line], error: type[Exception]
) -> None:
    services.open_holds(KEY, seats(player, other))
    with pytest.raises(error):
        services.settle(KEY, lines)
    assert selectors.balance(player.pk, "beans") == 7_000
    assert Hold.objects.filter(key=KEY, closed=None).count() == 3
    assert not Transfer.objects.filter(key=KEY).exists()


def test_holds_nobody_opened_are_unknown(db: None) -> None:
    with pytest.raises(UnknownHold):
        services.settle("hand:none", [])
    with pytest.raises(UnknownHold):
        services.release("hand:none")


def test_a_transfer_that_makes_money_is_refused(player: Player, other: Player) -> None:
    chart = locks.Chart([player.pk, other.pk])
    mine, theirs = (chart.id(Kind.PLAYER, "beans", pk) for pk in (player.pk, other.pk))
    coins = chart.id(Kind.PLAYER, "coins", other.pk)
    with pytest.raises(Unbalanced):
        ledger.post("k", "gift", [ledger.Move(mine, -5, "gift"), ledger.Move(theirs, 6, "gift")])
    with pytest.raises(Unbalanced):
        ledger.post("k", "gift", [ledger.Move(mine, -5, "gift"), ledger.Move(coins, 5, "gift")])
    with pytest.raises(InsufficientFunds):
        ledger.post("k", "gift", [ledger.Move(mine, -10_001, "gift"), ledger.Move(theirs, 10_001, "gift")])
    assert not Transfer.objects.filter(key="k").exists()
