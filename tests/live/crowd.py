"""A crowd presses 加入 in one room for three, over two web processes, and again after each hand.

    python -m tests.live.crowd --players 1000 --seconds 240 --seed 7

Every simulated player has a socket and an address of his own, but for some who share one in pairs; so many of all
pairs block each other. Hands end by somebody leaving them, each for itself after a length like a real one's, or with
`--waves` all at the same moments, which is harder than any evening: then a crowd's whole work is asked for at once. At
some moments matching is kept from its work until more than `CROWD` wait; who pressed meanwhile is counted by himself
(`wait_ms` is of the others). Prints the figures, the processor time of its own and of the platform's processes too;
exit status 1 when somebody was seated twice, was forgotten, sat with somebody he blocks or shares an address with, met
the same two again while more than `CROWD` waited, or when the hall counts otherwise than the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import psutil
import psycopg
import websockets

from tests.house import House

Json = Any

CROWD, HANDS = 30, 5
"""While more than `CROWD` wait no three meet twice within `HANDS` hands."""
BOT_WAIT_MS = 4_000
FORGOTTEN_SECONDS = 45
"""Nobody waits for so long, however busy the machine: the bots come after `BOT_WAIT_MS`."""
QUIET_SECONDS = 4.0
"""After so long without a command all numbers have arrived: they are counted once a second."""
COMPARISONS = 3
MATCHING = 0x4D41
"""The first number of the advisory locks that `lobby.matching` takes."""
HELD_SECONDS = 12
ENDLESS_MS = 3_600_000
TIMERS = {"opening": ENDLESS_MS, "return": ENDLESS_MS, "ready": ENDLESS_MS, "alone": ENDLESS_MS}
"""Nothing but the simulated people ends a hand or frees a seat."""


@dataclass
class Player:
    """One simulated person."""

    id: int
    session: str
    address: str
    me: Json = None
    matched: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refusal: str | None = None
    hand: str = ""


@dataclass
class Crowd:
    """The run: who plays where, for how long, and what was seen."""

    house: House
    room: int
    players: list[Player]
    seconds: float
    hand_seconds: float
    waves: int
    together: float
    dice: random.Random
    open: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether people go on; closed while the numbers are compared."""
    over: bool = False
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When somebody pressed and when he was told the match."""
    holds: list[tuple[float, float]] = field(default_factory=list)
    """When this test itself kept matching from its work."""
    asked: list[tuple[float, float, int]] = field(default_factory=list)
    """When the server took up a player's wish, when it had matched him, and the player."""
    refused: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    counted: list[Json] = field(default_factory=list)
    told: Json = None
    """What the hall's watcher was told last."""
    leavers: dict[str, int] = field(default_factory=dict)
    spent_before: dict[str, float] = field(default_factory=dict)
    spent: dict[str, float] = field(default_factory=dict)
    """Processor time when it began and when it was over, s (`_cpu`)."""
    busy: float = 0
    """How busy the whole machine was meanwhile, others' work included."""

    async def run(self) -> None:
        """Let them play, compare the numbers some times on the way and at the end."""
        self.open.set()
        self.began = time.time()
        self.spent_before = _cpu(self.house)
        psutil.cpu_percent()
        watcher = asyncio.create_task(self._watch())
        people = [asyncio.create_task(self._live(player)) for player in self.players]
        await self._gather_crowd()
        for _ in range(COMPARISONS):
            await asyncio.sleep(self.seconds / COMPARISONS)
            self.open.clear()
            await self._compare()
            await self._gather_crowd()
        self.over = True
        self.spent, self.busy = _cpu(self.house), psutil.cpu_percent()
        _, stuck = await asyncio.wait(people, timeout=FORGOTTEN_SECONDS + 2 * self.hand_seconds)
        for task in stuck:
            task.cancel()
        self.troubles += [f"{len(stuck)} people did not come to an end"] * bool(stuck)
        watcher.cancel()
        await asyncio.gather(watcher, *people, return_exceptions=True)
        self.troubles += [repr(t.exception()) for t in people if not t.cancelled() and t.exception()]

    async def _gather_crowd(self) -> None:
        """Let people go on, and matching stand still until a crowd waits, as it does where a worker has died."""

        def hold() -> None:
            began = time.time()
            with psycopg.connect(self.house.database_url, autocommit=True) as database:
                database.execute("SELECT pg_advisory_lock(%s, %s)", (MATCHING, self.room))
                deadline = time.time() + HELD_SECONDS
                while time.time() < deadline and self._counts()[1] <= CROWD * 3 // 2:
                    time.sleep(0.1)
            self.holds.append((began, time.time()))

        held = asyncio.create_task(asyncio.to_thread(hold))
        await asyncio.sleep(0.2)
        self.open.set()
        await held

    # One person

    async def _live(self, player: Player) -> None:
        await asyncio.sleep(self.dice.uniform(0, self.hand_seconds) * (1 - self.together))
        async with self._socket(player) as socket:
            reader = asyncio.create_task(self._read(player, socket))
            try:
                while not self.over:
                    await self.open.wait()
                    if not self.over:
                        await self._play(player, socket)
            finally:
                reader.cancel()

    async def _play(self, player: Player, socket: Any) -> None:
        """Join, sit at a hand for a while, and be without a seat again."""
        player.matched.clear()
        pressed = time.time()
        if not await self._ask(player, socket, t="join", room=self.room):
            await asyncio.sleep(self.hand_seconds / 10)  # a refusal is counted, not asked for again and again
            return
        taken = time.time()
        beat = asyncio.create_task(self._beat(socket))
        try:
            await asyncio.wait_for(player.matched.wait(), FORGOTTEN_SECONDS)
        except TimeoutError:
            self.troubles.append(f"player {player.id} was forgotten")
            return
        finally:
            beat.cancel()
        self.waits.append((pressed, time.time()))
        self.asked.append((taken, time.time(), player.id))
        hand = player.hand
        leaver = self.leavers.setdefault(hand, player.id)
        if leaver == player.id:
            await asyncio.sleep(self._until_wave(hand))
            await self.open.wait()
            await self._ask(player, socket, t="leave", flee=True)
        else:  # what was said before the match is old: the hand is sat at first, and then no more
            await self._wait(player, lambda me: me["seat"] and me["seat"]["hand"] == hand, self.hand_seconds / 2)
        await self._wait(player, lambda me: me["seat"] is None or me["seat"]["hand"] != hand, 4 * self.hand_seconds)
        await asyncio.sleep(self._until_pressed(hand))
        await self.open.wait()
        if player.me["seat"] is not None:
            await self._ask(player, socket, t="leave")
        await self._wait(player, lambda me: me["seat"] is None, FORGOTTEN_SECONDS)

    def _until_wave(self, hand: str) -> float:
        """Seconds until this hand ends: it lasts about `hand_seconds`, and where there are waves ends with its own."""
        lasts = self.hand_seconds * random.Random(hand).uniform(0.5, 1.5)
        if not self.waves:
            return lasts
        step = self.hand_seconds / self.waves
        now = time.time() - self.began
        return max(0.0, (int((now + lasts) / step) + 1) * step - now)

    def _until_pressed(self, hand: str) -> float:
        """Seconds until one who has seen the result goes on: with waves a part of all hands' people in one moment."""
        if not self.waves:
            return self.dice.uniform(0, self.hand_seconds / 8)
        step = self.hand_seconds / self.waves
        if random.Random(f"{hand} together").random() < self.together:
            return (-(time.time() - self.began + step / 2)) % step
        return self.dice.uniform(0, step)

    async def _ask(self, player: Player, socket: Any, **message: Any) -> bool:
        player.answered.clear()
        player.refusal = None
        await socket.send(json.dumps(message))
        await asyncio.wait_for(player.answered.wait(), FORGOTTEN_SECONDS)
        if player.refusal:
            self.refused[f"{message['t']} {player.refusal}"] += 1
        return player.refusal is None

    async def _wait(self, player: Player, fits: Any, seconds: float) -> None:
        async with asyncio.timeout(seconds + FORGOTTEN_SECONDS):
            while player.me is None or not fits(player.me):
                player.changed.clear()
                await player.changed.wait()

    async def _beat(self, socket: Any) -> None:
        while True:
            await asyncio.sleep(10)
            await socket.send('{"t":"ping"}')

    async def _read(self, player: Player, socket: Any) -> None:
        async for text in socket:
            frame = json.loads(text)
            match frame["t"]:
                case "state":
                    player.me = frame["me"]
                    player.changed.set()
                case "match":
                    player.hand = frame["hand"]
                    player.matched.set()
                case "ok" | "no" | "err":
                    player.refusal = frame.get("code")
                    if frame.get("re") is None:
                        self.troubles.append(f"player {player.id}: {text}")
                    player.answered.set()

    def _socket(self, player: Player) -> websockets.connect:
        return websockets.connect(
            self.house.url.replace("http", "ws", 1) + "/ws/lobby/",
            additional_headers={
                "Cookie": f"sessionid={player.session}",
                "Origin": self.house.url,
                "X-Forwarded-For": player.address,
            },
            compression=None,
            open_timeout=60,
            close_timeout=1,
            ping_interval=None,
        )

    # The hall's numbers

    async def _watch(self) -> None:
        """Follow the room as its page does."""
        async with self._socket(self.players[0]) as socket:
            await socket.send(json.dumps({"t": "watch", "room": self.room}))
            async for text in socket:
                frame = json.loads(text)
                if frame["t"] == "players":
                    self.told = [frame["players"], frame["waiting"]]

    async def _compare(self) -> None:
        """Wait until nobody waits any more and all news has arrived; then hall, room page and database must agree."""
        deadline = time.time() + FORGOTTEN_SECONDS
        quiet, before = 0.0, None
        while quiet < QUIET_SECONDS and time.time() < deadline:
            await asyncio.sleep(0.25)
            now = await asyncio.to_thread(self._counts)
            quiet = quiet + 0.25 if now == before and now[1] == 0 else 0.0
            before = now
        page = await asyncio.to_thread(self._hall)
        self.counted.append({"database": before, "hall": page, "watcher": self.told})
        if not before == page == self.told:
            self.troubles.append(f"the numbers differ: {self.counted[-1]}")

    def _counts(self) -> list[int]:
        with psycopg.connect(self.house.database_url) as database:
            row = database.execute(
                "SELECT (SELECT count(*) FROM lobby_seat s JOIN lobby_table t ON t.id = s.table_id"
                " WHERE t.room_id = %(room)s AND s.player_id IS NOT NULL),"
                " (SELECT count(*) FROM lobby_ticket WHERE room_id = %(room)s)",
                {"room": self.room},
            ).fetchone()
        return list(row or ())

    def _hall(self) -> list[int]:
        with urllib.request.urlopen(f"{self.house.url}/api/lobby/zones/", timeout=30) as answer:
            zones = json.load(answer)["zones"]
        room = next(room for zone in zones for room in zone["rooms"] if room["id"] == self.room)
        return [room["players"], room["waiting"]]


