"""How far a hand is from complete, and which tiles bring it nearer, by a table for each suit and the honours.

Shanten is the least number of tiles to be exchanged until one more tile completes the hand: -1 complete, 0 ready. The
table says for every combination of counts of a part how many tiles it lacks to be 0 to 4 sets without a pair (numbers 0
to 4) and with one (5 to 9). A hand is the cheapest way to share its sets and its pair among the four parts. Tables for
bots: they take half a second to make and 20 MB, and nothing that a table's own process does needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules.mahjong.complete import MOST_SETS, part_sets
from games.rules.mahjong.tiles import FACES, ORPHANS

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.integer[Any]]

NUMBERS = 2 * (MOST_SETS + 1)
NEVER = 30
"""More than any hand lacks; three of them together still fit a byte."""
WEIGHTS = 5 ** np.arange(9, dtype=np.int32)
"""A part's place in the table is the sum of its counts times these."""


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """The shanten of one hand of 3n + 1 or 3n + 2 concealed tiles beside `melds` sets that are laid down.

    13 or 14 tiles may also become 十三幺.
    """
    suits, honours = _as_bytes()
    parts = []
    for start in (0, 9, 18):
        a, b, c, d, e, f, g, h, i = counts[start : start + 9]
        at = 10 * (a + 5 * (b + 5 * (c + 5 * (d + 5 * (e + 5 * (f + 5 * (g + 5 * (h + 5 * i))))))))
        parts.append(suits[at : at + 10])
    a, b, c, d, e, f, g = counts[27:]
    at = 10 * (a + 5 * (b + 5 * (c + 5 * (d + 5 * (e + 5 * (f + 5 * g))))))
    lacking = _cheapest(_merged(parts[0], parts[1]), _merged(parts[2], honours[at : at + 10]), MOST_SETS - melds)
    return min(lacking, _orphans_lacking(counts)) - 1 if not melds else lacking - 1


def _merged(one: bytes, two: bytes) -> tuple[int, ...]:
    """What two parts lack together."""
    _, a1, a2, a3, a4, p0, p1, p2, p3, p4 = one
    _, b1, b2, b3, b4, q0, q1, q2, q3, q4 = two
    return (
        0,
        min(a1, b1),
        min(a2, a1 + b1, b2),
        min(a3, a2 + b1, a1 + b2, b3),
        min(a4, a3 + b1, a2 + b2, a1 + b3, b4),
        min(p0, q0),
        min(p1, p0 + b1, a1 + q0, q1),
        min(p2, p1 + b1, p0 + b2, a2 + q0, a1 + q1, q2),
        min(p3, p2 + b1, p1 + b2, p0 + b3, a3 + q0, a2 + q1, a1 + q2, q3),
        min(p4, p3 + b1, p2 + b2, p1 + b3, p0 + b4, a4 + q0, a3 + q1, a2 + q2, a1 + q3, q4),
    )


def _cheapest(one: Sequence[int], two: Sequence[int], sets: int) -> int:
    """What two halves lack to be so many sets and a pair together."""
    a, p, b, q = one[:5], one[5:], two[:5], two[5:]
    return min([min(p[i] + b[sets - i], a[i] + q[sets - i]) for i in range(sets + 1)])


def _orphans_lacking(counts: Sequence[int]) -> int:
    own = [counts[face] for face in ORPHANS]
    kinds = len(own) - own.count(0)
    return 13 - kinds if max(own) > 1 else 14 - kinds


# -- many hands at once ------------------------------------------------------------------------------------------------


def lacking(counts: npt.ArrayLike, melds: int = 0, *, orphans: bool = True) -> Ints:
    """Shanten + 1 of many hands: `counts` has 34 numbers in its last axis."""
    hands = np.asarray(counts)
    flat = hands.reshape(-1, FACES)
    found = cheapest(rows(flat), MOST_SETS - melds)
    if orphans and not melds:
        own = flat[:, ORPHANS]
        far = 14 - (own > 0).sum(axis=1) - (own > 1).any(axis=1)
        found = np.minimum(found, far)
    shaped: Ints = found.reshape(hands.shape[:-1])
    return shaped


