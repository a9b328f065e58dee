"""One's own money over HTTP: balances and the statement.

Who asks sees their own account and no other. A question that cannot be answered gets {code, text, facts}: `bad_filter`
with the fields that mean nothing, `slow_down` when asked too often.
"""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from accounts.api import DENIED, REFUSED, SLOW_DOWN, OwnView
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


class WalletView(OwnView):
    """A view of one's own money."""

    throttle_classes = (Rate,)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, ValidationError):
            text = _("这样筛选不了，请检查条件。")
            return Response({"code": "bad_filter", "text": text, "facts": exc.detail}, 400)
        return super().handle_exception(exc)


class Amounts(serializers.Serializer[Any]):
    """An amount per currency."""

    beans = serializers.IntegerField()
    coins = serializers.IntegerField()


class BalancesAnswer(serializers.Serializer[Any]):
    balances = Amounts(help_text="What can be spent now.")
    held = Amounts(help_text="What stands on hold for hands.")


class PartyAnswer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)


class MovementAnswer(serializers.Serializer[Any]):
    """A movement; `balance` could be spent after it, `held` was on hold for hands after its transfer."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    currency = serializers.ChoiceField(Currency.choices)
    reason = serializers.CharField()
    text = serializers.CharField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField()
    held = serializers.IntegerField()
    parties = PartyAnswer(many=True)
    hand = serializers.UUIDField(allow_null=True)


class StatementAnswer(serializers.Serializer[Any]):
    rows = MovementAnswer(many=True)
    before = serializers.IntegerField(allow_null=True, help_text="Asks for the next page; null at the end.")


class Balances(WalletView):
    """`GET /api/wallet/`: what can be spent and what hands hold, per currency."""

    @extend_schema(tags=["wallet"], responses={200: BalancesAnswer, **DENIED, 429: SLOW_DOWN})
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

    @extend_schema(
        tags=["wallet"],
        parameters=[Question],
        responses={200: StatementAnswer, 400: REFUSED, **DENIED, 429: SLOW_DOWN},
    )
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
