"""WebSocket addresses."""

from django.urls import URLPattern, path

from accounts.models import Scope
from chat.consumers import ChatConsumer
from games.consumers import HandConsumer
from lobby.consumers import LobbyConsumer
from platform_site.sockets import needs

websocket_urlpatterns: list[URLPattern] = [
    path("ws/hand/<uuid:hand>/", needs(Scope.PLAY, HandConsumer.as_asgi())),  # type: ignore[arg-type]
    # Its commands ask for scopes of their own (`lobby.wire.SCOPES`).
    path("ws/lobby/", needs(Scope.READ, LobbyConsumer.as_asgi())),  # type: ignore[arg-type]
    path("ws/chat/", needs(Scope.READ, ChatConsumer.as_asgi())),  # type: ignore[arg-type]
]
