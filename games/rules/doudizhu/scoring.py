"""What a hand is worth (S2, S7 to S12, E3 to E5), before room coefficient and means. Pure numbers in, debts out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.rules.core import Debt, Json
from games.rules.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO, rank_of
from games.rules.doudizhu.patterns import Play, Rules

ESCAPE_LINE = 10
"""Below this behaviour multiplier an escape has a fixed price (E4)."""
ESCAPE_FIXED = {"landlord": 20, "peasant": 10}
ESCAPE_TIMES = {"landlord": 4, "peasant": 2}
ESCAPE_POINTS = 3
"""Where seats bid by points an escape costs so many times base and bombs, in any role (E1, E2)."""


@dataclass(frozen=True, slots=True)
class Multiplier:
    """The factors that everybody shares (S7). `show` is the largest open hand, `bomb` the product over bombs and
    rockets played, `spring` 2 or 1."""

    initial: int = 1
    rob: int = 1
    show: int = 1
    bomb: int = 1
    spring: int = 1

    @property
    def total(self) -> int:
        return self.initial * self.rob * self.show * self.bomb * self.spring

    def as_json(self) -> dict[str, Json]:
        return {
            "initial": self.initial,
            "rob": self.rob,
            "show": self.show,
            "bomb": self.bomb,
            "spring": self.spring,
            "total": self.total,
        }


def bomb_factor(play: Play, factors: Mapping[str, int]) -> int:
    """What a play multiplies by: the entry for its type and bomb class or length, else for its type, else 1."""
    if play.type not in ("bomb", "rocket", "sky"):
        return 1
    for key in (f"{play.type}:{play.bomb or play.len}", play.type):
        if key in factors:
            return factors[key]
    return 1


def held_factor(hands: Iterable[Sequence[int]], factors: Mapping[str, int], rules: Rules) -> int:
    """What the bombs and rockets still whole in these hands would multiply by (E3), for one deck.

    Natural fours, the two jokers, and laizi by fours (the jokers aside where both are held). A soft bomb is a choice,
    not a holding, so none counts.
    """
    natural = "hard" if rules.wilds else ""
    product = 1
    for hand in hands:
        ranks = Counter(map(rank_of, hand))
        if ranks[SMALL_JOKER] and ranks[BIG_JOKER]:
            product *= bomb_factor(Play("rocket", BIG_JOKER, 2, 2), factors)
            del ranks[SMALL_JOKER], ranks[BIG_JOKER]
        laizi = sum(ranks.pop(rank, 0) for rank in rules.wilds)
        product *= bomb_factor(Play("bomb", TWO, 4, 4, "pure"), factors) ** (laizi // 4)
        for rank, count in ranks.items():
            if count == 4:
                product *= bomb_factor(Play("bomb", rank, 4, 4, natural), factors)
    return product


def spring(landlord: int, winner: int, plays: Sequence[int]) -> str | None:
    """ "spring": the landlord won and nobody else played; "anti": a peasant won and the landlord played once (S2)."""
    if winner == landlord:
        return "spring" if sum(plays) == plays[landlord] else None
    return "anti" if plays[landlord] == 1 else None


def peasants(seats: int, landlord: int) -> tuple[int, ...]:
    """In turn order after the landlord."""
    return tuple((landlord + i) % seats for i in range(1, seats))


def debts(
    base: int, multiplier: int, doubles: Sequence[bool], landlord: int, won: bool, coef: Fraction
) -> tuple[Debt, ...]:
    """One debt between each peasant and the landlord: base x multiplier x doublings of the two x coef (S8)."""
    owed = []
    for peasant in peasants(len(doubles), landlord):
        points = base * multiplier * coef * (1 + doubles[landlord]) * (1 + doubles[peasant])
        payer, payee = (peasant, landlord) if won else (landlord, peasant)
        owed.append(Debt(payer, payee, points))
    return tuple(owed)


def capped(owed: Sequence[Debt], cap: int | None) -> tuple[Debt, ...]:
    """The debts with no winner above `cap` points; what a winner gets from several shrinks in proportion (S12)."""
    if cap is None:
        return tuple(owed)
    won: dict[int, Fraction] = {}
    for debt in owed:
        won[debt.payee] = won.get(debt.payee, Fraction(0)) + debt.points
    return tuple(
        replace(debt, points=debt.points * cap / won[debt.payee]) if won[debt.payee] > cap else debt for debt in owed
    )


def level_points(seats: int, owed: Iterable[Debt]) -> tuple[int, ...]:
    """Level points of a played hand: what is owed, before N and means; a fraction of a debt's point is dropped."""
    points = [0] * seats
    for debt in owed:
        points[debt.payer] -= int(debt.points)
        points[debt.payee] += int(debt.points)
    return tuple(points)


def escape_factor(role: str, behaviour: int, doubling: int) -> int:
    """E4: how many units an escape costs. `behaviour` is g of E3, `doubling` that with the largest opponent."""
    g = behaviour * doubling
    return ESCAPE_FIXED[role] if g < ESCAPE_LINE else ESCAPE_TIMES[role] * g
