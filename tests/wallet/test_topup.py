"""Orders: what may be ordered, what a provider's word does, what ends without payment, what is paid back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts import care
from accounts.errors import CareRefused
from accounts.models import Care, CareRules, Player, Standing
from outbox.models import Event as Told
from tests.wallet.shop import bought, payer, paying, plan, product, says
from wallet import audit, selectors, services
from wallet.models import Account, Entry, Transfer
from wallet.services import Holder
from wallet.topup import errors, members, money, sweeping
from wallet.topup import services as topup
from wallet.topup.errors import ProviderDown, RefundRefused, Refused
from wallet.topup.models import LIFETIME, Event, Order, Product, Term
from wallet.topup.providers import sandbox
from wallet.topup.sweeping import WORK, sweep

pytestmark = pytest.mark.django_db
HAND = f"hand:{UUID(int=1)}"
State = Order.State


@pytest.fixture
def player() -> Player:
    return payer()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the house's clock."""

    def move(*parts: int) -> None:
        moment = timezone.make_aware(datetime(*parts))  # noqa: DTZ001 - made aware at once
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return move


def refused(call: Callable[[], object]) -> str:
    """The code of the refusal; whatever is stored is as it was."""
    before = everything()
    with pytest.raises((Refused, CareRefused)) as caught:
        call()
    assert caught.value.text
    assert everything() == before
    return caught.value.code


