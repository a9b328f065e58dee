"""Who is behind a WebSocket: the player of the session's cookie, or of the token in the header."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from accounts import tokens
from platform_site import sockets
from platform_site.asgi import application
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


class Socket:
    """A socket of the site's own application, as uvicorn would serve it."""

    def __init__(self, path: str, *headers: tuple[bytes, bytes]) -> None:
        self.communicator = WebsocketCommunicator(application, path, headers=list(headers))

    async def closed_with(self) -> int:
        """The code with which it is closed, passing over what is said before."""
        async with asyncio.timeout(5):
            while (output := await self.communicator.receive_output(5))["type"] != "websocket.close":
                continue
        return int(output["code"])

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a command of the lobby."""
        await self.communicator.send_json_to({"t": kind, **fields})
        while (frame := await self.communicator.receive_json_from(5)).get("re") != kind:
            continue
        answer: dict[str, Any] = frame
        return answer


OURS = (b"origin", b"http://localhost")
LOBBY, HAND = "/ws/lobby/", f"/ws/hand/{uuid4()}/"


@database_sync_to_async
def token(*scopes: str) -> tuple[Any, bytes]:
    """A token with these scopes and the header that brings it."""
    player = get_user_model().objects.create_user(f"t{uuid4().hex[:8]}")
    made, secret = tokens.create(player, player, "socket", scopes, 7)
    return made, f"Bearer {secret}".encode()


async def test_a_program_enters_by_its_token_from_nowhere() -> None:
    made, header = await token("read")
    for extra in ((), ((b"origin", b"https://elsewhere.example"),)):
        socket = Socket(LOBBY, (b"authorization", header), *extra)
        assert (await socket.communicator.connect())[0]
        assert (await socket.communicator.receive_json_from(5))["me"]["id"] == made.player_id
        await socket.communicator.disconnect()


async def test_a_page_of_somebody_else_is_kept_out_whatever_its_cookie() -> None:
    _player, cookie = await database_sync_to_async(visit)()
    session = (b"cookie", f"sessionid={cookie}".encode())
    for headers in ((session,), (session, (b"origin", b"https://elsewhere.example"))):
        assert not (await Socket(LOBBY, *headers).communicator.connect())[0]
    # Nor does a header that is no token open the door beside the cookie, nor a bad token.
    assert not (await Socket(LOBBY, session, (b"authorization", b"Basic eA==")).communicator.connect())[0]
    for secret in (b"Bearer nonsense", b"bearer", b"Bearer "):
        socket = Socket(LOBBY, session, OURS, (b"authorization", secret))
        assert (await socket.communicator.connect())[0]
        assert await socket.closed_with() == sockets.NOT_SIGNED_IN
    page = Socket(LOBBY, session, OURS)
    assert (await page.communicator.connect())[0]
    await page.communicator.disconnect()


async def test_a_token_in_the_address_is_none() -> None:
    _made, header = await token("read")
    socket = Socket(f"{LOBBY}?token={header[7:].decode()}&authorization={header[7:].decode()}", OURS)
    assert (await socket.communicator.connect())[0]
    assert await socket.closed_with() == sockets.NOT_SIGNED_IN


@pytest.mark.parametrize(("path", "scope"), [(HAND, "read"), (HAND, "social"), (LOBBY, "play")])
async def test_a_socket_needs_its_scope(path: str, scope: str) -> None:
    _made, header = await token(scope)
    socket = Socket(path, (b"authorization", header))
    assert (await socket.communicator.connect())[0]
    assert await socket.closed_with() == sockets.NOT_ALLOWED


async def test_a_lobby_command_needs_its_scope() -> None:
    _made, header = await token("read", "social")
    socket = Socket(LOBBY, (b"authorization", header))
    await socket.communicator.connect()
    refused = await socket.ask("join", room=1)
    assert (refused["t"], refused["code"], refused["facts"]) == ("no", "no_scope", {"scope": "play"})
    assert (await socket.ask("invite", player=1))["code"] == "not_seated", "allowed, and then refused for its own sake"
    await socket.communicator.disconnect()


@pytest.mark.parametrize("speaks", [False, True])
async def test_a_revoked_token_ends_its_sockets_soon(speaks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "CHECKED_SECONDS", 0.2)
    made, header = await token("read")
    socket = Socket(LOBBY, (b"authorization", header))
    await socket.communicator.connect()
    await asyncio.sleep(0.5)
    await socket.communicator.send_json_to({"t": "ping", "c": 7})
    while (await socket.communicator.receive_json_from(5))["t"] != "pong":
        continue
    await database_sync_to_async(tokens.revoke)(made.player, made.pk)
    if speaks:
        await asyncio.sleep(0.3)
        await socket.communicator.send_json_to({"t": "ping", "c": 8})
    assert await socket.closed_with() == sockets.NOT_SIGNED_IN


async def test_a_token_knocks_so_often_and_no_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HANDSHAKES_A_MINUTE", 2)
    _made, header = await token("play")
    codes = []
    for _ in range(4):
        socket = Socket(HAND, (b"authorization", header))
        await socket.communicator.connect()
        codes.append(await socket.closed_with())
    assert codes[0] == 4404, "no such hand"
    assert codes[-1] == sockets.TOO_MANY
