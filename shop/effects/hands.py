"""What changes a hand for its owner, told to everybody at the table. What it does stands in `games.effects`; the
tracker is drawn by its owner's browser from the own view, which holds nothing that he has not seen."""

from __future__ import annotations

from games.effects import DOUBLE, PARDON
from shop.effects.base import Effect, Pinned, register


@register
class Tracker(Effect):
    """How many cards of each rank its owner has not seen yet."""

    key = "tracker"
    worn = True
    pinned = Pinned.HAND


@register
class Double(Effect):
    """Twice the level points of a hand that wins some; only such a hand takes a use."""

    key = DOUBLE
    worn = True
    pinned = Pinned.HAND

    def takes_use(self, outcome: str, points: int) -> bool:
        return points > 0


@register
class Pardon(Effect):
    """An escape that is entered as a lost hand; only an escape takes a use."""

    key = PARDON
    worn = True
    pinned = Pinned.HAND

    def takes_use(self, outcome: str, points: int) -> bool:
        return outcome == "escape"