def rows(counts: npt.ArrayLike) -> list[Bytes]:
    """The table's numbers of many hands, one array for each of 万, 筒, 条 and the honours: number first, hand last."""
    hands = np.asarray(counts, dtype=np.int32)
    return look_up(hands, tables())


def look_up(hands: Ints, tables: tuple[Bytes, Bytes]) -> list[Bytes]:
    """As `rows`, in other tables."""
    suits, honours = tables
    parts = [suits[:, hands[:, start : start + 9] @ WEIGHTS] for start in (0, 9, 18)]
    return [*parts, honours[:, hands[:, 27:] @ WEIGHTS[:7]]]


def cheapest(parts: Sequence[Bytes], sets: int) -> Ints:
    """What hands lack to be so many sets and a pair, given what each of their parts lacks."""
    one, two = merged(parts[0], parts[1], sets), merged(parts[2], parts[3], sets)
    best = np.minimum(one[5] + two[sets], one[0] + two[5 + sets])
    for i in range(1, sets + 1):
        np.minimum(best, one[5 + i] + two[sets - i], out=best)
        np.minimum(best, one[i] + two[5 + sets - i], out=best)
    wide: Ints = best.astype(np.int16)
    return wide


def merged(one: Bytes, two: Bytes, sets: int) -> Bytes:
    """What pairs of parts lack together, up to so many sets."""
    out = np.empty((NUMBERS, one.shape[1]), dtype=np.uint8)
    for total in range(sets + 1):
        plain, paired = out[total], out[5 + total]
        np.add(one[0], two[total], out=plain)
        np.minimum(one[5] + two[total], one[0] + two[5 + total], out=paired)
        for i in range(1, total + 1):
            np.minimum(plain, one[i] + two[total - i], out=plain)
            np.minimum(paired, one[5 + i] + two[total - i], out=paired)
            np.minimum(paired, one[i] + two[5 + total - i], out=paired)
    return out


def useful(counts: Sequence[int], melds: int = 0) -> tuple[int, ...]:
    """The faces that bring 3n + 1 tiles one step nearer; one that the hand holds all four of is none."""
    own = np.asarray(counts, dtype=np.int16)
    drawn = own[None, :] + np.eye(FACES, dtype=np.int16)
    allowed = np.flatnonzero(own < 4)
    nearer = lacking(drawn[allowed], melds) < lacking(own[None, :], melds)
    return tuple(int(face) for face in allowed[nearer])


@cache
def tables() -> tuple[Bytes, Bytes]:
    """What every combination of counts lacks: for a suit and for the honours, number first, place last."""
    return _table(9, 7), _table(7, 0)


@cache
def run_tables() -> tuple[Bytes, Bytes]:
    """The same where every set has to be a run."""
    return _table(9, 7, triplets=False), _table(7, 0, triplets=False)


@cache
def _as_bytes() -> tuple[bytes, bytes]:
    """The tables for a single hand: ten bytes at each place."""
    suits, honours = tables()
    return suits.T.tobytes(), honours.T.tobytes()


def _table(length: int, runs: int, *, triplets: bool = True) -> Bytes:
    """Targets lack nothing; then, one place after another, every count takes the cheapest of all targets there."""
    table = np.full((NUMBERS, *[5] * length), NEVER, dtype=np.uint8)
    for number, level in enumerate(part_sets(length, runs, triplets=triplets)):
        for counts in level:
            table[(number, *counts)] = 0
            for place, count in enumerate(counts):
                if count <= 2:
                    paired = (*counts[:place], count + 2, *counts[place + 1 :])
                    table[(5 + number, *paired)] = 0
    for axis in range(1, length + 1):
        view = np.moveaxis(table, axis, 0)
        for count in range(3, -1, -1):  # from above: a missing tile costs one
            np.minimum(view[count], view[count + 1] + 1, out=view[count])
        for count in range(1, 5):  # from below: a tile too many costs nothing
            np.minimum(view[count], view[count - 1], out=view[count])
    # The first count is the fastest digit of a place in the table.
    flat: Bytes = table.transpose(0, *range(length, 0, -1)).reshape(NUMBERS, -1)
    return np.ascontiguousarray(np.minimum(flat, NEVER))
