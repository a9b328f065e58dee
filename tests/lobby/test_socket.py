"""The lobby socket: what each message answers and who else hears of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connections, transaction
from django.utils import timezone

from accounts.events import AccountSwitchedOff, PlayerErased
from accounts.models import Player
from lobby import consumers, matching, notify, people, services
from lobby.models import Table, Ticket
from lobby.reading import Gathered
from lobby.subscribers import close_sockets, forget_person
from platform_site.routing import websocket_urlpatterns
from tests.lobby.people import give, person, rooms

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]


class Client:
    """One socket, read until what is looked for comes."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket

    async def say(self, **message: Any) -> None:
        await self.socket.send_json_to(message)

    async def hear(self, kind: str, **fields: Any) -> Json:
        """The next frame of this kind with these fields; others are passed over."""
        while True:
            frame = await self.socket.receive_json_from(timeout=5)
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def ask(self, kind: str, /, answer: str = "ok", **fields: Any) -> Json:
        await self.say(t=kind, **fields)
        return await self.hear(answer, re=kind)


@asynccontextmanager
async def lobby(player: Player | AnonymousUser, language: bytes = b"zh-CN") -> AsyncIterator[Client]:
    socket = WebsocketCommunicator(
        URLRouter(websocket_urlpatterns), "/ws/lobby/", headers=[(b"accept-language", language)]
    )
    socket.scope["user"] = player
    connected, _ = await socket.connect()
    assert connected
    try:
        yield Client(socket)
    finally:
        await socket.disconnect()


@pytest.fixture(autouse=True)
async def _nothing_stays_connected() -> AsyncIterator[None]:
    yield
    await database_sync_to_async(connections.close_all)()


@database_sync_to_async
def in_database(work: Any, *args: Any) -> Any:
    return work(*args)


async def test_a_stranger_is_turned_away_with_a_code() -> None:
    async with lobby(AnonymousUser()) as client:
        assert (await client.socket.receive_output(5))["code"] == consumers.NOT_SIGNED_IN


async def test_joining_ends_in_a_match_with_a_hand_to_go_to() -> None:
    room, player = await in_database(rooms), await in_database(person)
    async with lobby(player) as client:
        first = await client.hear("state")
        assert first["me"]["balances"]["beans"] == 10_000
        assert (first["me"]["seat"], first["me"]["ticket"]) == (None, None)
        await client.say(t="join", room=room.pk)
        waiting = (await client.hear("state"))["me"]["ticket"]
        assert waiting["room"] == room.pk
        assert waiting["bots_at"] - waiting["since"] == room.bot_wait
        await in_database(
            lambda: Ticket.objects.update(created_at=timezone.now() - timedelta(milliseconds=room.bot_wait))
        )
        assert await in_database(matching.match_room, room.pk) == 1
        match = await client.hear("match")
        table = await in_database(Table.objects.get)
        assert match == {"t": "match", "table": table.pk, "room": room.pk, "hand": str(table.hand)}
        await client.say(t="sync")
        assert (await client.hear("state"))["me"]["seat"]["hand"] == match["hand"]
        assert [seat["bot"] for seat in (await client.hear("table"))["table"]["seats"]] == [False, True, True]


async def test_who_looks_at_a_room_sees_people_sit_down() -> None:
    room, looker, sitter = await in_database(rooms), await in_database(person), await in_database(person)
    cache.delete(notify.TOLD)
    async with lobby(looker) as client:
        await client.say(t="watch", room=room.pk)
        assert (await client.hear("room"))["tables"] == []
        await in_database(services.sit_anywhere, sitter, room.pk)
        seen = (await client.hear("table"))["table"]
        assert [seat and seat["player"] for seat in seen["seats"]] == [sitter.pk, None, None]
        await in_database(notify.numbers_changed)
        assert (await client.hear("players"))["players"] == 1
        await client.say(t="watch", room=None)
        await client.ask("cancel", answer="no")
        await in_database(services.unready, sitter)
        assert await client.socket.receive_nothing(0.3)


