"""One's own money over HTTP: balances and the statement.

Who asks sees their own account and no other. A question that cannot be answered gets {code, text, facts}: `bad_filter`
with the fields that mean nothing, `slow_down` when asked too often.
"""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from accounts.models import Player
from wallet import reasons, selectors, statement
from wallet.models import Currency
from wallet.statement import Movement, Wanted

MOST = 100
"""Movements in one answer at most."""


class Rate(UserRateThrottle):
    """A person who leafs through a statement stays well below."""

    scope = "wallet"
    rate = "120/min"


class WalletView(APIView):
    """A view of one's own money."""

    authentication_classes = (SessionAuthentication,)
    permission_classes = (IsAuthenticated,)
    renderer_classes = (JSONRenderer,)
    throttle_classes = (Rate,)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ValidationError):
            text = _("这样筛选不了，请检查条件。")
            return Response({"code": "bad_filter", "text": text, "facts": exc.detail}, 400)
        if isinstance(exc, Throttled):
            text = _("问得太快了，请稍等一会儿。")
            return Response({"code": "slow_down", "text": text, "facts": {}}, 429)
        return super().handle_exception(exc)


class Balances(WalletView):
    """`GET /api/wallet/`: what can be spent and what hands hold, per currency."""

    def get(self, request: Request) -> Response:
        player = cast(Player, request.user)
        return Response({"balances": selectors.balances(player.pk), "held": selectors.held(player.pk)})


class Question(serializers.Serializer[Any]):
    """What a statement may be asked for; days are ISO dates, both included."""

    currency = serializers.ChoiceField(Currency.choices, required=False)
    reason = serializers.CharField(max_length=16, required=False)
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    before = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=50)

    def validate_reason(self, value: str) -> str:
        if value not in reasons.known():
            raise serializers.ValidationError(_("没有这种缘由。"))
        return value


class Statement(WalletView):
    """`GET /api/wallet/statement/`: movements, the newest first; `before` of an answer asks for the next page, null at
    the end."""

    def get(self, request: Request) -> Response:
        asked = Question(data=request.query_params)
        asked.is_valid(raise_exception=True)
        found = dict(asked.validated_data)
        limit, before, label = found.pop("limit"), found.pop("before", None), found.pop("reason", None)
        rows = statement.page(cast(Player, request.user).pk, Wanted(**found, label=label), limit + 1, before)
        more = len(rows) > limit
        told = [as_json(row) for row in rows[:limit]]
        return Response({"rows": told, "before": told[-1]["id"] if more else None})


def as_json(row: Movement) -> dict[str, Any]:
    """A movement as programs read it; `hand` is the hand it belongs to, or null."""
    subject = row.subject
    return {
        "id": row.id,
        "at": row.at.isoformat(),
        "currency": row.currency,
        "reason": row.label,
        "text": reasons.text(row.label),
        "amount": row.amount,
        "balance": row.balance,
        "held": row.held,
        "parties": [{"kind": party.kind, "name": party.name} for party in row.parties],
        "hand": subject[1] if subject and subject[0] == "hand" else None,
    }


urlpatterns = [
    path("", Balances.as_view(), name="wallet"),
    path("statement/", Statement.as_view(), name="wallet-statement"),
]
