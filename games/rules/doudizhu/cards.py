"""Cards and ranks of Dou Dizhu (rules 1.0).

A card is an integer. In one deck 0..51 are `rank * 4 + suit`, 52 is the small joker, 53 the big one; a second deck adds
54. A rank is an integer from 0 (a 3) to 14 (the big joker), and suits never matter for play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

RANKS = "3456789TJQKA2BR"
"""One letter a rank, low to high; B is the small joker, R the big one."""

ACE, TWO, SMALL_JOKER, BIG_JOKER = 11, 12, 13, 14
DECK = 54
"""Cards in one deck; also what a second deck adds to a card."""

_RANK_OF = tuple(13 + card - 52 if card >= 52 else card // 4 for card in range(DECK)) * 2

_PLACE = tuple((BIG_JOKER - _RANK_OF[card]) * 2 * DECK + card for card in range(2 * DECK))
"""Where a card stands in a hand: higher ranks first, inside a rank by number."""


def rank_of(card: int) -> int:
    """The rank, 0..14, of a card of either deck."""
    return _RANK_OF[card]


def counts_of(cards: Iterable[int]) -> tuple[int, ...]:
    """How many cards of each of the fifteen ranks."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[_RANK_OF[card]] += 1
    return tuple(counts)


def sort_cards(cards: Iterable[int]) -> tuple[int, ...]:
    """From high to low, as a hand is held; inside a rank by suit."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def parse(text: str, deck: Sequence[int] = range(2 * DECK)) -> tuple[int, ...]:
    """Cards for rank letters such as "334455BR", each the first one still left in `deck`.

    Raises `ValueError` for a letter that is no rank or a card that the deck does not hold.
    """
    left = list(deck)
    cards = []
    for letter in text:
        rank = RANKS.index(letter)
        card = next((card for card in left if _RANK_OF[card] == rank), None)
        if card is None:
            raise ValueError(f"no {letter} left for {text}")
        left.remove(card)
        cards.append(card)
    return tuple(cards)


def text_of(cards: Iterable[int]) -> str:
    """Rank letters from low to high, the inverse of `parse` but for suits."""
    return "".join(RANKS[rank] for rank in sorted(_RANK_OF[card] for card in cards))