async def test_two_at_a_table_see_each_other_get_ready() -> None:
    room, one, two = await in_database(rooms), await in_database(person), await in_database(person)
    async with lobby(one) as first, lobby(two) as second:
        await first.ask("sit", room=room.pk)
        table = (await first.hear("table"))["table"]
        await second.ask("sit", table=table["id"], index=1)
        await second.ask("ready", show=True)
        while True:
            seen = (await first.hear("table"))["table"]
            if seen["seats"][1] and seen["seats"][1]["ready"]:
                break
        assert seen["seats"][1]["show"]
        assert seen["v"] > table["v"]


async def test_a_refusal_has_code_sentence_and_facts_in_the_readers_language() -> None:
    room, poor = await in_database(rooms), await in_database(person, 120)
    async with lobby(poor) as client:
        no = await client.ask("join", answer="no", room=room.pk)
        assert no["code"] == "not_enough"
        assert no["facts"] == {"need": 500, "have": 120, "currency": "beans", "room": None}
        assert "500" in no["text"]
        assert not await in_database(Ticket.objects.exists)


async def test_a_withdrawn_ticket_is_said_to_its_owner() -> None:
    room, player = await in_database(rooms), await in_database(person)
    async with lobby(player) as client:
        await client.ask("join", room=room.pk)
        await in_database(give, player, 10)
        await in_database(matching.match_room, room.pk)
        no = await client.hear("no")
        assert (no["re"], no["code"], no["facts"]["have"]) == (None, "not_enough", 10)


async def test_what_cannot_be_read_is_malformed_and_changes_nothing() -> None:
    room = await in_database(rooms)
    async with lobby(await in_database(person)) as client:
        await client.hear("state")
        await client.say(t="join", room=str(room.pk))
        assert (await client.hear("err"))["code"] == "malformed"
        assert not await in_database(Ticket.objects.exists)


async def test_a_heartbeat_is_answered_and_renews_the_ticket() -> None:
    room, player = await in_database(rooms), await in_database(person)
    async with lobby(player) as client:
        await client.ask("join", room=room.pk)
        long_ago = timezone.now() - timedelta(minutes=5)
        await in_database(lambda: Ticket.objects.update(seen_at=long_ago))
        await client.say(t="ping", c=17)
        assert (await client.hear("pong"))["c"] == 17
        assert (await in_database(Ticket.objects.get)).seen_at > long_ago


async def test_a_flood_is_cut_off() -> None:
    async with lobby(await in_database(person)) as client:
        await client.hear("state")
        for _ in range(consumers.BURST + 20):
            await client.say(t="ping", c=0)
        async with asyncio.timeout(5):
            while (output := await client.socket.receive_output(5))["type"] != "websocket.close":
                continue
        assert output["code"] == consumers.TOO_MANY


async def test_a_socket_does_nothing_for_an_account_that_is_closed_and_ends_with_it() -> None:
    room, player = await in_database(rooms), await in_database(person)
    async with lobby(player) as client:
        await client.ask("sit", room=room.pk)
        await client.ask("leave")
        await in_database(lambda: Player.objects.filter(pk=player.pk).update(is_active=False))
        for command, fields in {"sit": {"room": room.pk}, "join": {"room": room.pk}, "leave": {}}.items():
            assert (await client.ask(command, "no", **fields))["code"] == "account_closed"
        assert not await in_database(Ticket.objects.exists)
        await in_database(transaction.atomic(forget_person), PlayerErased(player.pk))
        while (output := await client.socket.receive_output(5))["type"] != "websocket.close":
            continue
        assert output["code"] == consumers.NOT_SIGNED_IN


async def test_the_socket_of_an_account_that_is_switched_off_ends(clean_cache: None) -> None:
    room, player = await in_database(rooms), await in_database(person)
    async with lobby(player) as client:
        await client.ask("join", room=room.pk)
        await in_database(transaction.atomic(close_sockets), AccountSwitchedOff(player.pk))
        while (output := await client.socket.receive_output(5))["type"] != "websocket.close":
            continue
        assert output["code"] == consumers.NOT_SIGNED_IN
        assert not await in_database(Ticket.objects.exists)


