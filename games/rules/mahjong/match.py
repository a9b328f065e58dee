"""What goes from hand to hand at a table: the deal and the winds (2.1 nos. 2 to 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from games.rules.core import Json, Stream


@dataclass(frozen=True, slots=True)
class Match:
    """`dealer`: who deals this hand, None until the first deal draws him. `east`: who dealt first. `round_wind`: 0
    east to 3 north. `hand`: the number of this hand at the table. `again`: how often the dealer has kept it."""

    dealer: int | None = None
    east: int | None = None
    round_wind: int = 0
    hand: int = 1
    again: int = 0

    @classmethod
    def of(cls, carry: Mapping[str, Json]) -> Self:
        """As the hand before left it. Without one, as whenever somebody new has sat down at the table, it starts over:
        round east, the first dealer drawn."""
        match: Mapping[str, Json] = carry.get("match") or {}
        return cls(**match)

    def dealt(self, luck: Stream, seats: int) -> Self:
        """With a dealer: the first is drawn."""
        if self.dealer is not None:
            return self
        drawn = luck.below(seats)
        return replace(self, dealer=drawn, east=drawn)

    def following(self, seats: int, *, keeps: bool) -> Self:
        """For the next hand: the dealer `keeps` the deal, or it goes to the next seat; when it has passed everybody the
        round wind moves on, after north to east."""
        if self.dealer is None:
            return self
        if keeps:
            return replace(self, hand=self.hand + 1, again=self.again + 1)
        dealer = (self.dealer + 1) % seats
        wind = (self.round_wind + (dealer == self.east)) % 4
        return replace(self, dealer=dealer, round_wind=wind, hand=self.hand + 1, again=0)

    def as_carry(self) -> dict[str, Json]:
        """What `of` reads."""
        return {
            "dealer": self.dealer,
            "east": self.east,
            "round_wind": self.round_wind,
            "hand": self.hand,
            "again": self.again,
        }
