"""The socket of notices and chat, `/ws/chat/`: opened by every page with what it looks at. Thin: it joins the groups of
`chat.groups` and passes on what they send (docs/lobby-protocol.md 8)."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone, translation

from accounts.models import Scope
from chat import broadcasts, groups, selectors, services, wire
from chat.errors import ChatRefused
from lobby.consumers import reader_language
from lobby.models import Room, Table

encode = msgspec.json.Encoder().encode

TOO_MUCH = 4429
MESSAGES = 4_000
"""A page has little to say but a sign of life every half minute; one that says so much is no page."""


class ChatConsumer(AsyncWebsocketConsumer):
    """Anybody may listen, signed in or not: what game masters say to all is on every page anyhow. What players say is
    for those who are signed in, at a table for its company (`selectors.Company`).

    `?room=`, `?table=` or `?game=` says where the page is; a place that does not exist is none.
    """

    joined: frozenset[str] = frozenset()
    heard = 0
    room_id: int | None = None
    table_id: int | None = None

    async def connect(self) -> None:
        await self.accept()
        user = self.scope.get("user")
        self.player = user if user is not None and user.is_authenticated else None
        asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        told = {name: values[0] for name, values in asked.items()}
        here = await _place(_number(told.get("room")), _number(told.get("table")), told.get("game", ""))
        wanted = {groups.EVERYBODY}
        wanted |= {groups.game(here["game"])} if here["game"] else set()
        wanted |= {groups.room(here["room_id"])} if here["room_id"] else set()
        wanted |= {groups.table(here["table_id"])} if here["table_id"] else set()
        self.room_id, self.table_id = here["room_id"], here["table_id"]
        for group in wanted:
            self.joined |= {group}  # first: whoever is cut off in between leaves it all the same
            await self.channel_layer.group_add(group, self.channel_name)
        # Subscribed first, read second: what is said in between arrives twice rather than never.
        for frame in await _in_force(here["game"], here["room_id"]):
            await self.say(frame)
        if self.player is not None:
            for frame in await database_sync_to_async(selectors.recent)(self.player.pk, self.room_id, self.table_id):
                await self.say(frame)

    async def disconnect(self, code: int) -> None:
        for group in self.joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard += 1
        try:
            message = wire.read(text_data)
        except wire.Malformed:
            await self.close(TOO_MUCH)
            return
        if self.heard > MESSAGES:
            await self.close(TOO_MUCH)
        elif isinstance(message, wire.Say):
            await self._say(message.text)
        else:
            await self.say({"t": "pong"})

    async def _say(self, text: str) -> None:
        try:
            scopes = self.scope.get("scopes")
            if self.player is None:
                raise ChatRefused("not_signed_in")
            if scopes is not None and Scope.SOCIAL not in scopes:
                raise ChatRefused("no_scope", scope=Scope.SOCIAL.value)
            await database_sync_to_async(services.say)(self.player, text, self.room_id, self.table_id)
        except ChatRefused as no:
            with translation.override(reader_language(self.scope)):
                told = no.text
            await self.say({"t": "no", "re": "say", "code": no.code, "text": told, "facts": no.facts})

    async def said(self, event: dict[str, Any]) -> None:
        """What a player said, for those who may hear it. A table's page is in its room's group, too: what is said in
        the room is for the room's page."""
        if self.player is None or self.player.pk in event["deaf"] or event["frame"]["table"] != self.table_id:
            return
        if event["public"] or self.player.pk in event["seated"]:
            await self.say(event["frame"])

    async def frame(self, event: dict[str, Any]) -> None:
        """What a group sends."""
        await self.say(event["frame"])

    async def say(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=encode(frame).decode())


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


@database_sync_to_async
def _place(room_id: int | None, table_id: int | None, game: str) -> dict[str, Any]:
    """The table, the room and the game a page looks at, as far as they exist."""
    if table_id is not None:
        room_id = Table.objects.filter(pk=table_id).values_list("room", flat=True).first()
        table_id = None if room_id is None else table_id
    if room_id is not None:
        found = Room.objects.filter(pk=room_id).values_list("game", flat=True).first()
        return {"table_id": table_id, "room_id": room_id if found else None, "game": found}
    known = game.isascii() and game.isprintable() and Room.objects.filter(game=game).exists()
    return {"table_id": None, "room_id": None, "game": game if known else None}


@database_sync_to_async
def _in_force(game: str | None, room_id: int | None) -> list[dict[str, Any]]:
    return [broadcasts.frame(row) for row in reversed(broadcasts.in_force(timezone.now(), game, room_id))]
