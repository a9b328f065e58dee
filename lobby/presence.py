"""Who is here: a sign of life in Redis that the lobby socket's heartbeat renews and that grows old when it stops."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from accounts.models import Player
from games.runtime import fanout

KEY = "{lobby}:here"
"""A sorted set: player -> last sign, in seconds."""
BOTS = "{lobby}:bots"
"""The same of bot accounts, which can be invited and are nobody who is online."""
LEASE = 30
"""Seconds after the last sign of life until somebody counts as gone; a socket gives one every ten."""
FORGET = 3600
"""Seconds after which a sign is forgotten."""


def seen(player: Player) -> None:
    """The player is here now. Never raises: a sign that is missing costs a count."""
    now = timezone.now().timestamp()
    key = BOTS if player.is_bot else KEY

    def write() -> None:
        pipe = fanout.client().pipeline(transaction=False)
        pipe.zadd(key, {str(player.pk): now})
        pipe.zremrangebyscore(key, "-inf", now - FORGET)
        pipe.execute()

    fanout.quietly(write)


def here(player_ids: Iterable[int]) -> set[int]:
    """Those of these people, and bots, who are here. Raises `redis.RedisError`."""
    asked = list(player_ids)
    if not asked:
        return set()
    since = timezone.now().timestamp() - LEASE
    pipe = fanout.client().pipeline(transaction=False)
    for key in (KEY, BOTS):
        pipe.zmscore(key, [str(player_id) for player_id in asked])
    return {
        player_id
        for signs in pipe.execute()
        for player_id, sign in zip(asked, signs, strict=True)
        if sign is not None and sign > since
    }


def online() -> int:
    """How many people are here. Raises `redis.RedisError`."""
    return int(fanout.client().zcount(KEY, timezone.now().timestamp() - LEASE, "+inf"))
