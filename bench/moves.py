"""Moves a second on one core, socket to socket: stored hands with the real rules against stock Channels.

    python -m bench.moves [--tables 200] [--hands 2] [--rounds 3]

Three kinds of socket run on the same server process with the same flags, on the same core as its PostgreSQL and Redis,
in rounds that take turns: the hand socket; an unmodified AsyncJsonWebsocketConsumer that does group_send, behind
Channels' own AuthMiddlewareStack; and the same consumer behind the hand socket's leaner doors. All have as many
sockets, the same moves and as many bytes a broadcast. A table's next move is sent when all three of its sockets have
the one before. A round counts from the first move until the first table has no more, so all tables are busy throughout.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from bench.stage import Stage, environment, stage
from bench.wire import Socket, connect

SEATS = 3


@dataclass
class Figures:
    """One round."""

    moves: int
    seconds: float
    bytes_a_frame: float
    late: list[float]
    spent: dict[str, float]

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


@dataclass
class Run:
    """One round while it runs."""

    done: asyncio.Event = field(default_factory=asyncio.Event)
    moves: int = 0
    frames: int = 0
    bytes: int = 0
    late: list[float] = field(default_factory=list)


class Table:
    """Three sockets after another through scripts: `texts[i]` is sent by `seats[i]` of `sockets[hands[i]]`."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.sockets: list[list[Socket]] = []
        self.script: list[tuple[int, int, bytes]] = []
        self.at = 0
        self.got = 0
        self.sent = 0.0

    def send(self) -> None:
        if self.at == len(self.script) or self.run.done.is_set():
            self.run.done.set()
            return
        hand, seat, text = self.script[self.at]
        self.at += 1
        self.got = 0
        self.sent = time.perf_counter()
        self.sockets[hand][seat].send(text)

    def heard(self, text: bytes) -> None:
        if text.startswith((b'{"t":"no"', b'{"t":"err"')):
            raise AssertionError(text.decode())
        # The stock consumer's JSON has spaces.
        if not text.startswith((b'{"t":"ev"', b'{"t": "ev"')):
            return
        run = self.run
        run.frames += 1
        run.bytes += len(text)
        self.got += 1
        if self.got == SEATS:
            if not run.done.is_set():
                run.moves += 1
                run.late.append(time.perf_counter() - self.sent)
            self.send()


async def measure(stage: Stage, tables: list[Table], run: Run) -> Figures:
    """Start all tables at once and stop at the first that has no more moves."""
    await asyncio.sleep(0.5)
    before, begun = stage.spent(), time.perf_counter()
    for table in tables:
        table.send()
    async with asyncio.timeout(300):
        await run.done.wait()
    seconds, after = time.perf_counter() - begun, stage.spent()
    moves = run.moves
    await asyncio.sleep(0.5)
    for table in tables:
        for socket in (s for hand in table.sockets for s in hand):
            socket.transport.close()
    return Figures(moves, seconds, run.bytes / run.frames, run.late, {k: after[k] - before[k] for k in after})


async def play_hands(
    stage: Stage, prepared: list[list[tuple[str, list[tuple[int, int, dict]]]]], cookies: list[str]
) -> Figures:
    """A round over hand sockets. `prepared`: per table its hands, each an id and its (seat, decision, action)."""
    run = Run()
    tables = []
    for hands in prepared:
        table = Table(run)
        for number, (hand_id, moves) in enumerate(hands):
            table.sockets.append(
                [await connect(stage.port, f"/ws/hand/{hand_id}/", cookie, table.heard) for cookie in cookies]
            )
            for i, (seat, decision, action) in enumerate(moves):
                frame = {"t": "act", "k": f"move-{i:06}", "d": decision, "a": action}
                table.script.append((number, seat, json.dumps(frame, separators=(",", ":")).encode()))
        tables.append(table)
    return await measure(stage, tables, run)


async def play_groups(
    stage: Stage,
    doors: str,
    prepared: list[list[tuple[str, list[tuple[int, int, dict]]]]],
    cookies: list[str],
    size: int,
) -> Figures:
    """A round over stock groups, one a hand; broadcasts of `size` bytes. `doors`: "stock" or "lean"."""
    run = Run()
    tables = []
    groups = itertools.count()
    for hands in prepared:
        table = Table(run)
        for number, (_, moves) in enumerate(hands):
            path = f"/ws/{doors}/{next(groups)}/"
            table.sockets.append([await connect(stage.port, path, cookie, table.heard) for cookie in cookies])
            for i, (seat, decision, action) in enumerate(moves):
                frame = {"t": "act", "k": f"move-{i:06}", "d": decision, "a": action, "size": size}
                table.script.append((number, seat, json.dumps(frame, separators=(",", ":")).encode()))
        tables.append(table)
    return await measure(stage, tables, run)


