"""Reads about orders, for their pages."""

from __future__ import annotations

from accounts.models import Player
from wallet.topup import providers
from wallet.topup.errors import Refused
from wallet.topup.models import Order, Plan, Product


def is_open() -> bool:
    """Whether anything can be paid with money: a provider is on."""
    return bool(providers.available())


def products() -> list[Product]:
    """What is on sale, in order."""
    return list(Product.objects.filter(is_on=True))


def plans() -> list[Plan]:
    """The memberships on sale, in order."""
    return list(Plan.objects.filter(is_on=True))


def orders(player: Player, limit: int, before: int | None = None) -> list[Order]:
    """Up to `limit` of the player's orders, the newest first; `before`: the last key of the page before this one."""
    found = Order.objects.filter(player=player)
    return list((found if before is None else found.filter(pk__lt=before))[:limit])


def order(player: Player, number: str) -> Order:
    """One of the player's own orders. Raises `Refused`: no_order."""
    found = Order.objects.filter(player=player, number=number).select_related("plan").first()
    if found is None:
        raise Refused("no_order")
    return found
