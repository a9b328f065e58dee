"""Into how few plays a hand falls apart: the least price of its groups under a price list.

A hand is split into solo and pair chains, and the rest into singles, pairs, trios (neighbours together as one chain)
and bombs; every trio carries away a single or pair. With every group at price 1 this counts the turns a hand needs when
nobody interferes; a policy uses prices of its own.

The split is found rank by rank from the lowest: a chain begins at the lowest rank that is left, or that rank stays
loose and is done with. What remains is a hand of higher ranks, and few of those are met, so they are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, TWO

Counts = tuple[int, ...]
"""How many cards of each of the fifteen ranks."""

_CHAINS = ((1, 5), (2, 3))  # cards a rank, fewest ranks: P6 and P7


def without(counts: Counts, used: Counts) -> Counts:
    """What is left of a hand."""
    return tuple([count - gone for count, gone in zip(counts, used, strict=True)])


@dataclass(frozen=True, slots=True)
class Prices:
    """The price of each group by its (highest) rank; the rocket is all jokers of so many decks.

    With one deck a trio carries a single or a pair, with two a pair alone (D11). Nobody wastes a carrier on a group
    that costs less than `carried`.
    """

    solo: Sequence[float]
    pair: Sequence[float]
    trio: Sequence[float]
    chain: Sequence[float]
    bomb: Sequence[float]
    rocket: float
    decks: int = 1
    carried: float = 0.75


_ONE_EACH = (1,) * len(RANKS)
TURNS = Prices(_ONE_EACH, _ONE_EACH, _ONE_EACH, _ONE_EACH, _ONE_EACH, 1)
"""Every group is one turn."""


class _Loose(NamedTuple):
    """What one rank costs outside chains, and what it adds to the groups that wait for a trio to carry them."""

    price: float
    waiting: int
    trio: bool = False


Splits = tuple[tuple[int, float, Counts], ...]
"""How many groups wait for a trio (below 0: trios with free hands), the least price of all others for that many, and
what stands outside chains in that split; only what is cheaper than with fewer waiting."""


class Splitter:
    """Finds the least price of a hand under a price list; remembers what it met."""

    def __init__(self, prices: Prices, remembered: int = 1 << 16) -> None:
        self._prices = prices
        self._loose = tuple(
            tuple(self._alone(rank, count, joined=joined) for count in range(4 * prices.decks + 1))
            for joined in (False, True)
            for rank in range(ACE + 1)
        )
        self._splits: Callable[[Counts, bool], Splits] = lru_cache(maxsize=remembered)(self._find)
        self._best: Callable[[Counts], tuple[float, Counts]] = lru_cache(maxsize=remembered)(self._choose)

    def __call__(self, counts: Counts) -> float:
        """The least price of a hand."""
        return self._best(counts)[0]

    def unchained(self, counts: Counts) -> Counts:
        """What a cheapest split leaves outside solo and pair chains."""
        return self._best(counts)[1] + counts[TWO:]

    def _choose(self, counts: Counts) -> tuple[float, Counts]:
        above = self._above(counts)
        splits = self._splits(counts[:TWO], False) if _has_chain(counts) else (self._all_loose(counts[:TWO]),)
        price, left = min([(price + max(waiting + above.waiting, 0), left) for waiting, price, left in splits])
        return price + above.price, left

    def _find(self, rest: Counts, joined: bool) -> Splits:
        """The splits of the ranks from one on up to the ace. `joined`: the rank below is a loose trio."""
        if not rest:
            return ((0, 0, ()),)
        loose = self._of(rest, joined)
        if not rest[0]:
            return tuple([(waiting, price, (0, *left)) for waiting, price, left in self._splits(rest[1:], False)])
        best: dict[int, tuple[float, Counts]] = {
            waiting + loose.waiting: (price + loose.price, (rest[0], *left))
            for waiting, price, left in self._splits(rest[1:], loose.trio)
        }
        for cost, taken in self._chains(rest):
            for waiting, price, left in self._splits(taken, joined):
                if waiting not in best or best[waiting][0] > price + cost:
                    best[waiting] = (price + cost, left)
        if len(best) == 1:
            ((waiting, split),) = best.items()
            return ((waiting, *split),)
        found: list[tuple[int, float, Counts]] = []
        for waiting in sorted(best):
            if not found or best[waiting][0] < found[-1][1]:
                found.append((waiting, *best[waiting]))
        return tuple(found)

    def _all_loose(self, rest: Counts) -> tuple[int, float, Counts]:
        """The one split without a chain."""
        waiting, price, joined = 0, 0.0, 0
        for rank, count in enumerate(rest):
            loose = self._loose[joined + rank][count]
            if count:
                waiting += loose.waiting
                price += loose.price
            joined = TWO if loose.trio else 0
        return waiting, price, rest

    def _chains(self, rest: Counts) -> Iterator[tuple[float, Counts]]:
        """Each chain that begins at the lowest rank: its price, and what is left."""
        low = ACE + 1 - len(rest)
        for unit, shortest in _CHAINS:
            if rest[0] < unit:
                return
            run = 0
            for count in rest:
                if count < unit:
                    break
                run += 1
            if run >= shortest:
                taken = tuple([count - unit for count in rest[:run]])
                for length in range(shortest, run + 1):
                    yield self._prices.chain[low + length - 1], taken[:length] + rest[length:]

    def _of(self, rest: Counts, joined: bool) -> _Loose:
        """The lowest rank as a loose group."""
        return self._loose[TWO * joined + TWO - len(rest)][rest[0]]

    def _alone(self, rank: int, count: int, *, joined: bool = False) -> _Loose:
        """So many cards of a rank outside chains; `joined` to a trio below, which they lengthen."""
        prices = self._prices
        if count == 0:
            return _Loose(0, 0)
        if count > 3:
            return _Loose(prices.bomb[rank], 0)
        if count == 3:
            return _Loose(prices.trio[rank] - (prices.trio[rank - 1] if joined else 0), -1, rank <= ACE)
        price = (prices.solo if count == 1 else prices.pair)[rank]
        if price < prices.carried or (count == 1 and prices.decks == 2):
            return _Loose(price, 0)
        return _Loose(price - 1, 1)  # it costs 1 where no trio takes it

    def _above(self, counts: Counts) -> _Loose:
        """Twos and jokers, which are in no chain."""
        parts = [self._alone(TWO, counts[TWO])]
        if counts[SMALL_JOKER] == counts[BIG_JOKER] == self._prices.decks:
            parts.append(_Loose(self._prices.rocket, 0))
        else:
            parts += [self._alone(rank, counts[rank]) for rank in (SMALL_JOKER, BIG_JOKER)]
        return _Loose(sum(part.price for part in parts), sum(part.waiting for part in parts))


def _has_chain(counts: Counts) -> bool:
    """Whether five singles or three pairs stand in a row below the two."""
    ones = twos = 0
    for count in counts[:TWO]:
        ones = ones + 1 if count else 0
        twos = twos + 1 if count > 1 else 0
        if ones == 5 or twos == 3:
            return True
    return False


_TURNS = {1: Splitter(TURNS), 2: Splitter(replace(TURNS, decks=2))}


def turns(counts: Counts, decks: int = 1) -> float:
    """How many plays empty the hand at best, when nobody interferes; wings of bombs (P11, P12) are left out."""
    return _TURNS[decks](counts)


def unchained(counts: Counts, decks: int = 1) -> Counts:
    """What stands outside solo and pair chains when the hand is split into the fewest plays."""
    return _TURNS[decks].unchained(counts)
