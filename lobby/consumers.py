"""The lobby socket: one person's window on rooms, tables and the queue (docs/lobby-protocol.md). Thin: it decodes,
calls services, and passes on what `lobby.notify` sends to its groups."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.origins import of_scope
from lobby import notify, people, presence, private, selectors, services, wire
from lobby.errors import Refused, sentence
from lobby.reading import Gathered

logger = logging.getLogger(__name__)

NOT_SIGNED_IN, TOO_MANY, UNREADABLE = 4401, 4429, 1011
BURST, PER_SECOND = 40, 10.0
"""A socket may send so many messages at once, and this many a second in the long run."""

encode = msgspec.json.Encoder().encode

mine = Gathered(selectors.mes)
tables = Gathered(selectors.tables_of)
"""What the sockets of this process read again; after a settled hand all its people do."""


class LobbyConsumer(AsyncWebsocketConsumer):
    room: int | None = None
    """The room that is followed."""
    table: int | None = None
    """The table that is looked at, beside the one sat at."""
    own_table: int | None = None
    hall = False
    """Whether the numbers of all rooms are followed."""
    friends: dict[str, Any] | None = None
    """The friends as they were told last, where they are followed."""
    groups: frozenset[str] = frozenset()
    stale: set[str]
    """What of the player's own has to be read again: "me", "table"."""
    reader: asyncio.Task[None] | None = None
    shutting = False

    async def connect(self) -> None:
        await self.accept()
        self.player = self.scope.get("user")
        if self.player is None or not self.player.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        self.language = reader_language(self.scope)
        self.origin = of_scope(self.scope)
        self.allowance, self.spoke = float(BURST), time.monotonic()
        self.stale, self.following = set(), asyncio.Lock()
        # Subscribed first, read second: what changes in between arrives twice rather than never.
        await self._follow()
        await self.call(presence.seen, self.player)
        self._read_again("me")

    async def disconnect(self, code: int) -> None:
        if self.reader is not None:
            self.reader.cancel()
            await asyncio.gather(self.reader, return_exceptions=True)
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._may_speak():
            await self.close(TOO_MANY)
            return
        try:
            message = wire.read(text_data)
        except wire.Malformed:
            await self.say({"t": "err", "code": "malformed", "text": self._sentence("malformed", {})})
            return
        try:
            self._refuse_scope(message)
            await self.obey(message)
        except Refused as no:
            text = self._sentence(no.code, no.facts)
            await self.say({"t": "no", "re": wire.name_of(message), "code": no.code, "text": text, "facts": no.facts})

    async def obey(self, message: wire.Message) -> None:
        """Do what the message asks. Raises Refused."""
        match message:
            case wire.Ping(c):
                await self.call(services.renew, self.player)
                await self.say({"t": "pong", "c": c, "s": selectors.now_ms()})
                await self._show_friends()
            case wire.Sync():
                self._read_again("me", "table")
                await self._show_hall()
                await self._show_room()
                await self._show_table(self.table)
            case wire.Watch(hall=bool() as hall):
                await self._watch_hall(hall)
            case wire.Friends(on):
                self.friends = {} if on else None
                await self._show_friends()
            case wire.Watch(room, table):
                if room is not msgspec.UNSET:
                    await self._watch_room(room)
                else:
                    await self._watch_table(table if table is not msgspec.UNSET else None)
            case _:
                await self._command(message)
                await self.say({"t": "ok", "re": wire.name_of(message)})

    def _refuse_scope(self, message: wire.Message) -> None:
        """Raise Refused `no_scope` where the socket's token does not allow this; a page may do everything."""
        scopes, needed = self.scope.get("scopes"), wire.SCOPES[type(message)]
        if scopes is not None and needed not in scopes:
            raise Refused("no_scope", scope=needed.value)

    async def _command(self, message: wire.Message) -> None:
        match message:
            case wire.Join(room):
                await self.call(services.join, self.player, room, self.origin)
            case wire.Cancel():
                await self.call(services.cancel, self.player)
            case wire.Sit(room=int() as room):
                await self.call(services.sit_anywhere, self.player, room, self.origin)
            case wire.Sit(table=int() as table, index=int() as index, key=key):
                await self.call(partial(services.sit, key=key), self.player, table, index, self.origin)
            case wire.Private(room, password):
                await self.call(services.open_private, self.player, room, password, self.origin)
            case wire.Invite(player):
                await self.call(private.invite, self.player, player)
            case wire.Kick(player):
                await self.call(private.kick, self.player, player)
            case wire.Fill():
                await self.call(private.fill, self.player)
            case wire.Ready(show):
                await self.call(services.ready, self.player, show)
            case wire.Unready():
                await self.call(services.unready, self.player)
            case wire.Leave(flee):
                await self.call(services.leave, self.player, flee)
            case wire.Change():
                await self.call(services.change_table, self.player)

    async def _watch_room(self, room: int | None) -> None:
        if room is not None:
            await self.call(selectors.room, self.player, room)  # refuses an unknown one before anything changes
        self.room = room
        await self._follow()
        await self._show_room()

    async def _watch_table(self, table: int | None) -> None:
        if table is not None:
            await self.call(selectors.table, table)
        self.table = table
        await self._follow()
        await self._show_table(table)

    async def _watch_hall(self, hall: bool) -> None:
        self.hall = hall
        await self._follow()
        await self._show_hall()

    async def _follow(self) -> None:
        """Be in exactly the groups of what is followed now."""
        async with self.following:
            await self._change_groups()

    async def _change_groups(self) -> None:
        wanted = {notify.player_group(self.player.pk)}
        wanted |= {notify.room_group(self.room)} if self.room else set()
        wanted |= {notify.table_group(table) for table in (self.table, self.own_table) if table}
        wanted |= {notify.HALL} if self.hall else set()
        for group in self.groups - wanted:
            self.groups -= {group}
            await self.channel_layer.group_discard(group, self.channel_name)
        for group in wanted - self.groups:
            self.groups |= {group}  # first: whoever is cut off in between leaves it all the same
            await self.channel_layer.group_add(group, self.channel_name)

    async def _show_room(self) -> None:
        if self.room is not None:
            shown = await self.call(selectors.room, self.player, self.room)
            await self.say({"t": "room", "room": shown, "tables": await self.call(selectors.tables, self.room)})

    async def _show_hall(self) -> None:
        if self.hall:
            await self.say(notify.hall_frame(await self.call(selectors.head_counts)))

    async def _show_table(self, table: int | None) -> None:
        if table is not None:
            await self.say({"t": "table", "table": await self.call(selectors.table, table)})

    async def _show_friends(self) -> None:
        """Say who of the followed friends is where, if that is not what was said last."""
        if self.friends is None:
            return
        now = await self.call(people.column, self.player)
        if now != self.friends:
            self.friends = now
            await self.say({"t": "friends", **now})

    # What the groups send

    async def refresh_friends(self, event: dict[str, Any]) -> None:
        await self._show_friends()

    async def refresh(self, event: dict[str, Any]) -> None:
        """Something of the player's own changed."""
        self._read_again("me")

    def _read_again(self, *what: str) -> None:
        """Read this again and say it, in a task of its own: what the groups send meanwhile, a match above all, does not
        wait for it, and what changes meanwhile is read once."""
        self.stale.update(what)
        if self.reader is None or self.reader.done():
            self.reader = asyncio.create_task(self._read_own())

    async def _read_own(self) -> None:
        try:
            while self.stale:
                wanted, self.stale = self.stale, set()
                await self._show_own("table" in wanted)
        except OSError as error:  # how a server says that the socket has just gone
            logger.debug("nobody hears of it: %r", error)
        except Exception:
            logger.exception("the lobby of player %s could not be read again", self.player.pk)
            await self.close(UNREADABLE)  # it comes back and reads all of it

    async def _show_own(self, table: bool) -> None:
        """Say what is the player's own; the table sat at where it is another than before, or where `table`: its changes
        are told by its group."""
        me = await mine.of(self.player.pk)
        if me is None:
            return
        before, self.own_table = self.own_table, me["seat"] and me["seat"]["table"]
        await self._follow()
        await self.say({"t": "state", "me": me})
        if self.own_table is not None and (table or self.own_table != before):
            shown = await tables.of(self.own_table)
            if shown is not None:
                await self.say({"t": "table", "table": shown})

    async def shut(self, event: dict[str, Any]) -> None:
        await self.close(NOT_SIGNED_IN)

    async def frame(self, event: dict[str, Any]) -> None:
        await self.say(event["frame"])

    async def say_it(self, event: dict[str, Any]) -> None:
        """A withdrawal or a notice, in this reader's language."""
        frame = {"t": event["t"], "code": event["code"], "text": self._sentence(event["code"], event["facts"])}
        frame["facts"] = event["facts"]
        if event["t"] == "no":
            frame["re"] = None
        await self.say(frame)

    # Small things

    async def say(self, frame: dict[str, Any]) -> None:
        if not self.shutting:
            await self.send(text_data=encode(frame).decode())

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Nothing is said after it. Whoever has gone already need not be told."""
        self.shutting = True
        with suppress(OSError):
            await super().close(code, reason)

    async def call(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run database work on a thread, in the reader's language."""

        def run() -> Any:
            with translation.override(self.language):
                return work(*args)

        return await database_sync_to_async(run)()

    def _sentence(self, code: str, facts: dict[str, Any]) -> str:
        with translation.override(self.language):
            return sentence(code, facts)

    def _may_speak(self) -> bool:
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + (now - self.spoke) * PER_SECOND) - 1
        self.spoke = now
        return self.allowance >= 0


def reader_language(scope: dict[str, Any]) -> str:
    """The language a page would be served in: the cookie's, else the first one of the browser that we have."""
    headers = dict(scope.get("headers", []))
    wanted = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [part.split(";")[0].strip() for part in headers.get(b"accept-language", b"").decode("latin1").split(",")]
    for code in filter(None, wanted):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
