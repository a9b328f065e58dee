"""Load the schedules of contests that an installation starts with."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from lobby.challenge.models import Schedule
from lobby.models import Room

HOUR, DAY = 60, 1440
SCHEDULES: tuple[dict[str, Any], ...] = (
    {
        "name": "整点赛",
        "zone": "huanle",
        "at": time(0),
        "every": HOUR,
        "opens_before": HOUR,
        "fee": 200,
        "fewest": 2,
        "prizes": [70, 30],
    },
    {
        "name": "三桌快赛",
        "zone": "huanle",
        "start": Schedule.Start.FULL,
        "fee": 500,
        "fewest": 9,
        "most": 9,
        "keep": 34,
        "bots": False,
        "prizes": [50, 30, 20],
    },
    {
        "name": "癞子午场",
        "zone": "huanle-laizi",
        "at": time(12, 30),
        "every": DAY,
        "fee": 500,
        "guaranteed": 3_000,
        "fewest": 4,
        "prizes": [50, 25, 15, 10],
    },
    {
        "name": "十三水晚场",
        "zone": "thirteen",
        "at": time(19, 30),
        "every": DAY,
        "currency": "coins",
        "fee": 500,
        "guaranteed": 3_000,
        "fewest": 4,
        "boards": 4,
        "prizes": [50, 25, 15, 10],
    },
    {
        "name": "欢乐晚场",
        "zone": "huanle",
        "at": time(20, 30),
        "every": DAY,
        "opens_before": 2 * HOUR,
        "fee": 1_000,
        "guaranteed": 10_000,
        "fewest": 6,
        "prizes": [40, 25, 15, 10, 6, 4],
    },
)
"""`zone`: whose room for contests is used; `at`: the time of day, in the house's time zone."""


class Command(BaseCommand):
    help = "Creates the starting schedules of contests where there are none; what an admin has set is left alone."

    def handle(self, *args: Any, **options: Any) -> None:
        if Schedule.objects.exists():
            return
        today = timezone.localdate()
        for order, values in enumerate(SCHEDULES):
            terms = dict(values)
            room = Room.objects.filter(zone__code=terms.pop("zone"), contest=True).first()
            if room is None:
                continue
            if (at := terms.pop("at", None)) is not None:
                terms["first_at"] = timezone.make_aware(datetime.combine(today, at))
            schedule = Schedule(room=room, order=order, **terms)
            schedule.full_clean()
            schedule.save()
