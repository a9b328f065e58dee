"""Reads about money."""

from __future__ import annotations

from wallet.models import Account, Currency, Kind


def balance(player_id: int, currency: str) -> int:
    """What the player can spend now; what a hand holds is not in it."""
    return balances(player_id)[currency]


def balances(player_id: int) -> dict[str, int]:
    """`balance` per currency, 0 where no account was opened."""
    rows = Account.objects.filter(owner_id=player_id, kind=Kind.PLAYER).values_list("currency", "balance")
    return dict.fromkeys(Currency.values, 0) | dict(rows)


def held(player_id: int) -> dict[str, int]:
    """What stands on hold for hands, per currency."""
    rows = Account.objects.filter(owner_id=player_id, kind=Kind.HOLD).values_list("currency", "balance")
    return dict.fromkeys(Currency.values, 0) | dict(rows)
