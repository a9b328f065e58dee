"""Amounts of real money in words."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

SIGNS = {"CNY": "¥"}


def shown(price: int, money: str) -> str:
    """A price in the smallest unit, such as 600 fen, as "¥6.00"."""
    text = f"{price // 100:,}.{price % 100:02d}"
    sign = SIGNS.get(money)
    return f"{sign}{text}" if sign else f"{text} {money}"


def read(text: str) -> int:
    """What somebody typed, such as "6" or "6.5", in the smallest unit. Raises `ValueError`."""
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        raise ValueError(text) from None
    # Its size first: of a number with a million digits nothing else can be asked.
    if not value.is_finite() or not 0 <= value <= 10**10 or value != round(value, 2):
        raise ValueError(text)
    return int(value * 100)
