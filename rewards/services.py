"""Giving. Each gift is given once, however often and however many at once ask for it.

Locks: a player's own rows first (sign-in, task, plan, level, in this order), then the wallet's; of several players, in
the order of their ids. So nobody who holds the mint waits for a row of this floor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import bots
from accounts.models import Player
from lobby import notify
from rewards.errors import Refused
from rewards.models import (
    Activity,
    LevelGift,
    LevelMark,
    PlanDay,
    PlanMember,
    PlanRate,
    PlanRule,
    Relief,
    ReliefGiven,
    SignIn,
    SignInGift,
    Task,
    TaskCount,
)
from wallet import selectors as money
from wallet import services as wallet
from wallet.models import Transfer
from wallet.topup import members

EVER = date(1970, 1, 1)
"""The `TaskCount.day` of tasks that are done once for ever."""


@transaction.atomic
def sign_in(player: Player) -> Transfer:
    """Sign in for today and give the ladder's next rung: the first after a day without, or after the last. Members get
    their plan's share more, rounded down.

    Raises `Refused`: for_people, signed_in, no_ladder.
    """
    _refuse_bots(player)
    ladder = list(SignInGift.objects.order_by("day"))
    if not ladder:
        raise Refused("no_ladder")
    today = timezone.localdate()
    run = run_before(player.pk, today) + 1
    _row, first = SignIn.objects.get_or_create(player=player, day=today, defaults={"run": run})
    if not first:
        raise Refused("signed_in")
    earn(player.pk, [Activity.SIGN_IN])
    gift = ladder[(run - 1) % len(ladder)]
    amount = gift.amount * members.sign_in_percent(player.pk) // 100
    return wallet.grant(player, gift.currency, amount, "signin", f"signin:{player.pk}:{today}")


def _refuse_bots(player: Player) -> None:
    """Gifts are for people: a program that plays all day would take them all."""
    if player.is_bot:
        raise Refused("for_people")


def run_before(player_id: int, today: date) -> int:
    """How many days in a row up to yesterday the player signed in."""
    yesterday = today - timedelta(days=1)
    return SignIn.objects.filter(player=player_id, day=yesterday).values_list("run", flat=True).first() or 0


@transaction.atomic
def relieve(player: Player, currency: str) -> Transfer:
    """Help somebody who has next to nothing left, what hands hold counted.

    Raises `Refused`: for_people, no_relief, not_poor (below), relief_used.
    """
    _refuse_bots(player)
    relief = Relief.objects.filter(currency=currency, is_on=True).first()
    if relief is None:
        raise Refused("no_relief")
    # The player's row makes a second request wait and then see what the first one was given.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    today = timezone.localdate()
    had = ReliefGiven.objects.filter(player=player, currency=currency, day=today).count()
    if money.balances(player.pk)[currency] + money.held(player.pk)[currency] >= relief.below:
        raise Refused("not_poor", below=relief.below)
    if had >= relief.per_day:
        raise Refused("relief_used")
    ReliefGiven.objects.create(player=player, currency=currency, day=today, number=had + 1)
    key = f"relief:{player.pk}:{currency}:{today}:{had + 1}"
    return wallet.grant(player, currency, relief.amount, "relief", key)


@transaction.atomic
def take_task(player: Player, task_id: int) -> Transfer:
    """Give what a finished task promises.

    Raises `Refused`: for_people, no_task, task_open, task_taken.
    """
    _refuse_bots(player)
    task = Task.objects.filter(pk=task_id, is_on=True).first()
    if task is None:
        raise Refused("no_task")
    day = period(task, timezone.localdate())
    row = TaskCount.objects.select_for_update(no_key=True).filter(player=player, task=task, day=day).first()
    if row is None or row.count < task.goal:
        raise Refused("task_open")
    if row.taken is not None:
        raise Refused("task_taken")
    row.taken = timezone.now()
    row.save(update_fields=["taken"])
    earn(player.pk, [Activity.TASK])
    return wallet.grant(player, task.currency, task.amount, "task", f"task:{task.pk}:{player.pk}:{day}")


def period(task: Task, today: date) -> date:
    """The day under which the task is counted."""
    return EVER if task.period == Task.Period.ONCE else today


@transaction.atomic
def exchange(player: Player) -> Transfer:
    """Turn all happy points that make whole portions into beans.

    Raises `Refused`: for_people, too_few (points), suspended.
    """
    _refuse_bots(player)
    rate = PlanRate.objects.order_by("pk").first()
    member = PlanMember.objects.select_for_update(no_key=True).filter(player=player).first()
    if rate is None or member is None or (member.points < rate.points and not member.suspended):
        raise Refused("too_few", points=rate.points if rate else 1)
    if member.suspended:
        raise Refused("suspended")
    portions = member.points // rate.points
    member.points -= portions * rate.points
    member.exchanges += 1
    member.save(update_fields=["points", "exchanges"])
    return wallet.grant(player, "beans", portions * rate.beans, "plan", f"plan:{player.pk}:{member.exchanges}")


@transaction.atomic
def hand_played(mode: str, done: Mapping[int, Iterable[str]]) -> None:
    """Count what each person did in a hand. Not idempotent: called once a hand."""
    today = timezone.localdate()
    programs = bots.among(done)
    tasks = list(Task.objects.filter(Q(mode="") | Q(mode=mode), is_on=True))
    for player_id, activities in sorted(done.items()):
        if player_id in programs:
            continue
        for task in tasks:
            if task.activity in activities:
                row, _first = TaskCount.objects.get_or_create(player_id=player_id, task=task, day=period(task, today))
                TaskCount.objects.filter(pk=row.pk).update(count=F("count") + 1)
        earn(player_id, activities)


@transaction.atomic
def levels_reached(mode: str, levels: Mapping[int, int]) -> None:
    """Give each player the gifts of the levels up to this one that he never reached before in the mode."""
    programs = bots.among(levels)
    known = dict(LevelMark.objects.filter(player__in=levels, mode=mode).values_list("player_id", "level"))
    gifts: list[wallet.Gift] = []
    for player_id, level in sorted(levels.items()):
        if player_id in programs or level <= known.get(player_id, 1):
            continue
        LevelMark.objects.get_or_create(player_id=player_id, mode=mode)
        mark = LevelMark.objects.select_for_update(no_key=True).get(player_id=player_id, mode=mode)
        gifts += [
            wallet.Gift(player_id, gift.currency, gift.amount, f"level:{player_id}:{mode}:{gift.level}")
            for gift in LevelGift.objects.filter(level__gt=mark.level, level__lte=level)
        ]
        mark.level = max(level, mark.level)
        mark.save(update_fields=["level"])
    wallet.grant_all("level", gifts)
    for player_id in {gift.player_id for gift in gifts}:
        notify.player_changed(player_id)


def earn(player_id: int, activities: Iterable[str]) -> None:
    """Add the happy points of these activities, as far as the day still allows. Part of the caller's transaction."""
    today = timezone.localdate()
    rules = list(PlanRule.objects.filter(activity__in=list(activities)).order_by("activity"))
    if not rules:
        return
    PlanMember.objects.get_or_create(player_id=player_id)
    member = PlanMember.objects.select_for_update(no_key=True).get(player_id=player_id)
    if member.suspended:
        return
    for rule in rules:
        so_far, _first = PlanDay.objects.get_or_create(player_id=player_id, activity=rule.activity, day=today)
        points = max(0, min(rule.points, rule.per_day - so_far.points))
        so_far.points += points
        so_far.save(update_fields=["points"])
        member.points += points
    member.save(update_fields=["points"])