def prepare(tables: int, hands: int, rounds: int) -> tuple[list, list[str]]:
    """Hands in the database, ready for their first play, for every round; and the cookies of three players."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from bench.hands import CONFIG, script
    from games.models import Hand, HandSeat, LogEntry
    from games.rules.core import commitment
    from games.runtime.store import now_ms
    from games.runtime.wire import Entry, encode

    at = now_ms() - 120_000
    scripts = [script(number, at) for number in range(40)]
    people = [get_user_model().objects.create_user(username=f"bench{seat}") for seat in range(SEATS)]
    cookies = []
    for person in people:
        client = Client()
        client.force_login(person)
        cookies.append(f"sessionid={client.cookies['sessionid'].value}")

    def row(hand: Hand, entry: Entry) -> LogEntry:
        action = json.loads(encode(entry.action))
        return LogEntry(hand=hand, seq=entry.seq, at=entry.at, due=entry.due, cmd=entry.cmd, action=action)

    prepared = []
    number = 0
    for _ in range(rounds):
        round_tables = []
        for _ in range(tables):
            table_hands = []
            for _ in range(hands):
                chosen = scripts[number % len(scripts)]
                number += 1
                hand = Hand(
                    game="doudizhu",
                    mode="huanle",
                    rules_version=1,
                    config=CONFIG,
                    seed=chosen.seed,
                    commitment=commitment(chosen.seed),
                    carry={},
                    table_key="bench",
                )
                table_hands.append((hand, chosen))
            round_tables.append(table_hands)
        everything = [pair for table_hands in round_tables for pair in table_hands]
        Hand.objects.bulk_create([hand for hand, _ in everything])
        HandSeat.objects.bulk_create(
            [
                HandSeat(hand=h, seat=s, player=p, display={"name": f"p{s}"})
                for h, _ in everything
                for s, p in enumerate(people)
            ]
        )
        LogEntry.objects.bulk_create([row(h, e) for h, chosen in everything for e in [chosen.first, *chosen.before]])
        prepared.append(
            [
                [(str(h.id), [(m.seat, m.decision, m.data) for m in chosen.moves]) for h, chosen in table_hands]
                for table_hands in round_tables
            ]
        )
    return prepared, cookies


def report(name: str, rounds: list[Figures]) -> tuple[float, float]:
    """Print the medians of a kind; gives its moves a second and its CPU µs a move."""
    rate = statistics.median(r.rate for r in rounds)
    micro = {k: statistics.median(r.spent[k] / r.moves * 1e6 for r in rounds) for k in rounds[0].spent}
    late = sorted(x * 1000 for r in rounds for x in r.late)
    print(
        f"| {name} | {rate:,.0f} ({min(r.rate for r in rounds):,.0f}–{max(r.rate for r in rounds):,.0f}) "
        f"| {micro['web']:.0f} + {micro['postgres']:.0f} + {micro['redis']:.0f} "
        f"| {late[len(late) // 2]:.0f} / {late[len(late) * 99 // 100]:.0f} | {rounds[0].bytes_a_frame:.0f} |"
    )
    return rate, statistics.median(sum(r.spent.values()) / r.moves * 1e6 for r in rounds)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, environment(Path(folder)) as (postgres, redis):
        prepared, cookies = prepare(options.tables, options.hands, options.rounds)
        with stage(postgres, redis) as running:
            ours: list[Figures] = []
            groups: dict[str, list[Figures]] = {"stock": [], "lean": []}
            for tables in prepared:
                ours.append(uvloop.run(play_hands(running, tables, cookies)))
                size = round(ours[0].bytes_a_frame)
                for doors, rounds in groups.items():
                    rounds.append(uvloop.run(play_groups(running, doors, tables, cookies, size)))
                against = ", ".join(f"{doors} {rounds[-1].rate:,.0f}" for doors, rounds in groups.items())
                print(f"round: {ours[-1].rate:,.0f} against {against} moves/s", flush=True)
    print("| | moves/s (min–max) | CPU µs a move (web + PostgreSQL + Redis) | p50 / p99 ms | bytes a broadcast |")
    print("|---|---|---|---|---|")
    rate, cost = report("hand socket, stored, real rules", ours)
    for doors, rounds in groups.items():
        theirs, spent = report(f"stock consumer, group_send over Redis pub/sub, {doors} doors", rounds)
        print(f"| … that is | {rate / theirs:.2f} times | {spent / cost:.2f} times | | |")


if __name__ == "__main__":
    main()
