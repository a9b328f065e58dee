"""Reads about hands for the floors above."""

from __future__ import annotations

from uuid import UUID

from games.models import Hand, HandSeat


def live_hand_of(player_id: int) -> UUID | None:
    """The hand this player sits in and that still runs, or None."""
    return (
        HandSeat.objects.filter(player_id=player_id, hand__status=Hand.Status.LIVE)
        .order_by("-hand__created")
        .values_list("hand_id", flat=True)
        .first()
    )
