"""What the rewards hear of the floors below."""

from __future__ import annotations

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


@subscribe(LevelReached)
def level_reached(event: LevelReached) -> None:
    """Give what reaching the level gives; a level reached again after a fall gives nothing."""
    services.level_reached(event.player_id, event.mode, event.level)
