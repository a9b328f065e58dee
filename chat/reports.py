"""Reports of players about players, with what there is to look at, and what a game master makes of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import selectors as accounts
from accounts.models import Player
from chat import acts, sanctions
from chat.errors import DeskRefused
from chat.models import Act, Report, Sanction
from chat.plain import plain
from games import selectors as games

State = Report.State

A_DAY = 10
"""So many reports a player may make within 24 hours."""
TEXT_LONGEST = 200
MUTE = timedelta(minutes=10)
"""The mute of the desk's button beside a report."""


@transaction.atomic
def report(
    by: Player, player_id: int, reason: str, text: str = "", line: str = "", now: datetime | None = None
) -> Report:
    """Tell the game masters of a player. The hand in which both sat last, or sit, comes with it; `line`: the message
    that it is about, as the reader saw it.

    Raises `DeskRefused`: `no_player`, `yourself`, `bad_report`, `text_long`, `reported_already` (his last report of
    this player waits), `too_many_reports`.
    """
    moment = now or timezone.now()
    player = accounts.person(player_id)
    if player is None:
        raise DeskRefused("no_player")
    if player.pk == by.pk:
        raise DeskRefused("yourself")
    if reason not in Report.Reason.values:
        raise DeskRefused("bad_report")
    words = plain(text)
    if len(words) > TEXT_LONGEST:
        raise DeskRefused("text_long", limit=TEXT_LONGEST)
    if Report.objects.filter(by=by, at__gt=moment - timedelta(days=1)).count() >= A_DAY:
        raise DeskRefused("too_many_reports")
    told = plain(line)[:TEXT_LONGEST]
    lines = [{"at": moment.isoformat(), "name": player.nickname, "text": told}] if told else []
    hand = games.last_shared_hand(by.pk, player.pk)
    try:
        with transaction.atomic():
            return Report.objects.create(
                by=by, player=player, reason=reason, text=words, hand=hand, lines=lines, at=moment
            )
    except IntegrityError as twice:
        raise DeskRefused("reported_already") from twice


@transaction.atomic
def decide(by: Player, report_id: int, what: str, reason: str, length: timedelta | None = None) -> Sanction | None:
    """Close a report by "mute" (for `length`, ten minutes where none is said), "warn", "suspend" (for `length`) or
    "ignore". Others' open reports of the same player and hand are closed with it.

    Raises `DeskRefused`: `no_report`, `decided_already`, and what the sanction raises; also `yourself` where the
    report is about `by`, whatever he would decide.
    """
    row = Report.objects.select_for_update(of=("self",)).select_related("player").filter(pk=report_id).first()
    if row is None:
        raise DeskRefused("no_report")
    if row.state != State.OPEN:
        raise DeskRefused("decided_already")
    if by.pk == row.player_id:
        raise DeskRefused("yourself")
    given: Sanction | None = None
    if what == "ignore":
        acts.note(by, Act.Kind.IGNORE, acts.why(reason), row.player, report=row.pk)
    elif what == "warn":
        given = sanctions.warn(by, row.player, reason)
    elif what == "mute":
        given = sanctions.mute(by, row.player, reason, length or MUTE)
    elif what == "suspend":
        given = sanctions.suspend(by, row.player, reason, length)
    else:
        raise DeskRefused("bad_report")
    closed = {"state": State.DONE if given else State.IGNORED, "decided_by": by, "decided_at": timezone.now()}
    Report.objects.filter(pk=row.pk).update(**closed)
    if given and row.hand:
        Report.objects.filter(player=row.player_id, hand=row.hand, state=State.OPEN).update(**closed)
    return given


def open_reports(limit: int = 50) -> list[Report]:
    """Those that wait, the oldest first."""
    return list(Report.objects.filter(state=State.OPEN).select_related("by", "player").order_by("at")[:limit])


def own(player_id: int, limit: int | None = 10) -> list[Report]:
    """What the player reported last; `limit` None: all of it. He may know whether it was dealt with; how is between
    others."""
    return list(Report.objects.filter(by=player_id).select_related("player")[:limit])
