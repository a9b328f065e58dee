"""Levels over HTTP, and what all views of the API have in common."""

from __future__ import annotations

from typing import Any, Literal

from django.http import Http404
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException, ErrorDetail
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView, exception_handler, set_rollback

from accounts import bearer, errors, levels
from accounts.models import Scope, Standing


class Refusal(serializers.Serializer[Any]):
    """Nothing was changed. `code` is for programs, `text` for people, `facts` are the numbers behind both."""

    code = serializers.CharField()
    text = serializers.CharField()
    facts = serializers.DictField(required=False)


REFUSED = OpenApiResponse(Refusal, description="Refused; nothing was changed.")
SLOW_DOWN = OpenApiResponse(Refusal, description="Asked too often (`slow_down`); `Retry-After` says for how long.")
NOT_READ = OpenApiResponse(Refusal, description="Not understood (`malformed`); `facts` names the fields.")
DENIED: dict[int, Any] = {
    401: OpenApiResponse(Refusal, description="Nobody is signed in (`not_signed_in`), or with a bad token."),
    403: OpenApiResponse(Refusal, description="Not with this token (`no_scope`), or without the CSRF token."),
}
"""What every view of signed-in people may answer."""

CODES: dict[str, tuple[str, str | Promise | None]] = {
    "not_authenticated": ("not_signed_in", _("请先登录，或者带上令牌")),
    "throttled": ("slow_down", _("问得太快了，请稍等一会儿。")),
    "invalid": ("malformed", _("看不懂这个请求")),
    "parse_error": ("malformed", _("看不懂这个请求")),
    "permission_denied": ("not_allowed", None),
}
"""REST framework's own codes -> ours, with our sentence where its own would say too little."""


def refused(exc: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's exception handler: every refusal is {code, text, facts}, with a stable code."""
    if isinstance(exc, errors.Refusal):
        set_rollback()
        return Response(
            {"code": exc.code, "text": exc.text, "facts": exc.facts}, status=404 if exc.code in exc.MISSING else 409
        )
    response = exception_handler(exc, context)  # with its status and headers
    if response is not None:
        response.data = _told(exc)
    return response


def _told(exc: Exception) -> dict[str, Any]:
    """What to say of an exception that REST framework knows, Django's own 404 and 403 among them."""
    if not isinstance(exc, APIException):
        return {"code": "not_found" if isinstance(exc, Http404) else "not_allowed", "text": str(exc), "facts": {}}
    detail = exc.detail
    own = detail.code if isinstance(detail, ErrorDetail) else exc.default_code
    code, text = CODES.get(str(own), (str(own), None))
    facts = getattr(exc, "facts", None)
    if facts is None:
        facts = detail if isinstance(detail, dict) else {}
    return {"code": code, "text": str(text or detail), "facts": facts}


class OwnRate(UserRateThrottle):
    """A person who leafs through his own things stays well below."""

    scope = "own"
    rate = "120/min"


class ApiView(APIView):
    """A view for those who are signed in, by a token or by the site's session."""

    scope: Scope | Literal["public"] | None = None
    """What a token needs for it (`accounts.bearer`); None: no token is let in."""
    authentication_classes: Any = (bearer.TokenAuthentication, SessionAuthentication)
    permission_classes: Any = (IsAuthenticated,)
    renderer_classes: Any = (JSONRenderer,)


class OwnView(ApiView):
    """A view of the asker's own things, limited."""

    scope: Scope | Literal["public"] | None = Scope.READ
    throttle_classes: Any = (OwnRate,)


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

    @extend_schema(tags=["levels"], responses={200: LevelsAnswer, **DENIED, 429: SLOW_DOWN})
    def get(self, request: Request) -> Response:
        own = Standing.objects.filter(player=request.user).order_by("mode") if request.user.is_authenticated else ()
        return Response(
            {
                "ladder": levels.steps(),
                "standings": [{name: getattr(row, name) for name in StandingAnswer().get_fields()} for row in own],
            }
        )


urlpatterns = [path("", Levels.as_view(), name="levels")]
