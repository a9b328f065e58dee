"""How long a seat is kept between hands: nobody blocks a table by not getting ready, nobody sits alone for ever."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from lobby import notify, seating
from lobby.models import Seat, Table


def free_seats() -> int:
    """Free the seats that were kept long enough; how many."""
    now = timezone.now()
    seats = Seat.objects.filter(player__isnull=False, table__hand=None, table__room__contest=False)
    waiting = seats.select_related("table__room")
    tables = {seat.table_id for seat in waiting if _is_over(seat.table, seat, now)}
    return sum(_free(table, now) for table in tables)


def _is_over(table: Table, seat: Seat, now: datetime) -> bool:
    end = table.given_up(seat)
    return end is not None and end[0] <= now


@transaction.atomic
def _free(table_id: int, now: datetime) -> int:
    table = (
        Table.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        .select_related("room")
        .filter(pk=table_id, hand=None)
        .first()
    )
    if table is None:
        return 0
    gone = [(seat, end) for seat in table.taken.all() if (end := table.given_up(seat)) and end[0] <= now]
    for seat, (_, code) in gone:
        seating.clear_seat(table, seat)
        if seat.player_id:
            notify.notice(seat.player_id, code, {"table": table_id, "room": table.room_id})
    if gone:
        seating.touch(table)
    return len(gone)
