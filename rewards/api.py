"""Gifts over HTTP: what one can get now, and getting it.

A gift that is not to be had is refused with 409 and {code, text, facts}; its codes stand in `rewards.errors`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import DENIED, REFUSED, SLOW_DOWN, OwnView
from accounts.models import Player, Scope
from rewards import selectors, services
from rewards.models import Gift
from wallet.models import Currency, Kind, Transfer


class GiftAnswer(serializers.Serializer[Any]):
    currency = serializers.ChoiceField(Currency.choices)
    amount = serializers.IntegerField()


class RungAnswer(serializers.Serializer[Any]):
    day = serializers.IntegerField()
    gift = GiftAnswer()
    done = serializers.BooleanField()
    next = serializers.BooleanField()


class LadderAnswer(serializers.Serializer[Any]):
    signed = serializers.BooleanField(help_text="Signed in today.")
    run = serializers.IntegerField(help_text="Days in a row.")
    rungs = RungAnswer(many=True)


class ReliefAnswer(serializers.Serializer[Any]):
    gift = GiftAnswer()
    below = serializers.IntegerField(help_text="For whoever has less, money on hold counted.")
    left = serializers.IntegerField(help_text="How often still today.")
    ready = serializers.BooleanField()


class TaskAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    gift = GiftAnswer()
    count = serializers.IntegerField()
    goal = serializers.IntegerField()
    period = serializers.ChoiceField(["day", "once"])
    taken = serializers.BooleanField()
    ready = serializers.BooleanField()


class PlanAnswer(serializers.Serializer[Any]):
    points = serializers.IntegerField()
    beans = serializers.IntegerField(help_text="What the points are worth now, in whole portions.")
    suspended = serializers.BooleanField()
    ready = serializers.BooleanField()


class RewardsAnswer(serializers.Serializer[Any]):
    ladder = LadderAnswer()
    reliefs = ReliefAnswer(many=True)
    tasks = TaskAnswer(many=True)
    plan = PlanAnswer()


class Rewards(OwnView):
    """Sign-in ladder, relief, tasks and happy points of the asker."""

    @extend_schema(tags=["rewards"], responses={200: RewardsAnswer, **DENIED, 429: SLOW_DOWN})
    def get(self, request: Request) -> Response:
        pk = cast(Player, request.user).pk
        ladder, plan = selectors.ladder(pk), selectors.plan(pk)
        return Response(
            {
                "ladder": {
                    "signed": ladder["signed"],
                    "run": ladder["run"],
                    "rungs": [
                        {"day": r["gift"].day, "gift": _gift(r["gift"]), "done": bool(r["done"]), "next": r["next"]}
                        for r in ladder["rungs"]
                    ],
                },
                "reliefs": [
                    {"gift": _gift(r["relief"]), "below": r["relief"].below, "left": r["left"], "ready": r["ready"]}
                    for r in selectors.reliefs(pk)
                ],
                "tasks": [
                    {
                        "id": t["task"].pk,
                        "name": t["name"],
                        "gift": _gift(t["task"]),
                        "count": t["count"],
                        "goal": t["task"].goal,
                        "period": t["task"].period,
                        "taken": t["taken"],
                        "ready": t["ready"],
                    }
                    for t in selectors.tasks(pk)
                ],
                "plan": {name: plan[name] for name in PlanAnswer().get_fields()},
            }
        )


class Give(OwnView):
    """One gift taken; the answer is what came."""

    scope = Scope.REWARDS
    give: Callable[..., Transfer]

    def post(self, request: Request, **which: Any) -> Response:
        transfer = self.give(cast(Player, request.user), **which)
        entry = transfer.entries.select_related("account").get(account__kind=Kind.PLAYER)
        return Response({"currency": entry.account.currency, "amount": entry.amount})


def _gift(gift: Gift) -> dict[str, Any]:
    return {"currency": gift.currency, "amount": gift.amount}


def _give(route: str, name: str, told: str, give: Callable[..., Transfer]) -> Any:
    view = type(name, (Give,), {"give": staticmethod(give), "__doc__": told})
    answers = {200: GiftAnswer, **DENIED, 409: REFUSED, 429: SLOW_DOWN}
    operation = f"rewards_{name.lower()}"
    schema = extend_schema(tags=["rewards"], operation_id=operation, request=None, responses=answers, description=told)
    view.post = schema(_own(Give.post))  # type: ignore[attr-defined]
    return path(route, view.as_view(), name=f"rewards-{name.lower()}")  # type: ignore[attr-defined]


def _own(method: Callable[..., Response]) -> Callable[..., Response]:
    """A method of its own for each view: what the schema says of it is written on it."""

    def post(self: Any, request: Request, **which: Any) -> Response:
        return method(self, request, **which)

    return post


urlpatterns = [
    path("", Rewards.as_view(), name="rewards-api"),
    _give("sign-in/", "SignIn", "Sign in for today and get the ladder's next gift.", services.sign_in),
    _give("relief/<slug:currency>/", "Relieve", "Ask for relief.", services.relieve),
    _give("tasks/<int:task_id>/", "TakeTask", "Take what a finished task promises.", services.take_task),
    _give("plan/", "Exchange", "Turn happy points into beans.", services.exchange),
]
