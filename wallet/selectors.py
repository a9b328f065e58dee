"""Reads about money."""

from __future__ import annotations

from collections.abc import Collection

from wallet.models import Account, Currency, Kind


def balance(player_id: int, currency: str) -> int:
    """What the player can spend now; what a hand holds is not in it."""
    return balances(player_id)[currency]


def balances(player_id: int) -> dict[str, int]:
    """`balance` per currency, 0 where no account was opened."""
    rows = Account.objects.filter(owner_id=player_id, kind=Kind.PLAYER).values_list("currency", "balance")
    return dict.fromkeys(Currency.values, 0) | dict(rows)


def balances_of(player_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """`balances` of many people, with one query."""
    found = {player_id: dict.fromkeys(Currency.values, 0) for player_id in player_ids}
    rows = Account.objects.filter(owner_id__in=list(player_ids), kind=Kind.PLAYER)
    for owner, currency, balance in rows.values_list("owner_id", "currency", "balance"):
        if owner is not None:
            found[owner][currency] = balance
    return found


def held(player_id: int) -> dict[str, int]:
    """What stands on hold for hands, per currency."""
    rows = Account.objects.filter(owner_id=player_id, kind=Kind.HOLD).values_list("currency", "balance")
    return dict.fromkeys(Currency.values, 0) | dict(rows)
