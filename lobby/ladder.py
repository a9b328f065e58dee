"""Leaderboards: who stands where in a mode, this week, this month and since ever; seasons that end and pay.

A week and a month are seasons. Their scores grow with each settled hand; the standings since ever are those of
`accounts`. Equal points share a place, as 1, 2, 2, 4.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import bots, levels
from accounts import selectors as accounts
from accounts.models import Player, Standing
from games import selectors as hands
from games.events import HandSettled
from lobby.errors import Refused
from lobby.models import Placing, Score, Season, SeasonPrize
from wallet import services as wallet

log = logging.getLogger(__name__)

Json = dict[str, Any]

WEEK, MONTH, ALL = Season.Period.WEEK, Season.Period.MONTH, "all"
PERIODS = (WEEK, MONTH, ALL)
PAGE = 50
"""Places on a page."""
GRACE = timedelta(minutes=10)
"""So long after its end a season is closed: hands that ended in it are settled by then."""
REWARD = "season"
"""Under which label of the ledger prizes are paid."""


# -- seasons ----------------------------------------------------------------------------------------------------------


def first_day(period: str, day: date) -> date:
    """The day on which the season of this day began: a Monday, or a first."""
    return day - timedelta(days=day.weekday()) if period == WEEK else day.replace(day=1)


def last_day(period: str, start: date) -> date:
    """The last day of the season that began on `start`."""
    if period == WEEK:
        return start + timedelta(days=6)
    return (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def name(period: str, start: date | None) -> str:
    """What a season is called in the reader's language."""
    if start is None:
        return _("总榜")
    if period == WEEK:
        year, week, _day = start.isocalendar()
        return _("%(year)s 年第 %(week)s 周") % {"year": year, "week": week}
    return _("%(year)s 年 %(month)s 月") % {"year": start.year, "month": start.month}


def hand_settled(event: HandSettled) -> None:
    """Add a hand to its people's scores of the week and the month; a void one counts for nothing, and bots have none.
    Called once a hand."""
    if event.void is not None or not event.outcomes or not event.mode:
        return
    day = _day_of(UUID(event.hand_id))
    programs = bots.among(player for player in event.players if player is not None)
    people = sorted((pk, seat) for seat, pk in enumerate(event.players) if pk is not None and pk not in programs)
    for period in (WEEK, MONTH):
        season, _new = Season.objects.get_or_create(period=period, start=first_day(period, day))
        Score.objects.bulk_create(
            [Score(season=season, mode=event.mode, player_id=player) for player, _seat in people], ignore_conflicts=True
        )
        # In one order, so that two hands that share players never wait for each other in a circle
        for player, seat in people:
            Score.objects.filter(season=season, mode=event.mode, player=player).update(
                points=F("points") + event.points[seat],
                hands=F("hands") + 1,
                wins=F("wins") + int(event.outcomes[seat] == "win"),
            )


def _day_of(hand_id: UUID) -> date:
    ended = hands.ended(hand_id) or timezone.now()
    return timezone.localdate(ended)


def close_seasons(now: datetime | None = None) -> int:
    """Close the seasons that are over, write down who stood where and pay the prizes; how many were closed.

    Safe to run any number of times and beside itself: a season is closed with everything it pays, or not at all.
    """
    today = timezone.localdate((now or timezone.now()) - GRACE)
    closed = 0
    for season in Season.objects.filter(closed_at=None, start__lt=today):
        if last_day(season.period, season.start) < today:
            try:
                closed += _close(season.pk)
            except Exception:
                log.exception("season %s could not be closed", season)
    return closed


@transaction.atomic
def _close(season_id: int) -> bool:
    season = Season.objects.select_for_update(no_key=True).filter(pk=season_id, closed_at=None).first()
    if season is None:
        return False
    prizes = list(SeasonPrize.objects.filter(period=season.period))
    last = max((prize.until for prize in prizes), default=0)
    for mode in season.scores.order_by("mode").values_list("mode", flat=True).distinct():
        for place, score in _placed(season, mode, last):
            prize = next((prize for prize in prizes if prize.place <= place <= prize.until), None)
            Placing.objects.create(
                season=season,
                mode=mode,
                player=score.player,
                place=place,
                points=score.points,
                currency=prize.currency if prize else "",
                amount=prize.amount if prize else 0,
            )
            if prize:
                key = f"{REWARD}:{season.pk}:{mode}:{score.player_id}"
                wallet.grant(score.player, prize.currency, prize.amount, REWARD, key)
    season.closed_at = timezone.now()
    season.save(update_fields=["closed_at"])
    return True


