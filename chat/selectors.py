"""Who hears whom, and what was said last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import Block
from chat.models import Message
from lobby.models import Ban, Seat, Table

LINES = 50
"""So many of the last messages are told to who comes."""


@dataclass(frozen=True)
class Company:
    """Who hears what is said at a table: who sits there and, where it is `public`, whoever is signed in and looks on.

    It is not where looking on is not allowed, at a private table, and where spectators see the hand later: what is
    said there now would tell them of it, and they could tell others.
    """

    seated: list[int]
    public: bool


def company(table: Table) -> Company:
    """The table's company at this moment."""
    seated = Seat.objects.filter(table=table, player__isnull=False).values_list("player_id", flat=True)
    public = table.room.spectators and not table.room.spectator_delay and not table.private
    return Company(list(seated), public)


def belongs(company: Company, table: Table, player_id: int, now: datetime) -> bool:
    """Whether the player is of it; somebody who was sent away from the table is not, though he may look on."""
    if player_id in company.seated:
        return True
    return company.public and not Ban.objects.filter(table=table, player=player_id, until__gt=now).exists()


def deaf(speaker_id: int, table_id: int | None, now: datetime) -> list[int]:
    """Those who are not told what this player says: who blocks him, and at a table who was sent away from it."""
    blockers = list(Block.objects.filter(blocked=speaker_id).values_list("player_id", flat=True))
    banned = Ban.objects.filter(table=table_id, until__gt=now) if table_id else Ban.objects.none()
    return blockers + list(banned.values_list("player_id", flat=True))


def recent(reader_id: int, room_id: int | None, table_id: int | None) -> list[dict[str, Any]]:
    """The last frames of a table, or of a room, that the reader may see: oldest first, none of those he blocks."""
    rows = Message.objects.exclude(player__in=Block.objects.filter(player=reader_id).values("blocked"))
    if table_id is not None:
        table = Table.objects.select_related("room").filter(pk=table_id).first()
        if table is None or not belongs(company(table), table, reader_id, timezone.now()):
            return []
        # A company of its own: those who sit here later, when the table is used again, hear nothing of it.
        since = Seat.objects.filter(table=table, player=reader_id).values_list("since", flat=True).first()
        rows = rows.filter(Q(public=True) | Q(at__gte=since) if since else Q(public=True), table=table)
    elif room_id is not None:
        rows = rows.filter(room=room_id, table=None)
    else:
        return []
    return [frame(row) for row in reversed(rows.select_related("player")[:LINES])]


def frame(row: Message) -> dict[str, Any]:
    """What a page is told: {"t": "said", "id", "at": ms, "room", "table", "player", "name", "text"}."""
    return {
        "t": "said",
        "id": row.pk,
        "at": int(row.at.timestamp() * 1000),
        "room": row.room_id,
        "table": row.table_id,
        "player": row.player_id,
        "name": row.player.nickname,
        "text": row.text,
    }
