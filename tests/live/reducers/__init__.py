"""A client's view of a hand, moved on by frames as docs/protocol.md says: written from that page alone, so that the
page, the server and the browser's reducer are held against each other."""

from __future__ import annotations

from typing import Any

from tests.live.reducers import doudizhu, mahjong, thirteen
from tests.live.reducers.seats import Event, View

GAMES: dict[str, Any] = {"doudizhu": doudizhu, "mahjong": mahjong, "thirteen": thirteen}
"""Of each game its `EFFECTS`, what an event does to the view, and `note`, what it says of the viewer's own moves."""


def apply_frame(view: View, events: list[Event], decisions: list[dict[str, Any]]) -> None:
    """Move the view on in place. Raises `KeyError` for an event that the page does not name."""
    game = GAMES[view["game"]]
    for event in events:
        game.EFFECTS[event["kind"]](view, event)
        game.note(view, event)
    view["decisions"] = decisions
