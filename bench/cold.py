"""How soon tables go on in a process that has never seen them: its neighbour was killed, and all its players come.

    python -m bench.cold [--tables 500] [--rounds 3]

Every table has three players, who open their sockets at the same moment; counted is from there until each has his
snapshot: handshake, session, fold of the hand from its log, everything. Server on one core, clients on another. The
first move of each table is then played, and counted from the same moment on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

import uvloop

from bench.moves import SEATS, prepare
from bench.stage import Stage, environment, stage
from bench.wire import Socket, connect


class Table:
    """The sockets of one table; `shown` and `went_on`: when each had its snapshot, when the last saw the move."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self.shown: list[float] = []
        self.told = 0
        self.seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.done: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def heard(self, text: bytes) -> None:
        if text.startswith(b'{"t":"snap"'):
            self.shown.append(time.perf_counter())
            if len(self.shown) == SEATS:
                self.seen.set_result(None)
        elif text.startswith(b'{"t":"ev"'):
            self.told += 1
            if self.told == SEATS and not self.done.done():
                self.done.set_result(time.perf_counter())


async def come_back(running: Stage, hands: list, cookies: list[str]) -> tuple[list[float], list[float]]:
    """Seconds until each socket had its snapshot, and until each table had gone on by a move."""
    begun = time.perf_counter()
    tables = []

    async def one(hand: tuple[str, list[tuple[int, int, dict]]]) -> None:
        hand_id, moves = hand
        table = Table()
        tables.append(table)
        paths = [(f"/ws/hand/{hand_id}/", cookie) for cookie in cookies]
        table.sockets = await asyncio.gather(*(connect(running.port, *path, table.heard) for path in paths))
        seat, decision, action = moves[0]
        frame = {"t": "act", "k": "first-move", "d": decision, "a": action}
        await table.seen
        table.sockets[seat].send(json.dumps(frame, separators=(",", ":")).encode())
        await table.done

    async with asyncio.timeout(120):
        await asyncio.gather(*(one(hand) for hand in hands))
    for socket in (s for table in tables for s in table.sockets):
        socket.transport.close()
    await asyncio.sleep(1)
    shown = sorted(at - begun for table in tables for at in table.shown)
    return shown, sorted(table.done.result() - begun for table in tables)


def main() -> None:
    """Measure and print a line a round, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rounds = []
    with tempfile.TemporaryDirectory() as folder, environment(Path(folder)) as (postgres, redis):
        prepared, cookies = prepare(options.tables, 1, options.rounds)
        with stage(postgres, redis) as running:
            for tables in prepared:
                before = running.spent()
                shown, went_on = uvloop.run(come_back(running, [hands[0] for hands in tables], cookies))
                spent = {part: seconds - before[part] for part, seconds in running.spent().items()}
                rounds.append((shown, went_on, sum(spent.values())))
                parts = ", ".join(f"{part} {seconds:.2f}" for part, seconds in spent.items())
                print(
                    f"snapshot p50 {_at(shown, 50):.2f} p99 {_at(shown, 99):.2f} s; "
                    f"first move p50 {_at(went_on, 50):.2f} p99 {_at(went_on, 99):.2f} s; CPU s: {parts}",
                    flush=True,
                )
    median = statistics.median
    print(
        f"{options.tables} tables, {options.tables * SEATS} sockets: every table has gone on after "
        f"{median(_at(went_on, 99) for _, went_on, _ in rounds):.2f} s (p99), "
        f"{median(spent for _, _, spent in rounds) / options.tables / SEATS * 1e3:.2f} ms CPU a socket"
    )


def _at(sorted_values: list[float], percent: int) -> float:
    return sorted_values[min(len(sorted_values) - 1, len(sorted_values) * percent // 100)]


if __name__ == "__main__":
    main()
