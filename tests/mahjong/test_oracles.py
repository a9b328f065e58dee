"""Win checks and shanten beside independent libraries, seven pairs aside.

MAHJONG_HANDS sets how many; script/soak runs 200,000.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hk_mahjong.core.meld import make_pong
from hk_mahjong.core.tiles import Dragon, Tile, Wind, make_dragon, make_suited, make_wind
from hk_mahjong.core.tiles import Suit as HkSuit
from hk_mahjong.core.win_check import check_win
from kago_utils.hai import Hai34Counter
from kago_utils.shanten import Shanten as Kago
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from games.rules.mahjong import complete, shanten
from games.rules.mahjong.splits import splits
from games.rules.mahjong.tiles import FACES, rank, suit
from tests.mahjong.hands import dealt, is_seven_pairs, near_orphans, near_wins

HANDS = int(os.environ.get("MAHJONG_HANDS", "10000"))
pytestmark = pytest.mark.timeout(120 + HANDS // 100)
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)

_SUITS = (HkSuit.CHARACTERS, HkSuit.DOTS, HkSuit.BAMBOO)
_HONOURS = [make_wind(w) for w in (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)]
_HONOURS += [make_dragon(d) for d in (Dragon.RED, Dragon.GREEN, Dragon.WHITE)]
HK_TILES: list[Tile] = [make_suited(_SUITS[suit(f)], rank(f)) for f in range(27)] + _HONOURS


def every_hand() -> Iterator[tuple[list[int], int]]:
    """Half from the deck, half near wins; every fourth near win beside one to three melds. Counts and melds."""
    print(f"seed {SEED}")
    luck = random.Random(SEED)
    for counts in dealt(np.random.default_rng(SEED), HANDS // 2).tolist():
        yield counts, 0
    for counts in near_orphans(luck, HANDS // 50):
        yield counts, 0
    for melds in (0, 1, 2, 3):
        for counts in near_wins(luck, HANDS // 16 if melds else HANDS // 4, 4 - melds):
            yield counts, melds


def test_wins_are_those_of_two_libraries() -> None:
    wins = 0
    for counts, melds in every_hand():
        own = complete.is_complete(complete.keys(counts))
        tiles = [HK_TILES[face] for face in range(FACES) for _ in range(counts[face])]
        theirs = check_win(tiles, [make_pong(HK_TILES[33])] * melds)
        assert own == bool(theirs), (SEED, counts)
        assert own == bool(Agari.is_agari(counts)) or is_seven_pairs(counts), (SEED, counts)
        ours = list(splits(counts))
        assert len(set(ours)) == len(ours)
        assert len(ours) == len({_shape(one) for one in theirs if one.melds}), (SEED, counts)
        wins += own
    assert wins > HANDS // 8


def _shape(one: object) -> tuple[object, ...]:
    """A library's split, in a form that two equal ones share."""
    return one.pair, tuple(sorted((str(m.meld_type), m.tiles[0].sort_key) for m in one.concealed_melds))  # type: ignore[attr-defined]


def test_shanten_is_that_of_two_libraries() -> None:
    batches: dict[int, tuple[list[list[int]], list[int]]] = {}
    for number, (counts, melds) in enumerate(every_hand()):
        own = shanten.shanten(counts, melds)
        theirs = Shanten.calculate_shanten(counts, use_chiitoitsu=False, use_kokushi=not melds)
        assert own == theirs, (SEED, counts)
        if number % 4 == 0 and max(counts) < 4:  # this one also waits for a fifth tile
            other = [Kago.calculate_shanten_for_regular(Hai34Counter(counts), melds)]
            if not melds:
                other.append(Kago.calculate_shanten_for_kokushimusou(Hai34Counter(counts)))
            assert own == min(other), (SEED, counts)
        assert (own == -1) == complete.is_complete(complete.keys(counts)), (SEED, counts)
        hands, found = batches.setdefault(melds, ([], []))
        hands.append(counts)
        found.append(own)
    for melds, (hands, found) in batches.items():
        assert (shanten.lacking(hands, melds) - 1).tolist() == found


def test_useful_tiles_and_waits_are_those_that_change_the_shanten() -> None:
    luck = random.Random(SEED + 1)
    for counts in near_wins(luck, max(20, HANDS // 100)):
        counts[luck.choice([face for face in range(FACES) if counts[face]])] -= 1
        before = shanten.shanten(counts)
        nearer = []
        for face in range(FACES):
            if counts[face] < 4:
                counts[face] += 1
                if shanten.shanten(counts) < before:
                    nearer.append(face)
                counts[face] -= 1
        assert shanten.useful(counts) == tuple(nearer)
        assert complete.waits(counts) == (tuple(nearer) if before == 0 else ())
