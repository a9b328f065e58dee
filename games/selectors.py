"""Reads about hands for the floors above."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.models import Hand, HandSeat
from games.rules.core import Json
from games.rules.registry import GAMES
from games.rules.stakes import share
from games.runtime import store


def is_playable(game: str, mode: str, seats: int) -> bool:
    """Whether there are rules for this game in this mode for so many players."""
    if game not in GAMES:
        return False
    try:
        GAMES[game].start({"game": game, "mode": mode, "seats": seats}, bytes(32), {}, 0)
    except KeyError:
        return False
    return True


def live_hand_of(player_id: int) -> UUID | None:
    """The hand this player sits in and that still runs, or None."""
    return (
        HandSeat.objects.filter(player_id=player_id, hand__status=Hand.Status.LIVE)
        .order_by("-hand__created")
        .values_list("hand_id", flat=True)
        .first()
    )


def last_hand_of(player_id: int, table_key: str, since: datetime) -> UUID | None:
    """The newest hand that `player_id` played at a table, if it ended after `since`: its result can be shown again."""
    return (
        Hand.objects.filter(table_key=table_key, seats__player=player_id, ended__gt=since)
        .order_by("-ended")
        .values_list("pk", flat=True)
        .first()
    )


def is_live(hand_id: UUID) -> bool:
    """Whether the hand still runs; False once it is over, settled or void."""
    return Hand.objects.filter(id=hand_id, status=Hand.Status.LIVE).exists()


def flight_price(hand_id: UUID, player_id: int) -> dict[str, Json]:
    """What it would cost this player at least to flee the hand now: {"price": coins, "points": level points}.

    Bombs that others hold unseen raise what is charged in the end; told here, they would be no secret. Both are null
    where nothing can be said: the player has no seat, or cannot leave.
    """
    unknown: dict[str, Json] = {"price": None, "points": None}
    folded = store.load(hand_id)
    seat = HandSeat.index_of(hand_id, player_id)
    if folded is None or seat is None or folded.state.result is not None:
        return unknown
    result = folded.state.leaving(seat, max(store.now_ms(), folded.at))
    if result is None:
        return unknown
    config = folded.origin.config
    if config.get("currency") is None:
        return {"price": None, "points": result.points[seat]}
    room = config["room"]
    changes = share(result, room["coef_n"], room["rake"], config["carried"], room["cap_win_to_carry"])
    return {"price": changes.penalty, "points": result.points[seat]}
