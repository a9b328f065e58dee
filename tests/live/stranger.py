"""A scripted person: enters as a guest, joins a room, plays hands over the real sockets, keeps what it was told.

Used by the fault tests and the benchmarks of whole processes; it knows the wire and nothing of the server's code. It
behaves as the page does: heartbeat, reconnecting with jitter, one command under way, and after a reconnect only that
one is sent again.
"""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import secrets
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import websockets
from websockets.exceptions import WebSocketException

from tests.live.follower import Follower
from tests.live.habits import HINTS, TURNS, Habits

Json = Any

HEARTBEAT_SECONDS = 4
SILENCE_SECONDS = 5
"""A heartbeat unanswered for this long means a dead connection."""
LOST = (OSError, WebSocketException)
"""What a broken connection raises; a TimeoutError is an OSError."""


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The lobby said no."""


class Stranger:
    """One person at one address; `session` signs in somebody who is known already, else `enter` makes a guest.

    `acknowledged` holds (hand, key) of each command the server said is stored.
    """

    def __init__(self, base: str, think: float = 0, session: str = "", habits: Habits | None = None) -> None:
        self.base = base
        self.think = think
        """Seconds before each answer."""
        self.habits = habits or Habits()
        self.jar = http.cookiejar.CookieJar()
        self.http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.session = session
        self.window = secrets.token_hex(8)
        self.follower = Follower()
        self.hand: str = ""
        self.table = 0
        self.settled: list[Json] = []
        self.acknowledged: list[tuple[str, str]] = []
        self.refused: list[Json] = []
        self.reconnects = 0
        self.lost_at = 0.0
        self.on_return: Callable[[float, float], None] = lambda lost, back: None
        """Told when a hand's connection broke and when its next snapshot came, on `time.monotonic`'s clock."""
        self.me: Json = None

    @property
    def view(self) -> Json:
        """The hand as this person sees it."""
        return self.follower.view

    def enter(self) -> Self:
        """One tap on 游客进入."""
        self.http.open(f"{self.base}/accounts/login/").read()
        token = next(c.value for c in self.jar if c.name == "csrftoken")
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(f"{self.base}/guest/", form, {"Referer": f"{self.base}/accounts/login/"})
        self.http.open(request).read()
        return self

    def socket(self, path: str) -> websockets.connect:
        """A connection as the page opens it."""
        cookies = [f"{c.name}={c.value}" for c in self.jar]
        if self.session:
            cookies.append(f"sessionid={self.session}")
        return websockets.connect(
            self.base.replace("http", "ws", 1) + path,
            additional_headers={"Cookie": "; ".join(cookies), "Origin": self.base},
            compression=None,
            open_timeout=15,
            close_timeout=1,
            ping_interval=None,
        )

    # The lobby

    async def join(self, room: int, timeout: float = 20) -> str:
        """Press 加入 and wait for the match; returns the hand's id. TimeoutError when none comes."""
        async with asyncio.timeout(timeout):
            while True:
                try:
                    async with self.socket("/ws/lobby/") as socket:
                        await socket.send(json.dumps({"t": "join", "room": room}))
                        async for text in socket:
                            if self._matched(json.loads(text)):
                                return self.hand
                except LOST:
                    await asyncio.sleep(0.2)

    def _matched(self, message: Json) -> bool:
        """Whether the lobby's message leads to a hand; Refused when it will not."""
        if message["t"] == "state":
            self.me = message["me"]
            seat = self.me["seat"]
            if seat and seat["hand"]:
                self.table, self.hand = seat["table"], seat["hand"]
                return True
        elif message["t"] == "match":
            self.table, self.hand = message["table"], message["hand"]
            return True
        elif message["t"] == "no" and message["code"] != "seated":
            raise Refused(message)
        return False

    async def next_hand(self, room: int, timeout: float = 60) -> str:
        """Whatever leads to the hand after this one: ready at the table, or the queue. TimeoutError when none comes.

        The state is asked for again while nothing happens: the page does so with its heartbeat.
        """
        async with asyncio.timeout(timeout):
            before = self.hand
            while True:
                with suppress(*LOST):
                    async with self.socket("/ws/lobby/") as socket:
                        while True:
                            try:
                                message = json.loads(await asyncio.wait_for(socket.recv(), HEARTBEAT_SECONDS))
                            except TimeoutError:
                                await socket.send('{"t":"sync"}')
                                message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE_SECONDS))
                            if (found := self._led_on(message, before)) is not None:
                                if not found:
                                    return self.hand
                                await socket.send(
                                    json.dumps({**found, **({"room": room} if found["t"] == "join" else {})})
                                )
                await asyncio.sleep(self._pause(1))

    def _led_on(self, message: Json, before: str) -> Json | None:
        """The command that a lobby message calls for, {} when it has led to another hand, None for neither."""
        if message["t"] == "match" and message["hand"] != before:
            self.table, self.hand = message["table"], message["hand"]
            return {}
        if message["t"] != "state":
            return None
        self.me = message["me"]
        seat = self.me["seat"]
        if seat is None:
            return None if self.me["ticket"] else {"t": "join"}
        if seat["hand"] is None:
            return None if seat["ready"] else {"t": "ready"}
        if seat["hand"] == before:
            return None
        self.table, self.hand = seat["table"], seat["hand"]
        return {}

    async def leave(self, timeout: float = 20) -> None:
        """Give up the seat after a hand, asking again while the table is not free yet."""
        async with asyncio.timeout(timeout), self.socket("/ws/lobby/") as socket:
            async for text in socket:
                message = json.loads(text)
                if message["t"] == "no":
                    await asyncio.sleep(0.5)
                elif message["t"] != "state":
                    continue
                elif message["me"]["seat"] is None:
                    return
                await socket.send(json.dumps({"t": "leave"}))

    # The hand

    async def play(self, timeout: float = 180, until: str = "settled") -> Json:
        """Play the hand to the end (`until` "settled" or "over"), coming back after every lost connection. TimeoutError
        when for `timeout` seconds nothing new is told of it.

        Gives the `settled` frame; the view where `until` is "over" or an earlier phase or decision to stop at.
        """
        self.follower = Follower()
        playing = _Playing(self, until)
        tries = 0
        async with asyncio.timeout(timeout) as limit:
            playing.on_news = lambda: limit.reschedule(asyncio.get_running_loop().time() + timeout)
            while True:
                try:
                    async with self.socket(f"/ws/hand/{self.hand}/?w={self.window}") as socket:
                        tries = 0
                        if await playing.follow(socket):
                            return self._done(self.follower.settled) if until == "settled" else self.view
                except LOST:
                    pass
                tries += 1
                self.reconnects += tries == 1
                self.lost_at = self.lost_at or time.monotonic()
                await asyncio.sleep(self._pause(tries))

    async def stay(self) -> None:
        """Keep the seat of the hand by a heartbeat, and say nothing; until cancelled."""
        while True:
            with suppress(*LOST):
                async with self.socket(f"/ws/hand/{self.hand}/?w={self.window}") as socket:
                    heartbeat = asyncio.create_task(beat(socket))
                    try:
                        async for _ in socket:
                            pass
                    finally:
                        heartbeat.cancel()
            await asyncio.sleep(self._pause(1))

    def _pause(self, tries: int) -> float:
        """Before the next try, as the page waits: 150 to 300 ms at first, then up to ten seconds."""
        longest = 0.3 if tries == 1 else min(10.0, 0.5 * 2**tries)
        return longest * (0.5 + secrets.randbelow(1000) / 2000)

    def _done(self, settled: Json) -> Json:
        self.settled.append(settled)
        return settled


