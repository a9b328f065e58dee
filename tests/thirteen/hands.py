"""Cards as the rules write them: "Qc" is the queen of clubs."""

from collections.abc import Sequence

from games.rules.thirteen.arrangement import Rows

RANKS = "3456789TJQKA2"
SUITS = "shcd"


def cards(text: str) -> tuple[int, ...]:
    return tuple(RANKS.index(name[0]) * 4 + SUITS.index(name[1]) for name in text.split())


def arranged(front: str, middle: str, back: str, special: str | None = None) -> Rows:
    return Rows(cards(front), cards(middle), cards(back), special)


def text(row: Sequence[int]) -> str:
    return " ".join(RANKS[card // 4] + SUITS[card % 4] for card in row)
