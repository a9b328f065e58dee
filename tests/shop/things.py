"""Props to buy and people with money."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from accounts.models import Player
from shop import services
from shop.models import Item, Offer, Prop, Purchase
from wallet import services as wallet

_number = itertools.count(1)


def player(coins: int = 100_000) -> Player:
    """Somebody with that many coins more than everybody begins with."""
    made = Player.objects.create_user(f"shopper{next(_number)}")
    if coins:
        wallet.grant(made, "coins", coins, "task", f"test:{made.pk}")
    return made


def prop(effect: str = "name", **more: Any) -> Prop:
    params = {"name": {"colour": "gold"}, "back": {"back": "crane"}}.get(effect, {})
    return Prop.objects.create(
        **{"code": f"p{next(_number)}", "name": "道具", "category": "game", "effect": effect, "params": params} | more
    )


def offer(of: Prop | None = None, **more: Any) -> Offer:
    return Offer.objects.create(**{"prop": of or prop(), "currency": "coins", "price": 100} | more)


def bought(by: Player, of: Offer, quantity: int = 1, **more: Any) -> Purchase:
    return services.buy(by, of.pk, quantity, uuid.uuid4().hex, **more)


def given(to: Player, effect: str = "name", **more: Any) -> Item:
    """The player has a prop with that effect."""
    return bought(to, offer(prop(effect, **more))).item
