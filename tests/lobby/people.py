"""People with money, and the starting rooms."""

import itertools
from typing import Any
from uuid import uuid4

from django.core.management import call_command

import wallet.selectors
import wallet.services
from accounts.models import Player
from games.events import HandSettled
from games.models import Hand, HandSeat
from lobby.models import Room, Seat, Table, Ticket

_numbers = itertools.count(1)


def give(player: Player, beans: int) -> None:
    """Let the player have exactly so many beans to spend: the rest is put on hold, what is missing is granted."""
    missing = beans - wallet.selectors.balance(player.pk, "beans")
    key = f"test:{uuid4()}"
    if missing > 0:
        wallet.services.grant(player, "beans", missing, "test", key)
    elif missing < 0:
        wallet.services.open_holds(key, [wallet.services.Holder(player.pk, "beans", -missing)])


def person(beans: int = 10_000) -> Player:
    """A player who can spend so many beans."""
    number = next(_numbers)
    player = Player.objects.create_user(username=f"lobby{number}", nickname=f"客{number}")
    give(player, beans)
    return player


def rooms(**rules: Any) -> Room:
    """The starting rooms of the first zone; the novice room with these rules changed."""
    load("huanle")
    room = starting("novice")
    for name, value in rules.items():
        setattr(room, name, value)
    room.save()
    return room


def load(*zones: str) -> None:
    """The starting rooms of these zones: all of them are many more than most tests need."""
    call_command("load_rooms", zone=zones, verbosity=0)


def starting(code: str, zone: str = "huanle") -> Room:
    """One of the starting rooms."""
    return Room.objects.get(zone__code=zone, code=code)


def settled(table: Table, outcomes: list[str] | None = None, carry: dict[str, Any] | None = None) -> HandSettled:
    """Close the table's hand, its holds given back, and what games says then, with these outcomes and carry."""
    players = list(HandSeat.objects.filter(hand=table.hand).order_by("seat").values_list("player", flat=True))
    wallet.services.release(f"hand:{table.hand}")
    Hand.objects.filter(pk=table.hand).update(status=Hand.Status.SETTLED)
    none = [0] * len(players)
    return HandSettled(str(table.hand), table.key, players, outcomes or ["draw"] * 3, none, none, none, carry or {})


def check_house() -> None:
    """What holds whatever happened: nobody is in two places, and no bot sits among bots between hands."""
    seated = [seat.player_id for seat in Seat.objects.filter(player__isnull=False)]
    waiting = list(Ticket.objects.values_list("player", flat=True))
    assert len(seated) == len(set(seated))
    assert not set(seated) & set(waiting)
    for seat in Seat.objects.exclude(bot="").filter(table__hand=None):
        assert seat.table.taken.filter(player__isnull=False).exists()
