"""A line from the game masters to everybody, to a game or to a room: now or at a time, until it ends or is recalled.

The truth is the row: a page opened later shows what is in force, and a frame that was lost costs whoever missed it
nothing but the wait for his next page. `sweep` sends what was scheduled.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Player
from chat import acts, groups
from chat.errors import DeskRefused
from chat.models import Act, Broadcast
from chat.plain import plain
from lobby.after import after_commit
from lobby.models import Room, Table, Zone
from lobby.notify import sender

Scope = Broadcast.Scope

LONGEST = timedelta(days=7)
"""For so long a broadcast may be in force."""


@transaction.atomic
def publish(
    by: Player,
    text: str,
    scope: str,
    reason: str,
    ends_at: datetime,
    *,
    game: str = "",
    room_id: int | None = None,
    starts_at: datetime | None = None,
    now: datetime | None = None,
) -> Broadcast:
    """Say it at once, or at `starts_at` where that is to come.

    Raises `DeskRefused`: `no_text`, `text_long`, `bad_scope`, `bad_time`, `no_reason`, `reason_long`.
    """
    moment = now or timezone.now()
    row = draft(by, text, scope, ends_at, game=game, room_id=room_id, starts_at=starts_at, now=moment)
    why = acts.why(reason)
    row.save()
    acts.note(by, Act.Kind.BROADCAST, why, broadcast=row.pk, text=row.text, scope=row.scope, where=where(row))
    if row.starts_at <= moment:
        _send(row, moment)
    return row


def draft(
    by: Player,
    text: str,
    scope: str,
    ends_at: datetime,
    *,
    game: str = "",
    room_id: int | None = None,
    starts_at: datetime | None = None,
    now: datetime | None = None,
) -> Broadcast:
    """What `publish` would say, written nowhere: the preview. Raises `DeskRefused` as it does."""
    moment = now or timezone.now()
    words = plain(text)
    if not words:
        raise DeskRefused("no_text")
    if len(words) > Broadcast.LONGEST:
        raise DeskRefused("text_long", limit=Broadcast.LONGEST)
    start = max(starts_at or moment, moment)
    if not start < ends_at <= start + LONGEST:
        raise DeskRefused("bad_time")
    row = Broadcast(text=words, scope=scope, by=by, made_at=moment, starts_at=start, ends_at=ends_at)
    if scope == Scope.GAME and Zone.objects.filter(game=game).exists():
        row.game = game
    elif scope == Scope.ROOM and (room := Room.objects.filter(pk=room_id or 0).first()) is not None:
        row.room = room
    elif scope != Scope.ALL:
        raise DeskRefused("bad_scope")
    return row


@transaction.atomic
def recall(by: Player, broadcast_id: int, reason: str, now: datetime | None = None) -> Broadcast:
    """Take it back, from every page that shows it. Raises `DeskRefused` `no_broadcast`, `broadcast_over`,
    `no_reason`."""
    moment = now or timezone.now()
    why = acts.why(reason)
    row = Broadcast.objects.select_for_update(of=("self",)).filter(pk=broadcast_id).first()
    if row is None:
        raise DeskRefused("no_broadcast")
    if row.recalled_at is not None or row.ends_at <= moment:
        raise DeskRefused("broadcast_over")
    row.recalled_at = moment
    row.save(update_fields=["recalled_at"])
    acts.note(by, Act.Kind.RECALL, why, broadcast=row.pk, text=row.text)
    if row.sent_at is not None:
        after_commit(sender.send, group_of(row), {"type": "frame", "frame": {"t": "recall", "id": row.pk}})
    return row


def sweep(now: datetime | None = None) -> int:
    """Send what is due, each once; how many."""
    moment = now or timezone.now()
    due = Broadcast.objects.filter(sent_at=None, recalled_at=None, starts_at__lte=moment, ends_at__gt=moment)
    with transaction.atomic():
        rows = list(due.select_for_update(skip_locked=True, of=("self",)))
        for row in rows:
            _send(row, moment)
    return len(rows)


def in_force(
    now: datetime, game: str | None = None, room_id: int | None = None, table_id: int | None = None
) -> list[Broadcast]:
    """What a page that looks at this game, room or table shows, the newest first."""
    rows = list(Broadcast.objects.filter(recalled_at=None, starts_at__lte=now, ends_at__gt=now))
    if all(row.scope == Scope.ALL for row in rows):
        return rows
    if table_id is not None:
        room_id = Table.objects.filter(pk=table_id).values_list("room", flat=True).first()
    if room_id is not None:
        game = Room.objects.filter(pk=room_id).values_list("game", flat=True).first()
    return [row for row in rows if row.scope == Scope.ALL or (row.game == game if row.game else row.room_id == room_id)]


def to_come(now: datetime) -> Iterable[Broadcast]:
    """What the desk lists: in force or scheduled, the last to start first."""
    return Broadcast.objects.filter(Q(recalled_at=None), ends_at__gt=now).select_related("room__zone", "by")


def frame(row: Broadcast) -> dict[str, Any]:
    """What a page is told: {"t": "broadcast", "id", "text", "ends": ms}."""
    return {"t": "broadcast", "id": row.pk, "text": row.text, "ends": int(row.ends_at.timestamp() * 1000)}


def where(row: Broadcast) -> str:
    """The scope in a word: nothing, the game, or the room."""
    return row.game or (str(row.room) if row.room else "")


def group_of(row: Broadcast) -> str:
    """The group of those who shall see it."""
    if row.room_id is not None:
        return groups.room(row.room_id)
    return groups.game(row.game) if row.game else groups.EVERYBODY


def _send(row: Broadcast, now: datetime) -> None:
    row.sent_at = now
    row.save(update_fields=["sent_at"])
    after_commit(sender.send, group_of(row), {"type": "frame", "frame": frame(row)})
