"""What a player can get now, for the page of gifts."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from rewards.models import PlanMember, PlanRate, PlanRule, Relief, ReliefGiven, SignIn, SignInGift, Task, TaskCount
from rewards.services import EVER, period, run_before
from wallet import selectors as money
from wallet.topup import members

Json = dict[str, Any]


def ladder(player_id: int) -> Json:
    """The sign-in ladder: its rungs with `done` and `next`, whether today is `signed`, and the `percent` of a rung that
    this player gets."""
    today = timezone.localdate()
    rungs = list(SignInGift.objects.order_by("day"))
    signed = SignIn.objects.filter(player=player_id, day=today).values_list("run", flat=True).first()
    run = signed if signed is not None else run_before(player_id, today)
    # After a full round the first rung is the next again; on the day of the last rung all of them are done.
    done = run and (run - 1) % len(rungs) + 1 if signed and rungs else run % len(rungs) if rungs else 0
    return {
        "signed": signed is not None,
        "run": run,
        "percent": members.sign_in_percent(player_id),
        "rungs": [
            {"gift": rung, "done": place < done, "next": signed is None and place == done}
            for place, rung in enumerate(rungs)
        ],
    }


def reliefs(player_id: int) -> list[Json]:
    """Each relief with how often it is left today and whether the player is poor enough."""
    today = timezone.localdate()
    balances, held = money.balances(player_id), money.held(player_id)
    found = []
    for relief in Relief.objects.filter(is_on=True).order_by("currency"):
        had = ReliefGiven.objects.filter(player=player_id, currency=relief.currency, day=today).count()
        left = max(0, relief.per_day - had)
        poor = balances[relief.currency] + held[relief.currency] < relief.below
        found.append({"relief": relief, "left": left, "poor": poor, "ready": poor and left > 0})
    return found


def tasks(player_id: int) -> list[Json]:
    """Each task with the player's count in its present period, whether it can be taken and whether it was."""
    today = timezone.localdate()
    counts = {(row.task_id, row.day): row for row in TaskCount.objects.filter(player=player_id, day__in=(today, EVER))}
    found = []
    for task in Task.objects.filter(is_on=True):
        row = counts.get((task.pk, period(task, today)))
        count = min(row.count, task.goal) if row else 0
        taken = row is not None and row.taken is not None
        found.append(
            {
                "task": task,
                "name": gettext(task.name),
                "count": count,
                "taken": taken,
                "ready": count >= task.goal and not taken,
            }
        )
    return found


def plan(player_id: int) -> Json:
    """The player's happy points, what they are worth, and what earns more."""
    rate = PlanRate.objects.order_by("pk").first()
    member = PlanMember.objects.filter(player=player_id).first()
    points = member.points if member else 0
    suspended = member.suspended if member else False
    beans = points // rate.points * rate.beans if rate else 0
    return {
        "points": points,
        "beans": beans,
        "rate": rate,
        "suspended": suspended,
        "ready": beans > 0 and not suspended,
        "rules": [(rule.get_activity_display(), rule) for rule in PlanRule.objects.order_by("pk")],
    }
