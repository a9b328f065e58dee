"""Game masters speak to a crowd of open pages over two web processes: how long until each has heard.

    python -m tests.live.broadcast --sockets 2000 --rounds 5

The clock runs from before the desk's button is pressed until the line has arrived, so the form, the database and Redis
are in it. Each round is one broadcast and its recall. Prints the figures; exit status 1 when a page did not hear each
of them, heard one twice, or when one in a hundred waited for longer than `--limit` ms.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import psycopg
import websockets

from tests.house import House

Json = Any

TOGETHER = 50
"""So many sockets open at the same time: people do not all come at once."""
PATIENCE = 20
"""Seconds after which a page has not heard."""
TOKEN = "x" * 32


def master(house: House) -> str:
    """The session of somebody who works at the desk."""
    made = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps({"people": 1, "rows": [["huanle", 3]]})))
    person = made["people"][0]
    with psycopg.connect(house.database_url) as database:
        database.execute(
            "INSERT INTO accounts_player_groups (player_id, group_id) SELECT %s, id FROM auth_group WHERE name = 'gm'",
            (person["id"],),
        )
    return str(person["session"])


def press(house: House, session: str, address: str, **fields: str) -> None:
    """Send a form of the desk."""
    where = urlsplit(house.url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
        "Origin": house.url,
    }
    connection.request("POST", address, urlencode({"csrfmiddlewaretoken": TOKEN, **fields}), headers)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    assert answer.status == 302, (answer.status, said[-500:])


class Pages:
    """Open pages, and when each heard what."""

    def __init__(self, house: House, count: int) -> None:
        self.house, self.count = house, count
        self.sockets: list[websockets.ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.heard: Counter[tuple[str, int]] = Counter()
        self.at: dict[tuple[str, int], list[float]] = {}
        self.closed = 0

    async def open(self) -> None:
        """Open all of them, some at a time; each has joined its groups when this returns."""
        gate = asyncio.Semaphore(TOGETHER)

        async def one() -> None:
            async with gate:
                socket = await websockets.connect(
                    self.house.url.replace("http", "ws", 1) + "/ws/chat/",
                    additional_headers={"Origin": self.house.url},
                    compression=None,
                    open_timeout=60,
                    close_timeout=1,
                    ping_interval=None,
                )
                await socket.send('{"t":"ping"}')
                while json.loads(await socket.recv())["t"] != "pong":
                    pass
                self.sockets.append(socket)
                self.readers.append(asyncio.create_task(self._read(socket)))

        await asyncio.gather(*(one() for _ in range(self.count)))

    async def _read(self, socket: websockets.ClientConnection) -> None:
        with suppress(websockets.ConnectionClosed):
            async for text in socket:
                frame = json.loads(text)
                key = (frame["t"], frame["id"])
                self.heard[key] += 1
                self.at.setdefault(key, []).append(time.monotonic())
        self.closed += 1

    async def all_hear(self, what: str, known: set[int], since: float) -> tuple[int | None, list[float]]:
        """Wait until all pages heard a new frame of this kind; which it was, and after how many ms each."""
        while time.monotonic() < since + PATIENCE:
            for (kind, number), times in self.at.items():
                if kind == what and number not in known and len(times) >= self.count:
                    return number, [1000 * (at - since) for at in times]
            await asyncio.sleep(0.01)
        return None, []

    async def close(self) -> None:
        """Close all of them."""
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*self.readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self.sockets), return_exceptions=True)


async def speak(house: House, session: str, count: int, rounds: int) -> Json:
    """Open so many pages, and say and recall something so many times."""
    pages = Pages(house, count)
    began = time.monotonic()
    await pages.open()
    figures: Json = {"sockets": count, "opened_s": round(time.monotonic() - began, 1), "faults": {}}
    waits: dict[str, list[float]] = {"broadcast": [], "recall": []}
    known: dict[str, set[int]] = {"broadcast": set(), "recall": set()}
    form = {"text": "soak", "place": "all", "minutes": "10", "reason": "soak", "starts": "", "what": "publish"}
    for _round in range(rounds):
        number: int | None = 0
        for what, address, fields in (("broadcast", "/gm/broadcasts/", form), ("recall", "", {"reason": "soak"})):
            since = time.monotonic()
            where = address or f"/gm/broadcasts/{number}/recall/"
            pressed = asyncio.create_task(asyncio.to_thread(press, house, session, where, **fields))
            number, took = await pages.all_hear(what, known[what], since)
            await pressed
            if number is None:
                figures["faults"]["unheard"] = [what, pages.heard.most_common(3)]
                break
            known[what].add(number)
            waits[what] += took
        if number is None:
            break
    await asyncio.sleep(0.3)  # one that is told twice comes late
    twice = [key for key, times in pages.heard.items() if times > count]
    figures["faults"] |= {"twice": twice} if twice else {}
    figures["faults"] |= {"closed": pages.closed} if pages.closed else {}
    await pages.close()
    figures["heard_ms"] = {what: _quantiles(found) for what, found in waits.items()}
    return figures


def _quantiles(found: list[float]) -> Json:
    ordered = sorted(found)
    if not ordered:
        return {}
    return {
        name: round(ordered[int(part * (len(ordered) - 1))]) for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1))
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.broadcast", description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1000, help="ms within which all but one in a hundred have heard")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data", "--web", "2")
        try:
            house.wait_ready()
            figures = asyncio.run(speak(house, master(house), options.sockets, options.rounds))
            slow = {what: found for what, found in figures["heard_ms"].items() if found.get("p99", 0) > options.limit}
            figures["faults"] |= {"slow": slow} if slow else {}
            if errors := house.errors():
                figures["faults"]["errors"] = [found[0] for found in errors.values()][:3]
        finally:
            with suppress(Exception):
                house.stop()
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
