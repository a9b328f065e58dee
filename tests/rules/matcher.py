"""A second opinion on patterns, slow and obvious, from the tables of the rules: nothing of the engine is used.

A set of cards is fifteen rank counts and, apart, how many of them are laizi. Laizi are tried as every rank there is;
what then stands there is compared with the description of each pattern.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

Counts = tuple[int, ...]
JOKERS = (13, 14)
ACE, TWO = 11, 12


class Seen(NamedTuple):
    """One thing that a set of cards may be."""

    type: str
    rank: int
    len: int
    bomb: str = ""


# pattern: cards a rank, fewest and most ranks in a row, wings a rank as (how many, cards each)
ONE_DECK = {
    "solo": (1, 1, 1, None),
    "pair": (2, 1, 1, None),
    "trio": (3, 1, 1, None),
    "trio_solo": (3, 1, 1, (1, 1)),
    "trio_pair": (3, 1, 1, (1, 2)),
    "chain_solo": (1, 5, 12, None),
    "chain_pair": (2, 3, 10, None),
    "chain_trio": (3, 2, 6, None),
    "plane_solo": (3, 2, 5, (1, 1)),
    "plane_pair": (3, 2, 4, (1, 2)),
    "quad_solo": (4, 1, 1, (2, 1)),
    "quad_pair": (4, 1, 1, (2, 2)),
}
TWO_DECKS = {
    "solo": (1, 1, 1, None),
    "pair": (2, 1, 1, None),
    "trio": (3, 1, 1, None),
    "trio_pair": (3, 1, 1, (1, 2)),
    "chain_solo": (1, 5, 12, None),
    "chain_pair": (2, 3, 12, None),
    "chain_trio": (3, 2, 12, None),
    "plane_pair": (3, 2, 12, (1, 2)),
}


@cache
def of_size(cards: int, decks: int) -> list[tuple[str, int, int, int, tuple[int, int] | None]]:
    """The rows and numbers of ranks that make so many cards."""
    return [
        (name, each, ranks, ACE if most > 1 else JOKERS[1], wings)
        for name, (each, fewest, most, wings) in (ONE_DECK if decks == 1 else TWO_DECKS).items()
        for ranks in range(fewest, most + 1)
        if cards == ranks * (each + (wings[0] * wings[1] if wings else 0))
    ]


@lru_cache(maxsize=1 << 17)
def described(counts: Counts, decks: int) -> frozenset[Seen]:
    """The patterns other than bombs that exactly these natural cards are (1.7, 1.9)."""
    found = set()
    for name, each, ranks, last, wings in of_size(sum(counts), decks):
        for low in range(last - ranks + 2):
            main = counts[low : low + ranks]
            if any(count != each for count in main):
                continue  # too few, or a wing of a main rank (P9d, D8c)
            rest = counts[:low] + counts[low + ranks :]
            if not wings and any(rest):
                continue
            if wings and wings[1] == 1 and max(rest) > 3:
                continue  # P9e
            if wings and wings[1] == 2 and any(count not in (0, 2) for count in rest):
                continue  # P10a, P12a, D8a; one joker of each kind is no pair (P10b, D8b)
            found.add(Seen(name, low + ranks - 1, ranks))
    return frozenset(found)


@lru_cache(maxsize=1 << 17)
def standing(natural: Counts, laizi: int, decks: int) -> frozenset[Seen]:
    """The patterns other than bombs with each laizi as some rank from 3 to 2 (L1, L1a)."""
    if laizi == 0:
        return described(natural, decks)
    found: set[Seen] = set()
    for rank in range(TWO + 1):
        found |= standing((*natural[:rank], natural[rank] + 1, *natural[rank + 1 :]), laizi - 1, decks)
    return frozenset(found)


def matches(natural: Counts, laizi: Counts, decks: int = 1, ranks_of_laizi: int = 0) -> set[Seen]:
    """Everything that these natural cards and these laizi may be together.

    `ranks_of_laizi`: how many laizi ranks the game has, 0 without laizi, 2 where long bombs exist (L6, T2).
    """
    held, wild = sum(natural), sum(laizi)
    if held == 0:
        return _laizi_alone(laizi)
    found = set(standing(natural, wild, decks))
    if natural == (0,) * 13 + (decks, decks) and not wild:
        found.add(Seen("rocket" if decks == 1 else "sky", 14, 2 * decks))
    longest = {0: 4 * decks, 1: 4, 2: 12}[ranks_of_laizi]
    own = [rank for rank in range(13) if natural[rank]]
    if len(own) == 1 and natural[own[0]] == held and 4 <= held + wild <= longest:
        kind = "" if not ranks_of_laizi else "soft" if wild else "hard"
        found.add(Seen("bomb", own[0], held + wild, kind))
    return found


def _laizi_alone(laizi: Counts) -> set[Seen]:
    """L2, L5, T3, T4, T6, T7: themselves, the rocket, or a pure bomb."""
    number = sum(laizi)
    ranks = [rank for rank in range(15) if laizi[rank]]
    if ranks == [13, 14] and number == 2:
        return {Seen("rocket", 14, 2)}
    if number >= 4:
        return {Seen("bomb", max(ranks), number, "pure")}
    if len(ranks) == 1:
        return {Seen({1: "solo", 2: "pair", 3: "trio"}[number], ranks[0], 1)}
    return set()


# L7 and T5 word for word, low to high.
LADDER = [
    *("4soft", "4hard", "4pure", "5soft", "5pure", "6soft", "6pure", "7soft", "7pure", "8soft", "8pure"),
    *("9soft", "10soft", "11soft", "12soft"),
]


def follows(mine: Seen, cards: int, lead: Seen, lead_cards: int) -> bool:
    """Whether `mine` of so many cards may be played on `lead` (1.8, D9 to D12, L7, L8, T5, T6)."""
    bombs = ("bomb", "rocket", "sky")
    if mine.type not in bombs:
        return lead.type == mine.type and cards == lead_cards and mine.rank > lead.rank
    if lead.type not in bombs:
        return True
    mine_step, lead_step = _step(mine), _step(lead)
    if mine_step != lead_step:
        return mine_step > lead_step
    return mine.type == "bomb" and mine.rank > lead.rank


def _step(bomb: Seen) -> int:
    if bomb.type != "bomb":
        return 99
    return LADDER.index(f"{bomb.len}{bomb.bomb}") if bomb.bomb else bomb.len


def subsets(counts: Counts) -> list[Counts]:
    """Every way to take at least one card, by ranks."""
    return [taken for taken in product(*(range(count + 1) for count in counts)) if any(taken)]
