"""How a hand of Dou Dizhu ends: what is owed, in points, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from games.rules.core import Json, Result
from games.rules.doudizhu.scoring import (
    ESCAPE_POINTS,
    capped,
    debts,
    escape_factor,
    held_factor,
    level_points,
    peasants,
    spring,
)
from games.rules.seats import known

if TYPE_CHECKING:
    from games.rules.doudizhu.rounds import Doudizhu


def won(state: Doudizhu, winner: int) -> Result:
    """The result when `winner` has emptied its hand (S3, S6 to S8, S12); the multiplier holds the spring already."""
    landlord = known(state.landlord)
    landlord_won = winner == landlord
    kind = spring(landlord, winner, state.plays)
    doubles = [bool(choice) for choice in state.doubles]
    owed = debts(state.base, state.multiplier.total, doubles, landlord, landlord_won, state.preset.coef)
    owed = capped(owed, state.preset.cap)
    return Result(
        "played",
        outcomes=tuple("win" if (s == landlord) == landlord_won else "lose" for s in range(state.seats)),
        debts=owed,
        order=(*peasants(state.seats, landlord), landlord),
        points=level_points(state.seats, owed),
        facts={**_facts(state), "winner": winner, "spring": kind},
    )


def _facts(state: Doudizhu) -> dict[str, Json]:
    """The numbers of the formula people see."""
    return {
        "landlord": state.landlord,
        "base": state.base,
        "multiplier": state.multiplier.as_json(),
        "robs": 0 if state.bidding is None else state.bidding.robs,
        "shows": list(state.shows),
        "bombs": state.bombs,
        "rockets": state.rockets,
        "spring": None,
        "doubles": [bool(choice) for choice in state.doubles] if state.doubled else [False] * state.seats,
        "coef": str(state.preset.coef),
        "cap": state.preset.cap,
        "deals": 0 if state.deal is None else state.deal.number,
    }


def escape(state: Doudizhu, seat: int, at: int, counted: Iterable[int]) -> Result:
    """What leaving costs: E1 and E2 where seats bid by points, else E3 to E6 with the bombs held by the seats `counted`
    included. Before the landlord is known everybody counts as a peasant."""
    role = "landlord" if seat == state.landlord else "peasant"
    behaviour = state.multiplier.rob * state.multiplier.show * state.multiplier.bomb
    doubling = 1
    if state.preset.points:
        factor = ESCAPE_POINTS * behaviour
    else:
        behaviour *= held_factor((_held(state, who, at) for who in counted), state.preset.factors, state.rules)
        doubling = _largest_doubling(state, seat)
        factor = escape_factor(role, behaviour, doubling)
    penalty = max(state.base, 1) * state.multiplier.initial * factor * state.preset.coef
    points = [0] * state.seats
    points[seat] = -int(penalty)
    facts = {"seat": seat, "role": role, "behaviour": behaviour, "doubling": doubling, "factor": factor}
    return Result(
        "escape",
        outcomes=tuple("escape" if s == seat else "draw" for s in range(state.seats)),
        points=tuple(points),
        penalty=(seat, Fraction(penalty)),
        facts={**_facts(state), "escape": facts},
    )


def _held(state: Doudizhu, who: int, at: int) -> tuple[int, ...]:
    """The cards in a hand at `at`; during the deal only those that are out."""
    if state.phase != "deal":
        return state.hands[who]
    deal = known(state.deal)
    return deal.order[who][: deal.dealt(at)]


def _largest_doubling(state: Doudizhu, seat: int) -> int:
    """The doubling between `seat` and the opponent with whom it is largest; 1 until the choices are shown."""
    if not state.doubled or state.landlord is None:
        return 1
    opponents = peasants(state.seats, state.landlord) if seat == state.landlord else (state.landlord,)
    return (1 + bool(state.doubles[seat])) * max(1 + bool(state.doubles[s]) for s in opponents)
