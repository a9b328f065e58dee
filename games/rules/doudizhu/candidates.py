"""Of every reading that a hand allows the one set of cards worth a thought: for hints and for bots.

Nothing is listed and thrown away: a main part takes all the natural cards it can, wings are what the hand misses least,
laizi fill the rest. So a hand with eight laizi costs no more than its readings, not the thousands of ways to make them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from games.rules.doudizhu.cards import BIG_JOKER, RANKS, SMALL_JOKER, TWO, rank_of
from games.rules.doudizhu.groups import Counts, unchained
from games.rules.doudizhu.patterns import Form, Play, Rules, beats, readings
from games.rules.doudizhu.wilds import alone, shapes

Candidate = tuple[Play, tuple[int, ...]]
"""A reading and its cards."""

_CONTROL = 2
"""A two or a joker is missed as much as a card out of a chain."""


def candidates(hand: Sequence[int], lead: Play | None, rules: Rules) -> list[Candidate]:
    """A play for each reading of `hand` that beats `lead` (None: that may be led), with its cards.

    It has the fewest laizi and the wings that are missed least. A bomb or the set of jokers is never torn apart, unless
    the play empties the hand: it is offered whole.
    """
    whole = [(play, tuple(hand)) for play in readings(hand, rules) if lead is None or beats(play, lead, rules)]
    if len(hand) == 1:
        return whole
    held: list[list[int]] = [[] for _ in RANKS]
    for card in hand:
        held[rank_of(card)].append(card)
    counts = tuple([len(cards) for cards in held])
    found = whole
    for play, used in _Picker(counts, rules).plays(lead):
        if play.size < len(hand):
            found.append((play, tuple([card for rank, n in enumerate(used) if n for card in held[rank][:n]])))
    return found


class Wings(NamedTuple):
    """The cards that may be single wings, the ranks that may be pairs and those that a laizi may make one."""

    singles: Sequence[int]
    pairs: Sequence[int]
    halves: Sequence[int]


class _Picker:
    """Chooses the cards of plays out of one hand, as counts."""

    def __init__(self, counts: Counts, rules: Rules) -> None:
        self.rules = rules
        self.natural = tuple([0 if rank in rules.wilds else count for rank, count in enumerate(counts)])
        self.wild = tuple([counts[rank] if rank in rules.wilds else 0 for rank in range(len(RANKS))])
        self.laizi = [rank for rank, count in enumerate(self.wild) for _ in range(count)]
        natural = self.natural
        self.whole = {rank for rank in range(TWO + 1) if natural[rank] >= 4}
        if natural[SMALL_JOKER] == natural[BIG_JOKER] == rules.decks:
            self.whole |= {SMALL_JOKER, BIG_JOKER}

    @cached_property
    def wings(self) -> Wings:
        """What may go with a trio, a plane or a four."""
        return _by_regret(self.natural, frozenset(self.whole), self.rules.decks)

    def plays(self, lead: Play | None) -> Iterator[tuple[Play, list[int]]]:
        """Every reading that leaves bombs whole, with its cards by rank."""
        laizi = len(self.laizi)
        unit, lacking = 0, [0]
        for form, play in shapes(self.rules.decks, lead):
            if form.unit != unit:
                unit = form.unit
                lacking = list(accumulate([unit - count if count < unit else 0 for count in self.natural], initial=0))
            missing = lacking[play.rank + 1] - lacking[play.rank - play.len + 1]
            if missing <= laizi:
                main = range(play.rank - play.len + 1, play.rank + 1)
                used = self._main(form.unit, main, missing)
                if used is not None and self._add_wings(form, main, used, missing):
                    yield play, used
        for play, used in self._bombs():
            if lead is None or beats(play, lead, self.rules):
                yield play, used
        for play, ranks in alone(self.wild, self.rules):
            if lead is None or beats(play, lead, self.rules):
                used = [0] * len(RANKS)
                for rank in ranks:
                    used[rank] += 1
                yield play, used

    def _main(self, unit: int, main: range, missing: int) -> list[int] | None:
        """The natural cards of a main part; None where a bomb would be torn apart or a laizi would be a joker (L1a)."""
        if main[-1] > TWO and (missing or main[-1] in self.whole):
            return None
        used = [0] * len(RANKS)
        for rank in main:
            used[rank] = min(self.natural[rank], unit)
            if rank in self.whole and used[rank] < self.natural[rank]:
                return None
        return used

    def _add_wings(self, form: Form, main: range, used: list[int], missing: int) -> bool:
        """Add wings and laizi to the main part, which misses so many; whether that makes a play with a natural card."""
        number = form.wings * len(main)
        if form.wing == 1:
            missing += number - _take(used, self.wings.singles, main, number, 1)
        elif form.wing == 2:
            number -= _take(used, self.wings.pairs, main, number, 2)
            halves = _take(used, self.wings.halves, main, min(number, len(self.laizi) - missing), 1) if number else 0
            missing += halves + 2 * (number - halves)
        if missing > len(self.laizi) or not any(used):
            return False
        for rank in self.laizi[:missing]:
            used[rank] += 1
        return True

    def _bombs(self) -> Iterator[tuple[Play, list[int]]]:
        """Each natural bomb whole; soft ones (L3, T2) of ranks that make none by themselves, or longer than that."""
        decks, natural = self.rules.decks, self.natural
        for rank in range(TWO + 1):
            count = natural[rank]
            if not count:
                continue
            for size in range(max(4, count), min(count + len(self.laizi), self.rules.longest_bomb) + 1):
                used = [0] * len(RANKS)
                used[rank] = count
                for laizi in self.laizi[: size - count]:
                    used[laizi] += 1
                kind = "" if not self.rules.wilds else "hard" if size == count else "soft"
                yield Play("bomb", rank, size, size, kind), used
        if SMALL_JOKER in self.whole:
            used = [0] * len(RANKS)
            used[SMALL_JOKER] = used[BIG_JOKER] = decks
            yield Play("rocket" if decks == 1 else "sky", BIG_JOKER, 2 * decks, 2 * decks), used


def _take(used: list[int], order: Sequence[int], main: range, number: int, cards: int) -> int:
    """Add up to `number` wings of so many cards in this order, none of a main rank (P9d); how many there were.

    A rank comes in `order` as often as it may be taken; for pairs that is once (P10a), which holds for halves too.
    """
    taken = 0
    for rank in order:
        if taken == number:
            break
        if rank in main:
            continue
        used[rank] += cards
        taken += 1
    return taken


@lru_cache(maxsize=1 << 12)
def _by_regret(natural: Counts, whole: frozenset[int], decks: int) -> Wings:
    """Wings by how little they are missed: what stands alone, then pairs, then cards of chains, then trios; twos and
    jokers later."""
    left = unchained(natural, decks)
    singles: list[tuple[int, int]] = []
    pairs: list[tuple[int, int]] = []
    halves: list[tuple[int, int]] = []
    for rank, count in enumerate(natural):
        if not count or rank in whole:
            continue
        control = _CONTROL if rank >= TWO else 0
        loose = left[rank]
        cost = {1: 0, 2: 1, 3: 3}.get(loose, 2)
        singles += [(cost + control, rank)] * loose + [(2 + control, rank)] * (count - loose)
        if count >= 2:
            pairs.append(({2: 0, 3: 3}.get(loose, 2) + control, rank))
        elif rank <= TWO:
            halves.append(({1: 0}.get(loose, 2) + control, rank))
    return Wings(*([rank for _, rank in sorted(order)] for order in (singles, pairs, halves)))
