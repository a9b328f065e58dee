"""A scripted person: enters as a guest, joins a room, plays hands over the real sockets, keeps what it was told.

Used by the fault tests and the benchmarks of whole processes; it knows the wire and nothing of the server's code.
"""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import secrets
import urllib.parse
import urllib.request
from typing import Any, Self

import websockets

Json = Any


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The lobby said no."""


class Stranger:
    """One guest at one address. `acknowledged` holds the keys of commands the server said are stored."""

    def __init__(self, base: str, think: float = 0) -> None:
        self.base = base
        self.think = think
        """Seconds before each answer."""
        self.jar = http.cookiejar.CookieJar()
        self.http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.view: Json = None
        self.hand: str = ""
        self.table = 0
        self.settled: list[Json] = []
        self.acknowledged: list[str] = []
        self.refused: list[Json] = []
        self.reconnects = 0
        self.me: Json = None

    def enter(self) -> Self:
        """One tap on 游客进入."""
        self.http.open(f"{self.base}/accounts/login/").read()
        token = next(c.value for c in self.jar if c.name == "csrftoken")
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(f"{self.base}/guest/", form, {"Referer": f"{self.base}/accounts/login/"})
        self.http.open(request).read()
        return self

    def _socket(self, path: str) -> websockets.connect:
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.jar)
        return websockets.connect(
            self.base.replace("http", "ws", 1) + path,
            additional_headers={"Cookie": cookies, "Origin": self.base},
            compression=None,
            open_timeout=5,
            ping_interval=None,
        )

    async def join(self, room: int, timeout: float = 20) -> str:
        """Press 加入 and wait for the match; returns the hand's id. TimeoutError when none comes."""
        async with asyncio.timeout(timeout):
            while True:
                try:
                    async with self._socket("/ws/lobby/") as socket:
                        await socket.send(json.dumps({"t": "join", "room": room}))
                        async for text in socket:
                            if self._matched(json.loads(text)):
                                return self.hand
                except (OSError, websockets.exceptions.WebSocketException):
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

    async def leave(self, timeout: float = 20) -> None:
        """Give up the seat after a hand, asking again while the table is not free yet."""
        async with asyncio.timeout(timeout), self._socket("/ws/lobby/") as socket:
            async for text in socket:
                message = json.loads(text)
                if message["t"] == "no":
                    await asyncio.sleep(0.5)
                elif message["t"] != "state":
                    continue
                elif message["me"]["seat"] is None:
                    return
                await socket.send(json.dumps({"t": "leave"}))

    async def play(self, timeout: float = 180, until: str = "settled") -> Json:
        """Play the hand to the end (`until` "settled" or "over"), coming back after every lost connection."""
        async with asyncio.timeout(timeout):
            pending: Json = None
            while True:
                try:
                    async with self._socket(f"/ws/hand/{self.hand}/") as socket:
                        if pending:
                            await socket.send(json.dumps(pending))
                        async for text in socket:
                            message = json.loads(text)
                            kind = message["t"]
                            if kind == "snap":
                                self.view = message["view"]
                                if message.get("settled"):
                                    return self._done(message["settled"])
                            elif kind == "ev":
                                self._follow(message)
                            if kind == "ok" or (kind == "ev" and "k" in message):
                                self.acknowledged.append(message["k"])
                                pending = None
                            elif kind == "no":
                                self.refused.append(message)
                                pending = None
                            elif kind == "settled":
                                return self._done(message)
                            elif kind == "hints" and pending is None:
                                plays = message["plays"]
                                answer = plays[0] if plays else {"kind": "pass"}
                                pending = self._act(message["d"], answer)
                                await asyncio.sleep(self.think)
                                await socket.send(json.dumps(pending))
                            if self.view and self.view["phase"] == "over" and until == "over":
                                return self.view
                            if pending is None and kind in ("snap", "ev", "no"):
                                pending = await self._answer(socket)
                except (OSError, websockets.exceptions.WebSocketException):
                    self.reconnects += 1
                    await asyncio.sleep(0.1 + 0.2 * secrets.randbelow(100) / 100)

    def _done(self, settled: Json) -> Json:
        self.settled.append(settled)
        return settled

    def _follow(self, frame: Json) -> None:
        self.view["decisions"] = frame["d"]
        for event in frame["e"]:
            if event["kind"] == "over":
                self.view["phase"] = "over"

    def _act(self, decision: int, action: Json) -> Json:
        return {"t": "act", "k": secrets.token_hex(8), "d": decision, "a": action}

    async def _answer(self, socket: websockets.ClientConnection) -> Json:
        """The first open decision of mine: plays are asked for as hints, everything else is declined."""
        for decision in self.view["decisions"]:
            if "mine" not in decision:
                continue
            kind = decision["kind"]
            if kind == "play":
                await socket.send(json.dumps({"t": "hints", "d": decision["id"]}))
                return None
            answer = {
                "open": {"kind": "open", "show": False},
                "call": {"kind": "call", "yes": True},
                "rob": {"kind": "rob", "yes": False},
                "double": {"kind": "double", "yes": False},
            }.get(kind)
            if answer is None:
                continue
            command = self._act(decision["id"], answer)
            await socket.send(json.dumps(command))
            return command
        return None
