"""Many strangers play hand after hand for a while; afterwards the books must balance.

    script/soak --people 20 --minutes 10

Prints a line a minute and a closing one. Exit status 1 when a person got stuck or `audit_ledger` found something.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psycopg

from tests.house import House
from tests.live.stranger import Refused, Stranger


class Soak:
    """The run: people, what they finished, what went wrong."""

    def __init__(self, house: House, minutes: float) -> None:
        self.house = house
        self.until = time.monotonic() + minutes * 60
        self.hands = 0
        self.troubles: list[str] = []
        self.refusals: Counter[str] = Counter()

    async def run(self, people: int) -> None:
        report = asyncio.create_task(self._report())
        await asyncio.gather(*(self._person(number) for number in range(people)))
        report.cancel()

    async def _person(self, number: int) -> None:
        """Enter as a guest, play and leave until the time is up; who is refused makes room for a new guest."""
        person = await self._enter()
        while time.monotonic() < self.until:
            try:
                await person.join(self._room())
                await person.play()
                self.hands += 1
                await person.leave()
            except Refused as refused:
                self.refusals[refused.args[0]["code"]] += 1
                person = await self._enter()
            except TimeoutError as error:
                self.troubles.append(f"person {number}, hand {person.hand or '-'}: {error or 'did not end'}")
                person = await self._enter()

    async def _enter(self) -> Stranger:
        return await asyncio.to_thread(Stranger(self.house.url).enter)

    def _room(self) -> int:
        with psycopg.connect(self.house.database_url) as database:
            row = database.execute(
                "SELECT id FROM lobby_room WHERE mode = 'huanle' AND seats = 3 ORDER BY minimum LIMIT 1"
            ).fetchone()
        assert row, "no room is loaded"
        return int(row[0])

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(60)
            sys.stdout.write(f"{self.hands} hands played, {len(self.troubles)} troubles\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/soak", description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data", environment={"GUEST_RATE": "100000/h/ip"})
        try:
            soak = Soak(house.wait_ready(), options.minutes)
            asyncio.run(soak.run(options.people))
            audit = house.manage("audit_ledger").strip()
        finally:
            house.stop()
    for trouble in soak.troubles:
        sys.stdout.write(f"{trouble}\n")
    sys.stdout.write(f"{soak.hands} hands, {len(soak.troubles)} troubles, refused {dict(soak.refusals)}; {audit}\n")
    return 1 if soak.troubles or not soak.hands else 0


if __name__ == "__main__":
    sys.exit(main())
