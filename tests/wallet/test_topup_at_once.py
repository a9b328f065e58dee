"""Paying, buying and limits on real connections at once."""

from __future__ import annotations

from uuid import UUID

import pytest

from accounts import care
from rewards import services as rewards
from tests.together import at_once
from tests.wallet.shop import bought, payer, paying, plan, product, says
from tests.wallet.test_concurrency import conserved
from wallet import audit, selectors, services
from wallet.models import Transfer
from wallet.services import Holder, Line
from wallet.topup import members
from wallet.topup import services as topup
from wallet.topup.errors import Refused
from wallet.topup.models import Event, Order, Term
from wallet.topup.providers import sandbox
from wallet.topup.webhooks import receive

pytestmark = pytest.mark.django_db(transaction=True)


def codes(results: list[object]) -> list[str]:
    """The codes of refusals; any other error shows as itself."""
    return sorted(getattr(one, "code", repr(one)) for one in results if isinstance(one, Exception))


def test_a_message_delivered_eight_times_at_once_credits_once() -> None:
    player = payer()
    order = paying(player)
    message = sandbox.message(says(order))
    answers = at_once(*[lambda: receive("sandbox", *message)] * 8)
    assert {(answer.code, answer.status) for answer in answers} == {("credited", 200)}
    assert selectors.balance(player.pk, "coins") == 70_000
    assert Event.objects.count() == 1
    assert Transfer.objects.filter(kind="topup").count() == 1
    membership = paying(player, plan())
    different = [sandbox.message(says(membership)) for _ in range(4)]
    answers = at_once(*(lambda m=m: receive("sandbox", *m) for m in different))
    assert sorted(answer.code for answer in answers) == ["already", "already", "already", "credited"]
    assert Term.objects.count() == 1
    assert conserved()
    assert list(audit.faults()) == []


def test_purchase_top_up_grant_and_settlement_of_one_wallet_keep_the_sum() -> None:
    player, other = payer(), payer("other")
    key = f"hand:{UUID(int=7)}"
    services.open_holds(key, [Holder(player.pk, "coins", 4_000), Holder(other.pk, "coins", 4_000)])
    lines = [Line(0, "stake", -3_000), Line(1, "stake", 3_000), Line(0, "rake", -5), Line(1, "rake", -5)]
    back, order = bought(player), paying(player)
    message, ware = sandbox.message(says(order)), plan(coins=500)
    results = at_once(
        lambda: services.settle(key, lines),
        lambda: services.settle(key, lines),
        lambda: receive("sandbox", *message),
        lambda: receive("sandbox", *message),
        lambda: members.buy(player, ware.pk, "a"),
        lambda: members.buy(player, ware.pk, "a"),
        lambda: members.buy(player, ware.pk, "b"),
        lambda: rewards.sign_in(player),
        lambda: services.grant(player, "coins", 700, "relief", "relief:x"),
        lambda: topup.refund(back.number, other, "误购"),
    )
    assert codes(results) == []
    assert selectors.balance(player.pk, "coins") == 10_000 - 3_005 + 60_000 - 2 * 500 + 700
    assert selectors.balance(other.pk, "coins") == 12_995
    assert Term.objects.count() == 2
    assert conserved()
    assert list(audit.faults()) == []


def test_orders_placed_at_once_do_not_pass_a_limit() -> None:
    player, ware = payer(), product(price=1_000)
    care.set_limits(player, 3_000, None)
    results = at_once(*[lambda: topup.place(player, product_id=ware.pk)] * 8)
    assert codes(results) == ["over_day"] * 5
    assert Order.objects.count() == 3
    numbers = list(Order.objects.values_list("number", flat=True))
    results = at_once(
        lambda: care.set_limits(player, 2_999, None),
        *(lambda n=n: topup.start(player, n, "sandbox", "page", "") for n in numbers),
    )
    assert set(codes(results)) <= {"over_day"}
    refused = at_once(*(lambda n=n: topup.place(player, product_id=ware.pk) for n in numbers))
    assert codes(refused) == ["over_day"] * 3


def test_an_order_is_paid_or_ends_but_never_both() -> None:
    player = payer()
    for _ in range(3):
        order = paying(player)
        message = sandbox.message(says(order))
        results = at_once(lambda m=message: receive("sandbox", *m), lambda n=order.number: topup.cancel(player, n))
        order.refresh_from_db()
        credited = Transfer.objects.filter(key=f"order:{order.number}").exists()
        assert (order.state == Order.State.CREDITED) == credited == (results[0].code == "credited")
        assert isinstance(results[1], Refused) == credited
    assert list(audit.faults()) == []


def test_a_refund_begun_twice_at_once_takes_once() -> None:
    player = payer()
    order = bought(player)
    results = at_once(*[lambda: topup.refund(order.number, player, "误购")] * 3)
    assert codes(results) == ["not_refundable"] * 2
    at_once(*[lambda: topup.finish_refund(order.number)] * 3)
    assert selectors.balance(player.pk, "coins") == 10_000
    order.refresh_from_db()
    assert order.state == Order.State.REFUNDED
    assert list(audit.faults()) == []
