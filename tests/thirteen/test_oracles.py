"""Rows against an evaluator that was written for poker, special hands against a recogniser that tries everything.

RANDOM_PAIRS and RANDOM_SPECIALS set how many; script/soak runs 200,000 of each.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from treys import Card, Evaluator

from games.rules.thirteen.cards import is_red, rank, suit
from games.rules.thirteen.rows import STRAIGHT, STRAIGHT_FLUSH, compare, kind, strength
from games.rules.thirteen.specials import find
from tests.thirteen.hands import text

PAIRS = int(os.environ.get("RANDOM_PAIRS", "5000"))
SPECIALS = int(os.environ.get("RANDOM_SPECIALS", "300"))
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)

POKER = [Card.new(text([card])) for card in range(52)]


def is_wheel(cards: Sequence[int]) -> bool:
    return kind(strength(cards)) in (STRAIGHT, STRAIGHT_FLUSH) and {rank(card) for card in cards} == {14, 2, 3, 4, 5}


def test_five_cards_compare_as_in_poker_but_for_the_wheel() -> None:
    """D1 alone makes a difference: here A2345 is the second highest straight, there the lowest."""
    print(f"seed {SEED}")
    luck, evaluator = random.Random(SEED), Evaluator()
    for _ in range(PAIRS):
        cards = luck.sample(range(52), 10)
        if luck.random() < 0.5:  # near misses: five of few ranks or suits
            few = [card for card in range(52) if rank(card) in luck.sample(range(2, 15), 6)]
            cards = luck.sample(few, 10) if len(few) >= 10 else cards
        a, b = cards[:5], cards[5:]
        if is_wheel(a) or is_wheel(b):
            continue
        theirs = evaluator.evaluate([POKER[c] for c in b], []) - evaluator.evaluate([POKER[c] for c in a], [])
        assert compare(a, b) == (theirs > 0) - (theirs < 0), (SEED, text(a), text(b))


def test_special_hands_are_found_as_by_trying_everything() -> None:
    print(f"seed {SEED}")
    luck = random.Random(SEED + 1)
    for number in range(SPECIALS):
        hand = luck.sample(range(52), 13) if number % 3 else constructed(luck)
        found = find(hand)
        assert (found and found.key) == brute(hand), (SEED, text(hand))


# -- every special hand by its definition, as slowly as it reads ------------------------------------------------------


def brute(hand: Sequence[int]) -> str | None:
    return next((key for key, fits in DEFINITIONS.items() if fits(hand)), None)


def counts(hand: Sequence[int]) -> list[int]:
    return sorted(Counter(rank(card) for card in hand).values())


def in_blocks(hand: Sequence[int], fits: Callable[[Sequence[int]], bool]) -> bool:
    for three in combinations(hand, 3):
        if fits(three):
            rest = [card for card in hand if card not in three]
            for five in combinations(rest[1:], 4):
                one = (rest[0], *five)
                if fits(one) and fits([card for card in rest if card not in one]):
                    return True
    return False


def consecutive(cards: Sequence[int]) -> bool:
    return in_sequence(tuple(sorted(rank(card) for card in cards)))


@cache
def in_sequence(values: tuple[int, ...]) -> bool:
    low = sorted(1 if value == 14 else value for value in values)
    steps = list(range(len(values)))
    return [v - values[0] for v in values] == steps or [v - low[0] for v in low] == steps


def one_suit(cards: Sequence[int]) -> bool:
    return len({suit(card) for card in cards}) == 1


def pairs_and(odd: int) -> Callable[[Sequence[int]], bool]:
    def fits(hand: Sequence[int]) -> bool:
        left = counts(hand)
        return odd in left and sum(c // 2 for c in left) == 6 and [c for c in left if c % 2] == [odd]

    return fits


DEFINITIONS: dict[str, Callable[[Sequence[int]], bool]] = {
    "zhi_zun_qing_long": lambda h: counts(h) == [1] * 13 and one_suit(h),
    "yi_tiao_long": lambda h: counts(h) == [1] * 13,
    "shi_er_huang_zu": lambda h: all(rank(c) in (11, 12, 13, 14) for c in h),
    "san_tong_hua_shun": lambda h: in_blocks(h, lambda b: one_suit(b) and consecutive(b)),
    "san_tao_zha_dan": lambda h: counts(h) == [1, 4, 4, 4],
    "quan_da": lambda h: all(rank(c) >= 8 for c in h),
    "quan_xiao": lambda h: all(rank(c) <= 8 for c in h),
    "cou_yi_se": lambda h: len({is_red(c) for c in h}) == 1,
    "shuang_guai_chong_san": lambda h: counts(h) == [3, 3, 3, 4],
    "si_tao_san_tiao": lambda h: counts(h) == [1, 3, 3, 3, 3],
    "wu_dui_san_tiao": pairs_and(3),
    "liu_dui_ban": pairs_and(1),
    "san_shun_zi": lambda h: in_blocks(h, consecutive),
    "san_tong_hua": lambda h: in_blocks(h, one_suit),
}


# -- hands that are special, or nearly ---------------------------------------------------------------------------------


def constructed(luck: random.Random) -> list[int]:
    deck = set(range(52))
    hand: list[int] = []
    maker = luck.choice([runs, suits, groups, halves])
    while len(hand) < 13:
        block = [card for card in maker(luck, deck) if card in deck][: 13 - len(hand)]
        hand += block
        deck -= set(block)
    if luck.random() < 0.4:  # one card off
        hand[luck.randrange(13)] = luck.choice(sorted(deck))
    return hand


def runs(luck: random.Random, deck: set[int]) -> list[int]:
    size, low = luck.choice([3, 5]), luck.randrange(1, 11)
    only = luck.randrange(4) if luck.random() < 0.6 else None
    picked = []
    for value in range(low, low + size):
        wanted = 14 if value == 1 else min(value, 14)
        fits = [c for c in sorted(deck) if rank(c) == wanted and only in (None, suit(c)) and c not in picked]
        picked += luck.sample(fits, 1) if fits else []
    return picked


def suits(luck: random.Random, deck: set[int]) -> list[int]:
    wanted = luck.randrange(4)
    own = [card for card in sorted(deck) if suit(card) == wanted]
    return luck.sample(own, min(luck.choice([3, 5]), len(own)))


def groups(luck: random.Random, deck: set[int]) -> list[int]:
    value = luck.randrange(2, 15)
    own = [card for card in sorted(deck) if rank(card) == value]
    return luck.sample(own, min(luck.choice([1, 2, 2, 2, 3, 4]), len(own)))


def halves(luck: random.Random, deck: set[int]) -> list[int]:
    wanted = luck.choice(
        [lambda c: rank(c) >= 8, lambda c: rank(c) <= 8, lambda c: rank(c) >= 11, is_red, lambda c: not is_red(c)]
    )
    own = [card for card in sorted(deck) if wanted(card)]
    return luck.sample(own, min(13, len(own)))
