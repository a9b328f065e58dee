"""Every play that a hand allows: complete, lazy, one concrete choice of suits for each multiset of ranks.

The work is done on rank counts. `at_least[n]` is a set of ranks as bits: those of which the hand holds n or more, so a
chain is a run of bits and a follower of rank r looks only at the bits above r. Plays of a main part are made once and
shared by all hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, counts_of, rank_of
from games.rules.doudizhu.patterns import Form, Play, RankPlay, Rules, beats
from games.rules.doudizhu.wilds import wild_plays

Bits = tuple[int, ...]
"""Sets of ranks as bits."""

_CHAIN_BITS = (1 << (ACE + 1)) - 1
_ALL_BITS = (1 << len(RANKS)) - 1


class _RanksOf(dict[int, tuple[int, ...]]):
    """The ranks in a set of bits, low to high; made when a set is met first."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        ranks = self[mask] = tuple(rank for rank in range(len(RANKS)) if mask >> rank & 1)
        return ranks


_BITS = _RanksOf()


def plays(hand: Sequence[int], lead: Play | None, rules: Rules) -> Iterator[tuple[Play, tuple[int, ...]]]:
    """Each play of `hand` that beats `lead` (None: that may be led), with its cards.

    A set of cards with several readings comes once for each. Natural plays come first, inside a type from low to high
    and bombs last; then those with laizi, fewest laizi first inside a main part.
    """
    held: list[list[int]] = [[] for _ in RANKS]
    for card in hand:
        held[rank_of(card)].append(card)
    for play, ranks in rank_plays([len(cards) for cards in held], lead, rules):
        used = [0] * len(RANKS)
        cards = []
        for rank in ranks:
            cards.append(held[rank][used[rank]])
            used[rank] += 1
        yield play, tuple(cards)


def can_beat(hand: Sequence[int], lead: Play | None, rules: Rules) -> bool:
    """Whether any play of `hand` beats `lead`."""
    return next(rank_plays(counts_of(hand), lead, rules), None) is not None


def rank_plays(counts: Sequence[int], lead: Play | None, rules: Rules) -> Iterator[RankPlay]:
    """`plays` over the fifteen rank counts of a hand, the cards of each play as ranks."""
    if not rules.wilds:
        yield from _natural_plays(counts, lead, rules)
        return
    natural = [0 if rank in rules.wilds else count for rank, count in enumerate(counts)]
    yield from _natural_plays(natural, lead, rules)
    yield from wild_plays(natural, [count - kept for count, kept in zip(counts, natural, strict=True)], lead, rules)


def _natural_plays(counts: Sequence[int], lead: Play | None, rules: Rules) -> Iterator[RankPlay]:
    """Plays without laizi."""
    at_least = _at_least(counts)
    if lead is None:
        for form in rules.forms:
            if at_least[form.unit]:
                yield from _leads(form, counts, at_least)
    elif (form_of_lead := rules.form(lead.type)) is not None:
        yield from _followers(form_of_lead, lead, counts, at_least)
    if at_least[4] or counts[BIG_JOKER]:
        yield from _bombs(counts, lead, rules, at_least)


def _at_least(counts: Sequence[int]) -> Bits:
    """For n from 1 to 4, the ranks held n times or more."""
    ones = twos = threes = fours = 0
    bit = 1
    for count in counts:
        if count:
            ones |= bit
            if count > 1:
                twos |= bit
                if count > 2:
                    threes |= bit
                    if count > 3:
                        fours |= bit
        bit <<= 1
    return (0, ones, twos, threes, fours)


@cache
def _main(form: Form, top: int, length: int) -> RankPlay:
    """The main part of a play: the play itself (wings counted in its size) and the ranks of the main part's cards."""
    main = range(top - length + 1, top + 1)
    return Play(form.type, top, length, form.size(length)), tuple(r for r in main for _ in range(form.unit))


@cache
def _mains(form: Form, length: int) -> tuple[RankPlay, ...]:
    """The main parts of so many ranks, by their lowest rank."""
    highest = ACE if form.chained else BIG_JOKER
    return tuple(_main(form, low + length - 1, length) for low in range(highest - length + 2))


def _leads(form: Form, counts: Sequence[int], at_least: Bits) -> Iterator[RankPlay]:
    have = starts = at_least[form.unit] & (_CHAIN_BITS if form.chained else _ALL_BITS)
    for length in range(1, form.longest + 1):
        starts &= have >> (length - 1)  # ranks from which `length` neighbours are held
        if not starts:
            return
        if length >= form.shortest:
            mains = _mains(form, length)
            for low in _BITS[starts]:
                if form.wing:
                    yield from _winged(form, mains[low], counts, at_least)
                else:
                    yield mains[low]


def _followers(form: Form, lead: Play, counts: Sequence[int], at_least: Bits) -> Iterator[RankPlay]:
    have = at_least[form.unit] & (_CHAIN_BITS if form.chained else _ALL_BITS)
    length = lead.len
    lowest = lead.rank - length + 2
    starts = have >> lowest << lowest
    for step in range(1, length):
        starts &= have >> step
    if starts:
        mains = _mains(form, length)
        for low in _BITS[starts]:
            if form.wing:
                yield from _winged(form, mains[low], counts, at_least)
            else:
                yield mains[low]


def _winged(form: Form, main: RankPlay, counts: Sequence[int], at_least: Bits) -> Iterator[RankPlay]:
    """A main part with every choice of wings (P4, P5, P9 to P12, D6, D8)."""
    play, ranks = main
    number = form.wings * play.len
    free = [rank for rank in _BITS[at_least[form.wing]] if rank not in ranks]
    if number == 1:
        for rank in free:
            yield play, ranks + (rank,) * form.wing
    elif form.wing == 2:  # P10a, D8a: pairs of different ranks
        for chosen in combinations(free, number):
            yield play, ranks + chosen + chosen
    else:  # P9a, P9e, P11a: equal wings are fine, four equal ones are not
        single = [rank for rank in free for _ in range(min(counts[rank], number, 3))]
        for chosen in dict.fromkeys(combinations(single, number)):
            yield play, ranks + chosen


def _bombs(counts: Sequence[int], lead: Play | None, rules: Rules, at_least: Bits) -> Iterator[RankPlay]:
    fours = _BITS[at_least[4]]
    for size in range(4, rules.longest_bomb + 1) if fours else ():
        for rank in fours:
            if counts[rank] >= size:
                bomb = _bomb(rank, size, "hard" if rules.wilds else "")
                if lead is None or beats(bomb[0], lead, rules):
                    yield bomb
    if counts[SMALL_JOKER] == counts[BIG_JOKER] == rules.decks and (lead is None or lead.type not in ("rocket", "sky")):
        size = 2 * rules.decks
        yield (
            Play("rocket" if rules.decks == 1 else "sky", BIG_JOKER, size, size),
            (SMALL_JOKER,) * rules.decks + (BIG_JOKER,) * rules.decks,
        )


@cache
def _bomb(rank: int, size: int, kind: str) -> RankPlay:
    return Play("bomb", rank, size, size, kind), (rank,) * size
