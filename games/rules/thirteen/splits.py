"""All ways to split thirteen cards into three rows, as tables of numbers (numpy).

A hand has 286 sets of three, 1,287 sets of five and 36,036 splits into a front and two fives, of which the stronger
stands in the back. The tables hold places in a hand, so they are made once for all hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules.thirteen import rows
from games.rules.thirteen.cards import HAND, rank, suit
from games.rules.thirteen.settings import USUAL, Settings

Ints = npt.NDArray[np.int32]
Small = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Tables:
    """`threes` and `fives`: the places of each set. `front`, `one`, `other`: for each split the numbers of its sets."""

    threes: Ints
    fives: Ints
    front: Ints
    one: Ints
    other: Ints


@cache
def tables() -> Tables:
    """The tables; made at the first call, about a tenth of a second."""
    threes = list(combinations(range(HAND), 3))
    fives = list(combinations(range(HAND), 5))
    number: dict[tuple[int, ...], int] = {five: i for i, five in enumerate(fives)}
    front, one, other = [], [], []
    for i, three in enumerate(threes):
        left = [place for place in range(HAND) if place not in three]
        for rest in combinations(left[1:], 4):
            mine = (left[0], *rest)
            front.append(i)
            one.append(number[mine])
            other.append(number[tuple(place for place in left if place not in mine)])
    return Tables(*(np.array(table, dtype=np.int32) for table in (threes, fives, front, one, other)))


def strengths(cards: tuple[int, ...], sets: Ints, settings: Settings = USUAL) -> Ints:
    """`rows.strength` of many sets of the same size at once; `sets` holds places in `cards`."""
    ranks = np.array([rank(card) for card in cards], dtype=np.int8)[sets]
    counts = np.zeros_like(ranks)
    for place in range(ranks.shape[1]):
        counts += ranks == ranks[:, place : place + 1]
    # The larger group first, then the higher rank: the order in which rows.strength packs them.
    places: Small = -np.sort(-(counts * 16 + ranks), axis=1) % 16
    kinds = _KINDS[ranks.shape[1]][counts.sum(axis=1)]
    values: Ints = kinds << rows.TYPE_SHIFT
    for place in range(ranks.shape[1]):
        values |= places[:, place].astype(np.int32) << 4 * (rows.PLACES - 1 - place)
    if ranks.shape[1] == rows.PLACES:
        _mark_straights_and_flushes(values, kinds, ranks, np.array([suit(card) for card in cards])[sets], settings)
    return values


def _by_sum(kinds: dict[int, int]) -> Ints:
    table = np.zeros(18, dtype=np.int32)
    table[list(kinds)] = list(kinds.values())
    return table


_KINDS = {
    3: _by_sum({3: rows.HIGH, 5: rows.PAIR, 9: rows.TRIPS}),
    5: _by_sum({5: rows.HIGH, 7: rows.PAIR, 9: rows.TWO_PAIR, 11: rows.TRIPS, 13: rows.FULL_HOUSE, 17: rows.QUADS}),
}
"""For a size, the type by the sum over its cards of how often each one's rank is there: it tells the shapes apart."""


def _mark_straights_and_flushes(values: Ints, kinds: Ints, ranks: Small, suits: Small, settings: Settings) -> None:
    """Put the straights and flushes among sets of five different ranks into their place."""
    single = np.flatnonzero(kinds == rows.HIGH)
    ranks, suits = np.sort(ranks[single], axis=1), suits[single]
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == np.array(sorted(rows.WHEEL), dtype=np.int8)).all(axis=1)
    straight = (ranks[:, 4] - ranks[:, 0] == 4) | wheel
    values[single[flush]] += rows.FLUSH << rows.TYPE_SHIFT
    keys = np.where(wheel, rows.run_key(5, True, settings), 2 * ranks[:, 4].astype(np.int32))
    kind = np.where(flush, rows.STRAIGHT_FLUSH, rows.STRAIGHT)
    packed = (kind << rows.TYPE_SHIFT) | (keys << 4 * (rows.PLACES - 2))
    values[single[straight]] = packed[straight]


@dataclass(frozen=True, slots=True)
class Splits:
    """Every legal split of a hand: which sets its rows are, and their strengths. `three` and `five` are the strengths
    of all sets of the hand."""

    cards: tuple[int, ...]
    three: Ints
    five: Ints
    sets: tuple[Ints, Ints, Ints]

    @property
    def front(self) -> Ints:
        """The strengths of the fronts."""
        return self.three.take(self.sets[0])

    @property
    def middle(self) -> Ints:
        """The strengths of the middle rows."""
        return self.five.take(self.sets[1])

    @property
    def back(self) -> Ints:
        """The strengths of the back rows."""
        return self.five.take(self.sets[2])

    def strengths(self, some: Ints) -> Ints:
        """The strengths of some splits, a line of three each."""
        front, middle, back = (numbers.take(some) for numbers in self.sets)
        return np.stack([self.three.take(front), self.five.take(middle), self.five.take(back)], axis=1)

    def strongest(self) -> int:
        """The split that is strongest from the back row on."""
        return int(np.lexsort((-self.front, -self.middle, -self.back))[0])

    def rows_of(self, i: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The cards of the `i`-th legal split."""
        table = tables()
        front, middle, back = (int(numbers[i]) for numbers in self.sets)
        return self._pick(table.threes[front]), self._pick(table.fives[middle]), self._pick(table.fives[back])

    def _pick(self, places: Any) -> tuple[int, ...]:
        return tuple(self.cards[place] for place in places)


def legal(cards: tuple[int, ...], settings: Settings = USUAL) -> Splits:
    """Every split of the thirteen cards that is in order (1.5). Split numbers depend on the order of `cards`."""
    table = tables()
    three, five = strengths(cards, table.threes, settings), strengths(cards, table.fives, settings)
    one, other = five.take(table.one), five.take(table.other)
    ok = np.flatnonzero(three.take(table.front) <= np.minimum(one, other))
    first = one.take(ok) <= other.take(ok)
    one, other = table.one.take(ok), table.other.take(ok)
    return Splits(cards, three, five, (table.front.take(ok), np.where(first, one, other), np.where(first, other, one)))
