"""What is on sale when an installation starts; tables that an admin has filled are left alone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from wallet.models import Currency
from wallet.topup.models import Plan, Product

PRODUCTS = (
    (_("6 万游戏币"), Currency.COINS, 60_000, 600),
    (_("32 万游戏币"), Currency.COINS, 320_000, 3_000),
    (_("76 万游戏币"), Currency.COINS, 760_000, 6_800),
    (_("6 万欢乐豆"), Currency.BEANS, 60_000, 600),
    (_("32 万欢乐豆"), Currency.BEANS, 320_000, 3_000),
    (_("76 万欢乐豆"), Currency.BEANS, 760_000, 6_800),
)
PLANS = (
    # name, days, price in money and in coins, sign-in in percent
    (_("月度会员"), 30, 1_500, 180_000, 150),
    (_("年度会员"), 365, 12_800, None, 200),
)


def migrated(**_kwargs: Any) -> None:
    """Fill what is empty."""
    if not Product.objects.exists():
        Product.objects.bulk_create(
            Product(name=name, currency=currency, amount=amount, price=price, place=place)
            for place, (name, currency, amount, price) in enumerate(PRODUCTS)
        )
    if not Plan.objects.exists():
        Plan.objects.bulk_create(
            Plan(name=name, days=days, price=price, coins=coins, sign_in_percent=percent, place=place)
            for place, (name, days, price, coins, percent) in enumerate(PLANS)
        )
