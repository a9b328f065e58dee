"""The rows that an installation starts with; tables that an admin has filled are left alone."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_noop as _

from rewards.models import Activity, LevelGift, PlanRate, PlanRule, Relief, SignInGift, Task

SIGN_IN = (500, 600, 700, 800, 1_000, 1_200, 2_000)
TASKS = (
    (_("每天打完 3 局"), Activity.PLAY, 3, Task.Period.DAY, 600),
    (_("每天赢 2 局"), Activity.WIN, 2, Task.Period.DAY, 800),
    (_("打出一次春天"), Activity.SPRING, 1, Task.Period.DAY, 1_000),
    (_("第一次当地主赢"), Activity.LANDLORD, 1, Task.Period.ONCE, 2_000),
    (_("累计打完 100 局"), Activity.PLAY, 100, Task.Period.ONCE, 10_000),
)
PLAN = ((Activity.PLAY, 2, 40), (Activity.WIN, 1, 20), (Activity.SIGN_IN, 5, 5), (Activity.TASK, 5, 25))


def migrated(**_kwargs: Any) -> None:
    """Fill what is empty."""
    _start(SignInGift, (SignInGift(day=day, amount=amount) for day, amount in enumerate(SIGN_IN, 1)))
    _start(Relief, (Relief(currency=currency, below=500, amount=2_000) for currency in ("beans", "coins")))
    _start(
        Task,
        (
            Task(name=name, activity=activity, goal=goal, period=period, amount=amount, order=order)
            for order, (name, activity, goal, period, amount) in enumerate(TASKS)
        ),
    )
    _start(PlanRule, (PlanRule(activity=activity, points=points, per_day=most) for activity, points, most in PLAN))
    _start(PlanRate, [PlanRate()])
    _start(LevelGift, (LevelGift(level=level, amount=500 * level) for level in range(2, 24)))


def _start(model: type[models.Model], rows: Any) -> None:
    if not model._default_manager.exists():
        model._default_manager.bulk_create(rows)
