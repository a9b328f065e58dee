"""Tables are played while their processes are killed: nothing acknowledged is lost, nothing stands still.

    python -m tests.live.faults --tables 20 --hands 300            every mode, each at least so many hands
    python -m tests.live.faults --rows huanle:3 --victims web      one mode, web processes alone are killed

A house of two web processes, two workers of each kind, beat, Redis and PostgreSQL is played in by people who keep what
they are told. Every few seconds something of it dies by `kill -9` (now and then a server is asked to stop instead).
At the end the clients' claims are held against log, ledger and outbox (`tests.live.verdict`), and the figures are
printed as JSON. Exit status 1 when something is wrong with them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.house import House
from tests.live.habits import Habits
from tests.live.stranger import Refused, Stranger

Json = Any

TIMERS = {
    "opening": 1500,
    "deal_step": 20,
    "call": 3000,
    "double": 3000,
    "play": 3000,
    "arrange": 5000,
    "turn": 3000,
    "claim": 2500,
    "return": 10_000,
    "think": [50, 250],
}
LONGEST_DEADLINE = max(ms for ms in TIMERS.values() if isinstance(ms, int))
PATIENCE_MS = LONGEST_DEADLINE + 10_000
"""A hand that stands still for longer is stuck."""
STILL_SECONDS = 120
"""Nobody waits longer for anything new of a hand, its settlement or the next one; the log tells what stood still."""
REPORT_SECONDS = 15
RECOVERY_SECONDS = 20
RETURN_SECONDS = 3
"""After the kill of a web process its tables go on within this, at p99."""

EXPECTED = re.compile(
    r"^(psycopg|django\.db\.utils|kombu\.exceptions)\.(errors\.)?(OperationalError|InterfaceError|AdminShutdown)"
    r"|^redis\.exceptions\.(ConnectionError|BusyLoadingError|TimeoutError)"
    r"|^(ConnectionRefusedError|ConnectionResetError|BrokenPipeError|asyncio\.exceptions\.CancelledError)"
    r"|^circus\.exc\.ConflictError"  # a process that dies while the supervisor is at another one: it looks again
    r"|^AttributeError: 'NoneType' object has no attribute 'hostname'"  # kombu: the worker restarts
    r"|^RuntimeError: unable to perform operation on <UnixTransport closed=True"  # redis-py on uvloop, the same
    r"|^celery\.beat\.SchedulingError: .*(has no attribute 'client'|Redis is loading|[Cc]onnect)"  # the next tick comes
)
"""What a process may say when its servers die under it. Anything else is a fault."""
VICTIMS = {
    "web": ("uvicorn",),
    "clock": ("celery", "worker", "clock"),
    "match": ("celery", "worker", "match"),
    "tasks": ("celery", "worker", "tasks"),
    "beat": ("celery", " beat "),
    "redis": ("redis-server",),
    "postgres": ("bin/postgres", "-D"),
}
GENTLE = {"web": signal.SIGTERM, "redis": signal.SIGTERM, "postgres": signal.SIGINT}
"""What a planned restart sends; PostgreSQL's SIGTERM would wait for every client to go by itself."""


@dataclass
class Seat:
    """A person with the room he plays in, and what he has seen."""

    person: Stranger
    room: Json
    numbers: dict[str, int] = field(default_factory=dict)
    """Where he sat in each hand."""
    views: list[tuple[str, int, Json]] = field(default_factory=list)


def _name(room: Json) -> str:
    return f"{room['mode']} {room['seats']}"


