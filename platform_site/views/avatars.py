"""Faces, composed on the server."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET

from avatars import selectors
from avatars.compose import MOODS

YEAR, DAY = 365 * 24 * 3600, 24 * 3600


@require_GET
def avatar(request: HttpRequest, code: str, mood: str = "") -> HttpResponse:
    """The face with this code, for `<img>`: browsers keep it for good where the code is the hash of the content."""
    svg = selectors.drawing(code, mood) if not mood or mood in MOODS else None
    if svg is None:
        raise Http404
    response = HttpResponse(svg, content_type="image/svg+xml")
    if selectors.is_for_ever(code):
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, max_age=DAY)
    return response