async def beat(socket: websockets.ClientConnection) -> None:
    """Say every few seconds that somebody is there; until the connection breaks."""
    with suppress(*LOST):
        while True:
            await socket.send('{"t":"ping","c":0}')
            await asyncio.sleep(HEARTBEAT_SECONDS)


class _Playing:
    """One hand played over one connection after another."""

    def __init__(self, person: Stranger, until: str) -> None:
        self.person = person
        self.until = until
        self.pending: Json = None
        self.passed_over: set[Any] = set()
        """Decisions that are left to run out, and what is done once alone."""
        self.heard = 0.0
        self.on_news: Callable[[], None] = lambda: None
        """Told of each frame that brings something which was not known before."""

    async def follow(self, socket: websockets.ClientConnection) -> bool:
        """Take frames and answer them until the hand has ended. Raises what a broken connection raises."""
        follower = self.person.follower
        follower.connected()
        self.passed_over.discard("over")
        self.heard = time.monotonic()
        if self.pending:
            await self._send(socket, self.pending)
        heartbeat = asyncio.create_task(self._heartbeat(socket))
        try:
            async for text in socket:
                self.heard = time.monotonic()
                message = json.loads(text)
                if message["t"] in ("ev", "settled") or (message["t"] == "snap" and message["view"] != follower.view):
                    self.on_news()
                if follower.take(message):
                    await self._send(socket, {"t": "sync"})
                if message["t"] == "snap" and self.person.lost_at:
                    self.person.on_return(self.person.lost_at, self.heard)
                    self.person.lost_at = 0
                self._answered(message)
                if await self._ended(socket):
                    return True
                if self.pending is None and follower.view is not None:
                    await self._speak(socket, message)
        finally:
            heartbeat.cancel()
        return False

    async def _send(self, socket: websockets.ClientConnection, message: Json) -> None:
        await socket.send(json.dumps(message))

    async def _look(self, socket: websockets.ClientConnection) -> None:
        """Ask for a snapshot, which is compared with what the frames have led to."""
        self.person.follower.asked()
        await self._send(socket, {"t": "sync"})

    async def _heartbeat(self, socket: websockets.ClientConnection) -> None:
        """Renew the lease, and let go of a connection that answers no more."""
        with suppress(*LOST):
            while time.monotonic() - self.heard < HEARTBEAT_SECONDS + SILENCE_SECONDS:
                await self._send(socket, {"t": "ping", "c": 0})
                await asyncio.sleep(HEARTBEAT_SECONDS)
            socket.transport.abort()

    def _answered(self, message: Json) -> None:
        kind = message["t"]
        if kind == "no":
            self.person.refused.append(message)
        elif kind == "ok" or (kind == "ev" and "k" in message):
            self.person.acknowledged.append((self.person.hand, message["k"]))
        else:
            return
        if self.pending and self.pending["k"] == message["k"]:
            self.pending = None

    async def _ended(self, socket: websockets.ClientConnection) -> bool:
        """Whether there is no more to see. Once the hand is over, a last snapshot is compared with what was kept."""
        follower = self.person.follower
        if follower.view is None:
            return False
        if follower.view["phase"] != "over":
            return self.until in {follower.view["phase"], *(asked["kind"] for asked in follower.view["decisions"])}
        if "over" not in self.passed_over:
            self.passed_over.add("over")
            await self._look(socket)
            return False
        if follower.comparing:
            return False
        return self.until == "over" or follower.settled is not None

    async def _speak(self, socket: websockets.ClientConnection, message: Json) -> None:
        """Say what there is to say: once a frame, one command at a time."""
        kind, habits, view = message["t"], self.person.habits, self.person.view
        if kind == "hints":
            asked = next((d for d in view["decisions"] if d["id"] == message["d"] and "mine" in d), None)
            if asked is not None:
                await self._act(socket, habits.pick(message["plays"], asked), message["d"])
            return
        if kind == "no":
            await asyncio.sleep(0.2)
            await self._look(socket)
            return
        if kind not in ("snap", "ev"):
            return
        if kind == "ev" and habits.looks():
            await self._look(socket)
        for decision in view["decisions"]:
            if "mine" in decision and decision["id"] not in self.passed_over and await self._face(socket, decision):
                return

    async def _face(self, socket: websockets.ClientConnection, decision: Json) -> bool:
        """Answer one decision of mine; whether anything was said."""
        habits, view = self.person.habits, self.person.view
        if view["seats"][view["seat"]]["fled"]:
            return False  # the seat is played on without him
        if decision["kind"] == "open" and not view["nonces"][view["seat"]]:
            await self._act(socket, {"kind": "nonce", "nonce": secrets.token_hex(8)}, decision["id"])
            return True
        instead = habits.turn() if decision["kind"] in TURNS else None
        if instead is not None:
            self.passed_over.add(decision["id"])
            if not instead or (instead["kind"] == "trustee" and view["seats"][view["seat"]]["trustee"]):
                return False
            await self._act(socket, instead)
            return True
        answer = habits.answer(decision, view)
        if answer is None:
            return False
        if answer is HINTS:
            await self._send(socket, {**HINTS, "d": decision["id"]})
            return True
        await self._act(socket, answer, decision["id"])
        return True

    async def _act(self, socket: websockets.ClientConnection, action: Json, decision: int | None = None) -> None:
        self.pending = {"t": "act", "k": secrets.token_hex(8), "a": action}
        if decision is not None:
            self.pending["d"] = decision
        if self.person.think:
            await asyncio.sleep(self.person.think)
        await self._send(socket, self.pending)