class Run:
    """People who play until each mode has had enough hands, or the time is up."""

    def __init__(self, house: House, seats: list[Seat], hands: int, seconds: float, cut: float) -> None:
        self.house = house
        self.seats = seats
        self.hands = hands
        self.until = time.monotonic() + seconds
        self.cut = time.monotonic() + cut
        self.unfinished: set[str] = set()
        """Hands whose end nobody waited for."""
        self.begun: dict[str, set[str]] = {_name(seat.room): set() for seat in seats}
        """The hands of each mode. A mode that was named twice has twice as many tables for them."""
        self.troubles: list[str] = []
        self.refused: Counter[str] = Counter()
        self.kills: list[tuple[float, str]] = []
        self.returns: list[tuple[float, float]] = []
        """Of each lost connection: when it broke and when the next snapshot came."""

    def wanted(self, room: Json) -> bool:
        """Whether the room still needs hands."""
        return time.monotonic() < self.until and len(self.begun[_name(room)]) < self.hands

    async def play(self, victims: list[str], every: float, luck: random.Random) -> None:
        """Everybody plays; something dies every so many seconds until the last hand is settled."""
        beside = [asyncio.create_task(self._kill(victims, every, luck)), asyncio.create_task(self._report())]
        try:
            await asyncio.gather(*(self._sit(seat) for seat in self.seats))
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _report(self) -> None:
        """A line now and then for whoever waits."""
        began = time.monotonic()
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            hands = {name: len(begun) for name, begun in self.begun.items()}
            sys.stdout.write(
                f"{time.monotonic() - began:.0f} s: {hands}, {len(self.kills)} kills, {len(self.troubles)} troubles\n"
            )
            sys.stdout.flush()

    async def _sit(self, seat: Seat) -> None:
        person, room = seat.person, seat.room
        person.on_return = lambda lost, back: self.returns.append((lost, back))
        while self.wanted(room):
            try:
                hand = await self._next(person, room)
                if not hand:
                    return
                self.begun[_name(room)].add(hand)
                done = await self._played(person)
                view = person.view
                if view is not None:
                    seat.numbers[hand] = view["seat"]
                if not done:
                    return
                seat.views.append((hand, view["seat"], view))
                self.troubles += person.follower.differences
            except Refused as refused:
                self.refused[refused.args[0]["code"]] += 1
                await asyncio.sleep(0.5)
            except TimeoutError:
                self.troubles.append(
                    f"{person.me and person.me['name']}: nothing more came of hand {person.hand or '-'}, or after it"
                )

    async def _played(self, person: Stranger) -> bool:
        """Whether the hand was played to its settlement before the run is cut short."""
        playing = asyncio.create_task(person.play(timeout=STILL_SECONDS))
        await asyncio.wait([playing], timeout=self.cut - time.monotonic())
        if playing.done():
            playing.result()
            return True
        self.unfinished.add(person.hand)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return False

    async def _next(self, person: Stranger, room: Json) -> str:
        """The next hand; nothing when the room has had enough before one began."""
        search = asyncio.create_task(person.next_hand(room["id"], timeout=STILL_SECONDS))
        while self.wanted(room) and not search.done():
            await asyncio.wait([search], timeout=0.5)
        if not search.done():
            search.cancel()
            await asyncio.gather(search, return_exceptions=True)
            return ""
        return search.result()

    async def _kill(self, victims: list[str], every: float, luck: random.Random) -> None:
        while not any(self.begun.values()):
            await asyncio.sleep(0.1)
        while True:
            await asyncio.sleep(every * luck.uniform(0.7, 1.3))
            kind = luck.choice(victims)
            found = await asyncio.to_thread(self.house.processes, *VICTIMS[kind])
            leaders = _leaders(found)
            if not leaders:
                continue  # it has just died
            victim = luck.choice(sorted(leaders, key=lambda process: process.pid))
            gentle = kind in GENTLE and len(victims) > 1 and luck.random() < 0.25
            how = GENTLE[kind] if gentle else signal.SIGKILL
            self.kills.append((time.monotonic(), kind))
            with _gone():
                victim.send_signal(how)
            await self._recovered()

    async def _recovered(self) -> None:
        """Wait until hands could be played again, but no longer than a crowded machine may need: the next blow shall
        hit a platform, not the start of one."""
        until = time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < until:
            await asyncio.sleep(0.5)
            if await asyncio.to_thread(self.house.healthy):
                return

    def returned_after(self) -> list[float]:
        """Seconds from each kill of a web process to the next snapshot of everyone whom it cut off."""
        kills = [at for at, kind in self.kills if kind == "web"]
        found = []
        for lost, back in self.returns:
            before = [at for at in kills if at - 0.5 <= lost < at + 3]
            found += [back - min(before[-1], lost)] if before else []
        return sorted(found)

    def claims(self) -> Json:
        """What the clients saw, for the verdict."""
        return {
            "hands": sorted(set().union(*self.begun.values())),
            "acknowledged": [
                (hand, s.numbers[hand], key)
                for s in self.seats
                for hand, key in s.person.acknowledged
                if hand in s.numbers
            ],
            "unfinished": sorted(self.unfinished),
            "views": sorted((v for s in self.seats for v in s.views), key=lambda view: view[0]),
            "patience": PATIENCE_MS,
        }


def _leaders(found: list[psutil.Process]) -> list[psutil.Process]:
    """Those among processes that are no child of another one among them."""
    return [process for process in found if not _is_child_of(process, found)]


def _is_child_of(process: psutil.Process, others: list[psutil.Process]) -> bool:
    with _gone():
        return process.ppid() in {other.pid for other in others}
    return True


