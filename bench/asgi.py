"""The site's live sockets beside a stock Channels table, on one server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.prod")
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - needs the app registry
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from bench.group import GroupTable  # noqa: E402
from platform_site.collector import relax  # noqa: E402
from platform_site.routing import websocket_urlpatterns  # noqa: E402
from platform_site.sockets import signed_in  # noqa: E402

lean = URLRouter([*websocket_urlpatterns, path("ws/lean/<int:table>/", GroupTable.as_asgi())])
stock = URLRouter([path("ws/stock/<int:table>/", GroupTable.as_asgi())])
sockets = URLRouter([re_path(r"^(?=ws/stock/)", AuthMiddlewareStack(stock)), re_path(r"", signed_in(lean))])
application = ProtocolTypeRouter({"http": pages, "websocket": AllowedHostsOriginValidator(sockets)})
"""The hand socket as the site serves it; the group's table behind the same doors and behind Channels' own."""

relax()
