"""Redis: which of a player's windows holds his seat. Only that one may act; the others watch.

A hash a hand. A window is known by its page's own id and by its socket, so that a duplicated page, which has the same
id, is another window, while a reload, which makes a new socket, takes the seat back from its own past. All times are
Redis's own: processes' clocks differ.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from games.runtime import fanout
from games.runtime.gathered import Gathered
from games.runtime.leases import LEASE_MS

LAPSE_MS = LEASE_MS
"""A holder that gave no sign of life for so long holds nothing any more."""
GRACE_MS = 5_000
"""So long the other windows leave a seat alone whose holder ended: it may be a page that is loaded again."""
NAMELESS = "-"
"""The window of all sockets that name none: scripts are one window, and come back at once after a lost connection."""
KEPT_SECONDS = 86_400

Claim = Literal["join", "act", "stay", "take"]
"""Why a window asks for the seat.

join: it is new; it gets a seat that is free, or whose holder has lapsed or is its own page's earlier socket.
act: it wants to play; it gets a seat that is free or whose holder has lapsed.
stay: it gives a sign of life; as `act`, but leaves a seat that has just become free to the page that may come back.
take: the person says so; it gets the seat.
"""

# Seat: field "0" who holds it ("" nobody), "0@" the last sign of life or the end of the last holder, "0#" the version.
# Arguments: lapse, grace, time to keep, channel; then seat, window, its page and why, for any number of seats.
_CLAIM = """
redis.replicate_commands()
local t = redis.call('TIME')
local now, version = t[1] * 1000 + math.floor(t[2] / 1000), t[1] .. string.format('%06d', t[2])
local found = {}
for i = 5, #ARGV, 4 do
  local seat, me, page, how = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local known = redis.call('HMGET', KEYS[1], seat, seat .. '@', seat .. '#')
  local holder, silent = known[1], now - tonumber(known[2] or '0')
  local free = how == 'take' or holder == me or not holder or silent >= tonumber(ARGV[1])
  if holder == '' then free = free or how ~= 'stay' or silent >= tonumber(ARGV[2])
  elseif how == 'join' then free = free or string.sub(holder or '', 1, #page) == page end
  if not free then
    found[#found + 1], found[#found + 2] = known[3], holder
  elseif holder == me then
    redis.call('HSET', KEYS[1], seat .. '@', now)
    found[#found + 1], found[#found + 2] = known[3], me
  else
    redis.call('HSET', KEYS[1], seat .. '@', now, seat, me, seat .. '#', version)
    redis.call('PUBLISH', ARGV[4], string.format('{"holding":[%s,%s,"%s"]}', seat, version, me))
    found[#found + 1], found[#found + 2] = version, me
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return found
"""
_RELEASE = """
redis.replicate_commands()
local t = redis.call('TIME')
local now, version = t[1] * 1000 + math.floor(t[2] / 1000), t[1] .. string.format('%06d', t[2])
local seat = ARGV[1]
if redis.call('HGET', KEYS[1], seat) ~= ARGV[2] then return end
redis.call('HSET', KEYS[1], seat, '', seat .. '@', now, seat .. '#', version)
redis.call('PUBLISH', ARGV[3], string.format('{"holding":[%s,%s,""]}', seat, version))
"""


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a seat ("" nobody). A later `version` is newer: replies and messages may overtake each other."""

    version: int
    window: str


def window_of(page: str | None) -> str:
    """The window of a new socket of the page `page`."""
    return NAMELESS if page is None else f"{page}/{secrets.token_hex(4)}"


class Windows:
    """The seats' holders. What fails raises `redis.RedisError` or `OSError`."""

    def __init__(self, calls: Gathered) -> None:
        self._calls = calls
        self._claim = calls.script(_CLAIM)
        self._release = calls.script(_RELEASE)

    async def claim(self, hand_id: UUID, seat: int, window: str, why: Claim) -> Holding:
        """Ask for a seat; who holds it now. Every process with the hand hears of a change."""
        return (await self._claims(hand_id, [(seat, window, why)]))[0]

    async def stay(self, present: Sequence[tuple[UUID, int, str]]) -> list[Holding]:
        """A sign of life of any number of (hand, seat, window); who holds each of those seats now."""
        of_hand: dict[UUID, list[tuple[int, str, Claim]]] = {}
        for hand_id, seat, window in present:
            of_hand.setdefault(hand_id, []).append((seat, window, "stay"))
        answers = await asyncio.gather(*(self._claims(hand_id, asked) for hand_id, asked in of_hand.items()))
        held = {
            (hand_id, seat, window): holding
            for (hand_id, asked), holdings in zip(of_hand.items(), answers, strict=True)
            for (seat, window, _), holding in zip(asked, holdings, strict=True)
        }
        return [held[one] for one in present]

    async def _claims(self, hand_id: UUID, asked: Sequence[tuple[int, str, Claim]]) -> list[Holding]:
        """Ask for seats of one hand (seat, window, why); who holds each of them now."""
        arguments: list[str | int] = [LAPSE_MS, GRACE_MS, KEPT_SECONDS, fanout.channel(hand_id)]
        for seat, window, why in asked:
            arguments += [seat, window, window.partition("/")[0] + "/", why]
        found = await self._calls.call(self._claim, [_key(hand_id)], arguments)
        return [Holding(int(version), holder.decode()) for version, holder in zip(found[::2], found[1::2], strict=True)]

    async def release(self, hand_id: UUID, seat: int, window: str) -> None:
        """Give a seat up, if this window holds it."""
        await self._calls.call(self._release, [_key(hand_id)], [seat, window, fanout.channel(hand_id)])


def _key(hand_id: UUID) -> str:
    return f"hand:{{{hand_id}}}:windows"