class _gone:  # noqa: N801 - reads as a word
    """A process may have ended before it is looked at."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return isinstance(error, psutil.Error)


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed; 0 of none."""
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def seated(house: House, tables: int, rows: list[list[Any]] | None, seed: int) -> list[Seat]:
    """People for so many tables, spread over rooms of every mode (or of `rows`)."""
    wanted = {"rows": rows, "timers": TIMERS, "bot_wait": 3000, "people": tables * 4}
    made = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps(wanted)))
    people = iter(made["people"])
    seats = []
    for table in range(tables):
        room = made["rooms"][table % len(made["rooms"])]
        for _ in range(room["seats"]):
            luck = random.Random(f"{seed}/{len(seats)}")
            habits = Habits(bold=0.3, idle=0.004, flee=0.002, entrust=0.004, look=0.03, luck=luck)
            person = Stranger(house.url, session=next(people)["session"], habits=habits)
            seats.append(Seat(person, room))
    return seats


def attack(options: argparse.Namespace, house: House) -> Json:
    """Play and kill; the figures, with what is wrong under "faults"."""
    twins = {kind: len(_leaders(house.processes(*VICTIMS[kind]))) for kind in ("web", "clock", "tasks")}
    assert twins == dict.fromkeys(twins, 2), twins
    seats = seated(house, options.tables, options.rows, options.seed)
    run = Run(house, seats, options.hands, options.seconds, options.cut)
    began = time.monotonic()
    asyncio.run(run.play(options.victims, options.every, random.Random(options.seed)))
    lasted = time.monotonic() - began
    claims_file = house.data.parent / "claims.json"
    verdict: Json = {}
    for _ in range(30):  # settlements that a kill has lost are made up for by a sweep
        claims_file.write_text(json.dumps(run.claims()))
        verdict = json.loads(house.run_python("-m", "tests.live.verdict", str(claims_file)))
        if not verdict["unsettled"] and not verdict["told"]:
            break
        time.sleep(2)
    back = run.returned_after()
    people = [seat.person for seat in seats]
    refusals = Counter(answer["code"] for person in people for answer in person.refused) + run.refused
    figures = {
        "seed": options.seed,
        "seconds": round(lasted),
        "kills": dict(Counter(kind for _, kind in run.kills)),
        "reconnects": sum(person.reconnects for person in people),
        "gaps": sum(person.follower.gaps for person in people),
        "refusals": dict(refusals),
        "back_p50_s": round(percentile(back, 0.5), 2),
        "back_p99_s": round(percentile(back, 0.99), 2),
        "back_of": len(back),
        "views_compared": sum(len(seat.views) for seat in seats),
        **{name: value for name, value in verdict.items() if not isinstance(value, list)},
        "wrong": {name: len(value) for name, value in verdict.items() if isinstance(value, list)},
    }
    faults = {name: value for name, value in verdict.items() if isinstance(value, list) and value}
    if run.troubles:
        faults["clients"] = run.troubles
    if not figures["acknowledged"] or not run.kills:
        faults["idle"] = ["nothing was played, or nothing killed"]
    if options.victims == ["web"] and figures["back_p99_s"] > RETURN_SECONDS:
        faults["back"] = back[-10:]
    return {**figures, "faults": {name: [len(found), found[:10]] for name, found in faults.items()}}


def _row(text: str) -> list[Any]:
    mode, _, seats = text.partition(":")
    return [mode, int(seats)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.faults", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--hands", type=int, default=300, help="hands of each mode")
    parser.add_argument("--seconds", type=float, default=7200, help="no hand begins later")
    parser.add_argument("--cut", type=float, default=10_000, help="seconds after which no hand's end is waited for")
    parser.add_argument("--every", type=float, default=5, help="seconds between two kills")
    parser.add_argument(
        "--rows", type=_row, nargs="*", help="mode:seats, all unless given; named twice: twice the tables"
    )
    parser.add_argument("--victims", nargs="*", choices=list(VICTIMS), default=list(VICTIMS))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--logs", type=Path, help="keep the platform's logs in this folder")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    sys.stdout.write(f"seed {options.seed}\n")
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data", "--web", "2", "--workers", "2")
        try:
            figures = attack(options, house.wait_ready())
            errors = house.errors()
            figures["errors"] = {error: len(found) for error, found in errors.items()}
            if strange := {error: found[0] for error, found in errors.items() if not EXPECTED.search(error)}:
                figures["faults"]["errors"] = list(strange)
                sys.stdout.write("\n".join(strange.values()))
        finally:
            house.stop()
            if options.logs:
                shutil.copytree(house.data / "log", options.logs, dirs_exist_ok=True)
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