def _placed(season: Season, mode: str, last: int) -> Iterator[tuple[int, Score]]:
    """The scores of the places up to `last`, the best first; nobody is honoured for losing."""
    scores = season.scores.filter(mode=mode, points__gt=0).select_related("player").order_by("-points", "player")
    place, points = 0, None
    for number, score in enumerate(scores.iterator(), 1):
        if score.points != points:
            place, points = number, score.points
        if place > last:
            return
        yield place, score


# -- boards -----------------------------------------------------------------------------------------------------------


def board(
    mode: str,
    period: str = WEEK,
    *,
    player: Player | None = None,
    friends: bool = False,
    start: date | None = None,
    page: int = 1,
) -> Json:
    """One page of a board, and where `player` stands on it.

    `start`: the first day of an earlier season, None: the present one. `friends`: only the player and his friends.
    Raises Refused `no_board` for a period, a page or a season that there is not.
    """
    if period not in PERIODS or page < 1 or (period == ALL and start is not None):
        raise Refused("no_board")
    season, began, rows = _rows(mode, period, start)
    if friends and player is not None:
        rows = rows.filter(player__in=_circle(player))
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    if page > pages:
        raise Refused("no_board")
    shown = list(rows.select_related("player").order_by("-points", "player")[(page - 1) * PAGE : page * PAGE])
    own = rows.select_related("player").filter(player=player).first() if player else None
    ranks = accounts.standings([row.player_id for row in [*shown, *([own] if own else [])]], mode)
    listed = []
    place, points = 0, None
    for number, row in enumerate(shown, (page - 1) * PAGE + 1):
        if row.points != points:
            place, points = (_place(rows, row) if number == (page - 1) * PAGE + 1 else number), row.points
        listed.append(_line(row, place, ranks[row.player_id]))
    return {
        "mode": mode,
        "period": period,
        "friends": friends and player is not None,
        "name": name(period, began),
        "start": began and began.isoformat(),
        "end": began and last_day(period, began).isoformat(),
        "closed": bool(season and season.closed_at),
        "page": page,
        "pages": pages,
        "total": total,
        "rows": listed,
        "own": own and _line(own, _place(rows, own), ranks[own.player_id]),
    }


def _rows(mode: str, period: str, start: date | None) -> tuple[Season | None, date | None, QuerySet[Any]]:
    """The season, its first day, and the rows of a board; everything since ever has no season."""
    if period == ALL:
        played = Standing.objects.filter(mode=mode, player__owner=None).annotate(
            wins=F("win"), hands=F("win") + F("lose") + F("draw") + F("escape")
        )
        return None, None, played.filter(hands__gt=0)
    began = first_day(period, timezone.localdate()) if start is None else start
    season = Season.objects.filter(period=period, start=began).first()
    if season is None and start is not None:
        raise Refused("no_board")
    return season, began, Score.objects.filter(season=season, mode=mode) if season else Score.objects.none()


def _circle(player: Player) -> Collection[int]:
    return {player.pk, *accounts.friend_ids(player.pk)}


def _place(rows: QuerySet[Any], row: Any) -> int:
    return 1 + int(rows.filter(points__gt=row.points).count())


def _line(row: Any, place: int, standing: Standing) -> Json:
    return {
        "place": place,
        "player": row.player_id,
        "name": row.player.nickname,
        "avatar": row.player.avatar,
        "level": standing.level,
        "title": levels.title(standing.level),
        "points": row.points,
        "hands": row.hands,
        "wins": row.wins,
    }


def past(period: str, mode: str, limit: int = 12) -> list[Json]:
    """The last seasons of this kind in which the mode was played, the newest first."""
    if period == ALL:
        return []
    present = first_day(period, timezone.localdate())
    seasons = (
        Season.objects.filter(period=period, start__lt=present)
        .annotate(players=Count("scores", filter=Q(scores__mode=mode)))
        .filter(players__gt=0)
        .order_by("-start")
    )
    return [{"start": s.start.isoformat(), "name": name(period, s.start)} for s in seasons[:limit]]


def prizes(period: str) -> list[SeasonPrize]:
    """What the places of such a season win."""
    return list(SeasonPrize.objects.filter(period=period))


def honours(player_id: int, limit: int = 50) -> list[Json]:
    """What the player reached in seasons that are over, the newest first."""
    rows = Placing.objects.filter(player=player_id).select_related("season").order_by("-season__start", "place")
    return [
        {
            "season": name(row.season.period, row.season.start),
            "period": row.season.period,
            "start": row.season.start.isoformat(),
            "mode": row.mode,
            "place": row.place,
            "points": row.points,
            "currency": row.currency,
            "amount": row.amount,
        }
        for row in rows[:limit]
    ]
