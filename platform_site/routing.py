"""WebSocket addresses."""

from django.urls import URLPattern, path

from games.consumers import HandConsumer
from lobby.consumers import LobbyConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/hand/<uuid:hand>/", HandConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
