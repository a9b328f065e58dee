"""What the shop hears of the floors below."""

from __future__ import annotations

from games.events import HandSettled
from outbox.registry import subscribe
from shop import effects, services


@subscribe(HandSettled)
def hand_settled(event: HandSettled) -> None:
    """Take one use of each pinned prop that has done its work; a void hand takes none."""
    if event.void is not None or not event.outcomes:
        return
    for seat, pinned in enumerate(event.effects):
        for one in pinned:
            effect = effects.of(str(one["key"]))
            if effect is not None and effect.takes_use(event.outcomes[seat], event.points[seat]):
                services.take_for_hand(int(str(one["item"])), event.hand_id)
