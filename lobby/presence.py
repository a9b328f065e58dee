"""Who is here: a lease in Redis that the lobby socket's heartbeat renews and that fades when it stops."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache

LEASE = 30
"""Seconds after the last sign of life until somebody counts as gone; a socket gives one every ten."""


def seen(player_id: int) -> None:
    """The player is here now."""
    cache.set(_key(player_id), True, LEASE)


def here(player_ids: Iterable[int]) -> set[int]:
    """Those of these people who are here."""
    keys = {_key(player_id): player_id for player_id in player_ids}
    return {keys[key] for key in cache.get_many(keys)} if keys else set()


def _key(player_id: int) -> str:
    return f"here:{player_id}"
