"""The socket of notices: who hears what, at once and after coming late."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from chat import broadcasts
from lobby.models import Room, Table
from platform_site.asgi import application
from tests.chat.test_sanctions import master
from tests.lobby import people

pytestmark = pytest.mark.django_db(transaction=True)

HEADERS = [(b"origin", b"http://localhost"), (b"host", b"localhost")]


async def do(work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return await database_sync_to_async(lambda: work(*args, **named))()


async def listen(look: str = "") -> WebsocketCommunicator:
    page = WebsocketCommunicator(application, f"/ws/chat/{look}", headers=HEADERS)
    assert (await page.connect())[0]
    await page.send_to(text_data='{"t":"ping"}')  # answered once the groups are joined
    assert (await page.receive_json_from(5))["t"] in ("pong", "broadcast")
    return page


async def test_everybody_hears_what_is_for_all_and_only_the_room_what_is_for_it() -> None:
    room = await do(people.rooms)
    other = await do(lambda: Room.objects.exclude(pk=room.pk).filter(game=room.game)[0])
    table = await do(Table.objects.create, room=room, number=9)
    gm, ends = await do(master), timezone.now() + timedelta(hours=1)
    hall, there, elsewhere = await listen(), await listen(f"?table={table.pk}"), await listen(f"?room={other.pk}")
    mine = await do(broadcasts.publish, gm, "room", "room", "x", ends, room_id=room.pk)
    game = await do(broadcasts.publish, gm, "game", "game", "x", ends, game=room.game)
    everyone = await do(broadcasts.publish, gm, "all", "all", "x", ends)
    heard = {
        page: {(await page.receive_json_from(5))["id"] for _each in range(n)}
        for page, n in ((hall, 1), (there, 3), (elsewhere, 2))
    }
    assert heard == {
        hall: {everyone.pk},
        there: {mine.pk, game.pk, everyone.pk},
        elsewhere: {game.pk, everyone.pk},
    }
    await do(broadcasts.recall, gm, mine.pk, "x")
    assert await there.receive_json_from(5) == {"t": "recall", "id": mine.pk}
    assert await hall.receive_nothing(0.2)
    for page in heard:
        await page.disconnect()


async def test_who_comes_late_is_told_what_is_in_force() -> None:
    gm = await do(master)
    row = await do(broadcasts.publish, gm, "all", "all", "x", timezone.now() + timedelta(hours=1))
    page = WebsocketCommunicator(application, "/ws/chat/?game=%00&table=x", headers=HEADERS)
    assert (await page.connect())[0]
    assert (await page.receive_json_from(5))["id"] == row.pk
    await page.send_to(text_data='{"t":"ping"}')
    assert await page.receive_json_from(5) == {"t": "pong"}
    await page.send_to(text_data="<nonsense>")
    assert (await page.receive_output(5))["code"] == 4429
    await page.disconnect()
