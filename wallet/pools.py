"""What many players put aside for one thing, such as the entry fees of a contest, and what becomes of it.

Each share is a hold under a key of its own, so that one of them can be given back alone (`services.release`). Together
they end in one transfer. All rows are locked at once, in the order of `wallet.locks`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from wallet import locks
from wallet.errors import UnknownHold
from wallet.ledger import Move, post
from wallet.models import Hold, Kind, Transfer

FEE, PRIZE = "entry_fee", "prize"
"""Labels of the entries by which a share is taken in and a prize is paid."""


@transaction.atomic
def give_back(key: str, shares: Collection[str]) -> Transfer | None:
    """Close the shares' holds and give all of it back, as one transfer under `key`; None where nothing is on hold."""
    holds = _open(shares)
    if not holds:
        return Transfer.objects.filter(key=key).first()
    chart = locks.Chart(hold.player_id for hold in holds)
    return _post(key, "release", holds, [move for hold in holds for move in _released(chart, hold)], None)


@transaction.atomic
def share_out(
    key: str, shares: Collection[str], prizes: Mapping[int, int], currency: str, house: int, memo: Mapping[str, Any]
) -> Transfer:
    """Take in the shares, pay `house` to the house and each player of `prizes` his, as one transfer under `key`. What
    was taken in and is not paid out comes from the mint, or what is missing does: a prize that the house adds.

    A second call returns the first one's transfer. Raises `UnknownHold` when a share is not on hold and nothing was
    paid under the key.
    """
    holds = _open(shares)
    if len(holds) < len(shares):
        # Looked for after the locks were waited for: whoever closed them has written it.
        done = Transfer.objects.filter(key=key).first()
        if done is None:
            raise UnknownHold(key=key, seat=None)
        return done
    if any(hold.currency != currency for hold in holds) or min([house, *prizes.values()]) < 0:
        raise ValueError("a pool is of one currency, and pays")
    chart = locks.Chart([*(hold.player_id for hold in holds), *prizes])
    moves: list[Move] = []
    for hold in holds:
        moves += _released(chart, hold)
        moves.append(Move(chart.id(Kind.PLAYER, currency, hold.player_id), -hold.amount, FEE))
    moves += [Move(chart.id(Kind.PLAYER, currency, player), prize, PRIZE) for player, prize in prizes.items()]
    moves.append(Move(chart.id(Kind.HOUSE, currency), house, "rake"))
    added = sum(prizes.values()) + house - sum(hold.amount for hold in holds)
    moves.append(Move(chart.id(Kind.MINT, currency), -added, PRIZE))
    return _post(key, "pool", holds, moves, memo)


def _open(shares: Collection[str]) -> list[Hold]:
    """The open holds of these keys, locked."""
    return list(Hold.objects.filter(key__in=shares, closed=None).order_by("key", "seat").select_for_update(no_key=True))


def _released(chart: locks.Chart, hold: Hold) -> tuple[Move, Move]:
    own = chart.id(Kind.PLAYER, hold.currency, hold.player_id)
    held = chart.id(Kind.HOLD, hold.currency, hold.player_id)
    return Move(held, -hold.amount, "release"), Move(own, hold.amount, "release")


def _post(key: str, kind: str, holds: list[Hold], moves: list[Move], memo: Mapping[str, Any] | None) -> Transfer:
    transfer = post(key, kind, moves, memo)
    Hold.objects.filter(pk__in=[hold.pk for hold in holds]).update(closed=timezone.now())
    return transfer
