"""Cards as the rules write them: "Qc" is the queen of clubs."""

from collections.abc import Sequence

from games.rules.thirteen.arrangement import Rows
from games.rules.thirteen.cards import RANKS, SUITS
from games.rules.thirteen.cards import parse as cards


def arranged(front: str, middle: str, back: str, special: str | None = None) -> Rows:
    return Rows(cards(front), cards(middle), cards(back), special)


def text(row: Sequence[int]) -> str:
    return " ".join(RANKS[card // 4] + SUITS[card % 4] for card in row)
