"""Who is behind a WebSocket: looked up once, at the handshake."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


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
