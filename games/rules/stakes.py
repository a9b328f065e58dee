"""From debts to money: the one settlement routine of all games (docs/rules/settlement.md, M1 to M7).

Pure arithmetic on integers; the ledger is written elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.core import Result


@dataclass(frozen=True, slots=True)
class Changes:
    """What a hand moves, per seat: `stakes` sum to zero, `rakes` go to the house, `penalty` is what the seat of
    `Result.penalty` pays into the fines account. A seat's balance changes by stake - rake (- penalty)."""

    stakes: tuple[int, ...]
    rakes: tuple[int, ...]
    penalty: int = 0


def share(result: Result, n: int, rake: int, carried: Sequence[int], cap: bool) -> Changes:
    """What `result` moves at a table with coefficient `n` and fee `rake`.

    `carried`: what each seat put on hold; nobody pays more (M1, M4, E5). `cap`: nobody wins more than that either (M2).
    """
    none = (0,) * len(carried)
    if result.penalty is not None:
        seat, points = result.penalty
        return Changes(none, none, min(int(points * n), carried[seat]))
    if result.ending != "played":
        return Changes(none, none)
    if result.pool:
        pooled = _pooled([net * n for net in result.pool], carried)
        return Changes(pooled, _rakes(rake, carried, pooled))
    amounts = [int(debt.points * n) for debt in result.debts]
    place = {seat: i for i, seat in enumerate(result.order)}
    for seat in result.order:
        pays = [i for i, debt in enumerate(result.debts) if debt.payer == seat]
        _fit(amounts, sorted(pays, key=lambda i: place[result.debts[i].payee]), carried[seat])
        if cap:
            gets = [i for i, debt in enumerate(result.debts) if debt.payee == seat]
            _fit(amounts, sorted(gets, key=lambda i: place[result.debts[i].payer]), carried[seat])
    stakes = [0] * len(carried)
    for debt, amount in zip(result.debts, amounts, strict=True):
        stakes[debt.payer] -= amount
        stakes[debt.payee] += amount
    return Changes(tuple(stakes), _rakes(rake, carried, stakes))


def _rakes(rake: int, carried: Sequence[int], stakes: Sequence[int]) -> tuple[int, ...]:
    """The fee of every seat, as far as it has the money (M4)."""
    return tuple(min(rake, had + stake) for had, stake in zip(carried, stakes, strict=True))


def _pooled(nets: Sequence[int], carried: Sequence[int]) -> tuple[int, ...]:
    """Every loser pays what it lost, at most what it carried; the winners share that in proportion to what they won,
    the lower seat first where remainders are equal (M1, M3)."""
    stakes = [-min(-net, had) if net < 0 else net for net, had in zip(nets, carried, strict=True)]
    won = [net for net in nets if net > 0]
    _fit(won, range(len(won)), -sum(stake for stake in stakes if stake < 0))
    shares = iter(won)
    return tuple(next(shares) if net > 0 else stake for net, stake in zip(nets, stakes, strict=True))


def _fit(amounts: list[int], which: Sequence[int], limit: int) -> None:
    """Scale the amounts `which` down in proportion so that together they are at most `limit` (M1 to M3).

    Shares are floored; what is left over goes one each to the largest remainders, the earlier of equals first. No
    amount grows, so a limit met before stays met.
    """
    total = sum(amounts[i] for i in which)
    if total <= limit:
        return
    shares = [Fraction(amounts[i] * limit, total) for i in which]
    floors = [int(part) for part in shares]
    by_remainder = sorted(range(len(which)), key=lambda j: floors[j] - shares[j])
    for j in by_remainder[: limit - sum(floors)]:
        floors[j] += 1
    for i, amount in zip(which, floors, strict=True):
        amounts[i] = amount
