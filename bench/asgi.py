"""The site's live sockets beside a stock Channels table, on one server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.prod")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - needs the app registry
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path  # noqa: E402

from bench.group import GroupTable  # noqa: E402
from platform_site.collector import relax  # noqa: E402
from platform_site.routing import websocket_urlpatterns  # noqa: E402
from platform_site.sockets import signed_in  # noqa: E402

routes = URLRouter([*websocket_urlpatterns, path("ws/group/<int:table>/", GroupTable.as_asgi())])
application = ProtocolTypeRouter({"http": pages, "websocket": AllowedHostsOriginValidator(signed_in(routes))})
"""The same middleware as the site's, so that both kinds of socket pass the same doors."""

relax()
