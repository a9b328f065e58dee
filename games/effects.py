"""What props that are pinned on a hand do to its people's level points and results: never to its money.

`config["effects"]` holds per seat what its player had switched on when the hand began, as {"key", "item"}; the lobby
pins it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import Result

DOUBLE = "double"
"""The owner's own gain of level points counts twice."""
PARDON = "pardon"
"""The owner's escape is entered as a lost hand and costs no level points; its money is paid as without."""


def pinned(config: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """Per seat what was pinned; an empty list for a hand that began without."""
    found: list[list[dict[str, Any]]] = config.get("effects", [])
    return found


def standing_of(config: Mapping[str, Any], result: Result, seat: int) -> tuple[str, int]:
    """The outcome and the level points that are entered for the seat's player. Of a hand with outcomes."""
    outcome, points = result.outcomes[seat], result.points[seat]
    keys = {one["key"] for one in found[seat]} if (found := pinned(config)) else set()
    if PARDON in keys and outcome == "escape":
        outcome, points = "lose", max(points, 0)
    return outcome, points * 2 if DOUBLE in keys and points > 0 else points
