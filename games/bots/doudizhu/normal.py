"""The normal level: counts cards, and weighs moves by what the unseen ones can do.

As at the easy level a hand costs about the leads that it will lose, but the chance that a group wins its trick follows
from the cards that are still out and from who can hold them; so a jack is as good as a joker once nothing higher is
left, and the way out is seen when all but one of the groups are safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.bots.doudizhu import easy
from games.bots.doudizhu.odds import Odds
from games.bots.doudizhu.table import Choice, Table
from games.rules.core import Stream
from games.rules.doudizhu.candidates import candidates
from games.rules.doudizhu.cards import BIG_JOKER, RANKS, counts_of, rank_of
from games.rules.doudizhu.groups import Counts, Prices, Splitter, turns, without
from games.rules.doudizhu.patterns import BOMBS, Play


@dataclass(frozen=True, slots=True)
class Weights:
    """What moves are weighed by, in lost leads.

    `noise`: between moves that look alike luck decides. `bomb`, `rocket`, `laizi`: the price of holding one. `lead`:
    having the next lead. `out`: emptying the hand next. `low`, `long`: leading a rank lower, a card more. `overtake`:
    taking a trick from a partner. `block`: cards that cost the landlord behind me more. `stop`: taking a trick from an
    enemy, for each card that it has less than seven. `give`: letting an enemy with one or two cards out. `help`:
    letting a partner out.
    """

    noise: float = 0.05
    bomb: float = -0.5
    rocket: float = -0.8
    laizi: float = -0.8
    lead: float = 0.5
    out: float = 3.0
    low: float = 0.03
    long: float = 0.02
    overtake: float = 1.5
    block: float = 0.4
    stop: float = 0.25
    give: float = 2.5
    help: float = 1.0


WEIGHTS: Final = Weights()

FEW = {1: 14, 2: 20}
"""Up to so many own cards, by the number of decks, a hand is priced by what is still out."""

MOST = 60
"""Of more candidates those are weighed that spend the fewest laizi."""

SURE = 0.04
"""A group that loses its trick no likelier than this counts as safe."""


def choose(table: Table, rng_seed: int, weights: Weights = WEIGHTS) -> Choice | None:
    """The play and its cards, None for a pass."""
    found = candidates(table.hand, table.lead, table.rules)
    if not found:
        return None
    for choice in found:
        if len(choice[1]) == len(table.hand):
            return choice
    if len(found) > MOST:
        found.sort(key=lambda choice: sum(rank_of(card) in table.rules.wilds for card in choice[1]))
    judge = _Judge(table, weights)
    luck = Stream(str(rng_seed).encode(), (), "policy")
    best: Choice | None = None
    most = float("-inf") if table.lead is None else 0.0  # a pass takes nothing and gives nothing
    for play, cards in found[:MOST]:
        worth = judge.worth(play, counts_of(cards)) + weights.noise * luck.below(1000) / 1000
        if worth > most:
            best, most = (play, cards), worth
    return best


class _Judge:
    """Weighs the moves of one decision."""

    def __init__(self, table: Table, weights: Weights) -> None:
        if table.tracker is None:
            raise ValueError("a table without its tracker")
        self.table, self.weights = table, weights
        self.odds = Odds(table, table.tracker)
        self.counts = counts_of(table.hand)
        self.before = self.price(self.counts)

    @cached_property
    def prices(self) -> Prices:
        """What groups cost by what is still out."""
        return self.odds.prices(self.weights.bomb, self.weights.rocket)

    @cached_property
    def splitter(self) -> Splitter:
        """The leads that a hand will lose. With many cards little has been seen, and the fixed prices of the easy level
        do: what they say of so many cards is remembered from one decision to the next."""
        if len(self.table.hand) > FEW[self.table.rules.decks]:
            return easy.SPLITTERS[self.table.rules.decks]
        return Splitter(self.prices, remembered=1 << 11)

    @cached_property
    def losers(self) -> Splitter:
        """How many groups of a hand can be answered."""
        return Splitter(_losing(self.prices), remembered=1 << 11)

    def price(self, counts: Counts) -> float:
        """About how many leads these cards will lose."""
        wilds = self.table.rules.wilds
        if not wilds:
            return self.splitter(counts)
        natural = tuple([0 if rank in wilds else count for rank, count in enumerate(counts)])
        return self.splitter(natural) + self.weights.laizi * (sum(counts) - sum(natural))

    def worth(self, play: Play, used: Counts) -> float:
        """What a play is worth beyond a pass; leads are compared with each other alone."""
        table, weights = self.table, self.weights
        rest = without(self.counts, used)
        after = self.price(rest)
        chance = self.odds.wins(play)
        worth = self.before - after
        if self._way_out(rest, after):
            worth += weights.out * chance
        if table.lead is None:
            return worth - (1 - chance) + self._leading(play)
        return worth + weights.lead * chance + self._following(play, table.lead, chance)

    def _way_out(self, rest: Counts, price: float) -> bool:
        """Whether the seat goes out once it has the lead with this rest: at most one of its groups can be answered."""
        rules = self.table.rules
        natural = tuple([0 if rank in rules.wilds else count for rank, count in enumerate(rest)])
        if turns(natural if any(natural) else rest, rules.decks) <= 1:
            return True  # laizi join what stands there
        return price < 1.6 and not rules.wilds and self.losers(rest) <= 1

    def _leading(self, play: Play) -> float:
        """Low and long plays first; nothing that lets an enemy out; a partner's last cards are fed."""
        table, weights = self.table, self.weights
        worth = weights.long * play.size - weights.low * play.rank
        for seat in table.enemies:
            left = table.left[seat]
            if left == play.size:
                worth -= weights.give * self.odds.answered(seat, play) + 0.2
            elif left <= 2 and play.type == "solo":
                worth -= 0.4 * weights.give * self.odds.answered(seat, play)
        partner = table.partner
        if partner is not None and table.left[partner] == play.size and play.type in ("solo", "pair"):
            worth += weights.help * self.odds.answered(partner, play)
        return worth

    def _following(self, play: Play, lead: Play, chance: float) -> float:
        """Answer an enemy the sooner the fewer cards it has; leave a partner its trick."""
        table, weights = self.table, self.weights
        behind = table.enemy[1] and table.leader != 1  # an enemy still has to answer what lies here
        out = behind and table.left[1] == play.size
        if table.enemy[table.leader]:
            worth = weights.stop * max(0, 7 - table.left[table.leader]) * (0.4 + 0.6 * chance)
            if out:
                worth += weights.give * (self.odds.answered(1, lead) - self.odds.answered(1, play))
            return worth
        if play.type in BOMBS:
            return -2 * weights.overtake
        if out:  # the landlord behind me would go out over my partner's play
            return weights.give * (self.odds.answered(1, lead) - self.odds.answered(1, play))
        if behind and lead.rank < 8 and play.type in ("solo", "pair"):
            return -weights.block
        return -weights.overtake * (1 if play.rank < BIG_JOKER else 1.2)


def _losing(prices: Prices) -> Prices:
    """A price list that counts the groups which can be answered."""

    def whole(chances: Sequence[float]) -> tuple[float, ...]:
        return tuple([0 if price <= SURE else 1 for price in chances])

    free = (0,) * len(RANKS)
    return Prices(
        whole(prices.solo), whole(prices.pair), whole(prices.trio), whole(prices.chain), free, 0, prices.decks
    )
