"""What a person is shown who asks for a hint: sensible plays, the smallest first."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO, counts_of
from games.rules.doudizhu.groups import Counts, turns, without
from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import BOMBS, Play, Rules, strength


def hints(hand: Sequence[int], lead: Play | None, rules: Rules) -> list[tuple[int, ...]]:
    """The cards of each sensible play on `lead` (None: leading), empty when nothing beats it.

    What empties the hand comes first. Then what leaves the fewest turns to play, each time from low to high, so groups
    are torn apart late; bombs last.
    """
    counts = counts_of(hand)

    def order(play: Play, cards: tuple[int, ...]) -> tuple[bool, bool, tuple[int, ...], float, int, int, int]:
        used = counts_of(cards)
        spent = play.type in BOMBS or any(gone >= 4 for gone in used)  # a four that carries wings is a bomb gone
        left = turns(without(counts, used), rules.decks)
        low = play.rank - play.len
        return (len(cards) < len(hand), spent, strength(play, rules), left, _laizi(used, rules), low, -play.size)

    found = [(order(play, cards), cards) for play, cards in candidates(hand, lead, rules)]
    return list(dict.fromkeys(cards for _, cards in sorted(found)))


def candidates(hand: Sequence[int], lead: Play | None, rules: Rules) -> list[tuple[Play, tuple[int, ...]]]:
    """The plays on `lead` worth a thought, with their cards.

    Of plays with one reading one remains: that with the fewest laizi and the wings that are missed least. A bomb or
    the set of jokers is never torn apart, unless the play empties the hand: it is offered whole.
    """
    counts = counts_of(hand)
    best: dict[Play, tuple[tuple[int, int, list[int]], tuple[int, ...]]] = {}
    for play, cards in plays(hand, lead, rules):
        used = counts_of(cards)
        if play.type not in BOMBS and len(cards) < len(hand) and _tears_bomb(counts, used, rules):
            continue
        missed = (_laizi(used, rules), _torn(counts, used), [rank for rank, count in enumerate(used) if count])
        if play not in best or missed < best[play][0]:
            best[play] = (missed, cards)
    return [(play, cards) for play, (_, cards) in best.items()]


def _torn(counts: Counts, used: Counts) -> int:
    """How many ranks are used in part."""
    return sum(0 < gone < count for count, gone in zip(counts, used, strict=True))


def _laizi(used: Counts, rules: Rules) -> int:
    return sum(used[rank] for rank in rules.wilds)


def _tears_bomb(counts: Counts, used: Counts, rules: Rules) -> bool:
    """Whether four natural cards (or more) of one rank, or the whole set of jokers, would be used in part."""
    natural = [rank for rank in range(TWO + 1) if rank not in rules.wilds]
    if any(counts[rank] >= 4 and 0 < used[rank] < counts[rank] for rank in natural):
        return True
    jokers = counts[SMALL_JOKER] + counts[BIG_JOKER]
    return (
        SMALL_JOKER not in rules.wilds
        and jokers == 2 * rules.decks
        and 0 < used[SMALL_JOKER] + used[BIG_JOKER] < jokers
    )
