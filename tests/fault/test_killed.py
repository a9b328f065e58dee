"""Processes are killed while people play: no acknowledged move is lost, every hand is settled once."""

import asyncio
import time

import psycopg
import pytest

from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]

PEOPLE = 5


def test_a_hand_outlives_every_process(fresh_house: House) -> None:
    """The web process, a bots' worker, the clock's worker, beat and Redis die (-9) one after another, mid-hand."""
    house = fresh_house
    people = [Stranger(house.url, think=0.5).enter() for _ in range(PEOPLE)]
    room = rooms.novice(house)

    async def scenario() -> None:
        await asyncio.gather(*(person.join(room) for person in people))
        games = asyncio.gather(*(person.play() for person in people))
        for words in (("uvicorn",), ("celery", "bots"), ("celery", "clock"), ("celery", "beat"), ("uvicorn",)):
            await asyncio.sleep(4)
            assert house.kill(*words), f"nothing to kill for {words}"
        await games

    asyncio.run(scenario())

    assert sum(person.reconnects for person in people) >= PEOPLE, "the web process was not killed under anybody"
    with psycopg.connect(house.database_url) as database:
        stored = {cmd for (cmd,) in database.execute("SELECT cmd FROM games_logentry")}
        for person in people:
            assert person.acknowledged, "played nothing"
            keys = {cmd.partition(":")[2] for cmd in stored}
            assert set(person.acknowledged) <= keys, "an acknowledged move was lost"
        hands = {person.hand for person in people}
        assert _settled(database, hands) == len(hands)
        doubled = database.execute("SELECT count(*) - count(DISTINCT (hand_id, cmd)) FROM games_logentry").fetchone()
        assert doubled == (0,), "a command was played twice"
    assert "clean" in house.manage("audit_ledger").lower()


def _settled(database: psycopg.Connection, hands: set[str], seconds: float = 30) -> int:
    deadline = time.monotonic() + seconds
    while True:
        row = database.execute(
            "SELECT count(*) FROM games_hand WHERE status = 'settled' AND id = ANY(%s::uuid[])", [list(hands)]
        ).fetchone()
        database.rollback()
        count = int(row[0]) if row else 0
        if count == len(hands) or time.monotonic() > deadline:
            return count
        time.sleep(0.5)
