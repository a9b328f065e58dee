"""Replays over HTTP (docs/protocol.md 6). Anyone with a hand's id may look; ids cannot be guessed."""

from __future__ import annotations

from uuid import UUID

from django.urls import path
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.api import ApiView, Refusal
from accounts.bearer import PUBLIC
from games import replay
from games.messages import sentence

STATUS = {"no_hand": 404, "not_over": 409, "sealed": 409, "expired": 410, "unreadable": 410}
KEPT_SECONDS = 3600
"""How long a browser may show a settled hand without asking again; a settled hand never changes."""


class ReplayRate(SimpleRateThrottle):
    """Folding a hand costs some milliseconds; a person who leafs through replays stays well below."""

    scope = "replay"
    rate = "60/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class Replay(ApiView):
    """`GET /api/games/replays/<hand id>/`: the hand, or a refusal {code, text}."""

    scope = PUBLIC
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ReplayRate,)

    @extend_schema(
        tags=["replays"],
        auth=[],
        responses={200: OpenApiTypes.OBJECT, 404: Refusal, 409: Refusal, 410: Refusal, 429: Refusal},
    )
    def get(self, request: Request, hand_id: UUID) -> Response:
        told = replay.replay(hand_id)
        fresh = told["settled"] is None and not told["void"]
        kept = "no-store" if fresh else f"public, max-age={KEPT_SECONDS}"
        return Response(told, headers={"Cache-Control": kept})

    def handle_exception(self, exc: Exception) -> Response:
        return _refusal(exc.code) if isinstance(exc, replay.Refused) else super().handle_exception(exc)


def _refusal(code: str) -> Response:
    text = sentence(code, get_language() or "")
    return Response({"code": code, "text": text}, STATUS[code], headers={"Cache-Control": "no-store"})


urlpatterns = [path("replays/<uuid:hand_id>/", Replay.as_view(), name="replay-data")]
