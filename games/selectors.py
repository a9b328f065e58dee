"""Reads about hands for the floors above."""

from __future__ import annotations

from uuid import UUID

from games.models import Hand, HandSeat
from games.rules.core import Action, IllegalAction, Json
from games.rules.stakes import share
from games.runtime import store


def live_hand_of(player_id: int) -> UUID | None:
    """The hand this player sits in and that still runs, or None."""
    return (
        HandSeat.objects.filter(player_id=player_id, hand__status=Hand.Status.LIVE)
        .order_by("-hand__created")
        .values_list("hand_id", flat=True)
        .first()
    )


def is_live(hand_id: UUID) -> bool:
    """Whether the hand still runs; False once it is over, settled or void."""
    return Hand.objects.filter(id=hand_id, status=Hand.Status.LIVE).exists()


def flight_price(hand_id: UUID, player_id: int) -> dict[str, Json]:
    """What it would cost this player to flee the hand now: {"price": coins, "points": level points}.

    Found by fleeing on a copy of the hand, so it is what would be charged at this moment; moves of others may still
    change it. Both are null where nothing can be said: the player has no seat, or the hand would go on without it.
    """
    unknown: dict[str, Json] = {"price": None, "points": None}
    folded = store.load(hand_id)
    seat = HandSeat.index_of(hand_id, player_id)
    if folded is None or seat is None or folded.state.result is not None:
        return unknown
    after = folded.state.clone()
    try:
        after.apply(Action("flee", seat, None, {}, max(store.now_ms(), folded.at)))
    except IllegalAction:
        return unknown
    if after.result is None:
        return unknown
    config = folded.origin.config
    if config.get("currency") is None:
        return {"price": None, "points": after.result.points[seat]}
    room = config["room"]
    changes = share(after.result, room["coef_n"], room["rake"], config["carried"], room["cap_win_to_carry"])
    return {"price": changes.penalty, "points": after.result.points[seat]}
