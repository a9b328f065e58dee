"""What hands are worth in a contest, and who stands where. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeVar

FULL = 10_000
"""The score of who did better than everybody with the same cards on every board."""

Table = TypeVar("Table", bound=Hashable)
T = TypeVar("T")
Results = Mapping[Table, Sequence[int]]
"""What each seat won at the tables that have played a board."""


def compared(tables: Collection[Table], seats: int, boards: Iterable[Results[Table]]) -> dict[Table, list[int]]:
    """Each seat's score from 0 to `FULL`, held against the same seat of the other tables, which had the same cards.

    On a board it has two points for each table that it beats and one for each that it equals, as a share of what could
    be had. A table that has not played a board (time ran out, the hand was void) has the average of it, as has
    everybody while only one table has played it. The score is the mean of the boards, rounded down.
    """
    sums = {table: [Fraction(0)] * seats for table in tables}
    count = 0
    for results in boards:
        count += 1
        for seat in range(seats):
            won = Counter(points[seat] for points in results.values())
            others = sum(won.values()) - 1
            for table in tables:
                if table not in results or not others:
                    sums[table][seat] += Fraction(1, 2)
                    continue
                own = results[table][seat]
                beaten = sum(times for points, times in won.items() if points < own)
                sums[table][seat] += Fraction(2 * beaten + won[own] - 1, 2 * others)
    return {table: [int(FULL * total / count) if count else 0 for total in totals] for table, totals in sums.items()}


def totals(tables: Collection[Table], seats: int, boards: Iterable[Results[Table]]) -> dict[Table, list[int]]:
    """What each seat won in all."""
    sums = {table: [0] * seats for table in tables}
    for results in boards:
        for table, points in results.items():
            sums[table] = [total + won for total, won in zip(sums[table], points, strict=True)]
    return sums


def places(ranked: Sequence[tuple[Any, T]], first: int = 1) -> list[tuple[int, T]]:
    """The places from `first` on of whoever stands in this order; equal keys share a place, as 1, 2, 2, 4."""
    found: list[tuple[int, T]] = []
    for _key, equals in groupby(ranked, key=lambda one: one[0]):
        place = first + len(found)
        found += [(place, one) for _key, one in equals]
    return found