# -- what the database says afterwards -------------------------------------------------------------------------------


def verdict(crowd: Crowd, blocked: set[tuple[int, int]]) -> Json:
    """The figures of a run that has ended, with what is wrong under "faults"."""
    hands = _hands(crowd.house)
    address = {player.id: player.address for player in crowd.players}
    faults: dict[str, list[Any]] = {"troubles": crowd.troubles}
    pairs = [(hand["id"], pair) for hand in hands for pair in combinations(hand["people"], 2)]
    faults["blocked"] = [one for one in pairs if one[1] in blocked]
    faults["neighbours"] = [one for one in pairs if address.get(one[1][0]) == address.get(one[1][1])]
    faults["twice"] = _overlaps(hands)
    regrouped, in_crowd = _regrouped(hands, crowd.asked)
    faults["regrouped_in_a_crowd"] = in_crowd
    free = [wait for wait in crowd.waits if not any(wait[0] < end and start < wait[1] for start, end in crowd.holds)]
    with psycopg.connect(crowd.house.database_url) as database:
        left = database.execute("SELECT count(*) FROM lobby_ticket").fetchone()
    faults["left_waiting"] = [left] if left and left[0] else []
    if not hands or max(_crowds(hands, crowd.asked), default=0) <= CROWD:
        faults["idle"] = ["nothing was played, or there never was a crowd"]
    return {
        "players": len(crowd.players),
        "addresses": len(set(address.values())),
        "blocked_pairs": len(blocked),
        "hands": len(hands),
        "with_bots": sum(len(hand["people"]) < 3 for hand in hands),
        "joins": len(crowd.waits),
        "joins_not_held": len(free),
        "wait_ms": _spread(free),
        "wait_ms_all": _spread(crowd.waits),
        "cpu_s": {name: round(crowd.spent[name] - crowd.spent_before.get(name, 0), 1) for name in crowd.spent},
        "busy_percent": crowd.busy,
        "most_waiting": max(_crowds(hands, crowd.asked), default=0),
        "in_a_crowd": sum(waiting > CROWD for waiting in _crowds(hands, crowd.asked)),
        "regrouped": len(regrouped),
        "refusals": dict(crowd.refused),
        "numbers": crowd.counted,
        "faults": {name: [len(found), found[:5]] for name, found in faults.items() if found},
    }


