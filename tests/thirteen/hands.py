"""Cards as the rules write them: "Qc" is the queen of clubs."""

import random
from collections.abc import Sequence

from games.rules.thirteen.arrangement import Rows, is_foul
from games.rules.thirteen.cards import RANKS, SUITS
from games.rules.thirteen.cards import parse as cards
from games.rules.thirteen.settings import USUAL, Settings


def arranged(front: str, middle: str, back: str, special: str | None = None) -> Rows:
    return Rows(cards(front), cards(middle), cards(back), special)


def text(row: Sequence[int]) -> str:
    return " ".join(RANKS[card // 4] + SUITS[card % 4] for card in row)


def foul_rows(hand: Sequence[int], settings: Settings = USUAL) -> Rows:
    """An arrangement of these cards that is out of order both ways round."""
    rng = random.Random(1)
    while True:
        cards = rng.sample(list(hand), 13)
        rows = Rows(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
        if is_foul(rows, settings) and is_foul(rows.swapped(), settings):
            return rows
