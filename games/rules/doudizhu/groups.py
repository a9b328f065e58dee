"""Into how few plays a hand falls apart: the least price of its groups under a price list.

A hand is split into solo and pair chains, and the rest into singles, pairs, trios (neighbours together as one chain)
and bombs; every trio carries away the dearest single or pair. With every group at price 1 this counts the turns a hand
needs when nobody interferes; a policy uses prices of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER

Counts = tuple[int, ...]
"""How many cards of each of the fifteen ranks."""

_CHAINS = ((1, 5), (2, 3))  # cards a rank, fewest ranks: P6 and P7


def without(counts: Counts, used: Counts) -> Counts:
    """What is left of a hand."""
    return tuple(count - gone for count, gone in zip(counts, used, strict=True))


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of each group by its (highest) rank; the rocket is all jokers of so many decks."""

    solo: Sequence[float]
    pair: Sequence[float]
    trio: Sequence[float]
    chain: Sequence[float]
    bomb: Sequence[float]
    rocket: float
    decks: int = 1


_ONE_EACH = (1,) * len(RANKS)
TURNS = Prices(_ONE_EACH, _ONE_EACH, _ONE_EACH, _ONE_EACH, _ONE_EACH, 1)
"""Every group is one turn."""


def splitter(prices: Prices, remembered: int = 1 << 15) -> Callable[[Counts], float]:
    """The least price of a hand under `prices`, as a function that remembers that many hands."""

    @lru_cache(maxsize=remembered)
    def least(counts: Counts) -> float:
        best = _loose(counts, prices)
        for price, rest in _without_chain(counts, prices):
            best = min(best, price + least(rest))
        return best

    return least


_TURNS = {1: splitter(TURNS), 2: splitter(replace(TURNS, decks=2))}


def turns(counts: Counts, decks: int = 1) -> float:
    """How many plays empty the hand at best, when nobody interferes; wings of bombs (P11, P12) are left out."""
    return _TURNS[decks](counts)


def _without_chain(counts: Counts, prices: Prices) -> Iterator[tuple[float, Counts]]:
    """Each way to take one solo or pair chain out: its price and what is left."""
    for unit, shortest in _CHAINS:
        run = 0
        for top in range(ACE + 1):
            run = run + 1 if counts[top] >= unit else 0
            for length in range(shortest, run + 1):
                low = top - length + 1
                taken = tuple(count - unit for count in counts[low : top + 1])
                yield prices.chain[top], counts[:low] + taken + counts[top + 1 :]


def _loose(counts: Counts, prices: Prices) -> float:
    """The price of a hand in which no solo or pair chain is played."""
    total = 0.0
    carried: list[float] = []  # what trios may take along
    trios = 0
    joined = False  # the rank below was a trio of the same chain
    for rank in range(SMALL_JOKER):
        count = counts[rank]
        if count == 3:
            trios += 1
            if joined and rank <= ACE:
                total -= prices.trio[rank - 1]
            total += prices.trio[rank]
        elif count > 3:
            total += prices.bomb[rank]
        elif count:
            carried.append((prices.solo if count == 1 else prices.pair)[rank])
        joined = count == 3
    small, big = counts[SMALL_JOKER], counts[BIG_JOKER]
    if small == big == prices.decks:
        total += prices.rocket
    else:
        carried += [
            (prices.solo if n == 1 else prices.pair)[r] for r, n in ((SMALL_JOKER, small), (BIG_JOKER, big)) if n
        ]
    carried.sort()
    return total + sum(carried[: max(0, len(carried) - trios)])
