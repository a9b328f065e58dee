"""A plain result of each game, to show what a room's numbers come to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from games.rules.core import Debt, Json, Result
from games.rules.doudizhu.presets import PRESETS, tuned
from games.rules.doudizhu.scoring import capped, debts, level_points, peasants


def sample(game: str, mode: str, seats: int, room: Mapping[str, Json], times: int) -> Result | None:
    """A hand that seat 0 wins against everybody else; None for a game or mode without such an example.

    `room`: as in a hand's configuration. Dou Dizhu: as the landlord with base 1, nobody having doubled, with a
    multiplier of `times` beside the room's initial one, which counts only where seats do not bid by points (S7).
    Thirteen Water: `times` points from each other seat. Mahjong: a self-draw of `times` units from each.
    """
    if game == "mahjong":
        owed = tuple(Debt(seat, 0, Fraction(times)) for seat in range(1, seats))
        return Result(
            "played", debts=owed, order=tuple(range(seats)), points=(times * (seats - 1), *(-times,) * (seats - 1))
        )
    if game == "thirteen":
        pool = (times * (seats - 1), *(-times for _ in range(seats - 1)))
        return Result("played", order=tuple(range(seats)), pool=pool, points=pool)
    row = PRESETS.get((mode, seats)) if game == "doudizhu" else None
    if row is None:
        return None
    preset = tuned(row, room)
    total = times if preset.points else room["initial"] * times
    owed = capped(debts(1, total, [False] * seats, 0, True, preset.coef), preset.cap)
    return Result("played", debts=owed, order=(*peasants(seats, 0), 0), points=level_points(seats, owed))
