"""What the lobby does when something happened below, beside the hands' own events (`lobby.handlers`)."""

from __future__ import annotations

from accounts.closing import FACE, NOBODY
from accounts.events import PlayerErased
from lobby import notify, seating
from lobby.models import Seat, Ticket, Trail
from outbox.registry import subscribe


@subscribe(PlayerErased)
def forget_person(event: PlayerErased) -> None:
    """Nobody waits or sits for an erased account, and where it came from is forgotten; at a table with an open hand
    only the name goes, the hand's own rules see to the rest."""
    seating.hold_player(event.player_id)
    notify.signed_out(event.player_id)
    for ticket in Ticket.objects.filter(player=event.player_id):
        ticket.delete()
        notify.queue_changed(ticket.room_id)
    Trail.objects.filter(player=event.player_id).delete()
    seat = Seat.objects.filter(player=event.player_id).first()
    if seat is None:
        return
    table = seating.lock_table(seat.table_id)
    if table.hand is None:
        seating.clear_seat(table, seat)
    else:
        Seat.objects.filter(pk=seat.pk).update(name=NOBODY, avatar=FACE)
    seating.touch(table)
