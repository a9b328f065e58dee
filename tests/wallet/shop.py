"""Buying in the sandbox: grown-up payers, orders on their way, and what a provider says of them."""

from __future__ import annotations

import itertools
from datetime import date
from typing import Any

from accounts.models import Care, Player
from wallet.topup import services
from wallet.topup.models import Order, Plan, Product
from wallet.topup.providers.base import Notice

_numbers = itertools.count(1)


def payer(name: str = "payer", born: date | None = date(1990, 1, 1)) -> Player:
    """A player who may pay with money."""
    player = Player.objects.create_user(name)
    Care.objects.create(player=player, born=born)
    return player


def product(price: int = 600, amount: int = 60_000, currency: str = "coins") -> Product:
    return Product.objects.create(name="袋", currency=currency, amount=amount, price=price)


def plan(days: int = 30, price: int | None = 1_500, coins: int | None = 1_000, **more: Any) -> Plan:
    return Plan.objects.create(name="会员", days=days, price=price, coins=coins, **more)


def paying(player: Player, ware: Product | Plan | None = None) -> Order:
    """An order that is being paid in the sandbox."""
    ware = ware or product()
    what = {"product_id": ware.pk} if isinstance(ware, Product) else {"plan_id": ware.pk}
    return services.start(player, services.place(player, **what).number, "sandbox", "page", "127.0.0.1")


def says(order: Order, kind: Any = "paid", **other: Any) -> Notice:
    """The sandbox's message of an order, each one with its own id."""
    told = {
        "event": f"e{next(_numbers)}",
        "reference": f"R{order.number}",
        "price": order.price,
        "money": order.money,
        "number": order.number,
    }
    return Notice(kind=kind, **(told | other))


def bought(player: Player, ware: Product | Plan | None = None) -> Order:
    """An order that was paid and credited."""
    order = paying(player, ware)
    assert services.hear("sandbox", says(order)) == "credited"
    order.refresh_from_db()
    return order
