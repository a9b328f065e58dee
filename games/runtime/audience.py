"""Redis: who watches a hand without a seat.

A sorted set a hand: a member for each spectator's socket, its score the last sign of life (ms, Redis's own clock), so
that the spectators of a killed process vanish. Whoever changes it publishes the whole list.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from games.runtime import fanout
from games.runtime.gathered import Gathered
from games.runtime.leases import LEASE_MS

LAPSE_MS = LEASE_MS
"""A spectator who gave no sign of life for so long is no longer counted."""
NAMES = 20
"""As many names are told, of those who have watched longest; the number is that of all."""

# Arguments: lapse, channel, member that goes ("" none), members that are there.
_LOOK = """
redis.replicate_commands()
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local changed = redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[1]))
changed = changed + redis.call('ZREM', KEYS[1], ARGV[3])
for i = 4, #ARGV do changed = changed + redis.call('ZADD', KEYS[1], now, ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local members = redis.call('ZRANGE', KEYS[1], 0, -1)
if changed > 0 then
  local list = #members > 0 and cjson.encode(members) or '[]'
  redis.call('PUBLISH', ARGV[2], '{"audience":' .. list .. '}')
end
return members
"""


def member(player_id: int, name: str) -> str:
    """What stands for a new spectator's socket."""
    return f"{time.time_ns() // 1_000_000} {player_id} {secrets.token_hex(4)} {name}"


def summary(members: Collection[str]) -> dict[str, Any]:
    """What people are told about the spectators: how many, and names in the order in which they came. A player with
    several windows is one."""
    names: dict[str, str] = {}
    for entry in sorted(members):
        _, player, _, name = entry.split(" ", 3)
        names.setdefault(player, name)
    return {"n": len(names), "names": list(names.values())[:NAMES]}


NOBODY: dict[str, Any] = summary(())


class Audience:
    """The spectators of hands. What fails raises `redis.RedisError` or `OSError`."""

    def __init__(self, calls: Gathered) -> None:
        self._calls = calls
        self._look = calls.script(_LOOK)

    async def change(self, hand_id: UUID, comes: str = "", goes: str = "") -> list[str]:
        """One spectator comes or goes, or nobody does; who watches now."""
        return await self._change(hand_id, goes, [comes] if comes else [])

    async def stay(self, present: Mapping[UUID, Sequence[str]]) -> dict[UUID, list[str]]:
        """A sign of life of the spectators of any number of hands; who watches those hands now."""
        found = await asyncio.gather(*(self._change(hand_id, "", members) for hand_id, members in present.items()))
        return dict(zip(present, found, strict=True))

    async def _change(self, hand_id: UUID, goes: str, present: Sequence[str]) -> list[str]:
        arguments: list[str | int] = [LAPSE_MS, fanout.channel(hand_id), goes, *present]
        return [member.decode() for member in await self._calls.call(self._look, [_key(hand_id)], arguments)]


def _key(hand_id: UUID) -> str:
    return f"hand:{{{hand_id}}}:audience"
