"""Rows against an evaluator that was written for poker, special hands against a recogniser that tries everything.

RANDOM_PAIRS, RANDOM_SPECIALS and CONSTRUCTED_SPECIALS set how many, a twentieth of what script/soak runs unless set.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from treys import Card, Evaluator

from games.rules.thirteen.cards import is_red, rank, suit
from games.rules.thirteen.rows import STRAIGHT, STRAIGHT_FLUSH, compare, kind, strength
from games.rules.thirteen.specials import find
from tests.thirteen.hands import text

pytestmark = pytest.mark.timeout(3600)
PAIRS = int(os.environ.get("RANDOM_PAIRS", "10000"))
SPECIALS = int(os.environ.get("RANDOM_SPECIALS", "10000"))
CONSTRUCTED = int(os.environ.get("CONSTRUCTED_SPECIALS", "1000"))
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)

POKER = [Card.new(text([card])) for card in range(52)]


def is_wheel(cards: Sequence[int]) -> bool:
    return kind(strength(cards)) in (STRAIGHT, STRAIGHT_FLUSH) and {rank(card) for card in cards} == {14, 2, 3, 4, 5}


def test_five_cards_compare_as_in_poker_but_for_the_wheel() -> None:
    """D1 alone makes a difference: here A2345 is the second highest straight, there the lowest."""
    print(f"seed {SEED}")
    luck, evaluator = random.Random(SEED), Evaluator()
    compared = 0
    while compared < PAIRS:
        cards = luck.sample(range(52), 10)
        if luck.random() < 0.5:  # near misses: five of few ranks or suits
            few = [card for card in range(52) if rank(card) in luck.sample(range(2, 15), 6)]
            cards = luck.sample(few, 10) if len(few) >= 10 else cards
        a, b = cards[:5], cards[5:]
        if is_wheel(a) or is_wheel(b):
            continue
        compared += 1
        theirs = evaluator.evaluate([POKER[c] for c in b], []) - evaluator.evaluate([POKER[c] for c in a], [])
        assert compare(a, b) == (theirs > 0) - (theirs < 0), (SEED, text(a), text(b))


def test_special_hands_are_found_as_by_trying_everything() -> None:
    print(f"seed {SEED}")
    luck = random.Random(SEED + 1)
    seen: Counter[str | None] = Counter()
    kinds = [False] * SPECIALS + [True] * CONSTRUCTED
    for first in range(0, len(kinds), BATCH):
        hands = [constructed(luck) if built else luck.sample(range(52), 13) for built in kinds[first : first + BATCH]]
        for hand, expected in zip(hands, brute(hands), strict=True):
            found = find(hand)
            assert (found and found.key) == expected, (SEED, text(hand))
            seen[expected] += 1
    print(f"{SPECIALS} random and {CONSTRUCTED} constructed hands: {dict(seen)}")
    if CONSTRUCTED >= 1000:
        assert len(seen) > 10, seen


# -- every special hand by its definition ------------------------------------------------------------------------------

BATCH = 10_000
SIZES = (3, 5)
PLACES = {size: list(combinations(range(13), size)) for size in SIZES}
MASKS = {size: [sum(1 << place for place in places) for places in PLACES[size]] for size in SIZES}
"""All threes and fives of a hand, by places and as sets of places."""
RUNS = {size: np.zeros(1 << 15, bool) for size in SIZES}
"""Which sets of ranks are so many in sequence: A below 2 or above K (D27)."""
for size in SIZES:
    for low in range(1, 16 - size):
        RUNS[size][sum(1 << (14 if value == 1 else value) for value in range(low, low + size))] = True
SUITS = dict.fromkeys(SIZES, np.array([bits.bit_count() == 1 for bits in range(16)]))
"""Which sets of suits are one suit."""
Blocks = dict[int, NDArray[np.bool_]]


def brute(hands: Sequence[Sequence[int]]) -> list[str | None]:
    """The highest special hand of each, by the definitions; blocks are looked for among all splits into 3, 5 and 5."""
    runs = fitting(hands, [1 << rank(card) for card in range(52)], RUNS)
    suits = fitting(hands, [1 << suit(card) for card in range(52)], SUITS)
    both = {size: runs[size] & suits[size] for size in SIZES}
    found: list[str | None] = []
    for number, hand in enumerate(hands):
        for key, fits in DEFINITIONS.items():
            blocks = {"san_tong_hua_shun": both, "san_shun_zi": runs, "san_tong_hua": suits}.get(key)
            if fits(hand) if blocks is None else splits(blocks, number):
                found.append(key)
                break
        else:
            found.append(None)
    return found


def fitting(hands: Sequence[Sequence[int]], bits: Sequence[int], fits: Blocks) -> Blocks:
    """Per hand and set of places: whether the cards there, their bits together, are among what `fits`."""
    values = np.array(bits, np.uint16)[np.array(hands)]
    return {size: fits[size][np.bitwise_or.reduce(values[:, np.array(PLACES[size])], axis=2)] for size in SIZES}


def splits(blocks: Blocks, number: int) -> bool:
    """Whether two fives that fit leave three cards that fit too."""
    fives = [MASKS[5][place] for place in np.flatnonzero(blocks[5][number]).tolist()]
    threes = {MASKS[3][place] for place in np.flatnonzero(blocks[3][number]).tolist()}
    return any(not a & b and 0x1FFF ^ a ^ b in threes for a, b in combinations(fives, 2))


def counts(hand: Sequence[int]) -> list[int]:
    return sorted(Counter(rank(card) for card in hand).values())


def pairs_and(odd: int) -> Callable[[Sequence[int]], bool]:
    def fits(hand: Sequence[int]) -> bool:
        left = counts(hand)
        return odd in left and sum(c // 2 for c in left) == 6 and [c for c in left if c % 2] == [odd]

    return fits


def in_blocks(hand: Sequence[int]) -> bool:
    raise AssertionError("looked for among all splits at once")


DEFINITIONS: dict[str, Callable[[Sequence[int]], bool]] = {
    "zhi_zun_qing_long": lambda h: counts(h) == [1] * 13 and len({suit(c) for c in h}) == 1,
    "yi_tiao_long": lambda h: counts(h) == [1] * 13,
    "shi_er_huang_zu": lambda h: all(rank(c) in (11, 12, 13, 14) for c in h),
    "san_tong_hua_shun": in_blocks,
    "san_tao_zha_dan": lambda h: counts(h) == [1, 4, 4, 4],
    "quan_da": lambda h: all(rank(c) >= 8 for c in h),
    "quan_xiao": lambda h: all(rank(c) <= 8 for c in h),
    "cou_yi_se": lambda h: len({is_red(c) for c in h}) == 1,
    "shuang_guai_chong_san": lambda h: counts(h) == [3, 3, 3, 4],
    "si_tao_san_tiao": lambda h: counts(h) == [1, 3, 3, 3, 3],
    "wu_dui_san_tiao": pairs_and(3),
    "liu_dui_ban": pairs_and(1),
    "san_shun_zi": in_blocks,
    "san_tong_hua": in_blocks,
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
