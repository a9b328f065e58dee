"""What games does when something happened below."""

from __future__ import annotations

from accounts.closing import FACE, NOBODY
from accounts.events import PlayerErased
from games.models import HandSeat
from outbox.registry import subscribe

CHUNK = 500


@subscribe(PlayerErased)
def forget_name(event: PlayerErased) -> None:
    """Take the player's name and face off the hands it sat in. The hands stay: they are others' as well."""
    named = HandSeat.objects.filter(player=event.player_id).exclude(display__name=NOBODY)
    while seats := list(named[:CHUNK]):
        for seat in seats:
            seat.display = seat.display | {"name": NOBODY, "avatar": FACE}
        HandSeat.objects.bulk_update(seats, ["display"])
