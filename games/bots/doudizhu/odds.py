"""How likely it is that nobody answers a play, from the cards that a seat has not seen.

The unseen cards lie at random among the places that hide them, so how many of a rank a seat holds is hypergeometric.
Ranks are taken as if they were independent of each other, which is near enough for weighing moves.
"""

from __future__ import annotations

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
        last = ACE if form.chained else TWO
        missing = 1.0  # the chance that none of the higher main parts is there
        nearly = 1.0  # the same with one card less
        for top in range(play.rank + 1, last + 1):
            main = range(top - play.len + 1, top + 1)
            missing *= 1 - prod([self.holds(seat, rank, form.unit) for rank in main])
            if self._laizi[seat]:
                nearly *= 1 - max(
                    prod([self.holds(seat, rank, form.unit - (rank == spared)) for rank in main])
                    for spared in (main[0], main[-1])
                )
        answer = 1 - missing
        return answer + (1 - answer) * SPENT * self._laizi[seat] * (1 - nearly)

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
