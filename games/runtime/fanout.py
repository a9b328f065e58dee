"""Redis: one script for a batch of stored entries.

Redis holds nothing that the log does not: due times are put back from it, a lost message is a gap that is read from it.
So a failure here is logged and never undoes what is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import cast
from uuid import UUID

import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.runtime.folded import Proposal
from games.runtime.store import Head
from games.runtime.subscription import EVERY_PROCESS
from games.runtime.wire import Gone, Message, encode

logger = logging.getLogger(__name__)

# The keys of the clock share a hash tag, so that one script may touch them on a cluster.
DUE = "{clock}:due"
"""Sorted set: hand id by the instant at which the system must look at it, ms."""
SEQ = "{clock}:seq"
"""Hash: the number of the entry that set a hand's due time, so that an older entry never moves it back."""
LEASES = "{clock}:leases"
"""Sorted set of `games.runtime.leases`: seats by the instant until which their people count as present."""

# Four arguments an entry: hand, number, due ("" none, "over" when the hand is), message ("" none).
_ARM = """
for i = 1, #ARGV, 4 do
  local hand, seq, due, message = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  local known = tonumber(redis.call('HGET', KEYS[2], hand) or '-1')
  if due == 'over' then
    redis.call('ZREM', KEYS[1], hand)
    redis.call('HDEL', KEYS[2], hand)
    for seat = 0, 7 do redis.call('ZREM', KEYS[3], hand .. ':' .. seat) end
  elseif known < seq then
    redis.call('HSET', KEYS[2], hand, seq)
    if due == '' then redis.call('ZREM', KEYS[1], hand) else redis.call('ZADD', KEYS[1], due, hand) end
  elseif known == seq and due ~= '' then
    redis.call('ZADD', KEYS[1], 'NX', due, hand)
  end
  if message ~= '' then redis.call('PUBLISH', 'hand:{' .. hand .. '}', message) end
end
"""
# Hands that are due, each put off to ARGV[2] so that a worker that dies with them only delays them.
_CLAIM = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, hand in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], hand) end
return due
"""
# Put a claimed hand's own due time back, unless an entry has set a newer one meanwhile.
_UNCLAIM = """
for i = 2, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[1] then
    if ARGV[i + 1] == '' then redis.call('ZREM', KEYS[1], ARGV[i])
    else redis.call('ZADD', KEYS[1], ARGV[i + 1], ARGV[i]) end
  end
end
"""


@cache
def client() -> redis.Redis:
    """This process's blocking client; threads may share it. Short limits: a hung Redis must not hold up the log."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=2,
        socket_connect_timeout=2,
        max_connections=10_000,
        retry=Retry(NoBackoff(), 1),
    )


def async_client() -> redis.asyncio.Redis:
    """A client for one event loop."""
    return redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=2, max_connections=10_000)


@cache
def script(text: str) -> redis.commands.core.Script:
    """A script of this process's blocking client."""
    return client().register_script(text)


def channel(hand_id: UUID) -> str:
    """Where processes tell each other about a hand."""
    return f"hand:{{{hand_id}}}"


@lru_cache(16_384)
def hand_of(channel: bytes) -> UUID:
    """The hand of a channel."""
    return UUID(channel[6:-1].decode())


def announce(stored: Sequence[Proposal]) -> None:
    """Arm the due times of stored entries and publish them, all in one call. Never raises."""
    arguments: list[str | int | bytes] = []
    for proposal in stored:
        over = proposal.state.result is not None
        due = "over" if over else ("" if proposal.entry.due is None else proposal.entry.due)
        arguments += [str(proposal.hand_id), proposal.entry.seq, due, encode(Message(entry=proposal.entry))]
    quietly(lambda: script(_ARM)(keys=[DUE, SEQ, LEASES], args=arguments))


def arm(heads: Iterable[Head]) -> None:
    """Put back the due times of live hands where they are missing or older. Never raises."""
    arguments: list[str | int] = []
    for head in heads:
        arguments += [str(head.hand_id), head.seq, "" if head.due is None else head.due, ""]
    if arguments:
        quietly(lambda: script(_ARM)(keys=[DUE, SEQ, LEASES], args=arguments))


def notify(hand_id: UUID, payloads: dict[str, object]) -> None:
    """Tell every process what the seats of a hand are to be told. Never raises."""
    quietly(lambda: client().publish(channel(hand_id), encode(Message(notice=payloads))))


def send_away(player_id: int) -> None:
    """Tell every process to close whatever sockets the player has at hands. Never raises."""
    quietly(lambda: client().publish(EVERY_PROCESS, encode(Gone(player_id))))


def claim(now: int, until: int, limit: int) -> list[UUID]:
    """Up to `limit` hands due at `now`, put off to `until`. Raises `redis.RedisError`."""
    return [UUID(hand.decode()) for hand in script(_CLAIM)(keys=[DUE], args=[now, until, limit])]


def unclaim(until: int, dues: dict[UUID, int | None]) -> None:
    """Give claimed hands their due times (None: none). Never raises."""
    arguments: list[str | int] = [until]
    for hand_id, due in dues.items():
        arguments += [str(hand_id), "" if due is None else due]
    if dues:
        quietly(lambda: script(_UNCLAIM)(keys=[DUE], args=arguments))


def timed() -> set[UUID]:
    """The hands that the clock knows; none when Redis is away."""
    try:
        return {UUID(hand.decode()) for hand in cast("list[bytes]", client().hkeys(SEQ))}
    except redis.RedisError:
        logger.exception("redis did not tell whom its clock knows")
        return set()


def forget(hand_ids: Collection[UUID]) -> None:
    """Take hands that are no longer live out of the clock. Never raises."""
    names = [str(hand_id) for hand_id in hand_ids]

    def take_out() -> None:
        with client().pipeline() as pipe:
            pipe.zrem(DUE, *names)
            pipe.hdel(SEQ, *names)
            pipe.execute()

    if names:
        quietly(take_out)


def quietly(call: Callable[[], object]) -> None:
    """Make a call to Redis that may fail: the log has what is lost with it."""
    try:
        call()
    except redis.RedisError:
        logger.exception("redis did not take a batch; the log has it and the re-arming will")
