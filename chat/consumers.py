"""The socket of notices and chat, `/ws/chat/`: opened by every page with what it looks at. Thin: it joins the groups of
`chat.groups` and passes on what they send (docs/lobby-protocol.md 8)."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from chat import broadcasts, groups
from lobby.models import Room, Table

encode = msgspec.json.Encoder().encode

TOO_MUCH = 4429
MESSAGES = 4_000
"""A page that looks on has nothing to say but a sign of life every half minute; one that says more is no page."""
PING = '{"t":"ping"}'


class ChatConsumer(AsyncWebsocketConsumer):
    """Anybody may listen, signed in or not: what game masters say to all is on every page anyhow.

    `?room=`, `?table=` or `?game=` says where the page is; a place that does not exist is none.
    """

    joined: frozenset[str] = frozenset()
    heard = 0

    async def connect(self) -> None:
        await self.accept()
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        told = {name: values[0] for name, values in asked.items()}
        here = await _place(_number(told.get("room")), _number(told.get("table")), told.get("game", ""))
        wanted = {groups.EVERYBODY}
        wanted |= {groups.game(here["game"])} if here["game"] else set()
        wanted |= {groups.room(here["room_id"])} if here["room_id"] else set()
        for group in wanted:
            self.joined |= {group}  # first: whoever is cut off in between leaves it all the same
            await self.channel_layer.group_add(group, self.channel_name)
        # Subscribed first, read second: what is said in between arrives twice rather than never.
        for frame in await _in_force(here["game"], here["room_id"]):
            await self.say(frame)

    async def disconnect(self, code: int) -> None:
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard += 1
        if text_data != PING or self.heard > MESSAGES:
            await self.close(TOO_MUCH)
            return
        await self.say({"t": "pong"})

    async def frame(self, event: dict[str, Any]) -> None:
        """What a group sends."""
        await self.say(event["frame"])

    async def say(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=encode(frame).decode())


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


@database_sync_to_async
def _place(room_id: int | None, table_id: int | None, game: str) -> dict[str, Any]:
    """The room and the game a page looks at, as far as they exist."""
    if table_id is not None:
        room_id = Table.objects.filter(pk=table_id).values_list("room", flat=True).first()
    if room_id is not None:
        found = Room.objects.filter(pk=room_id).values_list("game", flat=True).first()
        return {"room_id": room_id if found else None, "game": found}
    known = game.isascii() and game.isprintable() and Room.objects.filter(game=game).exists()
    return {"room_id": None, "game": game if known else None}


@database_sync_to_async
def _in_force(game: str | None, room_id: int | None) -> list[dict[str, Any]]:
    return [broadcasts.frame(row) for row in reversed(broadcasts.in_force(timezone.now(), game, room_id))]
