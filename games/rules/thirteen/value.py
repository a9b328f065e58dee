"""What an arrangement is worth against opponents who arrange well (decided where the rules are silent: D34).

The opponents are a bank of arrangements that best answer each other, made once by `tools/thirteen_bank.py`. A split is
valued row by row first; the best few are then played out against the whole bank, rows, bonuses, shoots and home run
together, so that the choice is exact among them.
"""

from __future__ import annotations

import zlib
from base64 import b85decode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules.thirteen import rows, scoring, splits
from games.rules.thirteen.bank import BANK
from games.rules.thirteen.settings import Settings
from games.rules.thirteen.splits import Ints, Splits

Floats = npt.NDArray[np.floating[Any]]

GOOD = 384
"""Splits that are looked at after the first valuation."""
CANDIDATES = 32
"""Splits, no two of equal strengths and none below another in every row, that are played out."""


@dataclass(frozen=True, slots=True)
class Best:
    """Chosen splits, the best first: `splits` are numbers in `of`, `values` points expected from each opponent."""

    of: Splits
    splits: Ints
    values: Floats
    shot: Floats
    """How probably each is shot by one opponent."""


def best(cards: Sequence[int], seats: int, settings: Settings) -> Best:
    """The candidates for thirteen cards at a table of `seats`, ordered by what they are worth."""
    opponents = _usual(settings, seats)
    found = splits.legal(tuple(sorted(cards)), settings)
    few = _undominated(found, opponents.first_value(found))
    values, shot = opponents.play_out(found.strengths(few))
    order = np.argsort(-values, kind="stable")
    return Best(found, few[order], values[order], shot[order])


def _undominated(found: Splits, value: Floats) -> Ints:
    """The best splits of different strengths of which none is at least as strong in every row as another."""
    first = np.argpartition(-value, min(GOOD, len(value)) - 1)[:GOOD]
    good: Ints = first[np.lexsort((first, -value[first]))].astype(np.int32)
    strengths = found.strengths(good)
    at_least = np.ones((len(good), len(good)), dtype=bool)
    for row in range(3):
        at_least &= strengths[:, row][:, None] <= strengths[:, row][None, :]
    equal = at_least & at_least.T
    beaten = (at_least & ~equal).any(axis=1) | np.tril(equal, -1).any(axis=1)
    few: Ints = good[~beaten][:CANDIDATES]
    return few


class _Opponents:
    """Arrangements to play against under a room's settings: the strengths of their rows, one column a row."""

    def __init__(self, hands: Ints, settings: Settings, seats: int) -> None:
        self._settings = settings
        self._hands = hands
        self._points = np.stack([_row_points(row, hands[:, row], settings) for row in range(3)], axis=1)
        # Shooting everybody doubles again: with two more opponents both have to fall as well.
        self._others = seats - 2 if seats >= max(settings.homerun_seats, scoring.SEATS_FOR_HOMERUN) else None
        self._ladders = [self._ladder(row) for row in range(3)]
        self._shoots: npt.NDArray[np.float32] | None = None
        if self._others is not None:
            won = [ladder.won(hands[:, row]) for row, ladder in enumerate(self._ladders)]
            self._shoots = (won[0] * won[1] * won[2]).astype(np.float32)

    def _ladder(self, row: int) -> _Ladder:
        order = np.argsort(self._hands[:, row], kind="stable")
        points = self._points[order, row]
        above = np.concatenate([np.cumsum(points[::-1])[::-1], [0]]) / len(points)
        return _Ladder(self._hands[order, row], above)

    def first_value(self, found: Splits) -> Floats:
        """Each split's rows valued apart, as if opponents' rows were independent, with a term for shoots."""
        total = np.zeros(len(found.sets[0]), dtype=np.float32)
        won, lost, pays = np.ones_like(total), np.ones_like(total), np.zeros_like(total)
        for row, (strengths, sets) in enumerate(zip((found.three, found.five, found.five), found.sets, strict=True)):
            ladder = self._ladders[row]
            points = _row_points(row, strengths, self._settings)
            win = ladder.won(strengths)
            total += (win * points - ladder.loss(strengths)).astype(np.float32).take(sets)
            won *= win.astype(np.float32).take(sets)
            lost *= ladder.lost(strengths).astype(np.float32).take(sets)
            pays += points.take(sets)
        total += np.float32(self._settings.shoot - 1) * (won * pays - lost * 3)
        return total

    def play_out(self, mine: Ints) -> tuple[Floats, Floats]:
        """For each candidate (a row of three strengths) the mean of its points against the bank, and how often it is
        shot."""
        total = np.zeros((len(mine), len(self._hands)), dtype=np.float32)
        shoots, shot = np.ones(total.shape, dtype=bool), np.ones(total.shape, dtype=bool)
        for row in range(3):
            theirs, own = self._hands[:, row][None, :], mine[:, row][:, None]
            won, lost = own > theirs, own < theirs
            total += won * _row_points(row, mine[:, row], self._settings)[:, None]
            total -= lost * self._points[:, row][None, :]
            shoots &= won
            shot &= lost
        again = self._settings.shoot - 1
        more = shoots * np.float32(again) + shot * np.float32(again)
        if self._others is not None and self._shoots is not None:
            again = self._settings.homerun - 1
            own_run = shoots.mean(axis=1, dtype=np.float32) ** self._others
            factor = shoots * own_run[:, None] + shot * self._shoots[None, :] ** self._others
            more += (1 + more) * again * factor
        total += total * more
        return total.mean(axis=1, dtype=np.float64), shot.mean(axis=1)


@cache
def _usual(settings: Settings, seats: int) -> _Opponents:
    """The bank that the project brings."""
    hands = np.frombuffer(zlib.decompress(b85decode(BANK)), dtype="<i4").reshape(-1, 3)
    return _Opponents(hands, settings, seats)


@dataclass(frozen=True, slots=True)
class _Ladder:
    """The bank's strengths of one row in order, and what those from a place on win together."""

    strengths: Ints
    above: Floats

    def won(self, mine: Ints) -> Floats:
        """How probably each beats this row of an opponent."""
        return np.searchsorted(self.strengths, mine, "left") / len(self.strengths)

    def lost(self, mine: Ints) -> Floats:
        """How probably each is beaten."""
        return 1 - np.searchsorted(self.strengths, mine, "right") / len(self.strengths)

    def loss(self, mine: Ints) -> Floats:
        """The points it loses on average."""
        lost: Floats = self.above[np.searchsorted(self.strengths, mine, "right")]
        return lost


def _row_points(row: int, strengths: Ints, settings: Settings) -> Any:
    """`scoring.row_points` of many rows."""
    points = np.ones(len(strengths), dtype=np.float32)
    if settings.row_bonus:
        kinds = strengths >> rows.TYPE_SHIFT
        for (where, kind), bonus in scoring.BONUS.items():
            if where == row:
                points[kinds == kind] = bonus
    return points
