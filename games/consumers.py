"""The hand socket: reads frames, refuses what is malformed or too frequent, and leaves the rest to the runtime.

A Channels consumer with routing, session and origin check, but lean: no channel layer, no thread hop and no extra
task a message. It touches the database only through the hub.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from channels.consumer import AsyncConsumer
from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.messages import sentence
from games.rules.core import IllegalAction
from games.runtime import hub as hubs
from games.runtime.sockets import Outbox, Send
from games.runtime.table import HandVoid, NoSuchHand
from games.runtime.wire import encode
from games.runtime.writer import Unavailable

logger = logging.getLogger(__name__)

NOT_SIGNED_IN, NOT_ALLOWED, NO_SUCH_HAND, HAND_VOID, TOO_MANY, TRY_LATER = 4401, 4403, 4404, 4410, 4429, 1013

MESSAGE_BYTES = 4096
MESSAGES_A_SECOND = 10
BURST = 30
STRIKES = 100
"""Refusals for haste after which the socket is closed."""

PAGE = re.compile(r"[A-Za-z0-9_-]{8,36}")
Key = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9_-]{8,36}\Z")]
DecisionId = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class Act(msgspec.Struct, tag_field="t", tag="act"):
    """Answer decision `d` (or none) with action `a`; `k` is the command's own id."""

    k: Key
    a: dict[str, Any]
    d: DecisionId | None = None


class Hints(msgspec.Struct, tag_field="t", tag="hints"):
    """Sensible answers to my decision `d`."""

    d: DecisionId


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    """Heartbeat; `c` comes back as it was sent. Like any message it says that the person is there."""

    c: float


class Take(msgspec.Struct, tag_field="t", tag="take"):
    """This window holds my seat from now on, not another one of mine."""


class Sync(msgspec.Struct, tag_field="t", tag="sync"):
    """Send a snapshot."""


_decode = msgspec.json.Decoder(Act | Hints | Ping | Take | Sync).decode


