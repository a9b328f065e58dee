"""What players say to each other, in a room or at a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import formats, timezone

from accounts.models import Player
from chat import groups, sanctions, selectors
from chat.errors import ChatRefused
from chat.models import Message
from chat.plain import plain
from lobby.after import after_commit
from lobby.models import Room, Table
from lobby.notify import sender

AT_ONCE, WINDOW = 2, timedelta(seconds=5)
"""So many messages a player may send within that time, wherever he sends them."""
KEPT = timedelta(days=30)
"""For so long game masters can read what was said; then `forget` deletes it."""


@transaction.atomic
def say(player: Player, text: str, room_id: int | None, table_id: int | None, now: datetime | None = None) -> Message:
    """Say it at the table, or in the room where there is no table.

    Raises `ChatRefused`: `not_here` (no such place, or the player may not speak there), `no_chat_here`, `muted`,
    `no_text`, `text_long`, `slow_down`.
    """
    moment = now or timezone.now()
    words = plain(text)
    if not words:
        raise ChatRefused("no_text")
    if len(words) > Message.LONGEST:
        raise ChatRefused("text_long", limit=Message.LONGEST)
    table = None if table_id is None else Table.objects.select_related("room").filter(pk=table_id).first()
    room = table.room if table else Room.objects.filter(pk=room_id or 0, is_open=True).first()
    if room is None or (table_id is not None and table is None):
        raise ChatRefused("not_here")
    if room.hidden_names:  # one word would tell who sits behind a hidden name
        raise ChatRefused("no_chat_here")
    company = selectors.company(table) if table else None
    if table and company and not selectors.belongs(company, table, player.pk, moment):
        raise ChatRefused("not_here")
    # Whoever speaks from two windows at once is counted one after the other.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    until = sanctions.muted_until(player, moment)
    if until is not None:
        raise ChatRefused("muted", until=formats.date_format(timezone.localtime(until), "Y-m-d H:i"))
    if Message.objects.filter(player=player, at__gt=moment - WINDOW).count() >= AT_ONCE:
        raise ChatRefused("slow_down", seconds=WINDOW.seconds, limit=AT_ONCE)
    public = company is None or company.public
    row = Message.objects.create(room=room, table=table, player=player, text=words, public=public, at=moment)
    after_commit(sender.send, groups.table(table.pk) if table else groups.room(room.pk), _event(row, company))
    return row


def forget(now: datetime | None = None) -> int:
    """Delete what was said too long ago; how many."""
    gone, _rows = Message.objects.filter(at__lt=(now or timezone.now()) - KEPT).delete()
    return gone


def _event(row: Message, company: selectors.Company | None) -> dict[str, Any]:
    """What the group is sent: who may hear it is settled when it is said, so that whoever stood up, or blocked the
    speaker, a moment ago hears nothing through a socket that is still open."""
    return {
        "type": "said",
        "frame": selectors.frame(row),
        "deaf": selectors.deaf(row.player_id, row.table_id, row.at),
        "seated": company.seated if company else [],
        "public": row.public,
    }
