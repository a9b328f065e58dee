"""What the lobby does when something happened below, beside the hands' own events (`lobby.handlers`)."""

from __future__ import annotations

from accounts.closing import FACE, NOBODY
from accounts.events import AccountSwitchedOff, PlayerErased
from lobby import notify, seating
from lobby.models import Seat, Ticket, Trail
from outbox.registry import subscribe


@subscribe(PlayerErased)
def forget_person(event: PlayerErased) -> None:
    """Nobody waits or sits for an erased account, and where it came from is forgotten; at a table with an open hand
    only the name goes, the hand's own rules see to the rest."""
    _close(event.player_id)
    Trail.objects.filter(player=event.player_id).delete()
    Seat.objects.filter(player=event.player_id).update(name=NOBODY, avatar=FACE)


@subscribe(AccountSwitchedOff)
def close_sockets(event: AccountSwitchedOff) -> None:
    """Nor for one that is switched off; in an open hand it counts as somebody who stays away."""
    _close(event.player_id)


def _close(player_id: int) -> None:
    seating.hold_player(player_id)
    notify.signed_out(player_id)
    Ticket.objects.filter(player=player_id).delete()
    seat = Seat.objects.filter(player=player_id).first()
    if seat is None:
        return
    table = seating.lock_table(seat.table_id)
    if table.hand is None:
        seating.clear_seat(table, seat)
    seating.touch(table)
