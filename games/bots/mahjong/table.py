"""What a seat sees, in the numbers that its decisions need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from games.rules.mahjong.melds import Meld, meld_of
from games.rules.mahjong.payment import Liability
from games.rules.mahjong.tiles import COPIES, FACES, face

View = Mapping[str, Any]
Move = dict[str, Any]
Counts = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Table:
    """A seat's own view (docs/protocol.md, section 10).

    `tiles`: its concealed tiles. `melds`, `rivers`: everybody's, of concealed kongs of others no tiles. `unseen`: how
    many of each face it cannot see. `passed`: the faces that each seat has not claimed since its last move. `turns`:
    how often each seat has discarded. `wall`: how many tiles are left.
    """

    seat: int
    dealer: int
    round_wind: int
    tiles: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[int, ...], ...]
    passed: tuple[frozenset[int], ...]
    turns: tuple[int, ...]
    unseen: Counts
    wall: int
    liable: tuple[Liability, ...]
    minimum: int
    limit: int
    fans: Mapping[str, int | None]
    big_liability: bool

    @property
    def own(self) -> tuple[Meld, ...]:
        """The seat's own melds."""
        return self.melds[self.seat]

    @property
    def seat_wind(self) -> int:
        """0 east to 3 north."""
        return (self.seat - self.dealer) % len(self.melds)

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, counter-clockwise."""
        seats = len(self.melds)
        return tuple((self.seat + step) % seats for step in range(1, seats))

    def counts(self) -> Counts:
        """How many of each face the seat holds concealed."""
        return count(self.tiles)


def count(tiles: Sequence[int]) -> Counts:
    """How many there are of each face."""
    found = np.zeros(FACES, dtype=np.int32)
    for tile in tiles:
        found[face(tile)] += 1
    return found


def table_of(view: View) -> Table:
    """The table as the view's own seat sees it. Raises `KeyError` for a view without a hand."""
    seat, seats, rules = view["seat"], view["seats"], view["rules"]
    melds = tuple(tuple(meld_of(meld) for meld in one["melds"]) for one in seats)
    rivers = tuple(tuple(face(discard["tile"]) for discard in one["river"]) for one in seats)
    tiles = tuple(seats[seat]["tiles"])
    unseen = np.full(FACES, COPIES, dtype=np.int32) - count(tiles)
    unseen -= count([tile for laid in melds for meld in laid for tile in meld.tiles])
    for river in rivers:
        for one in river:
            unseen[one] -= 1
    adding = view["adding"]
    if adding is not None and adding["seat"] != seat:
        unseen[face(adding["tile"])] -= 1
    taken = [sum(meld.source == who for laid in melds for meld in laid) for who in range(len(seats))]
    return Table(
        seat=seat,
        dealer=view["dealer"],
        round_wind=view["round_wind"],
        tiles=tiles,
        melds=melds,
        rivers=rivers,
        passed=tuple(frozenset(one["passed"]) for one in seats),
        turns=tuple(len(river) + gone for river, gone in zip(rivers, taken, strict=True)),
        unseen=unseen,
        wall=view["wall"],
        liable=tuple(Liability(one["payer"], one["payee"], one["cause"]) for one in view["liable"]),
        minimum=rules["minimum"],
        limit=rules["limit"],
        fans=rules["fans"],
        big_liability=rules["big_liability"],
    )
