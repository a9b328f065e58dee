"""Redis: one script for a batch of stored entries, one subscription a process.

Redis holds nothing that the log does not: due times are put back from it, a lost message is a gap that is read from it.
So a failure here is logged and never undoes what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from uuid import UUID

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.runtime.folded import Proposal
from games.runtime.store import Head
from games.runtime.wire import Message, encode

logger = logging.getLogger(__name__)

# The three keys of the clock share a hash tag, so that one script may touch them on a cluster.
DUE = "{clock}:due"
"""Sorted set: hand id by the instant at which the system must look at it, ms."""
SEQ = "{clock}:seq"
"""Hash: the number of the entry that set a hand's due time, so that an older entry never moves it back."""
LEASE_SECONDS = 30
CONFIRM_SECONDS = 5
EVERY_PROCESS = "hands"
"""A channel that every process listens to, so that a process without hands holds its connection too."""

# Four arguments an entry: hand, number, due ("" none, "over" when the hand is), message ("" none).
_ARM = """
for i = 1, #ARGV, 4 do
  local hand, seq, due, message = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2], ARGV[i + 3]
  local known = tonumber(redis.call('HGET', KEYS[2], hand) or '-1')
  if due == 'over' then
    redis.call('ZREM', KEYS[1], hand)
    redis.call('HDEL', KEYS[2], hand)
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


@cache
def _script(text: str) -> redis.commands.core.Script:
    return client().register_script(text)


def channel(hand_id: UUID) -> str:
    """Where processes tell each other about a hand."""
    return f"hand:{{{hand_id}}}"


def lease_key(hand_id: UUID) -> str:
    """Hash: seat -> when its last heartbeat came, ms."""
    return f"hand:{{{hand_id}}}:lease"


def announce(stored: Sequence[Proposal]) -> None:
    """Arm the due times of stored entries and publish them, all in one call. Never raises."""
    arguments: list[str | int | bytes] = []
    for proposal in stored:
        over = proposal.state.result is not None
        due = "over" if over else ("" if proposal.entry.due is None else proposal.entry.due)
        arguments += [str(proposal.hand_id), proposal.entry.seq, due, encode(Message(entry=proposal.entry))]
    _quietly(lambda: _script(_ARM)(keys=[DUE, SEQ], args=arguments))


def arm(heads: Iterable[Head]) -> None:
    """Put back the due times of live hands where they are missing or older. Never raises."""
    arguments: list[str | int] = []
    for head in heads:
        arguments += [str(head.hand_id), head.seq, "" if head.due is None else head.due, ""]
    if arguments:
        _quietly(lambda: _script(_ARM)(keys=[DUE, SEQ], args=arguments))


def notify(hand_id: UUID, payloads: dict[str, object]) -> None:
    """Tell every process what the seats of a hand are to be told. Never raises."""
    _quietly(lambda: client().publish(channel(hand_id), encode(Message(notice=payloads))))


def claim(now: int, until: int, limit: int) -> list[UUID]:
    """Up to `limit` hands due at `now`, put off to `until`. Raises `redis.RedisError`."""
    return [UUID(hand.decode()) for hand in _script(_CLAIM)(keys=[DUE], args=[now, until, limit])]


def unclaim(until: int, dues: dict[UUID, int | None]) -> None:
    """Give claimed hands their due times (None: none). Never raises."""
    arguments: list[str | int] = [until]
    for hand_id, due in dues.items():
        arguments += [str(hand_id), "" if due is None else due]
    if dues:
        _quietly(lambda: _script(_UNCLAIM)(keys=[DUE], args=arguments))


def _quietly(call: Callable[[], object]) -> None:
    try:
        call()
    except redis.RedisError:
        logger.exception("redis did not take a batch; the log has it and the re-arming will")


class Subscription:
    """One connection that listens to the channels of this process's live hands.

    `heard(channel, data)` is called for each message, `back()` after the connection was lost and every channel is
    subscribed again: whatever was said in between has to be read from the log.
    """

    def __init__(self, heard: Callable[[str, bytes], None], back: Callable[[], None]) -> None:
        self._lost = False
        self._heard = heard
        self._back = back
        self._wanted: dict[str, asyncio.Future[None]] = {}
        self._client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=None, max_connections=10_000, retry=AsyncRetry(NoBackoff(), 0)
        )
        self._pubsub: redis.asyncio.client.PubSub | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._orders: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._stale: Counter[str] = Counter()
        """Confirmations still to come for channels that were given up before they were confirmed."""

    @property
    def client(self) -> redis.asyncio.Redis:
        """For this process's other calls (leases)."""
        return self._client

    async def add(self, name: str) -> None:
        """Subscribe and wait until Redis has confirmed it; `TimeoutError` when it does not."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._obey())]
        confirmed = self._wanted.get(name)
        if confirmed is None:
            confirmed = self._wanted[name] = asyncio.get_running_loop().create_future()
            self._orders.put_nowait(("subscribe", name))
        async with asyncio.timeout(CONFIRM_SECONDS):
            await asyncio.shield(confirmed)

    def remove(self, name: str) -> None:
        """Stop listening to a channel."""
        confirmed = self._wanted.pop(name, None)
        if confirmed is not None:
            if not confirmed.done():
                self._stale[name] += 1
                confirmed.cancel()
            self._orders.put_nowait(("unsubscribe", name))

    async def close(self) -> None:
        """End the connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    async def _obey(self) -> None:
        """Send subscribe and unsubscribe in the order they were asked for: a hand may be left and entered at once."""
        while True:
            verb, name = await self._orders.get()
            if self._pubsub is not None:
                # A broken connection is the listener's to mend: it subscribes to everything wanted.
                with contextlib.suppress(redis.RedisError, OSError):
                    await (self._pubsub.subscribe if verb == "subscribe" else self._pubsub.unsubscribe)(name)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._client.pubsub() as pubsub:
                    await pubsub.subscribe(*self._wanted, EVERY_PROCESS)
                    self._pubsub = pubsub
                    while True:
                        message = await pubsub.get_message(timeout=None)
                        if message is not None:
                            self._take(message)
            except (redis.RedisError, OSError) as error:
                logger.warning("the subscription was lost: %s", error)
                self._lost = True
                self._stale.clear()
                await asyncio.sleep(0.2)
            finally:
                self._pubsub = None

    def _take(self, message: dict[str, object]) -> None:
        name = message["channel"].decode()  # type: ignore[attr-defined]
        if message["type"] == "message":
            self._heard(name, message["data"])  # type: ignore[arg-type]
        elif message["type"] == "subscribe":
            # One SUBSCRIBE command takes all channels at once, so the last one's confirmation speaks for all.
            if name == EVERY_PROCESS and self._lost:
                self._lost = False
                self._back()
            confirmed = self._wanted.get(name)
            if self._stale[name]:
                self._stale[name] -= 1
            elif confirmed is not None and not confirmed.done():
                confirmed.set_result(None)
