"""Membership: terms follow each other, cost money or coins once, and end; what a member has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Player
from rewards import services as rewards
from rewards.models import SignInGift
from tests.wallet.shop import bought, payer, plan
from wallet import audit, selectors, services
from wallet.models import Account, Kind, Transfer
from wallet.services import Holder
from wallet.topup import members
from wallet.topup import services as topup
from wallet.topup.errors import Refused
from wallet.topup.models import Plan, Term

pytestmark = pytest.mark.django_db
START = timezone.now()


@pytest.fixture
def player() -> Player:
    return payer()


@pytest.fixture
def after(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """So many days since the test began."""

    def move(**passed: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: START + timedelta(**passed))

    return move


def left(player: Player) -> tuple[int, int] | None:
    """Days (rounded) until the present plan ends and until all ends."""
    found = members.membership(player.pk)
    now = timezone.now()
    return found and (round((found.until - now) / timedelta(days=1)), round((found.ends - now) / timedelta(days=1)))


def things() -> tuple[int, int, list[int]]:
    balances = Account.objects.order_by("pk").values_list("balance", flat=True)
    return Term.objects.count(), Transfer.objects.count(), list(balances)


def refused(call: Callable[[], object]) -> str:
    before = (
        Term.objects.count(),
        Transfer.objects.count(),
        list(Account.objects.order_by("pk").values_list("balance")),
    )
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.text
    after = (
        Term.objects.count(),
        Transfer.objects.count(),
        list(Account.objects.order_by("pk").values_list("balance")),
    )
    assert after == before
    return caught.value.code


def test_buying_again_extends_and_another_plan_waits_for_its_turn(player: Player, after: Any) -> None:
    month, year = plan(days=30), plan(days=365, sign_in_percent=200)
    after(days=0)
    assert members.membership(player.pk) is None
    bought(player, month)
    after(days=10)
    bought(player, month)
    assert left(player) == (50, 50)
    bought(player, year)
    assert left(player) == (50, 415)
    assert members.sign_in_percent(player.pk) == 150
    after(days=60)
    assert left(player) == (365, 365)
    assert members.sign_in_percent(player.pk) == 200
    after(days=425)
    assert members.membership(player.pk) is None
    assert members.sign_in_percent(player.pk) == 100
    bought(player, month)
    assert left(player) == (30, 30), "a gap is not filled up afterwards"


def test_coins_buy_a_membership_once_per_form(player: Player) -> None:
    cheap = plan(coins=4_000)
    first = members.buy(player, cheap.pk, "t1")
    assert members.buy(player, cheap.pk, "t1") == first
    assert selectors.balance(player.pk, "coins") == 6_000
    members.buy(player, cheap.pk, "t2")
    assert left(player) == (60, 60)
    assert refused(lambda: members.buy(player, cheap.pk, "t3")) == "not_enough"
    assert Account.objects.get(kind=Kind.SHOP, currency="coins").balance == 8_000
    for unsold in (plan(coins=None).pk, 0):
        assert refused(lambda pk=unsold: members.buy(player, pk, "t4")) == "no_product"
    assert list(audit.faults()) == []


def test_what_a_hand_holds_buys_no_membership(player: Player) -> None:
    key = f"hand:{UUID(int=1)}"
    services.open_holds(key, [Holder(player.pk, "coins", 9_500)])
    ware = plan(coins=1_000)
    assert refused(lambda: members.buy(player, ware.pk, "t")) == "not_enough"
    services.release(key)
    members.buy(player, ware.pk, "t")


def test_a_refund_ends_what_is_left_and_moves_what_follows(player: Player, after: Any) -> None:
    month, year = plan(days=30), plan(days=365)
    after(days=0)
    first = bought(player, month)
    bought(player, year)
    after(days=10)
    topup.refund(first.number, player, "误购")
    assert left(player) == (365, 365), "the year begins at once"
    assert members.membership(player.pk).plan == year
    topup.finish_refund(first.number)
    assert list(audit.faults()) == []
    after(days=5)
    members.void(first, None)
    assert left(player) == (25, 390), "given again, as a refused refund does"


def test_members_sign_in_for_more_and_have_parts(player: Player) -> None:
    SignInGift.objects.filter(day=1).update(amount=501)
    assert members.parts(player.pk) == frozenset()
    members.buy(player, plan(sign_in_percent=150, parts="hat-gold cape-red").pk, "t")
    assert members.parts(player.pk) == {"hat-gold", "cape-red"}
    transfer = rewards.sign_in(player)
    assert transfer.entries.get(account__kind=Kind.PLAYER).amount == 751, "rounded down"
    other = payer("other")
    assert rewards.sign_in(other).entries.get(account__kind=Kind.PLAYER).amount == 501


def test_a_plan_on_sale_has_a_price_and_its_parts_are_codes() -> None:
    for wrong in ({"price": None, "coins": None}, {"parts": "a,b"}, {"sign_in_percent": 99}, {"days": 0}):
        with pytest.raises(ValidationError):
            Plan(**({"name": "x", "days": 1, "price": 5} | wrong)).full_clean()
    Plan(name="x", days=1, price=None, coins=5, parts="a b-2").full_clean()