class Pace:
    """How often one socket may speak: a bucket of `BURST` messages that fills by `MESSAGES_A_SECOND`."""

    __slots__ = ("_at", "_left", "strikes")

    def __init__(self) -> None:
        self._left = float(BURST)
        self._at = time.monotonic()
        self.strikes = 0

    def allows(self) -> bool:
        """Count one message."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * MESSAGES_A_SECOND)
        self._at = now
        if self._left < 1:
            self.strikes += 1
            return False
        self._left -= 1
        return True


class HandConsumer(AsyncConsumer):
    """`/ws/hand/<uuid>/`, docs/protocol.md 1 and 2. `hub` is given by tests; else the running loop's own is used."""

    channel_layer_alias = None
    hub: hubs.Hub | None = None

    def __init__(self, hub: hubs.Hub | None = None) -> None:
        self.hub = hub

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Send,
    ) -> None:
        """Serve one socket from its handshake to its end. Raises nothing but cancellation by the server."""
        self.scope = scope
        self._send = send
        self._hub = self.hub or hubs.current()
        self._language = _language(scope)
        self._pace = Pace()
        self._dropped: int | None = None
        self._task = asyncio.current_task()
        self._outbox = Outbox(send, self._drop)
        try:
            await self._serve(receive)
        except asyncio.CancelledError:
            if self._dropped is None:
                raise
            if self._task is not None:
                self._task.uncancel()
            await self._close(self._dropped)
        except Exception:
            logger.exception("a hand socket failed")
            await self._close(1011)
        finally:
            self._outbox.stop()

    async def _serve(self, receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        if (await receive())["type"] != "websocket.connect":
            return
        # A refusal has to be an accepted socket that is closed: browsers do not tell a page why a handshake failed.
        try:
            await self._send({"type": "websocket.accept"})
        except OSError:
            return  # gone before anybody was ready for him: a full house, not a fault
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self._close(NOT_SIGNED_IN)
            return
        hand_id: UUID = self.scope["url_route"]["kwargs"]["hand"]
        try:
            page = _page(self.scope)
            self._table, self._viewer = await self._hub.join(hand_id, user.pk, self._outbox, page=page, name=str(user))
        except NoSuchHand:
            await self._close(NO_SUCH_HAND)
            return
        except HandVoid:
            await self._close(HAND_VOID)
            return
        except hubs.NotAllowed:
            await self._close(NOT_ALLOWED)
            return
        except TimeoutError:
            await self._close(TRY_LATER)
            return
        try:
            while (message := await receive())["type"] == "websocket.receive":
                await self.dispatch(message)
                if self._pace.strikes > STRIKES:
                    await self._close(TOO_MANY)
                    return
        finally:
            self._hub.leave(self._table, self._viewer)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Answer one frame; whatever is wrong with it becomes an answer too."""
        text = message.get("text")
        # PostgreSQL's text cannot hold NUL, and a card game has no use for it.
        if text is None or len(text) > MESSAGE_BYTES or "\\u0000" in text:
            self._error("malformed")
            return
        try:
            command = _decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._error("malformed")
            return
        if not self._pace.allows():
            if isinstance(command, Act):
                self._refuse(command.k, "slow_down", {})
            else:
                self._error("slow_down")
            return
        if self._viewer.seat is not None:
            self._hub.present(self._table, self._viewer.seat)
        self._viewer.heard = time.monotonic()
        if isinstance(command, Act):
            await self._act(command)
        elif isinstance(command, Ping):
            self._ping(command)
        elif isinstance(command, Hints):
            self._hints(command)
        elif isinstance(command, Take):
            await self._take()
        else:
            self._hub.snapshot(self._table, self._viewer)

    async def _act(self, command: Act) -> None:
        data = command.a
        kind = data.pop("kind", None)
        try:
            if not isinstance(kind, str):
                raise IllegalAction("malformed")
            await self._hub.command(self._table, self._viewer, command.k, kind, command.d, data)
        except IllegalAction as refusal:
            self._refuse(command.k, refusal.code, refusal.facts)
        except Unavailable:
            self._refuse(command.k, "unavailable", {})
        except Exception:
            logger.exception("an action failed")
            self._refuse(command.k, "internal", {})

    async def _take(self) -> None:
        try:
            await self._hub.take(self._table, self._viewer)
        except IllegalAction as refusal:
            self._error(refusal.code)

    def _ping(self, command: Ping) -> None:
        self._push({"t": "pong", "c": command.c, "s": self._viewer.stage.now()})

    def _hints(self, command: Hints) -> None:
        state = self._table.folded.state
        seat = self._viewer.seat
        mine = any(d.id == command.d and seat in d.seats for d in state.decisions)
        plays = state.hints(seat) if mine and seat is not None else []
        self._push({"t": "hints", "d": command.d, "plays": plays})

    def _push(self, frame: dict[str, Any]) -> None:
        self._outbox.push(encode(frame).decode())

    def _refuse(self, key: str, code: str, facts: dict[str, Any]) -> None:
        self._push({"t": "no", "k": key, "code": code, "text": sentence(code, self._language), "facts": facts})

    def _error(self, code: str) -> None:
        self._pace.strikes += 1
        self._push({"t": "err", "code": code, "text": sentence(code, self._language)})

    def _drop(self, code: int) -> None:
        """The viewer does not keep up, or is gone: end the socket from wherever it waits."""
        self._dropped = code
        if self._task is not None:
            self._task.cancel()

    async def _close(self, code: int) -> None:
        await self._outbox.flush(1)
        self._outbox.stop()
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code})
        except Exception as error:  # noqa: BLE001 - the connection is being given up; each server fails in its own way
            logger.debug("closing a socket: %r", error)


def _page(scope: dict[str, Any]) -> str | None:
    """The window's own id from the address; None where it names none, or none that could be one."""
    named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("w", [])
    return named[0] if named and PAGE.fullmatch(named[0]) else None


def _language(scope: dict[str, Any]) -> str:
    """The reader's language: the cookie's, else the first accepted one that the site speaks."""
    wanted = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    accepted = dict(scope.get("headers", [])).get(b"accept-language", b"").decode("latin-1")
    wanted += [language for language, _ in parse_accept_lang_header(accepted)]
    for language in wanted:
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)
