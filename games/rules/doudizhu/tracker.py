"""What a seat can know of the cards by counting: for the card tracker (记牌器) and for bots.

Everything is computed from the seat's own view (docs/protocol.md, section 4), so it can say nothing that the view does
not: cards that somebody laid, hands that are open, hole cards that were shown and have not been laid since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.doudizhu.cards import counts_of
from games.rules.doudizhu.groups import Counts
from games.rules.doudizhu.presets import preset


@dataclass(frozen=True, slots=True)
class Tracker:
    """The cards of a hand as one viewer can count them.

    `unseen`: how many cards of each rank are nowhere to be seen. `known`: for each seat the cards by rank that it must
    hold, its whole hand where that is open. `hidden`: how many more cards each seat holds; they are among the unseen.
    `aside`: how many of the unseen are in nobody's hand.
    """

    unseen: Counts
    known: tuple[Counts, ...]
    hidden: tuple[int, ...]
    aside: int


def track(view: Mapping[str, Any]) -> Tracker:
    """Count the cards of a view of a hand of Dou Dizhu, a seat's or a spectator's."""
    row = preset(view["mode"], len(view["seats"]))
    known = [_known(seat, view["hole"] or ()) for seat in view["seats"]]
    seen = {card for seat in view["seats"] for card in seat["played"]}.union(
        *known, view["hole"] or (), view["rest"] or ()
    )
    unseen = counts_of(card for card in range(row.cards) if card not in seen)
    hidden = tuple(seat["count"] - len(cards) for seat, cards in zip(view["seats"], known, strict=True))
    return Tracker(unseen, tuple(counts_of(cards) for cards in known), hidden, sum(unseen) - sum(hidden))


def _known(seat: Mapping[str, Any], hole: Iterable[int]) -> set[int]:
    """The cards that a seat is known to hold."""
    if seat["cards"] is not None:
        return set(seat["cards"])
    return set(hole).difference(seat["played"]) if seat["role"] == "landlord" else set()
