"""What players say: who may, who hears it, what is made of hostile text, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.models import Player
from chat import sanctions, selectors, services
from chat.errors import ChatRefused
from chat.models import Message
from lobby.models import Ban, Room, Seat, Table
from platform_site.asgi import application
from tests.chat.test_sanctions import master
from tests.lobby import people

pytestmark = pytest.mark.django_db


def sit(table: Table, index: int, player: Player | None = None) -> Player:
    player = player or people.person()
    Seat.objects.create(table=table, index=index, player=player, name=player.nickname, avatar="", since=timezone.now())
    return player


def seated(**rules: Any) -> tuple[Table, Player]:
    table = Table.objects.create(room=people.rooms(**rules), number=9)
    return table, sit(table, 0)


def refused(code: str, *args: Any, **named: Any) -> None:
    before = Message.objects.count()
    with pytest.raises(ChatRefused) as no:
        services.say(*args, **named)
    assert no.value.code == code
    assert no.value.text, "every code has its sentence"
    assert Message.objects.count() == before


@pytest.mark.parametrize("text", ["", "  ", "\u200b\u200d", "\u202e", "\u3164", "\x00\n", "\u2800"])
def test_what_shows_nothing_is_not_said(text: str) -> None:
    table, player = seated()
    refused("no_text", player, text, None, table.pk)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # as it is: pages show text, never HTML
        ("a\u202eb\u200bc\x07", "abc"),
        (" 快\n点 \t吧 ", "快 点 吧"),
        ("好" * 30, "好" * 30),
    ],
)
def test_text_is_made_plain(text: str, said: str) -> None:
    table, player = seated()
    assert services.say(player, text, None, table.pk).text == said


def test_a_message_has_at_most_thirty_characters() -> None:
    table, player = seated()
    refused("text_long", player, "好" * 31, None, table.pk)


def test_two_messages_in_five_seconds_wherever_they_are_sent() -> None:
    table, player = seated()
    now = timezone.now()
    services.say(player, "1", None, table.pk, now)
    services.say(player, "2", table.room_id, None, now + timedelta(seconds=2))
    refused("slow_down", player, "3", None, table.pk, now + timedelta(seconds=4.9))
    services.say(sit(table, 1), "mine", None, table.pk, now)
    assert services.say(player, "3", None, table.pk, now + timedelta(seconds=5)).text == "3"


def test_the_muted_are_told_until_when() -> None:
    table, player = seated()
    now = timezone.now()
    sanctions.mute(master(), player, "swore", timedelta(minutes=10), now)
    with pytest.raises(ChatRefused) as no:
        services.say(player, "hello", None, table.pk, now)
    assert (no.value.code, list(no.value.facts)) == ("muted", ["until"])
    assert services.say(player, "hello", None, table.pk, now + timedelta(minutes=10))


@pytest.mark.parametrize(
    ("rules", "private", "may"),
    [
        ({"spectators": True, "spectator_delay": 0}, False, True),
        ({"spectators": True, "spectator_delay": 30_000}, False, False),
        ({"spectators": False}, False, False),
        ({"spectators": True, "spectator_delay": 0}, True, False),
    ],
)
def test_who_looks_on_speaks_and_reads_where_that_gives_nothing_away(
    rules: dict[str, Any], private: bool, may: bool
) -> None:
    table, player = seated(**rules)
    if private:
        table.invite = "secret"
        table.save()
    looker = people.person()
    services.say(player, "my hand is bad", None, table.pk)
    assert bool(selectors.recent(looker.pk, None, table.pk)) is may
    if may:
        services.say(looker, "hello", None, table.pk)
        Ban.objects.create(table=table, player=looker, until=timezone.now() + timedelta(hours=1))
        assert selectors.recent(looker.pk, None, table.pk) == []
        assert looker.pk in selectors.deaf(player.pk, table.pk, timezone.now()), "nor what is said from now on"
    refused("not_here", looker, "hello", None, table.pk)
    assert selectors.recent(player.pk, None, table.pk), "who sits there reads on"


def test_the_next_to_use_a_private_table_read_nothing_of_it() -> None:
    table, player = seated()
    table.invite = "secret"
    table.save()
    services.say(player, "between us", None, table.pk)
    Seat.objects.all().delete()
    table.invite = None
    table.save()
    later = sit(table, 0)
    assert selectors.recent(later.pk, None, table.pk) == []
    assert selectors.recent(people.person().pk, None, table.pk) == []


def test_there_is_no_chat_where_names_are_hidden_nor_nowhere() -> None:
    table, player = seated(hidden_names=True, spectators=False)
    refused("no_chat_here", player, "it is me", None, table.pk)
    refused("no_chat_here", player, "it is me", table.room_id, None)
    refused("not_here", player, "hello", None, table.pk + 1000)
    refused("not_here", player, "hello", table.room_id, table.pk + 1000)
    refused("not_here", player, "hello", None, None)


def test_the_log_ends_after_a_month_and_leaves_out_whom_the_reader_blocks() -> None:
    table, player = seated()
    other, now = sit(table, 1), timezone.now()
    services.say(player, "old", None, table.pk, now - services.KEPT - timedelta(seconds=1))
    services.say(player, "new", None, table.pk, now)
    services.say(other, "theirs", None, table.pk, now)
    assert services.forget(now) == 1
    assert [line["text"] for line in selectors.recent(player.pk, None, table.pk)] == ["new", "theirs"]
    friends.block(player, other.pk)
    assert [line["text"] for line in selectors.recent(player.pk, None, table.pk)] == ["new"]
    assert [line["text"] for line in selectors.recent(other.pk, None, table.pk)] == ["new", "theirs"]
    assert selectors.recent(player.pk, table.room_id, None) == [], "a room's page does not show its tables' chat"


async def do(work: Callable[..., Any], *args: Any) -> Any:
    return await database_sync_to_async(lambda: work(*args))()


async def page(player: Player | None, look: str) -> WebsocketCommunicator:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    if player:
        client = Client()
        await do(client.force_login, player)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
    socket = WebsocketCommunicator(application, f"/ws/chat/?{look}", headers=headers)
    assert (await socket.connect())[0]
    await socket.send_to(text_data='{"t":"ping"}')  # answered once the groups are joined
    assert (await socket.receive_json_from(5))["t"] == "pong"
    return socket


async def say(socket: WebsocketCommunicator, text: str) -> None:
    await socket.send_to(text_data=json.dumps({"t": "say", "text": text}))


@pytest.mark.django_db(transaction=True)
async def test_a_line_reaches_the_company_of_its_table_and_nobody_else() -> None:
    table, player = await do(lambda: seated(spectators=True, spectator_delay=30_000))
    mate, blocker = await do(sit, table, 1), await do(sit, table, 2)
    at_table = f"table={table.pk}"
    mine, theirs, deaf = await page(player, at_table), await page(mate, at_table), await page(blocker, at_table)
    looker, in_room = await page(await do(people.person), at_table), await page(mate, f"room={table.room_id}")
    stranger = await page(None, at_table)
    await do(friends.block, blocker, player.pk)
    await say(mine, "a\u202eb")
    told = await theirs.receive_json_from(5)
    assert (told["t"], told["text"], told["player"], told["table"]) == ("said", "ab", player.pk, table.pk)
    assert (await mine.receive_json_from(5)) == told
    for other in (deaf, looker, in_room, stranger):
        assert await other.receive_nothing(0.1)
    await say(looker, "he has the bomb")
    assert (await looker.receive_json_from(5))["code"] == "not_here"
    await say(stranger, "hello")
    assert (await stranger.receive_json_from(5))["code"] == "not_signed_in"
    # A seat that was given up hears no more, though its page is still open.
    await do(Seat.objects.filter(player=mate).delete)
    await say(mine, "gone?")
    assert (await mine.receive_json_from(5))["text"] == "gone?"
    assert await theirs.receive_nothing(0.1)
    for socket in (mine, theirs, deaf, looker, in_room, stranger):
        await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_line_in_a_room_reaches_that_rooms_page_alone() -> None:
    table, player = await do(seated)
    other = await do(lambda: Room.objects.exclude(pk=table.room_id).filter(game=table.room.game)[0])
    mine = await page(player, f"room={table.room_id}")
    there = await page(player, f"table={table.pk}")
    elsewhere = await page(await do(people.person), f"room={other.pk}")
    await say(mine, "anybody?")
    assert (await mine.receive_json_from(5))["text"] == "anybody?"
    assert await there.receive_nothing(0.1)
    assert await elsewhere.receive_nothing(0.1)
    for socket in (mine, there, elsewhere):
        await socket.disconnect()
