"""What a reader sees when something went wrong: a way home, and an id that finds the entry in the server's log."""

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.template import loader

logger = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """A failure of ours. Rendered without the request: whatever broke must not break this page too."""
    number = secrets.token_hex(4)
    logger.error("error %s at %s %s", number, request.method, request.path)
    return HttpResponse(loader.render_to_string("500.html", {"number": number}), status=500)
