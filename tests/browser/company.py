"""Three people at a mahjong table who play a story of `tests.mahjong.deals` into the hands of a fourth."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import psycopg
import websockets

from tests.house import House
from tests.live.stranger import Stranger, beat
from tests.mahjong.deals import SEED, Line, Part, Story

KNOWN_SEED = f"""
CREATE OR REPLACE FUNCTION known_seed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.seed := '\\x{SEED.hex()}'; NEW.commitment := encode(sha256(NEW.seed), 'hex'); RETURN NEW;
END $$;
CREATE TRIGGER known_seed BEFORE INSERT ON games_hand FOR EACH ROW WHEN (NEW.game = 'mahjong')
  EXECUTE FUNCTION known_seed();
"""


@contextmanager
def known_seeds(house: House) -> Iterator[None]:
    """Meanwhile this house's database gives every hand of mahjong a seed that is no secret, so that nonces choose the
    deal; the platform does not know."""
    with psycopg.connect(house.database_url, autocommit=True) as database:
        database.execute(KNOWN_SEED)
        try:
            yield
        finally:
            database.execute("DROP TRIGGER known_seed ON games_hand")


class Company:
    """The three. They find their places at the table of a room; whoever sits at the fourth is the hero, and they choose
    the deal for him. `line` is what is to be played, once that is known. To be closed."""

    def __init__(self, house: House, room: int, story: type[Story]) -> None:
        self.story = story
        self.line: Future[Line] = Future()
        self.places: list[int] = []
        self.errors: list[BaseException] = []
        self.people = [Stranger(house.url).enter() for _ in range(3)]
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, args=(room,), daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Go away; raises what went wrong at the table."""
        self.loop.call_soon_threadsafe(self._stop)
        self.thread.join(10)
        if self.errors:
            raise self.errors[0]

    def _stop(self) -> None:
        for task in asyncio.all_tasks(self.loop):
            task.cancel()

    def _run(self, room: int) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._all(room))
        except asyncio.CancelledError:
            pass
        except Exception as error:  # noqa: BLE001 - told where the test can see it
            self.errors.append(error)
            if not self.line.done():
                self.line.set_exception(error)

    async def _all(self, room: int) -> None:
        self.ready = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(self._play(person, room))

    async def _play(self, person: Stranger, room: int) -> None:
        await person.join(room, timeout=60)
        async with person.socket(f"/ws/hand/{person.hand}/?w={person.window}") as socket:
            heartbeat = asyncio.create_task(beat(socket))
            try:
                await self._follow(socket)
            finally:
                heartbeat.cancel()

    async def _follow(self, socket: websockets.ClientConnection) -> None:
        view = json.loads(await socket.recv())["view"]
        seat: int = view["seat"]
        self.places.append(seat)
        if len(self.places) == len(self.people):
            (hero,) = {0, 1, 2, 3} - set(self.places)
            self.line.set_result(self.story.found(hero))
            self.ready.set()
        await self.ready.wait()
        line = self.line.result()
        opening = view["decisions"][0]["id"]
        await self._act(socket, opening, {"kind": "nonce", "nonce": line.nonces[seat]})
        part = line.part(seat)
        answered: set[int] = set()
        await self._answer(socket, view["decisions"], part, answered)
        async for text in socket:
            frame = json.loads(text)
            assert frame["t"] != "no", frame
            if frame["t"] in ("ev", "snap"):
                decisions = frame["d"] if frame["t"] == "ev" else frame["view"]["decisions"]
                await self._answer(socket, decisions, part, answered)

    async def _answer(self, socket: Any, decisions: list[Any], part: Part, answered: set[int]) -> None:
        for decision in decisions:
            if "mine" in decision and decision["id"] not in answered:
                answered.add(decision["id"])
                await self._act(socket, decision["id"], part.answer(decision))

    async def _act(self, socket: Any, decision: int, move: dict[str, Any]) -> None:
        await socket.send(json.dumps({"t": "act", "k": secrets.token_hex(8), "d": decision, "a": move}))