def everything() -> list[Any]:
    """All that buying may change."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Account, Transfer, Entry, Order, Term, Event, Care, Told)
    ]


def coins(player: Player) -> int:
    return selectors.balance(player.pk, "coins") - 10_000


# -- ordering


def test_an_order_keeps_what_it_was_placed_for(player: Player) -> None:
    ware = product(price=600, amount=60_000)
    order = topup.place(player, product_id=ware.pk)
    Product.objects.update(price=1, amount=1, name="x")
    order.refresh_from_db()
    assert (order.price, order.money, order.amount, order.currency, order.title) == (600, "CNY", 60_000, "coins", "袋")
    assert (order.state, order.paid, order.days) == (State.CREATED, None, 0)
    assert len(order.number) == 20
    assert coins(player) == 0


def test_what_may_not_be_ordered(player: Player, settings: Any) -> None:
    ware, membership = product(), plan(price=None)
    off = product()
    Product.objects.filter(pk=off.pk).update(is_on=False)
    for what in ({"product_id": 0}, {"product_id": off.pk}, {"plan_id": membership.pk}, {}):
        assert refused(lambda w=what: topup.place(player, **w)) == "no_product"
    guest = Player.objects.create_user("g", is_guest=True)
    assert refused(lambda: topup.place(guest, product_id=ware.pk)) == "guest"
    child = payer("child", born=None)
    assert refused(lambda: topup.place(child, product_id=ware.pk)) == "age_unknown"
    for _ in range(topup.OPEN_ORDERS):
        topup.place(player, product_id=ware.pk)
    assert refused(lambda: topup.place(player, product_id=ware.pk)) == "too_many_open"
    settings.TOPUP_SANDBOX = False
    assert refused(lambda: topup.place(child, product_id=ware.pk)) == "no_provider"


def test_a_break_keeps_from_ordering_and_from_paying_what_was_ordered(player: Player) -> None:
    ware = product()
    order = topup.place(player, product_id=ware.pk)
    care.take_break(player, "pay", 7)
    assert refused(lambda: topup.place(player, product_id=ware.pk)) == "pay_break"
    assert refused(lambda: topup.start(player, order.number, "sandbox", "page", "")) == "pay_break"


# -- limits


def test_own_limits_count_what_is_open_and_what_was_paid_in_the_period(player: Player, at: Any) -> None:
    at(2026, 11, 20, 12, 0)
    ware = product(price=1_000)
    care.set_limits(player, 2_500, 4_500)
    bought(player, ware)
    second = topup.place(player, product_id=ware.pk)
    assert refused(lambda: topup.place(player, product_id=ware.pk)) == "over_day"
    topup.cancel(player, second.number)
    bought(player, ware)
    at(2026, 11, 21, 0, 0)
    bought(player, ware)
    bought(player, ware)
    at(2026, 11, 22, 9, 0)
    assert refused(lambda: topup.place(player, product_id=ware.pk)) == "over_month"
    at(2026, 12, 1, 0, 0)
    bought(player, ware)
    assert topup.spending(player.pk) == topup.Spending(1_000, 1_000, care.Caps(None, 2_500, 4_500))


def test_money_that_was_paid_back_counts_no_more(player: Player) -> None:
    care.set_limits(player, 1_000, None)
    order = bought(player, product(price=1_000))
    assert refused(lambda: topup.place(player, product_id=order.product_id)) == "over_day"
    topup.refund(order.number, player, "误购")
    assert refused(lambda: topup.place(player, product_id=order.product_id)) == "over_day", "not yet paid back"
    assert topup.finish_refund(order.number) == State.REFUNDED
    topup.place(player, product_id=order.product_id)


def test_a_limit_that_was_lowered_holds_for_what_is_ordered_already(player: Player) -> None:
    order = topup.place(player, product_id=product(price=1_000).pk)
    care.set_limits(player, 999, None)
    assert refused(lambda: topup.start(player, order.number, "sandbox", "page", "")) == "over_day"
    care.set_limits(player, 0, 0)
    assert refused(lambda: topup.place(player, product_id=product(price=1).pk)) == "over_day"


def test_minors_pay_up_to_their_caps() -> None:
    today = timezone.localdate()
    young = payer("young", born=date(today.year - 15, 1, 1))
    assert refused(lambda: topup.place(young, product_id=product(price=5_001).pk)) == "over_order"
    for _ in range(4):
        bought(young, product(price=5_000))
    assert refused(lambda: topup.place(young, product_id=product(price=1).pk)) == "over_month"
    small = payer("small", born=date(today.year - 6, 1, 1))
    assert refused(lambda: topup.place(small, product_id=product(price=1).pk)) == "over_order"
    CareRules.objects.update(minors_mode=False)
    topup.place(small, product_id=product(price=1).pk)


# -- paying


def test_starting_again_is_the_same_payment_and_another_way_is_refused(player: Player, monkeypatch: Any) -> None:
    order = topup.place(player, product_id=product().pk)
    other = payer("other")
    assert refused(lambda: topup.start(other, order.number, "sandbox", "page", "")) == "no_order"
    assert refused(lambda: topup.start(player, order.number, "bank", "page", "")) == "no_provider"
    assert refused(lambda: topup.start(player, order.number, "sandbox", "scan", "")) == "no_provider"
    first = topup.start(player, order.number, "sandbox", "page", "")
    assert (first.state, first.link) == (State.PAYING, f"/pay/sandbox/{order.number}/")
    monkeypatch.setattr(sandbox.Sandbox, "start", lambda *_: pytest.fail("asked twice"))
    assert topup.start(player, order.number, "sandbox", "page", "").link == first.link
    Order.objects.update(provider="wechat")
    assert refused(lambda: topup.start(player, order.number, "sandbox", "page", "")) == "order_paying"
    Order.objects.update(provider="sandbox", created=timezone.now() - LIFETIME)
    assert refused(lambda: topup.start(player, order.number, "sandbox", "page", "")) == "order_closed"


def test_a_provider_that_does_not_answer_is_asked_again(player: Player, monkeypatch: Any) -> None:
    order = topup.place(player, product_id=product().pk)

    def down(*_: object) -> str:
        raise ProviderDown

    with monkeypatch.context() as patch:
        patch.setattr(sandbox.Sandbox, "start", down)
        with pytest.raises(Refused) as caught:
            topup.start(player, order.number, "sandbox", "page", "")
    assert caught.value.code == "provider_down"
    assert topup.start(player, order.number, "sandbox", "page", "").link


@pytest.mark.parametrize("currency", ["coins", "beans"])
def test_payment_credits_once_under_the_orders_key_and_no_level_points(player: Player, currency: str) -> None:
    order = paying(player, product(price=600, amount=777, currency=currency))
    first = says(order)
    assert topup.hear("sandbox", first) == "credited"
    assert topup.hear("sandbox", first) == "credited", "the same message has the same answer"
    assert topup.hear("sandbox", says(order)) == "already", "another message of the same payment"
    transfer = Transfer.objects.get(key=f"order:{order.number}")
    assert sorted(transfer.entries.values_list("account__kind", "amount", "label")) == [
        ("mint", -777, "topup"),
        ("player", 777, "topup"),
    ]
    assert selectors.balance(player.pk, currency) == 10_777
    order.refresh_from_db()
    assert (order.state, order.reference) == (State.CREDITED, f"R{order.number}")
    assert order.paid
    assert not Standing.objects.exists()
    assert Told.objects.filter(type="wallet.OrderChanged").count() == 1
    assert list(audit.faults()) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"price": 599}, "wrong_amount"),
        ({"price": 60_000}, "wrong_amount"),
        ({"price": None}, "wrong_amount"),
        ({"money": "USD"}, "wrong_money"),
        ({"money": ""}, "wrong_money"),
        ({"reference": ""}, "no_reference"),
        ({"number": "20260101AAAAAAAAAAAA"}, "unknown_order"),
        ({"kind": "other"}, "ignored"),
    ],
)
def test_a_message_that_does_not_fit_changes_nothing_and_is_kept(player: Player, change: Any, code: str) -> None:
    order = paying(player)
    before = everything()
    notice = says(order, **change)
    assert topup.hear("sandbox", notice) == code
    kept = Event.objects.get()
    assert (kept.outcome, kept.event, kept.number, kept.price) == (code, notice.event, notice.number, notice.price)
    Event.objects.all().delete()
    assert everything() == before
    assert topup.hear("sandbox", says(order)) == "credited", "the right one is taken after it"


def test_a_payment_belongs_to_one_order_and_one_provider(player: Player) -> None:
    first, second = bought(player), paying(player)
    assert topup.hear("sandbox", says(second, reference=first.reference)) == "reference_used"
    assert topup.hear("wechat", says(second)) == "wrong_provider"
    created = topup.place(player, product_id=product().pk)
    assert topup.hear("sandbox", says(created)) == "wrong_provider", "nobody was asked to pay it"
    assert coins(player) == 60_000
    second.refresh_from_db()
    assert second.state == State.PAYING


def test_a_closed_order_is_not_paid(player: Player) -> None:
    orders = [paying(player) for _ in range(3)]
    topup.cancel(player, orders[0].number)
    assert topup.hear("sandbox", says(orders[1], "refused")) == "cancelled"
    Order.objects.filter(pk=orders[2].pk).update(created=timezone.now() - 2 * LIFETIME)
    assert sweep() == 1
    for order, state in zip(orders, ("cancelled", "cancelled", "expired"), strict=True):
        assert topup.hear("sandbox", says(order)) == "order_closed"
        order.refresh_from_db()
        assert (order.state, order.paid) == (state, None)
    paid_twice = bought(player)
    assert topup.hear("sandbox", says(paid_twice, reference="another")) == "order_closed"
    assert coins(player) == 60_000
    assert topup.hear("sandbox", says(paid_twice, "refused")) == "order_closed"
    assert topup.hear("sandbox", says(orders[0], "refused")) == "already"


# -- ending without payment


def test_asking_finds_a_payment_whose_message_was_lost(player: Player) -> None:
    cache.clear()
    order = paying(player)
    assert refused(lambda: topup.check(player, order.number)) == "not_paid"
    sandbox.lose(says(order))
    assert topup.check(player, order.number).state == State.CREDITED
    late = paying(player)
    sandbox.lose(says(late))
    Order.objects.filter(pk=late.pk).update(created=timezone.now() - 2 * LIFETIME)
    assert sweep() == 0, "it turned out to be paid"
    third = paying(player)
    sandbox.lose(says(third))
    with pytest.raises(Refused) as caught:
        topup.cancel(player, third.number)
    assert caught.value.code == "order_closed"
    refusing = paying(player)
    sandbox.lose(says(refusing, "refused"))
    assert topup.cancel(player, refusing.number).state == State.CANCELLED
    assert coins(player) == 3 * 60_000
    assert Order.objects.filter(state=State.CREDITED).count() == 3


def test_an_order_stays_open_while_its_provider_does_not_answer(
    player: Player, monkeypatch: Any, settings: Any
) -> None:
    order = paying(player)
    Order.objects.update(created=timezone.now() - 2 * LIFETIME)

    def down(*_: object) -> None:
        raise ProviderDown

    for method in ("look", "close"):
        with monkeypatch.context() as patch:
            patch.setattr(sandbox.Sandbox, method, down)
            assert sweep() == 0
            assert refused(lambda: topup.cancel(player, order.number)) == "provider_down"
    settings.TOPUP_SANDBOX = False
    assert sweep() == 0
    settings.TOPUP_SANDBOX = True
    assert sweep() == 1
    assert sweep() == 0


def test_a_silent_provider_is_asked_once_a_sweep_and_holds_up_nobody(player: Player, monkeypatch: Any) -> None:
    dead = [paying(player) for _ in range(3)]
    Order.objects.update(created=timezone.now() - 3 * LIFETIME)
    asked: list[str] = []

    def down(_self: object, order: Order) -> None:
        asked.append(order.number)
        raise ProviderDown

    monkeypatch.setattr(sandbox.Sandbox, "look", down)
    for number in (1, 2, 3):
        assert (sweep(), len(asked)) == (0, number)
    assert set(asked) == {order.number for order in dead}, "each in its turn"
    idle = topup.place(player, product_id=product().pk)
    Order.objects.filter(pk=idle.pk).update(created=timezone.now() - 2 * LIFETIME)
    assert (sweep(), len(asked)) == (1, 4), "nobody is asked about what was never begun"
    monkeypatch.setattr(sandbox.Sandbox, "look", lambda *_: None)
    monkeypatch.setattr(sweeping, "BUDGET", 0.0)
    assert sweep() == 0, "no time"
    monkeypatch.undo()
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_advisory_lock(%s, 0)", (WORK,))
        assert sweep() == 0, "another one is at it"
        other.execute("SELECT pg_advisory_unlock(%s, 0)", (WORK,))  # the end of the session would do it some time later
    assert (sweep(), sweep()) == (3, 0)


# -- giving back


def test_a_refund_takes_back_then_pays_back(player: Player) -> None:
    staff = Player.objects.create_user("staff")
    order = bought(player)
    assert refused(lambda: topup.refund(order.number, staff, "  ")) == "no_reason"
    assert refused(lambda: topup.refund("x", staff, "误购")) == "no_order"
    open_one = paying(player)
    assert refused(lambda: topup.refund(open_one.number, staff, "误购")) == "not_refundable"
    topup.refund(order.number, staff, "误购")
    order.refresh_from_db()
    assert (order.state, order.taken_back, order.refunded_by, order.refund_reason) == (
        State.REFUNDING,
        60_000,
        staff,
        "误购",
    )
    assert coins(player) == 0
    assert list(audit.faults()) == []
    assert refused(lambda: topup.refund(order.number, staff, "误购")) == "not_refundable"
    assert sweep() == 1
    assert topup.finish_refund(order.number) == "", "nothing is left to do"
    order.refresh_from_db()
    assert order.state == State.REFUNDED
    assert topup.hear("sandbox", says(order, "refunded")) == "already"
    assert coins(player) == 0
    assert list(audit.faults()) == []


def test_what_was_spent_or_is_on_hold_cannot_be_refunded(player: Player) -> None:
    order = bought(player)
    services.open_holds(HAND, [Holder(player.pk, "coins", 10_001)])
    assert refused(lambda: topup.refund(order.number, player, "误购")) == "spent"
    order.refresh_from_db()
    assert (order.state, order.refunds) == (State.CREDITED, 0)


def test_a_refund_that_the_provider_refuses_gives_the_coins_again(player: Player, monkeypatch: Any) -> None:
    order = bought(player)

    def never(*_: object) -> bool:
        raise RefundRefused("NOT_ENOUGH")

    for attempt in (1, 2):
        with monkeypatch.context() as patch:
            patch.setattr(sandbox.Sandbox, "refund", never)
            topup.refund(order.number, player, "误购")
            assert topup.finish_refund(order.number) == State.CREDITED
        order.refresh_from_db()
        assert (order.refunds, order.taken_back, coins(player)) == (attempt, 0, 60_000)
        assert "NOT_ENOUGH" in order.refund_reason
        assert list(audit.faults()) == []


def test_a_refund_under_way_waits_for_the_provider(player: Player, monkeypatch: Any) -> None:
    order = bought(player)
    topup.refund(order.number, player, "误购")

    def down(*_: object) -> bool:
        raise ProviderDown

    for answer in (down, lambda *_: False):
        with monkeypatch.context() as patch:
            patch.setattr(sandbox.Sandbox, "refund", answer)
            assert topup.finish_refund(order.number) == State.REFUNDING
    assert topup.hear("sandbox", says(order, "refunded", price=1)) == "wrong_amount"
    assert topup.hear("sandbox", says(order, "refunded")) == "refunded"
    order.refresh_from_db()
    assert (order.state, coins(player)) == (State.REFUNDED, 0)


def test_a_charge_back_takes_what_is_left_and_never_more(player: Player) -> None:
    spent, kept = bought(player), bought(player)
    services.open_holds(HAND, [Holder(player.pk, "coins", 100_000)])
    assert topup.hear("sandbox", says(spent, "charged_back")) == "charged_back"
    assert topup.hear("sandbox", says(spent, "charged_back")) == "already"
    spent.refresh_from_db()
    assert (spent.state, spent.taken_back) == (State.CHARGED_BACK, 30_000)
    assert selectors.balance(player.pk, "coins") == 0
    assert topup.hear("sandbox", says(kept, "refunded")) == "charged_back", "paid back past us"
    kept.refresh_from_db()
    assert (kept.state, kept.taken_back) == (State.CHARGED_BACK, 0)
    assert [fault.code for fault in audit.faults()] == ["orphan_hold"], "the hand of this test, which nobody plays"
    never = paying(player)
    assert topup.hear("sandbox", says(never, "charged_back")) == "order_closed"


def test_a_charge_back_during_a_refund_ends_it(player: Player) -> None:
    order = bought(player)
    topup.refund(order.number, player, "误购")
    assert topup.hear("sandbox", says(order, "charged_back")) == "charged_back"
    assert topup.finish_refund(order.number) == ""
    order.refresh_from_db()
    assert (order.state, order.taken_back, coins(player)) == (State.CHARGED_BACK, 60_000, 0)
    assert list(audit.faults()) == []


# -- the audit


def damaged(sql: str) -> set[str]:
    """The faults that the audit finds after this was done past all guards; undone again."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(sql)
            cursor.execute("SET LOCAL session_replication_role = origin")
        found = {fault.code for fault in audit.faults()}
        transaction.set_rollback(True)
    return found


