"""What the desk shows: the house now, people, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import redis
from django.db.models import Count, Q

from accounts.models import Player
from chat.models import Act, Report, Sanction
from chat.plain import plain
from games.selectors import OwnHand, Wanted, hands_of
from lobby import figures, presence
from lobby.models import Table, Trail
from shop.selectors import Owned, owned
from wallet import reasons, statement
from wallet import selectors as wallet
from wallet.models import Adjustment, Currency

FOUND, ROWS = 20, 15


@dataclass(frozen=True, slots=True)
class Now:
    """People online (None: Redis is away), tables with a hand, people at tables, people who wait for a match, reports
    and appeals that wait for the desk."""

    online: int | None
    tables: int
    seated: int
    waiting: int
    reports: int
    appeals: int


def now() -> Now:
    """The figures at the top of the desk."""
    zones = figures.live()
    try:
        online: int | None = presence.online()
    except redis.RedisError:
        online = None
    return Now(
        online=online,
        tables=sum(zone.tables for zone in zones),
        seated=sum(zone.playing + zone.sitting for zone in zones),
        waiting=sum(zone.waiting for zone in zones),
        reports=Report.objects.filter(state=Report.State.OPEN).count(),
        appeals=appeals().count(),
    )


def appeals() -> Any:
    """Sanctions whose players wait for an answer, the oldest first."""
    waiting = Sanction.objects.filter(appealed_at__isnull=False, decided_at=None)
    return waiting.select_related("player", "by").order_by("appealed_at")


def find(words: str) -> list[Player]:
    """People by the beginning of a nickname or of the name they sign in with, or by #number; the nearest first."""
    wanted = plain(words)
    if not wanted:
        return []
    known = Player.objects.filter(erased_at=None)
    number = wanted.removeprefix("#")
    if wanted.startswith("#") and number.isascii() and number.isdecimal() and len(number) < 18:
        return list(known.filter(pk=int(number)))
    found = known.filter(Q(nickname__istartswith=wanted) | Q(username__istartswith=wanted))
    return list(found.order_by("nickname", "pk")[:FOUND])


@dataclass(frozen=True, slots=True)
class Card:
    """What a game master sees of a player. `movements`: each with its reason in words. `shared`: accounts that came
    from the same device."""

    player: Player
    balances: dict[str, int]
    held: dict[str, int]
    movements: list[tuple[statement.Movement, str]]
    waiting: list[Adjustment]
    hands: list[OwnHand]
    bag: list[Owned]
    trail: Trail | None
    shared: list[Player]
    tokens: int
    sanctions: list[Sanction]
    reports: list[Report]
    acts: list[Act]


def card(player: Player) -> Card:
    """Everything the desk knows of a player, the newest first."""
    trail = Trail.objects.filter(player=player).first()
    shared = Player.objects.none()
    if trail is not None and trail.device:
        same = Trail.objects.filter(device=trail.device).exclude(player=player).values("player")
        shared = Player.objects.filter(pk__in=same, erased_at=None).order_by("pk")
    adjusted = Adjustment.objects.filter(player=player, state=Adjustment.State.WAITING)
    return Card(
        player=player,
        balances=dict(wallet.balances(player.pk)),
        held=dict(wallet.held(player.pk)),
        movements=[(row, reasons.text(row.label)) for row in statement.page(player.pk, statement.Wanted(), ROWS)],
        waiting=list(adjusted.select_related("requested_by")),
        hands=hands_of(player.pk, Wanted(), ROWS),
        bag=owned(player.pk)[:FOUND],
        trail=trail,
        shared=list(shared[:FOUND]),
        tokens=player.tokens.count(),
        sanctions=list(Sanction.objects.filter(player=player).select_related("by")[:ROWS]),
        reports=list(Report.objects.filter(player=player).select_related("by")[:ROWS]),
        acts=list(Act.objects.filter(player=player).select_related("by")[:ROWS]),
    )


def tables(room_id: int | None = None, number: int | None = None) -> list[Table]:
    """Tables with people, those with a hand first; `people` is how many sit there. Of one room, or of one number."""
    found = Table.objects.select_related("room__zone").annotate(
        people=Count("taken", filter=Q(taken__player__isnull=False))
    )
    if room_id is not None:
        found = found.filter(room=room_id)
    if number is not None:
        found = found.filter(number=number)
    return list(found.filter(Q(people__gt=0) | Q(hand__isnull=False)).order_by("hand", "room", "number")[:100])


def log(before: int | None = None, limit: int = 50) -> list[Act]:
    """The log of acts, the newest first; `before`: the last number of the page before this one."""
    rows = Act.objects.select_related("by", "player").order_by("-pk")
    return list((rows if before is None else rows.filter(pk__lt=before))[:limit])


def currencies() -> list[tuple[str, str]]:
    """What can be given and taken."""
    return [(code, str(name)) for code, name in Currency.choices]
