"""The same and opposite movements at once, on real connections."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests.together import at_once
from wallet import ledger, locks, selectors, services
from wallet.errors import InsufficientFunds
from wallet.models import Account, Entry, Hold, Kind, Transfer
from wallet.services import Holder, Line

pytestmark = pytest.mark.django_db(transaction=True)


def conserved() -> bool:
    return sum(Account.objects.values_list("balance", flat=True)) == 0


def test_eight_settlements_at_once_move_money_once() -> None:
    a, b = (Player.objects.create_user(name) for name in "ab")
    services.open_holds("hand:1", [Holder(a.pk, "beans", 1000), Holder(b.pk, "beans", 1000), Holder(None, "beans", 9)])
    lines = [Line(0, "stake", 700), Line(1, "stake", -700), *(Line(seat, "rake", -5) for seat in range(3))]
    results = at_once(*[lambda: services.settle("hand:1", lines)] * 8)
    assert len({getattr(result, "pk", result) for result in results}) == 1
    assert Transfer.objects.filter(key="hand:1").count() == 1
    assert (selectors.balance(a.pk, "beans"), selectors.balance(b.pk, "beans")) == (10_695, 9_295)
    assert conserved()


def test_a_hand_is_settled_or_released_but_never_both() -> None:
    a = Player.objects.create_user("a")
    services.open_holds("hand:1", [Holder(a.pk, "beans", 1000)])
    at_once(lambda: services.settle("hand:1", [Line(0, "penalty", -400)]), lambda: services.release("hand:1"))
    kind = Transfer.objects.get(key="hand:1").kind
    assert selectors.balance(a.pk, "beans") == (9_600 if kind == "hand" else 10_000)
    assert conserved()


def test_a_grant_asked_for_twice_at_once_is_given_once() -> None:
    player = Player.objects.create_user("a")
    results = at_once(*[lambda: services.grant(player, "coins", 50, "relief", "relief:1")] * 4)
    assert len({getattr(result, "pk", result) for result in results}) == 1
    assert selectors.balance(player.pk, "coins") == 10_050
    assert conserved()


def test_money_held_by_one_hand_is_not_held_by_another_at_the_same_time() -> None:
    player = Player.objects.create_user("a")
    results = at_once(
        *(lambda n=n: services.open_holds(f"hand:{n}", [Holder(player.pk, "beans", 6000)]) for n in range(3))
    )
    assert sum(isinstance(result, InsufficientFunds) for result in results) == 2
    assert Hold.objects.filter(closed=None).count() == 1
    assert selectors.balance(player.pk, "beans") == 4_000


def test_transfers_in_opposite_order_do_not_deadlock() -> None:
    a, b = (Player.objects.create_user(name) for name in "ab")
    chart = locks.Chart([a.pk, b.pk])
    mine, theirs = (chart.id(Kind.PLAYER, "beans", pk) for pk in (a.pk, b.pk))

    def send(name: str, giver: int, taker: int) -> None:
        for n in range(15):
            ledger.post(f"{name}:{n}", "gift", [ledger.Move(giver, -1, "gift"), ledger.Move(taker, 1, "gift")])

    results = at_once(
        lambda: send("w", mine, theirs),
        lambda: send("x", theirs, mine),
        lambda: send("y", mine, theirs),
        lambda: send("z", theirs, mine),
    )
    assert results == [None] * 4
    assert Entry.objects.filter(label="gift").count() == 120
    assert (selectors.balance(a.pk, "beans"), selectors.balance(b.pk, "beans")) == (10_000, 10_000)


def test_hands_with_bots_start_and_settle_at_once_without_deadlock() -> None:
    players = [Player.objects.create_user(name) for name in "abcd"]

    def play(player: Player) -> None:
        for n in range(5):
            key = f"hand:{player.pk}-{n}"
            services.open_holds(key, [Holder(None, "beans", 50_000_000), Holder(player.pk, "beans", 5_000)])
            services.settle(key, [Line(0, "stake", 10), Line(1, "stake", -10), Line(1, "rake", -1)])

    assert at_once(*(lambda p=p: play(p) for p in players)) == [None] * 4
    assert [selectors.balance(p.pk, "beans") for p in players] == [9_945] * 4
    assert Account.objects.get(kind=Kind.HOUSE, currency="beans").balance == 20
    assert conserved()


def test_purchase_gift_and_settlement_of_one_wallet_at_once_keep_the_sum() -> None:
    a, b = (Player.objects.create_user(name) for name in "ab")
    services.open_holds("hand:1", [Holder(a.pk, "beans", 4_000), Holder(b.pk, "beans", 4_000)])
    chart = locks.Chart([a.pk])
    mine, shop = chart.id(Kind.PLAYER, "beans", a.pk), chart.id(Kind.SHOP, "beans")
    lines = [Line(0, "stake", -3_000), Line(1, "stake", 3_000), Line(0, "rake", -5), Line(1, "rake", -5)]

    def buy(number: int) -> object:
        return ledger.post(
            f"buy:{number}", "purchase", [ledger.Move(mine, -400, "purchase"), ledger.Move(shop, 400, "purchase")]
        )

    results = at_once(
        lambda: services.settle("hand:1", lines),
        lambda: services.settle("hand:1", lines),
        lambda: services.grant(a, "beans", 700, "topup", "topup:1"),
        lambda: services.grant(a, "beans", 700, "topup", "topup:1"),
        lambda: buy(1),
        lambda: buy(1),
        lambda: buy(2),
        lambda: buy(3),
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert selectors.balance(a.pk, "beans") == 10_000 - 3_005 + 700 - 3 * 400
    assert selectors.balance(b.pk, "beans") == 12_995
    assert Account.objects.get(kind=Kind.SHOP, currency="beans").balance == 1_200
    assert Transfer.objects.filter(kind__in=("hand", "topup", "purchase")).count() == 5
    assert conserved()


def test_purchases_at_once_never_spend_what_a_hand_holds() -> None:
    player = Player.objects.create_user("a")
    services.open_holds("hand:1", [Holder(player.pk, "beans", 9_000)])
    chart = locks.Chart([player.pk])
    mine, shop = chart.id(Kind.PLAYER, "beans", player.pk), chart.id(Kind.SHOP, "beans")
    results = at_once(
        *(
            lambda n=n: ledger.post(
                f"buy:{n}", "purchase", [ledger.Move(mine, -400, "purchase"), ledger.Move(shop, 400, "purchase")]
            )
            for n in range(4)
        )
    )
    assert sum(isinstance(result, InsufficientFunds) for result in results) == 2
    assert selectors.balance(player.pk, "beans") == 200
    assert Hold.objects.get().closed is None
    assert Account.objects.get(kind=Kind.HOLD, currency="beans", owner=player).balance == 9_000
    assert conserved()
