"""Reads about hands for the floors above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import Player
from games.events import NO_CALL
from games.models import Hand, HandSeat
from games.rules.core import Json, Switch
from games.rules.examples import sample
from games.rules.registry import GAMES
from games.rules.stakes import Changes, share
from games.runtime import store
from games.runtime.folded import Unreadable
from games.runtime.wire import result_of


def is_playable(game: str, mode: str, seats: int) -> bool:
    """Whether there are rules for this game in this mode for so many players."""
    if game not in GAMES:
        return False
    try:
        GAMES[game].start({"game": game, "mode": mode, "seats": seats}, bytes(32), {}, 0)
    except KeyError:
        return False
    return True


def phases(game: str) -> dict[str, int]:
    """The lengths of time of a game that a room may tune, as they usually are, in ms; none of an unknown game."""
    return dict(GAMES[game].phases) if game in GAMES else {}


def switches(game: str) -> Mapping[str, Switch]:
    """The rules of a game that a room may change; none of an unknown game."""
    return GAMES[game].switches if game in GAMES else {}


def draws_places(game: str) -> bool:
    """Whether people draw their places when a table of the game starts over."""
    return game in GAMES and GAMES[game].draws_places


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


def last_absence_of(player_id: int, table_key: str, since: datetime) -> UUID | None:
    """The newest hand at a table that ended after `since` because this player stayed away: he has not seen how."""
    stayed_away = HandSeat.objects.filter(
        player_id=player_id,
        outcome="escape",
        hand__table_key=table_key,
        hand__ended__gt=since,
        hand__result__facts__why="absent",
    )
    return stayed_away.order_by("-hand__ended").values_list("hand_id", flat=True).first()


def met_lately(player_id: int, limit: int, hands: int = 40) -> dict[int, datetime]:
    """Whom the player met in the last so many settled `hands`, with the end of the last one together, the newest
    first."""
    own = (
        HandSeat.objects.filter(player=player_id, ended__isnull=False).order_by("-ended").values_list("hand", flat=True)
    )
    others = HandSeat.objects.filter(hand__in=list(own[:hands]), player__isnull=False, ended__isnull=False)
    met: dict[int, datetime] = {}
    for other, ended in others.exclude(player=player_id).order_by("-ended").values_list("player", "ended"):
        if len(met) < limit and ended is not None:
            met.setdefault(other, ended)
    return met


def last_shared_hand(one: int, other: int) -> UUID | None:
    """The newest hand, running or over, in which both players sit; None where they never met."""
    both = Hand.objects.filter(seats__player=one).filter(seats__player=other)
    return both.order_by("-created").values_list("pk", flat=True).first()


def people_of(hand_id: UUID) -> list[Player]:
    """The people in a hand, bot accounts left out, in the order of their seats."""
    seats = HandSeat.objects.filter(hand=hand_id, player__isnull=False, player__owner=None).select_related("player")
    return [seat.player for seat in seats.order_by("seat") if seat.player is not None]


def is_live(hand_id: UUID) -> bool:
    """Whether the hand still runs; False once it is over, settled or void."""
    return Hand.objects.filter(id=hand_id, status=Hand.Status.LIVE).exists()


def ended(hand_id: UUID) -> datetime | None:
    """When the hand ended; None while it runs."""
    return Hand.objects.filter(pk=hand_id).values_list("ended", flat=True).first()


UNBOUNDED = 10**15
"""More than any hand is worth."""


def score_of(hand_id: UUID) -> list[int] | None:
    """What each seat won and lost by the rules of a finished hand times its room's N, nobody's means and no fee looked
    at; the sum is zero. None where the hand was void or is not over; zeros where nobody called."""
    found = Hand.objects.filter(pk=hand_id).values_list("config", "result").first()
    if found is None or found[1] is None:
        return None
    config, result = found[0], result_of(found[1])
    seats = config["seats"]
    if result.ending == "void":
        return [0] * seats if result.facts.get("why") == NO_CALL else None
    n = config["room"].get("coef_n", 1)
    return list(share(result, n, 0, [UNBOUNDED] * seats, cap=False).stakes)


def flight_price(hand_id: UUID, player_id: int) -> dict[str, Json]:
    """What it would cost this player at least to flee the hand now: {"price": coins, "points": level points}.

    Bombs that others hold unseen raise what is charged in the end; told here, they would be no secret. Both are null
    where nothing can be said: the player has no seat, or cannot leave.
    """
    unknown: dict[str, Json] = {"price": None, "points": None}
    try:
        folded = store.load(hand_id)
    except Unreadable:
        return unknown  # whoever looks after the hand voids it
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


def example(game: str, mode: str, room: Mapping[str, Json], carried: Sequence[int], times: int) -> Changes | None:
    """What the example of `games.rules.examples` would move at a table of this room (as in a hand's configuration), one
    seat per entry of `carried`; None for a mode without one."""
    result = sample(game, mode, len(carried), room, times)
    return None if result is None else share(result, room["coef_n"], room["rake"], carried, room["cap_win_to_carry"])


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A settled hand as one of its players finds it in a list.

    `outcome`: "win", "lose", "draw", "escape" or "void". `change`: by how much the player's balance of `currency`
    changed, or the level points in a mode of points (`currency` None). `names`: who sat there, in seat order.
    `created`, `ended`: its first and last moment. `kept`: whether it can still be replayed.
    """

    id: UUID
    game: str
    mode: str
    room: int | None
    room_name: str
    currency: str | None
    seat: int
    outcome: str
    change: int
    names: tuple[str, ...]
    created: datetime
    ended: datetime
    kept: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hands a list shows; None leaves that open. `since` and `until` bound the hand's end, `until` excluded."""

    mode: str | None = None
    outcome: str | None = None
    room: int | None = None
    since: datetime | None = None
    until: datetime | None = None


def hands_of(player_id: int, wanted: Wanted, limit: int, before: tuple[datetime, UUID] | None = None) -> list[OwnHand]:
    """Up to `limit` of a player's settled hands, the newest first.

    `before`: the end and id of the last hand of the page before this one. Pages neither count nor skip: each starts
    where the index says.
    """
    seats = HandSeat.objects.filter(player=player_id, ended__isnull=False).select_related("hand", "hand__archive")
    if wanted.outcome is not None:
        seats = seats.filter(outcome=wanted.outcome)
    if wanted.mode is not None:
        seats = seats.filter(hand__mode=wanted.mode)
    if wanted.room is not None:
        seats = seats.filter(hand__config__room__id=wanted.room)
    if wanted.since is not None:
        seats = seats.filter(ended__gte=wanted.since)
    if wanted.until is not None:
        seats = seats.filter(ended__lt=wanted.until)
    if before is not None:
        ended, hand_id = before
        seats = seats.filter(Q(ended__lt=ended) | Q(hand__lt=hand_id), ended__lte=ended)
    page = list(seats.defer("hand__archive__data").order_by("-ended", "-hand_id")[:limit])
    names: dict[UUID, list[str]] = {seat.hand_id: [] for seat in page}
    for hand_id, display in (
        HandSeat.objects.filter(hand__in=names).order_by("hand_id", "seat").values_list("hand", "display")
    ):
        names[hand_id].append(display.get("name", ""))
    return [_own(seat, names[seat.hand_id]) for seat in page]


def _own(seat: HandSeat, names: list[str]) -> OwnHand:
    hand = seat.hand
    room: dict[str, Any] = hand.config.get("room") or {}
    currency = hand.config.get("currency")
    told: dict[str, Any] = (hand.notice or {}).get("public", {})
    values = (hand.result or {}).get("points") if currency is None else told.get("changes")
    return OwnHand(
        id=hand.pk,
        game=hand.game,
        mode=hand.mode,
        room=room.get("id"),
        room_name=room.get("name", ""),
        currency=currency,
        seat=seat.seat,
        outcome=seat.outcome,
        change=values[seat.seat] if values else 0,
        names=tuple(names),
        created=hand.created,
        ended=seat.ended or hand.created,
        kept=hand.archived is None or hasattr(hand, "archive"),
    )
