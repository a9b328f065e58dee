"""What every seat wins or loses: rows, shoots, the home run, special hands (1.6 to 1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from games.rules.thirteen import rows
from games.rules.thirteen.arrangement import Rows, is_foul
from games.rules.thirteen.settings import USUAL, Settings
from games.rules.thirteen.specials import SPECIALS

FRONT, MIDDLE, BACK = range(3)
BONUS = {
    (FRONT, rows.TRIPS): 3,
    (MIDDLE, rows.FULL_HOUSE): 2,
    (MIDDLE, rows.QUADS): 8,
    (MIDDLE, rows.STRAIGHT_FLUSH): 10,
    (BACK, rows.QUADS): 4,
    (BACK, rows.STRAIGHT_FLUSH): 5,
}
"""What a won row pays instead of 1 (D17)."""
SEATS_FOR_HOMERUN = 3
"""Below so many seats there is no home run, whatever the room says (1.7)."""


def row_points(row: int, strength: int, settings: Settings) -> int:
    """What the winner of a row takes for it (1.6)."""
    return BONUS.get((row, rows.kind(strength)), 1) if settings.row_bonus else 1


@dataclass(frozen=True, slots=True)
class Pair:
    """Seat `a` against seat `b`, seen by `a`: its points row by row (empty where a special hand decides), the sum, who
    shot whom (a seat, or None) and the final points, multiplied."""

    a: int
    b: int
    rows: tuple[int, ...]
    raw: int
    shot_by: int | None
    final: int


@dataclass(frozen=True, slots=True)
class Score:
    """A whole compare: every pair, each seat's points (they sum to zero), the seat with a home run or None, and which
    seats stood foul."""

    pairs: tuple[Pair, ...]
    points: tuple[int, ...]
    homerun: int | None
    fouls: tuple[bool, ...]


def score(arranged: Sequence[Rows], settings: Settings = USUAL) -> Score:
    """Settle every seat against every other one (1.9)."""
    fouls = tuple(hand.special is None and is_foul(hand, settings) for hand in arranged)
    pairs = [_pair(arranged, fouls, a, b, settings) for a, b in combinations(range(len(arranged)), 2)]
    homerun = _homerun(pairs, len(arranged), settings)
    if homerun is not None:
        pairs = [_again(pair, settings.homerun) if homerun in (pair.a, pair.b) else pair for pair in pairs]
    points = [0] * len(arranged)
    for pair in pairs:
        points[pair.a] += pair.final
        points[pair.b] -= pair.final
    return Score(tuple(pairs), tuple(points), homerun, fouls)


def _again(pair: Pair, times: int) -> Pair:
    return Pair(pair.a, pair.b, pair.rows, pair.raw, pair.shot_by, pair.final * times)


def _homerun(pairs: Sequence[Pair], seats: int, settings: Settings) -> int | None:
    """The seat that shot all others, at a table large enough (D13); one at most can have."""
    if seats < max(settings.homerun_seats, SEATS_FOR_HOMERUN):
        return None
    for seat in range(seats):
        if sum(pair.shot_by == seat for pair in pairs) == seats - 1:
            return seat
    return None


def _pair(arranged: Sequence[Rows], fouls: Sequence[bool], a: int, b: int, settings: Settings) -> Pair:
    if arranged[a].special or arranged[b].special:
        final = _special(arranged[a].special, arranged[b].special)
        return Pair(a, b, (), final, None, final)
    if fouls[a] or fouls[b]:
        won: tuple[int, ...] = _against_foul(arranged, fouls, a, b, settings)
    else:
        won = tuple(
            _row(row, mine, theirs, settings)
            for row, (mine, theirs) in enumerate(zip(arranged[a].all, arranged[b].all, strict=True))
        )
    raw = sum(won)
    shot_by = a if all(points > 0 for points in won) else b if all(points < 0 for points in won) else None
    return Pair(a, b, won, raw, shot_by, raw if shot_by is None else raw * settings.shoot)


def _special(mine: str | None, theirs: str | None) -> int:
    """A special hand beats every ordinary one; of two the higher takes its own payoff, equal ones draw (1.8, D30)."""
    places = [SPECIALS[key].place if key else len(SPECIALS) + 1 for key in (mine, theirs)]
    if places[0] == places[1]:
        return 0
    return SPECIALS[mine].points if mine and places[0] < places[1] else -SPECIALS[theirs or ""].points


def _row(row: int, mine: Sequence[int], theirs: Sequence[int], settings: Settings) -> int:
    """The signed points of one row (1.6, D18)."""
    sign = rows.compare(mine, theirs, settings)
    return sign * row_points(row, rows.strength(mine if sign > 0 else theirs, settings), settings)


def _against_foul(
    arranged: Sequence[Rows], fouls: Sequence[bool], a: int, b: int, settings: Settings
) -> tuple[int, int, int]:
    """A foul seat loses every row to one in order, whose bonuses count; two foul seats owe each other nothing (D9)."""
    if fouls[a] and fouls[b]:
        return (0, 0, 0)
    winner, sign = (b, -1) if fouls[a] else (a, 1)
    front, middle, back = (
        sign * row_points(row, rows.strength(cards, settings), settings)
        for row, cards in enumerate(arranged[winner].all)
    )
    return (front, middle, back)
