"""A contest runs to its prizes while its workers are killed: nobody is lost, and every unit is where it belongs.

    python -m tests.live.contest --players 200 --kills 3

Nobody of them is at the site: the trustee plays for all, bots fill the tables up. At the end the database is asked
whether the contest is what it says. Exit status 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.house import House

Json = dict[str, Any]

CLOCKS: dict[str, Json] = {
    "huanle": {"opening": 400, "deal_step": 5, "think": [20, 60]},
    "thirteen": {"opening": 300, "think": [20, 60]},
}
"""Rooms in which nobody is waited for longer than a test can wait."""
TERMS: Json = {"fee": 1000, "rake": 10, "guaranteed": 777, "boards": 1, "pause": 0}
PERCENTS = [37, 23, 17, 13, 10]
STILL_SECONDS = 120
"""A contest that nothing happens in for so long stands still."""


def hold(house: House, zone: str, players: int, kills: int) -> Json:
    """Let so many people play a contest while the workers of the tasks are killed so many times; the figures, with what
    is wrong under "faults"."""
    terms = {**TERMS, "prizes": PERCENTS, "fewest": len(PERCENTS)}
    wanted = {"contest": terms, "zone": zone, "people": players, "timers": CLOCKS[zone]}
    made = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps(wanted)))
    began, struck = time.monotonic(), 0
    with psycopg.connect(house.database_url, autocommit=True) as database:
        seen, at = (-1, -1), time.monotonic()
        while (now := _progress(database, made["challenge"]))[0] != "finished":
            if now[1:] != seen:
                seen, at = now[1:], time.monotonic()
            assert time.monotonic() < at + STILL_SECONDS, f"the contest stands still: {now}"
            # One blow a round, while its tables are being played
            if struck < kills and seen[0] > struck:
                struck += bool(house.kill("celery", "worker", "tasks"))
            time.sleep(0.1)
        lasted = time.monotonic() - began
        figures = _judge(database, made["challenge"], players)
    figures |= {"seconds": round(lasted, 1), "kills": struck}
    with suppress(AssertionError):
        figures["audit"] = house.manage("audit_ledger").strip().splitlines()[-1]
    if "audit" not in figures:
        figures["faults"]["ledger"] = "audit_ledger found faults"
    if struck < kills:
        figures["faults"]["kills"] = f"only {struck} blows"
    return figures


PROGRESS = """
    SELECT c.status, c.round, (
        SELECT count(*) FROM challenge_play p JOIN challenge_roundtable t ON t.id = p.table_id
        JOIN challenge_round r ON r.id = t.round_id WHERE r.challenge_id = c.id)
    FROM challenge_challenge c WHERE c.id = %s"""


def _progress(database: psycopg.Connection[Any], challenge: int) -> tuple[str, int, int]:
    """How it stands, its round, and how many boards have been dealt."""
    row = database.execute(PROGRESS, [challenge]).fetchone()
    assert row
    return row


QUESTIONS = {
    "unplaced": "SELECT count(*) FROM challenge_entry WHERE challenge_id = %(c)s AND place IS NULL",
    "lost_entries": "SELECT %(players)s - count(*) FROM challenge_entry WHERE challenge_id = %(c)s",
    "prizes_differ_from_pool": """
        SELECT pool - (SELECT sum(prize) FROM challenge_entry WHERE challenge_id = c.id)
        FROM challenge_challenge c WHERE id = %(c)s""",
    "pool_differs_from_fees": """
        SELECT pool + house - (%(players)s * fee + guaranteed) FROM challenge_challenge WHERE id = %(c)s""",
    "paid_not_once": "SELECT count(*) - 1 FROM wallet_transfer WHERE key = 'challenge:' || %(c)s || ':prizes'",
    "ledger_differs": """
        SELECT (SELECT pool FROM challenge_challenge WHERE id = %(c)s) - coalesce(sum(e.amount), 0)
        FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id JOIN wallet_account a ON a.id = e.account_id
        WHERE t.key = 'challenge:' || %(c)s || ':prizes' AND e.label = 'prize' AND a.kind = 'player'""",
    "fees_on_hold": """
        SELECT count(*) FROM wallet_hold WHERE key LIKE 'challenge:' || %(c)s || ':%%' AND closed IS NULL""",
    "still_seated": """
        SELECT count(*) FROM lobby_seat s JOIN challenge_entry e ON e.player_id = s.player_id
        WHERE e.challenge_id = %(c)s""",
    "sat_twice_in_a_round": """
        SELECT count(*) FROM (
            SELECT 1 FROM challenge_sitting s JOIN challenge_roundtable t ON t.id = s.table_id
            JOIN challenge_round r ON r.id = t.round_id
            WHERE r.challenge_id = %(c)s AND s.entry_id IS NOT NULL
            GROUP BY r.id, s.entry_id HAVING count(*) > 1) twice""",
    "boards_not_played": """
        SELECT count(*) FROM challenge_roundtable t JOIN challenge_round r ON r.id = t.round_id
        JOIN challenge_challenge c ON c.id = r.challenge_id WHERE c.id = %(c)s AND c.boards <> (
            SELECT count(*) FROM challenge_play p WHERE p.table_id = t.id AND cardinality(p.points) > 0)""",
    "dealt_differently": """
        SELECT count(*) FROM challenge_play p JOIN challenge_board b ON b.id = p.board_id
        JOIN games_hand h ON h.id = p.hand JOIN challenge_round r ON r.id = b.round_id
        WHERE r.challenge_id = %(c)s AND (h.seed <> b.seed OR h.sealed)""",
}
"""Each is 0 where all is well."""
COUNTED = """
    SELECT c.round, c.pool, c.house, (
        SELECT count(*) FROM challenge_sitting s JOIN challenge_roundtable t ON t.id = s.table_id
        JOIN challenge_round r ON r.id = t.round_id WHERE r.challenge_id = c.id AND s.entry_id IS NULL), (
        SELECT count(*) FROM challenge_roundtable t JOIN challenge_round r ON r.id = t.round_id
        WHERE r.challenge_id = c.id)
    FROM challenge_challenge c WHERE c.id = %s"""


def _judge(database: psycopg.Connection[Any], challenge: int, players: int) -> Json:
    found = {}
    for name, question in QUESTIONS.items():
        row = database.execute(question, {"c": challenge, "players": players}).fetchone()
        found[name] = int(row[0] if row else 0)
    counted = database.execute(COUNTED, [challenge]).fetchone()
    assert counted
    figures = dict(zip(("rounds", "pool", "house", "bots", "tables"), counted, strict=True))
    return {"entered": players, **figures, "faults": {name: value for name, value in found.items() if value}}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.contest", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--zone", choices=list(CLOCKS), default="huanle")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data")
        try:
            figures = hold(house.wait_ready(), options.zone, options.players, options.kills)
            figures["errors"] = {error: len(found) for error, found in house.errors().items()}
        finally:
            house.stop()
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
