"""The same and opposite movements at once, on real connections."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import Player
from wallet import ledger, locks, selectors, services
from wallet.errors import InsufficientFunds
from wallet.models import Account, Entry, Hold, Kind, Transfer
from wallet.services import Holder, Line

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; their results or the exceptions they raised."""
    results: list[object] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(index: int, call: Callable[[], object]) -> None:
        start.wait()
        try:
            results[index] = call()
        except Exception as error:  # noqa: BLE001 - the test looks at whatever was raised
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i, call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
        assert not thread.is_alive()
    return results


def conserved() -> bool:
    return sum(Account.objects.values_list("balance", flat=True)) == 0


def test_two_settlements_at_once_move_money_once() -> None:
    a, b = (Player.objects.create_user(name) for name in "ab")
    services.open_holds("hand:1", [Holder(a.pk, "beans", 1000), Holder(b.pk, "beans", 1000), Holder(None, "beans", 9)])
    lines = [Line(0, "stake", 700), Line(1, "stake", -700), *(Line(seat, "rake", -5) for seat in range(3))]
    results = at_once(*[lambda: services.settle("hand:1", lines)] * 4)
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
