"""Random hands for comparisons, as lists of 34 counts."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

from games.rules.mahjong.tiles import FACES, ORPHANS


def dealt(rng: np.random.Generator, hands: int, size: int = 14) -> npt.NDArray[np.int64]:
    """Hands from a shuffled deck."""
    return np.stack([np.bincount(rng.permutation(136)[:size] // 4, minlength=FACES) for _ in range(hands)])


def near_wins(luck: random.Random, hands: int, sets: int = 4) -> list[list[int]]:
    """So many sets (60 % runs) and a pair, at most four of a face; every second one has one tile replaced."""
    return [_near_win(luck, sets, number % 2 == 1) for number in range(hands)]


def _near_win(luck: random.Random, sets: int, broken: bool) -> list[int]:
    while True:
        counts = [0] * FACES
        for _ in range(sets):
            if luck.random() < 0.6:
                low = 9 * luck.randrange(3) + luck.randrange(7)
                for face in (low, low + 1, low + 2):
                    counts[face] += 1
            else:
                counts[luck.randrange(FACES)] += 3
        counts[luck.randrange(FACES)] += 2
        if broken:
            counts[luck.choice([face for face in range(FACES) if counts[face]])] -= 1
            counts[luck.randrange(FACES)] += 1
        if max(counts) <= 4:
            return counts


def near_orphans(luck: random.Random, hands: int) -> list[list[int]]:
    """十三幺, or nearly."""
    found = []
    for _ in range(hands):
        counts = [int(face in ORPHANS) for face in range(FACES)]
        counts[luck.choice(ORPHANS)] += 1
        for _ in range(luck.randrange(3)):
            counts[luck.choice([face for face in range(FACES) if counts[face]])] -= 1
            counts[luck.choice([face for face in range(FACES) if counts[face] < 4])] += 1
        found.append(counts)
    return found


def is_seven_pairs(counts: list[int]) -> bool:
    """A win in other rules, none here (3.2)."""
    return sum(count == 2 for count in counts) == 7
