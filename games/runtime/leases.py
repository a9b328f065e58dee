"""Redis: how long each person at a live hand counts as present.

One sorted set: a member for each person's seat, its score the instant at which its lease ends (ms). A sign of life puts
it off; the clock takes what has ended. A seat that the log knows as lost is parked at infinity, where nothing looks for
it, until the next sign of life. Like the due times this is no truth of its own: a lost lease is given again, in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal
from uuid import UUID

from games.runtime import fanout

LEASE_MS = 12_000
"""How long a person counts as present after a sign of life; a page gives one every 4 s."""
SWEPT = "{clock}:swept"
"""When the leases were last looked at, ms."""
GAP_MS = 2_000
"""Leases that were looked at by nobody for longer are given again in full: what was missed meanwhile (a worker, beat or
Redis was away, and maybe the way to the player with it) is not the player's fault."""

Seat = tuple[UUID, int]
Verdict = Literal["lost", "gone"]

_ENDED = """
local now, full = tonumber(ARGV[1]), ARGV[3]
local looked = tonumber(redis.call('GET', KEYS[2]) or '0')
redis.call('SET', KEYS[2], ARGV[1])
if now - looked > tonumber(ARGV[2]) then
  for _, seat in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. full)) do
    redis.call('ZADD', KEYS[1], full, seat)
  end
  return {}
end
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[5])
for _, seat in ipairs(ended) do redis.call('ZADD', KEYS[1], ARGV[4], seat) end
return ended
"""
# A sign of life that came meanwhile has moved the score, and then it counts.
_JUDGED = """
for i = 2, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[1] then
    if ARGV[i + 1] == 'lost' then redis.call('ZADD', KEYS[1], '+inf', ARGV[i])
    else redis.call('ZREM', KEYS[1], ARGV[i]) end
  end
end
"""


def name(seat: Seat) -> str:
    """The member of the sorted set that stands for a seat."""
    return f"{seat[0]}:{seat[1]}"


def _seat(name: bytes) -> Seat:
    hand, _, seat = name.decode().rpartition(":")
    return UUID(hand), int(seat)


def grant(seats: Iterable[Seat], now: int) -> None:
    """Give full leases to seats that have none. Never raises."""
    until = {name(seat): now + LEASE_MS for seat in seats}
    if until:
        fanout.quietly(lambda: fanout.client().zadd(fanout.LEASES, until, nx=True))


def prolong(seats: Iterable[Seat], until: int) -> None:
    """Let the leases of present people last until `until` at least. Never raises."""
    later = {name(seat): until for seat in seats}
    if later:
        fanout.quietly(lambda: fanout.client().zadd(fanout.LEASES, later, xx=True, gt=True))


def ended(now: int, until: int, limit: int) -> list[Seat]:
    """Up to `limit` seats whose lease has ended at `now`, put off to `until` so that a worker that dies with them only
    delays them. None where nobody looked for `GAP_MS`: all leases are given again then. Raises `redis.RedisError`."""
    arguments = [now, GAP_MS, now + LEASE_MS, until, limit]
    return [_seat(found) for found in fanout.script(_ENDED)(keys=[fanout.LEASES, SWEPT], args=arguments)]


def judged(until: int, verdicts: Mapping[Seat, Verdict]) -> None:
    """Settle what `ended` gave out: "lost" (parked until the next sign of life) or "gone" (the hand is over). Never
    raises."""
    arguments: list[str | int] = [until]
    for seat, verdict in verdicts.items():
        arguments += [name(seat), verdict]
    if verdicts:
        fanout.quietly(lambda: fanout.script(_JUDGED)(keys=[fanout.LEASES], args=arguments))
