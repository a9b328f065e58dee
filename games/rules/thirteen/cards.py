"""The 52 cards: the platform's numbers (rank * 4 + suit, rank 0 = 3 … 12 = 2) and the ranks of this game.

Here 2 is the lowest rank and A the highest: `rank` goes from 2 to 14.
"""

from __future__ import annotations

from collections.abc import Iterable

DECK = tuple(range(52))
HAND = 13
ACE = 14
RANKS = "3456789TJQKA2"
SUITS = "shcd"


def rank(card: int) -> int:
    """2 to 14."""
    return card // 4 + 3 if card < 48 else 2


def suit(card: int) -> int:
    """0 spades, 1 hearts, 2 clubs, 3 diamonds: from the highest to the lowest where a room lets suits decide."""
    return card % 4


def parse(text: str) -> tuple[int, ...]:
    """The cards of "Qc Jd": ranks as in `RANKS`, suits as in `SUITS`."""
    return tuple(RANKS.index(name[0]) * 4 + SUITS.index(name[1]) for name in text.split())


def is_red(card: int) -> bool:
    """Hearts and diamonds."""
    return suit(card) % 2 == 1


def by_rank(cards: Iterable[int]) -> list[int]:
    """大小: ranks from A to 2, inside a rank spades first (1.10)."""
    return sorted(cards, key=lambda card: (-rank(card), suit(card)))
