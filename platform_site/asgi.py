"""The ASGI application: pages over HTTP, tables and lobby over WebSocket."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.dev")
pages = get_asgi_application()

from platform_site.collector import relax  # noqa: E402
from platform_site.lifespan import lifespan  # noqa: E402
from platform_site.routing import websocket_urlpatterns  # noqa: E402 - needs the app registry
from platform_site.sockets import door  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "lifespan": lifespan,
        "websocket": door(URLRouter(websocket_urlpatterns)),
    }
)

relax()