def test_the_audit_finds_what_orders_and_ledger_do_not_agree_on(player: Player) -> None:
    order, back = bought(player), bought(player)
    topup.refund(back.number, player, "误购")
    topup.finish_refund(back.number)
    bought(player, plan())
    members.buy(player, plan().pk, "t")
    assert list(audit.faults()) == []
    of = f"number = '{order.number}'"
    transfer = f"key = 'order:{order.number}'"
    assert damaged(
        f"""DELETE FROM wallet_entry WHERE transfer_id = (SELECT id FROM wallet_transfer WHERE {transfer});
            DELETE FROM wallet_transfer WHERE {transfer}"""
    ) >= {"paid_without_transfer"}
    assert damaged(f"UPDATE topup_order SET amount = 60001 WHERE {of}") == {"paid_without_transfer"}
    assert damaged(f"UPDATE topup_order SET state = 'expired', paid = NULL WHERE {of}") == {"transfer_without_order"}
    assert damaged(f"UPDATE topup_order SET state = 'refunded' WHERE {of}") == {"wrong_refund"}
    assert damaged(f"UPDATE topup_order SET state = 'credited' WHERE number = '{back.number}'") == {"wrong_refund"}
    assert damaged(f"UPDATE topup_order SET taken_back = 5 WHERE {of}") == {"wrong_refund"}
    assert damaged("DELETE FROM topup_term WHERE order_id IS NOT NULL") == {"paid_without_membership"}
    assert damaged("UPDATE topup_term SET voided = now() WHERE order_id IS NOT NULL") == {"paid_without_membership"}
    assert damaged("UPDATE topup_order SET state = 'cancelled', paid = NULL WHERE plan_id IS NOT NULL") == {
        "membership_unpaid"
    }
    assert damaged("UPDATE wallet_transfer SET kind = 'x' WHERE kind = 'member'") == {"membership_unpaid"}
    assert list(audit.faults()) == []


def test_the_table_itself_refuses_an_order_that_is_paid_and_is_not(player: Player) -> None:
    order = topup.place(player, product_id=product().pk)
    for wrong in ({"state": State.CREDITED}, {"paid": timezone.now()}, {"price": 0}, {"days": 3}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Order.objects.filter(pk=order.pk).update(**wrong)


# -- words


def test_prices_in_words_and_back() -> None:
    assert [money.shown(price, "CNY") for price in (0, 5, 600, 1_234_567)] == ["¥0.00", "¥0.05", "¥6.00", "¥12,345.67"]
    assert money.shown(600, "USD") == "6.00 USD"
    assert [money.read(text) for text in ("6", " 6.5 ", "0", "0.01")] == [600, 650, 0, 1]
    for wrong in ("", "x", "-1", "1.234", "nan", "inf", "1e99", "1e999999", "-1e999999", "1e-9999999"):
        with pytest.raises(ValueError):
            money.read(wrong)


def test_every_refusal_has_a_sentence() -> None:
    facts = dict.fromkeys(("limit", "left", "count", "need", "have"), "x")
    assert all(Refused(code, **facts).text for code in errors.SENTENCES)
