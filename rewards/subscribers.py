"""What the rewards hear of the floors below."""

from __future__ import annotations

from accounts import selectors as accounts
from accounts.events import LevelReached
from games.events import HandSettled
from outbox.registry import subscribe
from rewards import services


@subscribe(HandSettled)
def hand_settled(event: HandSettled) -> None:
    """Count a hand for those who played it to its end; an escape and a void hand count for nothing."""
    if event.void is not None or not event.mode:
        return
    done = {
        player: {"play", *({"win"} if outcome == "win" else ()), *event.feats[seat]}
        for seat, (player, outcome) in enumerate(zip(event.players, event.outcomes, strict=True))
        if player is not None and outcome != "escape"
    }
    services.hand_played(event.mode, done)
    # A step that was lowered in the admin lifts people without a word: their next hand makes up for it.
    held = accounts.standings([player for player in event.players if player is not None], event.mode)
    services.levels_reached(event.mode, {player: standing.level for player, standing in held.items()})


@subscribe(LevelReached)
def level_reached(event: LevelReached) -> None:
    """Give what reaching the level gives; a level reached again after a fall gives nothing."""
    services.levels_reached(event.mode, {event.player_id: event.level})
