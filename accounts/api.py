"""Levels over HTTP, and what every view of one's own things has in common."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from accounts import levels
from accounts.models import Standing


class Refusal(serializers.Serializer[Any]):
    """Nothing was changed. `code` is for programs, `text` for people, `facts` are the numbers behind both."""

    code = serializers.CharField()
    text = serializers.CharField()
    facts = serializers.DictField(required=False)


REFUSED = OpenApiResponse(Refusal, description="Refused; nothing was changed.")
SLOW_DOWN = OpenApiResponse(Refusal, description="Asked too often (`slow_down`).")


class OwnRate(UserRateThrottle):
    """A person who leafs through his own things stays well below."""

    scope = "own"
    rate = "120/min"


class OwnView(APIView):
    """A view of the asker's own things: signed in by the site's session, limited, refused with {code, text, facts}."""

    authentication_classes: tuple[Any, ...] = (SessionAuthentication,)
    permission_classes: tuple[Any, ...] = (IsAuthenticated,)
    renderer_classes: tuple[Any, ...] = (JSONRenderer,)
    throttle_classes: tuple[Any, ...] = (OwnRate,)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Throttled):
            text = _("问得太快了，请稍等一会儿。")
            return Response({"code": "slow_down", "text": text, "facts": {}}, 429)
        return super().handle_exception(exc)


class StepAnswer(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    start = serializers.IntegerField(help_text="Points at which the level starts.")
    title = serializers.CharField()


class StandingAnswer(serializers.Serializer[Any]):
    mode = serializers.CharField()
    points = serializers.IntegerField()
    level = serializers.IntegerField()
    title = serializers.CharField()
    win = serializers.IntegerField()
    lose = serializers.IntegerField()
    draw = serializers.IntegerField()
    escape = serializers.IntegerField()


class LevelsAnswer(serializers.Serializer[Any]):
    ladder = StepAnswer(many=True)
    standings = StandingAnswer(many=True, help_text="The asker's own, a row for each mode played; empty for strangers.")


class Levels(OwnView):
    """The ladder, one for all modes, and where the asker stands on it in each."""

    permission_classes = (AllowAny,)

    @extend_schema(tags=["levels"], responses={200: LevelsAnswer, 429: SLOW_DOWN})
    def get(self, request: Request) -> Response:
        own = Standing.objects.filter(player=request.user).order_by("mode") if request.user.is_authenticated else ()
        return Response(
            {
                "ladder": levels.steps(),
                "standings": [{name: getattr(row, name) for name in StandingAnswer().get_fields()} for row in own],
            }
        )


urlpatterns = [path("", Levels.as_view(), name="levels")]
