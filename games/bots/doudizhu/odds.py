"""How likely it is that nobody answers a play, from the cards that a seat has not seen.

The unseen cards lie at random among the places that hide them, so how many of a rank a seat holds is hypergeometric.
Ranks are taken as if they were independent of each other, which is near enough for weighing moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, prod

from games.bots.doudizhu.table import Table
from games.rules.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, TWO
from games.rules.doudizhu.groups import Prices
from games.rules.doudizhu.patterns import BOMBS, Play
from games.rules.doudizhu.tracker import Tracker

WILLING = (0.95,) * 8 + (0.9, 0.85, 0.75, 0.65, 0.65, 0.8, 1)
"""How likely an enemy that can answer a play of this rank does: twos and jokers are kept for later."""

SPENT = 0.35
"""How likely a laizi is spent on an answer that could not be made without it."""


@lru_cache(maxsize=1 << 14)
def at_least(wanted: int, of: int, among: int, drawn: int) -> float:
    """The chance that `drawn` cards out of `among` hold `wanted` or more of `of` certain ones."""
    if wanted <= 0:
        return 1
    if wanted > min(of, drawn):
        return 0
    fewer = sum(comb(of, n) * comb(among - of, drawn - n) for n in range(wanted) if drawn - n <= among - of)
    return 1 - fewer / comb(among, drawn)


def run(length: int, there: Sequence[float], short: Sequence[float] | None = None) -> float:
    """The chance that so many neighbours in a row are there, each with its own chance.

    `short`: the chance that a rank lacks one card, which one rank of the row may.
    """
    found = 0.0
    rows = {(0, False): 1.0}  # by how long the row is that ends here, and whether one of it is short
    for i, chance in enumerate(there):
        lacking = short[i] if short else 0.0
        following = {(0, False): 0.0}
        for (row, spared), so_far in rows.items():
            ways = ((chance, spared), (0.0 if spared else lacking, True))
            for way, now_spared in ways:
                if row + 1 == length:
                    found += so_far * way
                elif way:
                    key = (row + 1, now_spared)
                    following[key] = following.get(key, 0.0) + so_far * way
            following[0, False] += so_far * (1 - ways[0][0] - ways[1][0])
        rows = following
    return found


class Odds:
    """The chances of one decision."""

    def __init__(self, table: Table, tracker: Tracker) -> None:
        self._table = table
        self._unseen = tracker.unseen
        self._among = sum(tracker.unseen)
        self._known = tracker.known
        self._hidden = tracker.hidden
        self._holds: dict[tuple[int, int, int], float] = {}
        rules = table.rules
        self._laizi = {
            seat: self._some(seat, sum(tracker.unseen[rank] for rank in rules.wilds)) if rules.wilds else 0.0
            for seat in range(1, len(table.left))
        }
        self._answers: dict[tuple[int, str, int, int], float] = {}

    def _some(self, seat: int, of: int) -> float:
        """The chance that a seat hides at least one of so many unseen cards."""
        return at_least(1, of, self._among, self._hidden[seat])

    def holds(self, seat: int, rank: int, number: int) -> float:
        """The chance that a seat holds so many of a rank."""
        key = (seat, rank, number)
        if key not in self._holds:
            lacking = number - self._known[seat][rank]
            self._holds[key] = at_least(lacking, self._unseen[rank], self._among, self._hidden[seat])
        return self._holds[key]

    def answered(self, seat: int, play: Play) -> float:
        """The chance that a seat holds a higher play of the same kind."""
        if self._table.left[seat] < play.size:
            return 0
        key = (seat, play.type, play.rank, play.len)
        if key not in self._answers:
            self._answers[key] = self._answer(seat, play)
        return self._answers[key]

    def _answer(self, seat: int, play: Play) -> float:
        form = self._table.rules.form(play.type)
        if form is None:
            return self._higher_bomb(seat, play)
        if play.type == "solo":
            above = range(play.rank + 1, BIG_JOKER + 1)
            if any(self._known[seat][rank] for rank in above):
                return 1
            return self._some(seat, sum(self._unseen[rank] for rank in above))
        ranks = range(play.rank - play.len + 2, (ACE if form.chained else TWO) + 1)
        there = [self.holds(seat, rank, form.unit) for rank in ranks]
        answer = run(play.len, there)
        if self._laizi[seat]:
            short = [self.holds(seat, rank, form.unit - 1) - p for rank, p in zip(ranks, there, strict=True)]
            answer += SPENT * self._laizi[seat] * max(0.0, run(play.len, there, short) - answer)
        return answer

    def _higher_bomb(self, seat: int, play: Play) -> float:
        if play.type != "bomb":
            return 0
        missing = 1 - self._rocket(seat)
        for rank in range(TWO + 1):
            number = play.len if rank > play.rank else play.len + 1
            missing *= 1 - self.holds(seat, rank, number)
        if self._laizi[seat]:
            missing *= 1 - SPENT * self._laizi[seat]
        return 1 - missing

    def _rocket(self, seat: int) -> float:
        decks = self._table.rules.decks
        return self.holds(seat, SMALL_JOKER, decks) * self.holds(seat, BIG_JOKER, decks)

    def wins(self, play: Play) -> float:
        """The chance that no enemy answers: it cannot, or keeps what it has."""
        table = self._table
        if play.type in ("rocket", "sky"):
            return 1
        willing = 1.0 if play.type in BOMBS else WILLING[play.rank]
        return prod(1 - willing * self.answered(seat, play) for seat in table.enemies)

    def prices(self, bomb: float, rocket: float) -> Prices:
        """What each group of a hand costs: the chance that it loses the trick it leads."""
        rules = self._table.rules
        ranks = range(len(RANKS))

        def price(kind: str, length: int, size: int) -> tuple[float, ...]:
            return tuple(
                round(1 - self.wins(Play(kind, rank, length, size)), 2) if rank >= length - 1 else 1 for rank in ranks
            )

        return Prices(
            solo=price("solo", 1, 1),
            pair=price("pair", 1, 2),
            trio=price("trio", 1, 3),
            chain=price("chain_solo", 5, 5),
            bomb=(bomb,) * len(RANKS),
            rocket=rocket,
            decks=rules.decks,
        )
