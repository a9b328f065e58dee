"""What a person is shown who asks for a hint: sensible plays, the smallest first."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.doudizhu.candidates import candidates
from games.rules.doudizhu.cards import ACE, BIG_JOKER, SMALL_JOKER, counts_of
from games.rules.doudizhu.groups import Counts, turns
from games.rules.doudizhu.patterns import BOMBS, Play, Rules, default, readings, strength

_FOURS = frozenset({"quad_solo", "quad_pair"})

MANY = 20
"""With more cards a chain is led only if it begins or ends where its cards do: two decks allow too many others."""


def hints(hand: Sequence[int], lead: Play | None, rules: Rules) -> list[tuple[int, ...]]:
    """The cards of each sensible play on `lead` (None: leading), empty when nothing beats it.

    What empties the hand comes first. Then what leaves the fewest turns to play, a laizi spent counting as one, each
    time from low to high, so groups are torn apart late; bombs last.
    """
    held = counts_of(hand)

    def order(play: Play, cards: tuple[int, ...]) -> tuple[bool, bool, tuple[int, ...], float, int, int, int]:
        used = counts_of(cards)
        laizi = sum([used[rank] for rank in rules.wilds])
        left = turns(_natural(held, used, rules), rules.decks) + laizi
        low = play.rank - play.len
        return (len(cards) < len(hand), _spends_bomb(play, used), strength(play, rules), left, laizi, low, -play.size)

    found = [
        (order(_taken(cards, lead, rules), cards), cards)
        for play, cards in candidates(hand, lead, rules)
        if len(hand) <= MANY or lead is not None or not _middle(play, held, rules)
    ]
    return list(dict.fromkeys(cards for _, cards in sorted(found)))


def _taken(cards: tuple[int, ...], lead: Play | None, rules: Rules) -> Play:
    """What the cards are taken for when nothing is named: a hint shows cards, so a trio whose wing is a laizi is the
    soft bomb that would be played."""
    found = readings(cards, rules)
    return found[0] if len(found) == 1 else default(found, lead, rules)


def _natural(held: Counts, used: Counts, rules: Rules) -> Counts:
    """What the play leaves, laizi aside: they will join something."""
    wilds = rules.wilds
    return tuple([0 if rank in wilds else held[rank] - gone for rank, gone in enumerate(used)])


def _middle(play: Play, held: Counts, rules: Rules) -> bool:
    """Whether a chain could be longer at either end."""
    form = rules.form(play.type)
    if form is None or not form.chained:
        return False
    low, high = play.rank - play.len, play.rank + 1
    return low >= 0 and high <= ACE and held[low] >= form.unit and held[high] >= form.unit


def _spends_bomb(play: Play, used: Counts) -> bool:
    """Whether a bomb is gone with the play; a four or a rocket that is carried along is one too."""
    return play.type in BOMBS or play.type in _FOURS or (play.size > 2 and used[SMALL_JOKER] + used[BIG_JOKER] > 1)
