"""A row's type and strength, and which of two rows is higher (1.3, 1.4).

A strength is one integer: the type, then five places of four bits for what decides inside it, the largest group first.
A front row leaves the last two places empty, so that comparing the integers compares a front with a middle row as far
as the front has cards (D6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.thirteen.cards import ACE, rank, suit
from games.rules.thirteen.settings import USUAL, Settings

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
NAMES = ("high", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush")

PLACES = 5
TYPE_SHIFT = 4 * PLACES
WHEEL = (5, 4, 3, 2, ACE)
"""A2345 as it stands in a straight."""

_SHAPES = {
    (1, 1, 1, 1, 1): HIGH,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
    (1, 1, 1): HIGH,
    (2, 1): PAIR,
    (3,): TRIPS,
}


def run_key(top: int, wheel: bool, settings: Settings) -> int:
    """How high a straight stands: twice its top rank; A2345 (`wheel`) just below TJQKA, or below all others (D1)."""
    if not wheel:
        return 2 * top
    return 2 * ACE - 1 if settings.wheel == "second" else 2 * 5


def pack(kind: int, places: Sequence[int]) -> int:
    """The strength of a type and up to five ranks, the deciding one first."""
    value = kind
    for place in range(PLACES):
        value = value << 4 | (places[place] if place < len(places) else 0)
    return value


def strength(cards: Sequence[int], settings: Settings = USUAL) -> int:
    """The strength of a row of three or five cards; suits are not looked at but for flushes."""
    ranks = [rank(card) for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    kind = _SHAPES[tuple(count for _, count in groups)]
    if len(cards) == PLACES and kind == HIGH:
        flush = len({suit(card) for card in cards}) == 1
        top = _straight_top(ranks)
        if top is not None:
            key = run_key(top, top == 5, settings)
            return pack(STRAIGHT_FLUSH if flush else STRAIGHT, (key >> 4, key & 15))  # a key may need five bits
        if flush:
            kind = FLUSH
    return pack(kind, [value for value, count in groups for _ in range(count)])


def _straight_top(ranks: Sequence[int]) -> int | None:
    """The top rank of five different ranks in sequence (5 for A2345), or None."""
    ordered = sorted(ranks)
    if ordered[-1] - ordered[0] == 4:
        return ordered[-1]
    return 5 if ordered == [2, 3, 4, 5, ACE] else None


def kind(value: int) -> int:
    """The type of a strength."""
    return value >> TYPE_SHIFT


def name(value: int) -> str:
    """The type's name on the wire."""
    return NAMES[kind(value)]


def compare(a: Sequence[int], b: Sequence[int], settings: Settings = USUAL) -> int:
    """1, 0 or -1 as row `a` beats, equals or loses to row `b` of the same length (1.4)."""
    mine, theirs = strength(a, settings), strength(b, settings)
    if mine == theirs and settings.suit_tiebreak:
        mine, theirs = -deciding_suit(a), -deciding_suit(b)
    return (mine > theirs) - (mine < theirs)


def deciding_suit(cards: Sequence[int]) -> int:
    """The suit of the highest card of the largest group, its highest suit where it has several (1.4). In A2345 the
    highest card is the 5."""
    ranks = [rank(card) for card in cards]
    if tuple(sorted(ranks)) == tuple(sorted(WHEEL)):
        top = 5
    else:
        top = max(Counter(ranks).items(), key=lambda group: (group[1], group[0]))[0]
    return min(suit(card) for card in cards if rank(card) == top)
