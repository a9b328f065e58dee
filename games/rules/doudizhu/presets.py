"""The modes as data: a mode is a row, never a copy of the code that plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from games.rules.core import Json
from games.rules.doudizhu.patterns import Rules


@dataclass(frozen=True)
class Preset:
    """What a mode is made of.

    `show`: hands may be opened for a multiplier, so cards are dealt one by one (K9). `early`: up to so many of the
    own cards an open hand counts `SHOW_EARLY`, later `SHOW_LATE`. `factors`: what a played bomb multiplies by, read by
    `scoring.bomb_factor`. `coef`: what a point is worth (S8).

    `points`: seats bid by points, and what a hand is worth is told in points alone (K1, S1 to S6), without the room's
    initial multiplier. `rotate`: the first seat moves on by one each bidding round of a table (K2), else it is drawn
    for every deal. `deals`: after so many without a call the hand is void (K3). `open_hole`: everybody sees the hole
    cards, else nobody but the landlord ever does (1.2).

    `laizi`: how many ranks are drawn as laizi; the last is turned when the landlord is known, one before it with the
    deal (decided where the rules are silent). `cap`: the most points that a winner gets for a hand (S12).
    """

    mode: str
    seats: int
    hand: int
    hole: int
    show: bool
    early: int
    doubling: bool
    rules: Rules = field(default_factory=Rules)
    decks: int = 1
    factors: Mapping[str, int] = field(default_factory=lambda: {"bomb": 2, "rocket": 2})
    coef: Fraction = Fraction(1)
    points: bool = False
    rotate: bool = False
    deals: int | None = None
    open_hole: bool = True
    laizi: int = 0
    cap: int | None = None

    @property
    def cards(self) -> int:
        """Cards in play, those that stay hidden in a hand for two included."""
        return 54 * self.decks


SHOW_OPENING, SHOW_EARLY, SHOW_LATE, SHOW_LANDLORD = 5, 4, 3, 2

_LAIZI_FACTORS = {"bomb:soft": 2, "bomb:hard": 4, "bomb:pure": 4, "rocket": 4}
_LAIZI_COEF = Fraction(1, 4)
_LAIZI_CAP = 10_000

_ROWS = (
    Preset("classic", seats=3, hand=17, hole=3, show=False, early=0, doubling=False, points=True, rotate=True),
    Preset(
        "siren",
        seats=4,
        hand=25,
        hole=8,
        show=False,
        early=0,
        doubling=False,
        rules=Rules(decks=2),
        decks=2,
        factors={"bomb:6": 2, "bomb:7": 2, "bomb:8": 3, "sky": 3},
        points=True,
        deals=3,
        open_hole=False,
    ),
    Preset("huanle", seats=3, hand=17, hole=3, show=True, early=8, doubling=True),
    Preset("huanle", seats=2, hand=20, hole=3, show=True, early=10, doubling=True),
    Preset(
        "huanle-laizi",
        seats=3,
        hand=17,
        hole=3,
        show=True,
        early=8,
        doubling=True,
        factors=_LAIZI_FACTORS,
        coef=_LAIZI_COEF,
        laizi=1,
        cap=_LAIZI_CAP,
    ),
    Preset(
        "huanle-tiandi",
        seats=3,
        hand=17,
        hole=3,
        show=True,
        early=8,
        doubling=True,
        rules=Rules(long_bombs=True),
        factors=_LAIZI_FACTORS,
        coef=_LAIZI_COEF,
        laizi=2,
        cap=_LAIZI_CAP,
    ),
    Preset("huopin", seats=3, hand=17, hole=3, show=True, early=8, doubling=False),
    Preset("huopin", seats=2, hand=20, hole=3, show=True, early=10, doubling=False),
)
PRESETS: Mapping[tuple[str, int], Preset] = {(row.mode, row.seats): row for row in _ROWS}


def preset(mode: str, seats: int) -> Preset:
    """The row of a mode for so many players. Raises `KeyError` for a mode that is not played so."""
    return PRESETS[mode, seats]


def tuned(row: Preset, room: Mapping[str, Json]) -> Preset:
    """The row with what its room says about `coef` (a decimal number as text) and `cap`; a mode of points has neither.

    What the room leaves open, or does not know, is as in the mode: hands of before rooms could say it stay the same.
    """
    if row.points:
        return row
    coef, cap = room.get("coef"), room.get("cap")
    return replace(row, coef=row.coef if coef is None else Fraction(coef), cap=row.cap if cap is None else cap)
