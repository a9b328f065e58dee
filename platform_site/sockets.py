"""Who is behind a WebSocket: looked up once, at the handshake."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.sessions import CookieMiddleware
from django.conf import settings

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class SignedIn:
    """Puts the session and its player (or an anonymous one) into the scope.

    Channels' own stack also wraps every message sent, to save a session that changed meanwhile: our sockets change
    none, and a table sends thousands of messages.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._store = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one socket."""
        scope = {**scope, "session": self._store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))}
        scope["user"] = await get_user(scope)
        await self._application(scope, receive, send)


def signed_in(application: Application) -> Application:
    """`application` with the player of the session's cookie in its scope."""
    guarded: Application = CookieMiddleware(SignedIn(application))
    return guarded
