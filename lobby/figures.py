"""What the house looks at: the tables at which hands are being played."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from lobby.models import PEOPLE, Seat, Ticket, Zone


@dataclass(frozen=True, slots=True)
class Live:
    """A zone now: tables with a hand, people at them, people who sit between hands, people who wait for a match."""

    zone: str
    tables: int
    playing: int
    sitting: int
    waiting: int


def live() -> list[Live]:
    """Every zone, in the order of the hall."""
    people = PEOPLE
    dealt = Q(table__hand__isnull=False)
    rows = (
        Seat.objects.values("table__room__zone")
        .annotate(
            tables=Count("table", filter=dealt, distinct=True),
            playing=Count("pk", filter=people & dealt),
            sitting=Count("pk", filter=people & ~dealt),
        )
        .values_list("table__room__zone", "tables", "playing", "sitting")
        .order_by()
    )
    seats = {zone: (tables, playing, sitting) for zone, tables, playing, sitting in rows}
    waiting = dict(Ticket.objects.filter(PEOPLE).values_list("room__zone").annotate(Count("pk")).order_by())
    return [
        Live(name, *seats.get(zone, (0, 0, 0)), waiting.get(zone, 0))
        for zone, name in Zone.objects.values_list("pk", "name")
    ]
