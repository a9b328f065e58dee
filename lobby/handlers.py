"""What the lobby does when a hand is settled: the table goes on."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.events import NO_CALL, HandSettled
from lobby import notify, seating
from lobby.models import Table
from wallet.topup.events import OrderChanged


@transaction.atomic
def free_table(event: HandSettled) -> None:
    """Free the hand's table for the next one. Idempotent: a table that went on is left alone.

    Whoever escaped has no seat any more, nor has whoever let too many hands in a row go by; the others have to get
    ready again, once the result has been shown, bots are; without people the bots leave.
    Where names are hidden nobody stays: the next hand is matched anew.
    A hand nobody called in as many deals as its mode allows dissolves the table (rule K3). People at a contest's table
    keep their seats.
    """
    hand = UUID(event.hand_id)
    table = Table.objects.select_for_update(no_key=True, of=("self",)).select_related("room").filter(hand=hand).first()
    if table is None:
        return
    table.hand = None
    if table.room.contest:  # it moves its people itself
        table.taken.update(ready_at=None)
        seating.touch(table)
        return
    stayed = {seat.player_id for seat in table.taken.all() if seat.player_id is not None}
    # The carry is about the people of this hand; it goes on only with the same company.
    table.carry = event.carry if set(event.players) - {None} <= stayed else {}
    escaped = [p for p, outcome in zip(event.players, event.outcomes, strict=False) if p and outcome == "escape"]
    for seat in table.taken.filter(player__in=escaped):
        seating.clear_seat(table, seat)
    tired = [player for player in (event.players[index] for index in event.tired) if player is not None]
    for seat in table.taken.filter(player__in=tired):
        seating.clear_seat(table, seat)
    for player in stayed & set(tired):
        notify.notice(player, "tired", {"table": table.pk, "room": table.room_id})
    if table.room.hidden_names:
        # The result has told their names: they do not play on with each other.
        for seat in table.taken.filter(player__isnull=False):
            seating.clear_seat(table, seat)
    if event.void == NO_CALL:
        seating.dissolve(table)
    seating.part(table)
    seating.drop_lonely_bots(table)
    seating.reset_for_next(table, dict(zip(event.players, event.pauses, strict=False)), timezone.now())
    for player_id in event.players:
        if player_id:
            notify.player_changed(player_id)
    seating.touch(table)


def order_changed(event: OrderChanged) -> None:
    """What the player can spend changed outside the tables: whoever looks at a page sees it at once."""
    notify.player_changed(event.player)
