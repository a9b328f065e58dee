"""The ASGI application: pages over HTTP, tables and lobby over WebSocket."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.dev")
pages = get_asgi_application()

from platform_site.collector import relax  # noqa: E402
from platform_site.lifespan import lifespan  # noqa: E402
from platform_site.routing import websocket_urlpatterns  # noqa: E402 - needs the app registry
from platform_site.sockets import signed_in  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "lifespan": lifespan,
        "websocket": AllowedHostsOriginValidator(signed_in(URLRouter(websocket_urlpatterns))),
    }
)

relax()