def _spread(waits: list[tuple[float, float]]) -> dict[str, int | None]:
    """How long people waited, ms."""
    lengths = sorted(end - start for start, end in waits)
    return {
        name: round(1000 * lengths[min(len(lengths) - 1, int(len(lengths) * share))]) if lengths else None
        for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1))
    }


def _cpu(house: House) -> dict[str, float]:
    """Seconds of processor time so far, by kind of process; "crowd" are the simulated people themselves."""
    kinds = {
        "web": ["uvicorn"],
        "clock": ["worker", "clock"],
        "match": ["worker", "match"],
        "tasks": ["worker", "tasks"],
        "beat": ["celery", "beat", "-S"],
    }
    kinds |= {"postgres": ["postgres"], "redis": ["redis"]}
    found = {"crowd": psutil.Process().cpu_times()}
    spent = {name: times.user + times.system for name, times in found.items()}
    for name, words in kinds.items():
        for process in house.processes(*words):
            with suppress(psutil.Error):
                times = process.cpu_times()
                spent[name] = spent.get(name, 0) + times.user + times.system
    return spent


def _hands(house: House) -> list[Json]:
    with psycopg.connect(house.database_url) as database:
        rows = database.execute(
            "SELECT h.id::text, extract(epoch FROM h.created), extract(epoch FROM h.ended),"
            " array_agg(s.player_id ORDER BY s.player_id) FILTER (WHERE s.player_id IS NOT NULL)"
            " FROM games_hand h JOIN games_handseat s ON s.hand_id = h.id GROUP BY h.id ORDER BY h.created"
        ).fetchall()
    return [
        {"id": row[0], "created": float(row[1]), "ended": float(row[2] or "inf"), "people": row[3] or []}
        for row in rows
    ]


