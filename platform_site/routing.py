"""WebSocket addresses."""

from django.urls import URLPattern, path

from games.consumers import HandConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/hand/<uuid:hand>/", HandConsumer.as_asgi()),
]