async def test_a_match_does_not_wait_for_what_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    player = await in_database(person)
    held, read = asyncio.Event(), consumers.mine.of

    async def slow(number: int) -> Any:
        await held.wait()
        return await read(number)

    async with lobby(player) as client:
        await client.hear("state")
        monkeypatch.setattr(consumers.mine, "of", slow)
        for _ in range(5):
            await in_database(notify.player_changed, player.pk)
        await in_database(notify.matched, player.pk, 7, 1, "a hand")
        assert (await client.hear("match"))["table"] == 7
        held.set()
        await client.hear("state")
        await client.hear("state")  # the first read had begun before the last change
        assert await client.socket.receive_nothing(0.3), "all that changed meanwhile is read once"


async def test_what_many_sockets_ask_for_at_once_is_read_once() -> None:
    asked: list[list[int]] = []

    def read(numbers: Any) -> dict[int, str]:
        asked.append(sorted(numbers))
        if 13 in numbers:
            raise ValueError("unlucky")
        return {number: f"n{number}" for number in numbers if number < 100}

    gathered = Gathered(read)
    first = asyncio.create_task(gathered.of(1))
    await asyncio.sleep(0)
    assert await asyncio.gather(*(gathered.of(n) for n in (2, 3, 3, 100)), first) == ["n2", "n3", "n3", None, "n1"]
    assert asked in ([[1], [2, 3, 100]], [[1, 2, 3, 100]])
    with pytest.raises(ValueError, match="unlucky"):
        await gathered.of(13)
    assert await gathered.of(4) == "n4", "a fault is told to those whom it concerns"


async def test_the_halls_numbers_come_whole_and_then_as_they_change() -> None:
    room, player, other = await database_sync_to_async(lambda: (rooms(), person(), person()))()
    cache.delete(notify.TOLD)
    async with lobby(player) as client:
        await client.say(t="watch", hall=True)
        assert (await client.hear("hall"))["rooms"][str(room.pk)] == [0, 0]
        await database_sync_to_async(notify.numbers_changed)()
        await database_sync_to_async(services.join)(other, room.pk)
        assert await database_sync_to_async(notify.numbers_changed)()
        assert (await client.hear("hall"))["rooms"] == {str(room.pk): [0, 1]}
        assert not await database_sync_to_async(notify.numbers_changed)()
        await database_sync_to_async(services.cancel)(other)
        await database_sync_to_async(notify.numbers_changed)()
        assert (await client.hear("hall"))["rooms"] == {str(room.pk): [0, 0]}


async def test_friends_are_followed_and_invited(clean_cache: None) -> None:
    room, host, friend = await database_sync_to_async(_two_friends)()
    async with lobby(host) as mine, lobby(friend) as theirs:
        await mine.say(t="friends")
        [told] = (await mine.hear("friends"))["friends"]
        assert (told["id"], told["state"], told["table"], told["invitable"]) == (friend.pk, "hall", None, True)
        await mine.ask("invite", "no", player=friend.pk)  # nobody invites without a seat
        await mine.ask("private", room=room.pk, password="茶馆")
        await mine.ask("invite", player=friend.pk)
        facts = (await theirs.hear("notice", code="invited"))["facts"]
        refused = await theirs.ask("sit", "no", table=facts["table"], index=1)
        assert refused["code"] == "private"
        await theirs.ask("sit", table=facts["table"], index=1, key=facts["key"])
        await mine.say(t="ping", c=1)
        [told] = (await mine.hear("friends"))["friends"]
        assert (told["state"], told["table"]) == ("table", None), "where a private table is stays private"
        await mine.ask("kick", player=friend.pk)
        await theirs.hear("notice", code="kicked")
        await database_sync_to_async(people.remove)(friend, host.pk)
        assert (await mine.hear("friends"))["friends"] == []


def _two_friends() -> tuple[Any, Player, Player]:
    room, host, friend = rooms(), person(), person()
    people.ask(host, friend.pk)
    people.accept(friend, host.pk)
    return room, host, friend


@pytest.fixture
def clean_cache() -> None:
    """Invitations and wrong passwords of earlier runs are counted in Redis under numbers that come again."""
    cache.clear()


async def test_nothing_is_said_after_a_socket_was_closed() -> None:
    said: list[str] = []

    async def to_server(message: dict[str, Any]) -> None:
        said.append(message["type"])
        raise OSError("the client has gone")

    consumer = consumers.LobbyConsumer()
    consumer.base_send = to_server
    await consumer.close(consumers.UNREADABLE)
    await consumer.frame({"frame": {"t": "numbers"}})
    assert said == ["websocket.close"]