def _overlaps(hands: list[Json]) -> list[Any]:
    """Players who had two hands at a time."""
    free: dict[int, float] = {}
    found = []
    for hand in hands:
        for player in hand["people"]:
            if hand["created"] < free.get(player, 0):
                found.append((player, hand["id"]))
            free[player] = hand["ended"]
    return found


def _crowds(hands: list[Json], asked: list[tuple[float, float, int]]) -> list[int]:
    """How many waited when each hand began, its own people counted."""
    began: dict[int, list[float]] = {}
    for hand in hands:
        for player in hand["people"]:
            began.setdefault(player, []).append(hand["created"])
    comes, goes = [], []
    for taken, matched, player in asked:
        mine = began.get(player, [])
        at = bisect_right(mine, matched) - 1
        end = mine[at] if at >= 0 else matched
        if end > taken:
            comes.append(taken)
            goes.append(end)
    comes.sort()
    goes.sort()
    return [bisect_left(comes, h["created"]) - bisect_left(goes, h["created"]) for h in hands]


def _regrouped(hands: list[Json], asked: list[tuple[float, float, int]]) -> tuple[list[Any], list[Any]]:
    """Hands of three who had met within the last hands of one of them; and those that began in a crowd."""
    last: dict[int, list[frozenset[int]]] = defaultdict(list)
    again, in_crowd = [], []
    for hand, waiting in zip(hands, _crowds(hands, asked), strict=True):
        people = frozenset(hand["people"])
        if len(people) == 3 and any(people in last[player][-HANDS:] for player in people):
            again.append(hand["id"])
            if waiting > CROWD:
                in_crowd.append((hand["id"], waiting))
        for player in people:
            last[player].append(people)
    return again, in_crowd


