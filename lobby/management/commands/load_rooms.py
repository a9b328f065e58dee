"""Load the zone and rooms every installation starts with (rules of Dou Dizhu, 1.14)."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from lobby.models import Room, Zone

ZONE = {"code": "huanle", "name": "欢乐·普通区", "game": "doudizhu", "mode": "huanle"}
ROOMS = (
    # code, name, N, A, minimum, maximum carried, 加倍 above
    ("novice", "新手", 1, 5, 500, 50_000, 2_000),
    ("junior", "初级", 5, 25, 3_000, 300_000, 10_000),
    ("middle", "中级", 20, 100, 15_000, 1_500_000, 50_000),
    ("senior", "高级", 100, 500, 80_000, None, 250_000),
)


class Command(BaseCommand):
    help = "Creates the starting zone and rooms. Run again it adds what is missing and leaves tuned rooms alone."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        zone, _ = Zone.objects.get_or_create(code=ZONE["code"], defaults=ZONE)
        for order, (code, name, n, a, minimum, maximum, threshold) in enumerate(ROOMS):
            if Room.objects.filter(zone=zone, code=code).exists():
                continue
            room = Room(
                zone=zone,
                code=code,
                name=name,
                level=code,
                order=order,
                game=zone.game,
                mode=zone.mode,
                currency=Room.Currency.BEANS,
                n=n,
                a=a,
                initial=15,
                minimum=minimum,
                maximum=maximum,
                threshold=threshold,
            )
            room.full_clean()
            room.save()
            if options["verbosity"] > 1:
                self.stdout.write(f"{zone.name} {name}")
