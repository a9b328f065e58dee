"""Rooms for tests of the running platform: the real ones, with less waiting."""

import json

import psycopg

from tests.house import House

BRISK = {"opening": 2500, "deal_step": 60, "double": 8000, "think": [150, 400]}
"""Phase lengths in ms that replace the room's; people's own time to play stays."""


def novice(house: House, bot_wait: int | None = None) -> int:
    """The cheapest room's id; from now on its hands are brisk, and bots come after `bot_wait` ms where given."""
    with psycopg.connect(house.database_url) as database:
        row = database.execute(
            "UPDATE lobby_room SET timers = timers || %s::jsonb, bot_wait = coalesce(%s, bot_wait)"
            " WHERE id = (SELECT id FROM lobby_room ORDER BY minimum, id LIMIT 1) RETURNING id",
            [json.dumps(BRISK), bot_wait],
        ).fetchone()
    assert row, "no room was loaded"
    return int(row[0])
