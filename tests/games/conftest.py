"""Hands of the toy game, and two hubs in one loop that stand for two processes."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.urls import path

from games.bots import POLICIES
from games.consumers import HandConsumer
from games.models import Hand
from games.rules.registry import GAMES
from games.runtime import fanout, faults, leases
from games.runtime.hub import Hub
from games.services import start_hand
from tests.games import toy


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy.Toy)
    monkeypatch.setitem(POLICIES, "toy", toy.policy)


CLOCK = (fanout.DUE, fanout.SEQ, fanout.LEASES, leases.SWEPT, faults.PULSE, faults.OUTAGE)


@pytest.fixture(autouse=True)
def clean_clock() -> None:
    """Hands of earlier tests are gone from the database; what the clock knew of them goes too."""
    fanout.client().delete(*CLOCK)


def toy_config(**changes: Any) -> dict[str, Any]:
    config = {
        "game": "toy",
        "mode": "toy",
        "rules_version": 1,
        "seats": 2,
        "turns": 6,
        "bots": [None, None],
        "carried": [0, 0],
        "currency": None,
        "room": {"id": 1, "name": "toy"},
        "timers": {"say": 60_000, "think": [0, 0]},
    }
    return config | changes


def new_hand(people: int = 2, **changes: Any) -> tuple[Hand, list[Any]]:
    """A toy hand whose first `people` seats are taken by new players."""
    config = toy_config(**changes)
    players = [get_user_model().objects.create_user(username=f"p{secrets.token_hex(6)}") for _ in range(people)]
    seats = [player.pk for player in players] + [None] * (config["seats"] - people)
    names = [{"name": f"seat {i}", "bot": player is None} for i, player in enumerate(seats)]
    return start_hand(config, seats, names, {}, "toy-table"), players


class Person(WebsocketCommunicator):
    """One socket of one player at one hub, with the frames it was sent."""

    def __init__(
        self,
        hub: Hub,
        hand: Any,
        user: Any,
        headers: list[tuple[bytes, bytes]] | None = None,
        page: str | None = None,
    ) -> None:
        route = URLRouter([path("ws/hand/<uuid:hand>/", HandConsumer.as_asgi(hub=hub))])

        async def application(scope: Any, receive: Any, send: Any) -> None:
            await route({**scope, "user": user or AnonymousUser()}, receive, send)

        query = "" if page is None else f"?w={page}"
        super().__init__(application, f"/ws/hand/{getattr(hand, 'id', hand)}/{query}", headers or [])
        self.frames: list[dict[str, Any]] = []

    async def enter(self) -> dict[str, Any]:
        connected, _ = await self.connect()
        assert connected
        return await self.until("snap")

    async def frame(self, timeout: float = 20) -> dict[str, Any]:
        frame = json.loads(await self.receive_from(timeout))
        self.frames.append(frame)
        return frame

    async def until(self, kind: str, timeout: float = 20) -> dict[str, Any]:
        """The next frame of that kind; those before it are kept in `frames`."""
        while (frame := await self.frame(timeout))["t"] != kind:
            pass
        return frame

    async def say(self, decision: int, word: str, key: str | None = None) -> str:
        key = key or secrets.token_hex(8)
        action = {"kind": "say", "word": word}
        await self.send_json_to({"t": "act", "k": key, "d": decision, "a": action})
        return key

    async def answer(self) -> dict[str, Any]:
        """The next `ok` or `no`; an event frame with the command's key is as good as an `ok`."""
        while (frame := await self.frame())["t"] not in ("ok", "no"):
            if frame["t"] == "ev" and "k" in frame:
                return {"t": "ok", "k": frame["k"]}
        return frame

    async def rest(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """Everything that still comes within `seconds`."""
        found = []
        try:
            async with asyncio.timeout(seconds):
                while True:
                    found.append(json.loads((await self.output_queue.get())["text"]))
        except TimeoutError:
            self.frames += found
            return found


Enter = Callable[..., Awaitable[Person]]


@pytest_asyncio.fixture
async def hubs() -> AsyncIterator[tuple[Hub, Hub]]:
    pair = (Hub(), Hub())
    yield pair
    for hub in pair:
        await hub.close()
    await database_sync_to_async(connections.close_all)()


@pytest_asyncio.fixture
async def enter(hubs: tuple[Hub, Hub]) -> AsyncIterator[Enter]:
    """Open a socket for a player at hub 0 or 1 and take its snapshot."""
    people: list[Person] = []

    async def opened(hand: Hand, user: Any, process: int = 0, page: str | None = None) -> Person:
        person = Person(hubs[process], hand, user, page=page)
        people.append(person)
        await person.enter()
        return person

    yield opened
    for person in people:
        with suppress(asyncio.CancelledError):  # one that waited in vain has ended already
            await person.disconnect()


async def log_of(hand: Hand) -> list[tuple[int, str, str]]:
    """(seq, cmd, kind) of a hand's log."""

    def read() -> list[tuple[int, str, str]]:
        entries = hand.entries.order_by("seq").values_list("seq", "cmd", "action")
        return [(seq, cmd, action["kind"]) for seq, cmd, action in entries]

    return await database_sync_to_async(read)()
