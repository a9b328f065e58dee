"""The easy level: the hand as groups with a price, and rules of thumb for partner and enemies.

The price of a hand is about how many leads it will lose before it is empty: each group costs 1 less the chance that it
wins its trick, which goes by its rank alone. Moves are weighed in that unit: what a move takes off the price, what the
next lead is worth, what it gives an enemy or takes from a partner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.bots.doudizhu.table import Choice, Table
from games.rules.core import Stream
from games.rules.doudizhu.candidates import candidates
from games.rules.doudizhu.cards import BIG_JOKER, RANKS, counts_of
from games.rules.doudizhu.groups import Counts, Prices, Splitter, turns, without
from games.rules.doudizhu.patterns import BOMBS, Play, Rules

NOISE = 0.1  # how much a move may be misjudged, in lost leads

# The chance of a group, by its highest rank 3..2 and the jokers, to win its trick.
_SOLO = (0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 0.9, 1)
_PAIR = (0, 0, 0, 0.05, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.45, 0.7, 1, 1, 1)
_TRIO = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.85, 0.95, 1, 1, 1)
_CHAIN = (0.3, 0.3, 0.3, 0.3, 0.35, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95, 1, 1, 1)
_CHANCES = {"solo": _SOLO, "pair": _PAIR, "chain_solo": _CHAIN, "chain_pair": _CHAIN}
"""Trios and what is built on them follow `_TRIO`."""


def _prices(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(1 - chance for chance in chances)


_ONE_DECK = Prices(
    solo=_prices(_SOLO),
    pair=_prices(_PAIR),
    trio=_prices(_TRIO),
    chain=_prices(_CHAIN),
    bomb=(-0.5,) * len(RANKS),  # a bomb wins a trick that something else would have lost
    rocket=-0.8,
)
SPLITTERS = {1: Splitter(_ONE_DECK), 2: Splitter(replace(_ONE_DECK, decks=2))}


def price(counts: Counts, rules: Rules = Rules()) -> float:  # noqa: B008 - immutable
    """About how many leads a hand will lose before it is empty; lower is better."""
    least = SPLITTERS[rules.decks]
    if not rules.wilds:
        return least(counts)
    natural = tuple(0 if rank in rules.wilds else count for rank, count in enumerate(counts))
    return least(natural) + LAIZI * (sum(counts) - sum(natural))


# What moves are weighed by, in lost leads.
LEAD_WORTH = 0.5  # having the next lead
LAIZI = -0.5  # holding a laizi: about the lead that it will save
OUT_NEXT = 3.0  # a sure trick after which one play empties the hand
LOW_FIRST = 0.03  # leading a rank lower
LONG_FIRST = 0.02  # leading a card more
OVERTAKING = 1.5  # taking a trick from a partner
BLOCKING = 0.4  # the same, where it costs the landlord behind me a cheap answer
STOPPING = 0.25  # answering an enemy, for each card that it has less than six
GIVING = 2.0  # leading the lowest card to an enemy that has one left
HELPING = 1.0  # leading the lowest card to a partner that has one left


def choose(table: Table, rng_seed: int) -> Choice | None:
    """The play and its cards, None for a pass."""
    luck = Stream(str(rng_seed).encode(), (), "policy")
    best: Choice | None = None
    most = float("-inf") if table.lead is None else 0.0  # a pass takes nothing and gives nothing
    for play, cards in candidates(table.hand, table.lead, table.rules):
        if len(cards) == len(table.hand):
            return play, cards
        worth = _worth(play, cards, table) + NOISE * luck.below(1000) / 1000
        if worth > most:
            best, most = (play, cards), worth
    return best


def _worth(play: Play, cards: Sequence[int], table: Table) -> float:
    """What a play is worth beyond a pass; leads are compared with each other alone."""
    counts = counts_of(table.hand)
    rest = without(counts, counts_of(cards))
    chance = _chance(play, table)
    worth = price(counts, table.rules) - price(rest, table.rules)
    if chance >= 1 and turns(rest, table.rules.decks) == 1:
        worth += OUT_NEXT
    if table.lead is None:
        return worth - (1 - chance) + _leading(play, table)
    return worth + LEAD_WORTH * chance + _following(play, table.lead, table)


def _chance(play: Play, table: Table) -> float:
    """The chance that the play wins its trick, other bombs left aside."""
    if play.type in BOMBS or play.rank == BIG_JOKER:
        return 1
    enemies = [left for left, enemy in zip(table.left, table.enemy, strict=True) if enemy]
    if play.size > max(enemies):
        return 1
    return _CHANCES.get(play.type, _TRIO)[play.rank]


def _leading(play: Play, table: Table) -> float:
    """Low and long plays first; nothing that lets an enemy out; a partner's last cards are fed."""
    worth = LONG_FIRST * play.size - LOW_FIRST * play.rank
    lowness = 1 - play.rank / BIG_JOKER
    if play.type in ("solo", "pair"):
        if table.threat == play.size:
            worth -= GIVING * lowness + 0.5
        partner = table.partner
        if partner is not None and table.left[partner] == play.size and table.threat > play.size:
            worth += HELPING * lowness
    return worth


def _following(play: Play, lead: Play, table: Table) -> float:
    """Answer an enemy the sooner the fewer cards it has; leave a partner its trick."""
    if table.enemy[table.leader]:
        left = table.left[table.leader]
        worth = STOPPING * max(0, 6 - left)
        if table.enemy[1] and play.size == table.left[1]:  # the next seat would go out on anything higher
            worth += GIVING * play.rank / BIG_JOKER
        return worth
    if play.type in BOMBS:
        return -2 * OVERTAKING
    if table.enemy[1] and table.left[1] == play.size:  # the landlord behind me would go out over my partner's play
        return GIVING * (play.rank - lead.rank) / BIG_JOKER
    if table.enemy[1] and lead.rank < 8 and play.type in ("solo", "pair"):
        return -BLOCKING
    return -OVERTAKING