# -- the run ----------------------------------------------------------------------------------------------------------


def gather(house: House, count: int, dice: random.Random, hand_seconds: float) -> tuple[int, list[Player], set[Any]]:
    """The room, its people, and the pairs of whom one blocks the other."""
    wanted = {"people": count, "rows": [["huanle", 3]], "timers": TIMERS, "bot_wait": BOT_WAIT_MS}
    made = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps(wanted)))
    sharing = max(2, count // 10)
    players = []
    for number, person in enumerate(made["people"]):
        host = number // 2 if number < sharing else number
        players.append(Player(person["id"], person["session"], f"11.{host >> 16 & 255}.{host >> 8 & 255}.{host & 255}"))
    pairs = [pair for pair in combinations(sorted(p.id for p in players), 2) if dice.random() < 0.05]
    rows = [pair if dice.random() < 0.5 else pair[::-1] for pair in pairs]
    with psycopg.connect(house.database_url) as database, database.cursor() as cursor:
        cursor.executemany("INSERT INTO accounts_block (player_id, blocked_id, at) VALUES (%s, %s, now())", rows)
    return made["rooms"][0]["id"], players, set(pairs)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.crowd", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--hand", type=float, default=90, help="seconds that a hand lasts, about")
    parser.add_argument("--waves", type=int, default=0, help="so many times meanwhile all hands that end do so at once")
    parser.add_argument("--together", type=float, default=0, help="with waves: the part whose people go on at once")
    parser.add_argument("--median", type=float, help="ms that the median wait must not exceed")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    sys.stdout.write(f"seed {options.seed}\n")
    sys.stdout.flush()
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data", "--web", "2")
        try:
            house.wait_ready()
            room, players, blocked = gather(house, options.players, dice, options.hand)
            crowd = Crowd(house, room, players, options.seconds, options.hand, options.waves, options.together, dice)
            asyncio.run(crowd.run())
            figures = verdict(crowd, blocked)
            if options.median and (figures["wait_ms"]["p50"] or 0) > options.median:
                figures["faults"]["slow"] = [1, [figures["wait_ms"]]]
            errors = house.errors()
            if errors:
                figures["faults"]["errors"] = [len(errors), [found[0] for found in errors.values()][:3]]
        finally:
            with suppress(Exception):
                house.stop()
    sys.stdout.write(json.dumps({"seed": options.seed, **figures}, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
