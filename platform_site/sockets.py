"""Who is behind a WebSocket: looked up once, at the handshake.

A page of ours brings the session's cookie, and its origin is checked, for any page could send that cookie along. A
program brings a token in the `Authorization` header, which no page can set: there the origin tells nothing, and cookies
count for nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import redis
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest

from accounts import tokens
from accounts.bearer import secret_of
from accounts.models import Scope, Token

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

NOT_SIGNED_IN, NOT_ALLOWED, TOO_MANY = 4401, 4403, 4429
CHECKED_SECONDS = 15
"""A token that was revoked or has expired ends its sockets within this while."""
HANDSHAKES_A_MINUTE = 60
"""Of one token."""


class SignedIn:
    """Puts the session and its player (or an anonymous one) into the scope.

    Channels' own stack also wraps every message sent, to save a session that changed meanwhile: our sockets change
    none, and a table sends thousands of messages. And it goes to the thread of the queries several times, where one
    visit will do: after a restart everybody knocks at once.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._store = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one socket."""
        scope = {**scope, "session": self._store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))}
        scope["user"] = await _who(scope["session"])
        await self._application(scope, receive, send)


@database_sync_to_async
def _who(session: Any) -> Any:
    """The session's player, or an anonymous one."""
    request = HttpRequest()
    request.session = session
    return get_user(request)


def signed_in(application: Application) -> Application:
    """`application` with the player of the session's cookie in its scope."""
    guarded: Application = CookieMiddleware(SignedIn(application))
    return guarded


def door(application: Application) -> Application:
    """`application` for pages of ours and for programs with a token; `scope["scopes"]` is what that token allows, and
    is absent for a page."""
    for_pages: Application = AllowedHostsOriginValidator(signed_in(application))

    async def enter(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        secret = _secret(scope)
        if secret is None:
            await for_pages(scope, receive, send)
            return
        token, often = await _look(secret)
        if often:
            await refuse(receive, send, TOO_MANY)
            return
        if token is None:
            await application({**scope, "user": AnonymousUser(), "scopes": frozenset()}, receive, send)
            return
        watch = Watch(token.pk, receive, send)
        try:
            scope = {**scope, "user": token.player, "scopes": frozenset(token.scopes)}
            await application(scope, watch.receive, send)
        finally:
            watch.stop()

    return enter


def needs(wanted: Scope, application: Application) -> Application:
    """`application` for those whose token allows `wanted`; pages need none."""

    async def gate(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        scopes = scope.get("scopes")
        # A bad token is told so by the application, like a stranger's page.
        if not scopes or wanted in scopes:
            await application(scope, receive, send)
        else:
            await refuse(receive, send, NOT_ALLOWED)

    return gate


async def refuse(receive: Receive, send: Send, code: int) -> None:
    """Accept the socket and close it: a handshake that fails could not say why."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


class Watch:
    """What a token's socket receives, and its end once the token does not hold any more, whether it speaks or not."""

    def __init__(self, token_id: int, receive: Receive, send: Send) -> None:
        self._token_id, self._receive, self._send = token_id, receive, send
        self._next: asyncio.Future[dict[str, Any]] | None = None
        self._due = time.monotonic() + CHECKED_SECONDS

    async def receive(self) -> dict[str, Any]:
        """As ASGI's `receive`."""
        # Kept over a look at the token: a message must not get lost with a wait that was given up.
        self._next = self._next or asyncio.ensure_future(self._receive())
        while True:
            await asyncio.wait({self._next}, timeout=max(0, self._due - time.monotonic()))
            if time.monotonic() >= self._due:
                if not await database_sync_to_async(tokens.holds)(self._token_id):
                    await self._send({"type": "websocket.close", "code": NOT_SIGNED_IN})
                    return {"type": "websocket.disconnect", "code": NOT_SIGNED_IN}
                self._due = time.monotonic() + CHECKED_SECONDS
            if self._next.done():
                message, self._next = self._next.result(), None
                return message

    def stop(self) -> None:
        """The socket has ended."""
        if self._next is not None:
            self._next.cancel()


def _secret(scope: dict[str, Any]) -> str | None:
    """What an `Authorization: Bearer` header holds, or None."""
    headers = {name.lower(): value for name, value in scope.get("headers", ())}
    return secret_of(headers.get(b"authorization", b"").decode("latin-1"))


@database_sync_to_async
def _look(secret: str) -> tuple[Token | None, bool]:
    """The token, if it is good, and whether it knocks too often."""
    token = tokens.find(secret)
    if token is None:
        return None, False
    knocks = 0
    with suppress(redis.RedisError):  # without Redis nobody is counted, and hands go on
        key = f"knocks:{token.pk}:{int(time.time() // 60)}"
        cache.add(key, 0, 60)
        knocks = cache.incr(key)
    return token, knocks > HANDSHAKES_A_MINUTE
