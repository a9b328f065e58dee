"""One Redis connection a process that listens to the channels of its live hands.

It speaks the protocol itself (hiredis parses it): a move's own echo passes through here, and a general client spends
more on one message than the rest of the move takes.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections import Counter
from collections.abc import Callable
from typing import Any

import hiredis
from django.conf import settings
from redis.connection import SSLConnection, parse_url

logger = logging.getLogger(__name__)

CONFIRM_SECONDS = 5
PING_SECONDS = 10
"""A connection that says nothing for two of these, pings answered included, is given up."""
AGAIN_SECONDS = 0.2
EVERY_PROCESS = b"hands"
"""A channel that every process listens to, so that a process without hands holds its connection too."""


class _Connection(asyncio.Protocol):
    """The bytes of one connection."""

    def __init__(self, took: Callable[[Any], None]) -> None:
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.quiet = 0
        """Pings sent since anything came."""
        self._took = took
        self._reader = hiredis.Reader()
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.quiet = 0
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            self._took(reply)

    def send(self, *words: str | bytes) -> None:
        self._transport.write(hiredis.pack_command(words))  # type: ignore[arg-type]  # its stub knows one-word commands only

    def end(self) -> None:
        self._transport.abort()


class Subscription:
    """`heard(channel, data)` is called for each message, `back()` after the connection was lost and every channel is
    subscribed again: whatever was said in between has to be read from the log."""

    def __init__(self, heard: Callable[[bytes, bytes], None], back: Callable[[], None]) -> None:
        self._heard = heard
        self._back = back
        self._lost = False
        self._wanted: dict[bytes, asyncio.Future[None]] = {}
        self._stale: Counter[bytes] = Counter()
        """Confirmations still to come for channels that were given up before they were confirmed."""
        self._connection: _Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def add(self, channel: str) -> None:
        """Subscribe and wait until Redis has confirmed it; `TimeoutError` when it does not."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen())
        name = channel.encode()
        confirmed = self._wanted.get(name)
        if confirmed is None:
            confirmed = self._wanted[name] = asyncio.get_running_loop().create_future()
            if self._connection is not None:
                self._connection.send("SUBSCRIBE", name)
        async with asyncio.timeout(CONFIRM_SECONDS):
            await asyncio.shield(confirmed)

    def remove(self, channel: str) -> None:
        """Stop listening to a channel."""
        name = channel.encode()
        confirmed = self._wanted.pop(name, None)
        if confirmed is None or self._connection is None:
            return
        if not confirmed.done():
            self._stale[name] += 1
            confirmed.cancel()
        self._connection.send("UNSUBSCRIBE", name)

    async def close(self) -> None:
        """End the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            try:
                connection = await self._connect()
            except OSError as error:
                logger.warning("no subscription: %s", error)
            else:
                try:
                    await self._hold(connection)
                finally:
                    self._connection = None
                    connection.end()
                logger.warning("the subscription was lost")
            self._lost = True
            self._stale.clear()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hold(self, connection: _Connection) -> None:
        """Subscribe to all that is wanted and keep the connection until it is lost or silent."""
        connection.send("SUBSCRIBE", *self._wanted, EVERY_PROCESS)
        self._connection = connection
        while connection.quiet < 2:
            done, _ = await asyncio.wait([connection.lost], timeout=PING_SECONDS)
            if done:
                return
            connection.quiet += 1
            connection.send("PING")

    async def _connect(self) -> _Connection:
        """A connection to the Redis of the settings, signed in. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        where: dict[str, Any] = dict(parse_url(settings.REDIS_URL))  # type: ignore[no-untyped-call]
        async with asyncio.timeout(CONFIRM_SECONDS):
            if "path" in where:
                _, connection = await loop.create_unix_connection(lambda: _Connection(self._take), where["path"])
            else:
                tls = where.get("connection_class") is SSLConnection
                _, connection = await loop.create_connection(
                    lambda: _Connection(self._take),
                    where.get("host", "localhost"),
                    where.get("port", 6379),
                    ssl=ssl.create_default_context(cafile=where.get("ssl_ca_certs")) if tls else None,
                )
        if where.get("password"):
            connection.send("AUTH", *([where["username"]] if where.get("username") else []), where["password"])
        return connection

    def _take(self, reply: Any) -> None:
        if isinstance(reply, hiredis.ReplyError):
            logger.error("redis refused the subscription: %s", reply)
        elif not isinstance(reply, list):
            return
        elif reply[0] == b"message":
            self._heard(reply[1], reply[2])
        elif reply[0] == b"subscribe":
            self._confirmed(reply[1])

    def _confirmed(self, name: bytes) -> None:
        # One SUBSCRIBE command takes all channels at once, so this channel's confirmation speaks for all.
        if name == EVERY_PROCESS and self._lost:
            self._lost = False
            self._back()
        confirmed = self._wanted.get(name)
        if self._stale[name]:
            self._stale[name] -= 1
        elif confirmed is not None and not confirmed.done():
            confirmed.set_result(None)
