"""The names of the Channels groups of chat and notices."""

from __future__ import annotations

EVERYBODY = "chat-everybody"


def game(code: str) -> str:
    """Those who look at a room or a table of a game, or at its zone."""
    return f"chat-game-{code}"


def room(room_id: int) -> str:
    """Those who look at a room or at one of its tables."""
    return f"chat-room-{room_id}"


def table(table_id: int) -> str:
    """Those who sit at a table, or look on."""
    return f"chat-table-{table_id}"
