"""Plays in which at least one laizi stands beside natural cards, or laizi stand alone (rules 1.10 and 1.11).

A play is told by its reading, by the natural cards in it and by the laizi in it: what each laizi stands for follows
from these, so nothing comes twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, TWO
from games.rules.doudizhu.patterns import FORMS, Form, Play, RankPlay, Ranks, Rules, beats

Fill = tuple[Ranks, int]
"""Natural cards by rank, and how many laizi complete them."""


def wild_plays(natural: Sequence[int], wild: Sequence[int], lead: Play | None, rules: Rules) -> Iterator[RankPlay]:
    """Every play with a laizi that beats `lead`, from the counts of natural cards and of laizi in the hand."""
    laizi = sum(wild)
    for form, play in shapes(rules.decks, lead):
        main = range(play.rank - play.len + 1, play.rank + 1)
        for main_ranks, lacking in _main_fills(form.unit, main, natural, laizi):
            for wings, short in _wing_fills(form, play.len, main, natural, laizi - lacking):
                kept = main_ranks + wings
                if kept and lacking + short:
                    for chosen in _choices(tuple(wild), lacking + short):
                        yield play, kept + chosen
    for play, ranks in alone(wild, rules):
        if lead is None or beats(play, lead, rules):
            yield play, ranks
    yield from _soft_bombs(natural, wild, lead, rules)


@lru_cache(maxsize=1 << 10)
def shapes(decks: int, lead: Play | None) -> tuple[tuple[Form, Play], ...]:
    """Every play but bombs that may be led or may follow `lead`, beside its pattern, whether or not a hand holds it."""
    found: list[tuple[Form, Play]] = []
    for form in FORMS[decks]:
        if lead is not None and form.type != lead.type:
            continue
        lengths = range(form.shortest, form.longest + 1) if lead is None else (lead.len,)
        highest = ACE if form.chained else BIG_JOKER
        for length in lengths:
            tops = range(length - 1 if lead is None else lead.rank + 1, highest + 1)
            found += [(form, Play(form.type, top, length, form.size(length))) for top in tops]
    return tuple(found)


def _main_fills(unit: int, main: range, natural: Sequence[int], laizi: int) -> Iterator[Fill]:
    """The natural cards of a main part, most of them first. A laizi is never a joker (L1a)."""
    if laizi < sum(max(0, unit - natural[rank]) for rank in main):
        return
    kept = [range(min(natural[rank], unit), -1 if rank <= TWO else unit - 1, -1) for rank in main]
    for counts in product(*kept):
        lacking = unit * len(main) - sum(counts)
        if lacking <= laizi:
            yield tuple(rank for rank, n in zip(main, counts, strict=True) for _ in range(n)), lacking


def _wing_fills(form: Form, length: int, main: range, natural: Sequence[int], laizi: int) -> Iterator[Fill]:
    """The natural cards among the wings, most of them first; never of a main rank (P9d)."""
    number = form.wings * length
    free = [rank for rank in range(len(RANKS)) if natural[rank] and rank not in main]
    if not form.wing:
        yield (), 0
    elif form.wing == 1:
        single = [rank for rank in free for _ in range(min(natural[rank], number, 3))]  # P9e
        for short in range(min(number, laizi) + 1):
            for chosen in dict.fromkeys(combinations(single, number - short)):
                yield chosen, short
    else:
        yield from _pair_fills(number, free, natural, laizi)


def _pair_fills(number: int, free: Sequence[int], natural: Sequence[int], laizi: int) -> Iterator[Fill]:
    """Pairs of different ranks: natural ones, singles with a laizi, and two laizi."""
    for short in range(min(2 * number, laizi) + 1):
        for mixed in range(short % 2, min(short, number) + 1, 2):
            whole = number - mixed - (short - mixed) // 2
            if whole < 0:
                continue
            for pairs in combinations([rank for rank in free if natural[rank] >= 2], whole):
                rest = [rank for rank in free if rank <= TWO and rank not in pairs]
                for halves in combinations(rest, mixed):
                    yield pairs + pairs + halves, short


@cache
def _choices(wild: tuple[int, ...], number: int) -> tuple[Ranks, ...]:
    """The different ways to take so many laizi."""
    single = [rank for rank, count in enumerate(wild) for _ in range(count)]
    return tuple(dict.fromkeys(combinations(single, number)))


def alone(wild: Sequence[int], rules: Rules) -> Iterator[RankPlay]:
    """Laizi alone are themselves, a rocket or a pure bomb (L2, L5, T3, T4, T7)."""
    for rank, count in enumerate(wild):
        for number in range(1, min(count, 3) + 1):
            yield Play(("solo", "pair", "trio")[number - 1], rank, 1, number), (rank,) * number
    if wild[SMALL_JOKER] and wild[BIG_JOKER]:
        yield Play("rocket", BIG_JOKER, 2, 2), (SMALL_JOKER, BIG_JOKER)
    for size in range(4, min(sum(wild), rules.longest_bomb) + 1):
        for chosen in _choices(tuple(wild), size):
            yield Play("bomb", max(chosen), size, size, "pure"), chosen


def _soft_bombs(natural: Sequence[int], wild: Sequence[int], lead: Play | None, rules: Rules) -> Iterator[RankPlay]:
    """Natural cards of one rank and laizi (L3, L6, T2)."""
    laizi = sum(wild)
    for size in range(4, rules.longest_bomb + 1):
        for rank in range(TWO + 1):
            play = Play("bomb", rank, size, size, "soft")
            if lead is not None and not beats(play, lead, rules):
                continue
            for number in range(min(natural[rank], size - 1), max(0, size - laizi - 1), -1):
                for chosen in _choices(tuple(wild), size - number):
                    yield play, (rank,) * number + chosen
