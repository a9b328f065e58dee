"""Rooms for tests of the running platform: the real ones, with less waiting."""

import json
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from tests.house import House

BRISK = {"opening": 2500, "deal_step": 60, "double": 8000, "think": [150, 400]}
"""Phase lengths in ms that replace the room's; people's own time to play stays."""


def novice(house: House, bot_wait: int | None = None) -> int:
    """`brisk` for the cheapest room of 欢乐 for three."""
    return brisk(house, "huanle", "novice", bot_wait)


def brisk(house: House, zone: str, code: str, bot_wait: int | None = None, **timers: int) -> int:
    """A starting room's id; from now on its hands are brisk, and bots come after `bot_wait` ms where given.

    `timers` are phase lengths of this room alone.
    """
    with psycopg.connect(house.database_url) as database:
        row = database.execute(
            "UPDATE lobby_room SET timers = timers || %s::jsonb, bot_wait = coalesce(%s, bot_wait)"
            " WHERE code = %s AND zone_id = (SELECT id FROM lobby_zone WHERE code = %s) RETURNING id",
            [json.dumps(BRISK | timers), bot_wait, code, zone],
        ).fetchone()
    assert row, f"no room {zone} {code} was loaded"
    return int(row[0])


def tune(house: House, room: int, **fields: Any) -> int:
    """Change columns of a room, as an admin might; what is a dict is laid over what stands there. The room's id."""
    changes = [
        sql.SQL("{0} = {0} || {1}" if isinstance(value, dict) else "{0} = {1}").format(
            sql.Identifier(name), Jsonb(value) if isinstance(value, dict) else value
        )
        for name, value in fields.items()
    ]
    with psycopg.connect(house.database_url) as database:
        database.execute(sql.SQL("UPDATE lobby_room SET {} WHERE id = {}").format(sql.SQL(", ").join(changes), room))
    return room
