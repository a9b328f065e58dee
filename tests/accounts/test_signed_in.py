"""Who is behind a WebSocket: the player of the session's cookie."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from platform_site.sockets import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture(autouse=True)
async def let_go() -> AsyncIterator[None]:
    """The thread of the queries keeps no connection to the test's database."""
    yield
    await database_sync_to_async(connections.close_all)()


async def who(cookie: str | None) -> Any:
    """The user in the scope that a socket with this session gets."""
    seen: dict[str, Any] = {}

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.update(scope)

    headers = [] if cookie is None else [(b"cookie", f"sessionid={cookie}".encode())]
    await signed_in(application)({"type": "websocket", "headers": headers}, None, None)  # type: ignore[arg-type]
    return seen["user"]


def visit() -> tuple[Any, str]:
    player = get_user_model().objects.create_user(username="p", password="first-password")
    client = Client()
    client.force_login(player)
    return player, client.cookies["sessionid"].value


async def test_the_cookies_player_is_in_the_scope() -> None:
    player, cookie = await database_sync_to_async(visit)()
    found = await who(cookie)
    assert found == player
    assert found.is_authenticated


@pytest.mark.parametrize("cookie", [None, "", "no-such-session", "x" * 200])
async def test_without_a_session_nobody_is(cookie: str | None) -> None:
    assert not (await who(cookie)).is_authenticated


async def test_a_changed_password_ends_the_sessions_of_before() -> None:
    player, cookie = await database_sync_to_async(visit)()

    def change() -> None:
        player.set_password("second-password")
        player.save()

    await database_sync_to_async(change)()
    assert not (await who(cookie)).is_authenticated
