"""Arranging for somebody: whoever does not do it in time, and whoever asks for a suggestion (1.2, D34)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.thirteen.arrangement import Rows
from games.rules.thirteen.settings import Settings


def valued(cards: Sequence[int], seats: int, settings: Settings) -> tuple[Rows, float]:
    """The arrangement with the best expectation, no special hand declared, and the points expected from each opponent.
    The same cards and settings give the same rows."""
    from games.rules.thirteen import value

    best = value.best(cards, seats, settings)
    return Rows(*best.of.rows_of(int(best.splits[0]))), float(best.values[0])


def greedy(cards: Sequence[int], settings: Settings) -> Rows:
    """The strongest back row, with it the strongest middle row, then the strongest front."""
    from games.rules.thirteen import splits

    found = splits.legal(tuple(sorted(cards)), settings)
    return Rows(*found.rows_of(found.strongest()))


def candidates(cards: Sequence[int], seats: int, settings: Settings) -> list[Rows]:
    """The arrangements worth thinking about, the best first: no two of equal strengths, none beaten in every row."""
    from games.rules.thirteen import value

    best = value.best(cards, seats, settings)
    return [Rows(*best.of.rows_of(int(i))) for i in best.splits]


def suggestions(cards: Sequence[int], seats: int, settings: Settings) -> dict[str, Rows]:
    """Up to three different arrangements by name: "balanced" the best expectation, "safe" the least chance of being
    shot, "back" the best of those with the highest back row."""
    from games.rules.thirteen import value  # numpy and its tables are loaded where they are used first

    best = value.best(cards, seats, settings)
    backs = best.of.back[best.splits]
    chosen = {
        "balanced": 0,
        "safe": int(best.shot.argmin()),
        "back": int(backs.argmax()),  # the first of several, and they stand in the order of what they are worth
    }
    found: dict[str, Rows] = {}
    for name, i in chosen.items():
        rows = Rows(*best.of.rows_of(int(best.splits[i])))
        if rows not in found.values():
            found[name] = rows
    return found
