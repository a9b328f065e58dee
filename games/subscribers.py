"""What games does when something happened below."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from accounts.closing import FACE, NOBODY
from accounts.events import AccountSwitchedOff, PlayerErased
from games.models import HandSeat
from games.runtime import fanout
from outbox.registry import subscribe

CHUNK = 500


@subscribe(PlayerErased)
def forget_name(event: PlayerErased) -> None:
    """Take the player's name and face off the hands it sat in. The hands stay: they are others' as well."""
    _send_away(event.player_id)
    named = HandSeat.objects.filter(player=event.player_id).exclude(display__name=NOBODY)
    while seats := list(named[:CHUNK]):
        for seat in seats:
            seat.display = seat.display | {"name": NOBODY, "avatar": FACE}
        HandSeat.objects.bulk_update(seats, ["display"])


@subscribe(AccountSwitchedOff)
def send_away(event: AccountSwitchedOff) -> None:
    """Nobody goes on in a hand with an account that is switched off; the hand's rules see to the empty seat."""
    _send_away(event.player_id)


def _send_away(player_id: int) -> None:
    transaction.on_commit(partial(fanout.send_away, player_id), robust=True)
