"""What contests do when something happened below."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from accounts.events import PlayerErased
from accounts.models import Player
from games.events import HandSettled
from lobby.challenge import selectors, services, tables
from lobby.challenge.models import Challenge, Entry
from outbox.registry import subscribe


@subscribe(HandSettled)
def hand_settled(event: HandSettled) -> None:
    """A board was played: its points count, and its table goes on."""
    play = tables.played(UUID(event.hand_id), cast(list[int], event.carry.get("late", [])))
    if play is not None:
        services.touch(play.table.round.challenge_id)
        selectors.tell_table(play.table_id)


@subscribe(PlayerErased)
def forget_person(event: PlayerErased) -> None:
    """An erased account waits for no contest and plays none any more."""
    for entry in Entry.objects.filter(player=event.player_id, place=None).select_related("challenge"):
        player = Player.objects.get(pk=event.player_id)
        if entry.challenge.status == Challenge.Status.OPEN:
            services.take_back(player, entry.challenge_id)
        elif entry.challenge.status == Challenge.Status.RUNNING:
            services.give_up(player, entry.challenge_id)
