"""Whether the concealed part of a hand is complete (3.2), by a look-up for each suit and the honours.

A part's key is its nine (honours: seven) counts as bytes. Only 21,743 keys of a suit and 498 of the honours can be
part of a complete hand. Each has a number: 1 where it consists of sets, 2 of sets and a pair; 3 and 6 where it is what
十三幺 has there, without and with its pair. The product of the four numbers tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod

from games.rules.mahjong.tiles import ORPHANS, suit

Keys = tuple[bytes, bytes, bytes, bytes]
"""The keys of 万, 筒, 条 and the honours. A hand that keeps its keys up to date is checked fastest."""

STANDARD = 2
THIRTEEN = 3**4 * 2
MOST_SETS = 4


def keys(counts: Sequence[int]) -> Keys:
    """The keys of 34 counts."""
    whole = bytes(counts)
    return whole[:9], whole[9:18], whole[18:27], whole[27:]


def is_complete(hand: Keys) -> bool:
    """Whether a concealed part of 3n + 2 tiles consists of sets and a pair, or is 十三幺. Seven pairs are nothing."""
    man, pin, sou, honours = hand
    product = _number(honours, 0) * _number(man, 0) * _number(pin, 0) * _number(sou, 0)
    return product == STANDARD or product == THIRTEEN  # faster than a look into a tuple


def waits(counts: Sequence[int]) -> tuple[int, ...]:
    """The faces that complete a concealed part of 3n + 1 tiles; one that it holds all four of is none."""
    hand = keys(counts)
    values = [_number(key, 0) for key in hand]
    lacking = [part for part in range(4) if not values[part]]
    found = []
    for part in lacking or range(4) if len(lacking) < 2 else ():
        others = prod(values[:part] + values[part + 1 :])
        for place, count in enumerate(hand[part]):
            if count < 4:
                key = bytearray(hand[part])
                key[place] += 1
                if others * _number(bytes(key), 0) in (STANDARD, THIRTEEN):
                    found.append(9 * part + place)
    return tuple(found)


def _table() -> dict[bytes, int]:
    table: dict[bytes, int] = {}
    for length, runs in ((9, 7), (7, 0)):
        for counts in chain(*part_sets(length, runs)):
            table[bytes(counts)] = 1
            for place in range(length):
                if counts[place] <= 2:
                    paired = bytearray(counts)
                    paired[place] += 2
                    table[bytes(paired)] = 2
    for part in range(4):
        every = bytearray(9 if part < 3 else 7)
        places = [face - 9 * part for face in ORPHANS if suit(face) == part]
        for place in places:
            every[place] = 1
        table[bytes(every)] = 3
        for place in places:
            paired = every.copy()
            paired[place] = 2
            table[bytes(paired)] = 6
    return table


def part_sets(length: int, runs: int, *, triplets: bool = True) -> Iterator[set[tuple[int, ...]]]:
    """The counts of 0 sets, 1 set, up to four, of a part with so many places and, from place 0 on, so many runs; with
    or without `triplets`."""
    sets = [tuple(3 * (i == place) for i in range(length)) for place in range(length) if triplets]
    sets += [tuple(int(first <= i < first + 3) for i in range(length)) for first in range(runs)]
    level: set[tuple[int, ...]] = {(0,) * length}
    for _ in range(MOST_SETS + 1):
        yield level
        added = (tuple(map(sum, zip(counts, one, strict=True))) for counts in level for one in sets)
        level = {counts for counts in added if max(counts) <= 4}


_number = _table().get
"""The number of a key; made with the module, in a twentieth of a second."""
