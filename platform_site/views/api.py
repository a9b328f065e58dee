"""The API's own description: an OpenAPI schema and a page to browse and try it."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.throttling import UserRateThrottle

from accounts.bearer import PUBLIC


class SchemaRate(UserRateThrottle):
    """Writing the schema costs a second; nobody needs it often."""

    scope = "schema"
    rate = "20/min"


class Schema(SpectacularAPIView):
    """The schema: YAML, or JSON where that is asked for."""

    scope = PUBLIC
    authentication_classes = ()
    throttle_classes = (SchemaRate,)


class Browse(SpectacularSwaggerSplitView):
    """The browsable page. Its script is an address of its own: the policy allows none in the page."""

    scope = PUBLIC
    authentication_classes = ()
    url_name = "api-schema"
