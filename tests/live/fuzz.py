"""Nonsense on both sockets and the API of a running platform: refused, and nothing else happens.

    python -m tests.live.fuzz --messages 100000 --seed 7

Hands of every mode are brought into a phase and stand still there while their own players and others send what must be
refused (`tests.live.nonsense`), as fast as the limits of a socket allow: the limits stay as they are, a sender who has
used his up comes back with a new socket. Beside it two people play hand after hand. At the end no entry, seat, ticket
or coin may have changed, nothing may have been raised, no hidden card told, and the platform must still answer. Exit
status 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import websockets
from websockets.exceptions import ConnectionClosed

from games.rules.doudizhu.presets import preset
from tests.house import House
from tests.live.habits import Habits
from tests.live.nonsense import HandNonsense, LobbyNonsense, own_cards
from tests.live.prepare import every_row
from tests.live.stranger import LOST, Stranger

Json = Any

HOUR = 3_600_000
WAITED_FOR = ("opening", "call", "double", "play", "arrange", "turn", "claim", "return")
SLOW = dict.fromkeys(WAITED_FOR, HOUR) | {"deal_step": 1}
"""Clocks of the hands that stand still."""
QUICK = {"opening": 1500, "deal_step": 20, "call": 3000, "double": 3000, "play": 3000, "think": [50, 100]}
PHASES = {
    "doudizhu": ("play", "calling", "opening", "play"),
    "thirteen": ("arrange", "opening", "arrange"),
    "mahjong": ("play", "claim", "opening"),
}
"""Where the first room of a game, its second one, … stand still: a phase or a decision."""
SENDERS = 24
"""Sockets at a time."""
HAND_BURST, LOBBY_BURST, API_BURST = 60, 30, 15
"""Messages of one socket: below what closes it."""
ANSWER_SECONDS = 30
LAST = 77
TOO_MANY, TOO_BIG = 4429, 1009
PATHS = (
    "/api/lobby/me/", "/api/lobby/zones/", "/api/lobby/rooms/{n}/", "/api/lobby/tables/{n}/", "/api/lobby/join/",
    "/api/lobby/cancel/", "/api/lobby/sit/", "/api/lobby/ready/", "/api/lobby/unready/", "/api/lobby/leave/",
    "/api/lobby/change/", "/api/games/replays/{u}/", "/r/{n}/", "/t/{n}/", "/t/{n}/sit/{n}/", "/r/{n}/join/", "/g/{w}/",
    "/help/{w}/", "/hands/{u}/", "/hands/?page={w}&mode={w}", "/me/?page={n}", "/{w}",
)  # fmt: skip
BODIES = (b"", b"{", b'{"room":' + b"9" * 40 + b"}", b'{"room":"\\u0000"}', b"[" * 3000, b"\xff\xfe", b'{"flee":3}')


@dataclass
class Still:
    """A hand that stands still: its players in seat order, and what each seat sees."""

    hand: str
    table: int
    people: list[Stranger]
    views: dict[int, Json] = field(default_factory=dict)

    def seat_of(self, person: Stranger) -> int:
        return next(seat for seat, other in enumerate(self.people) if other is person)


class Fuzz:
    """The run: what is sent, what came back, what is wrong."""

    def __init__(self, house: House, messages: int, seed: int) -> None:
        self.house = house
        self.luck = random.Random(seed)
        self.left = messages
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.played = 0

    # Setting the stage

    async def bring(self, made: Json) -> None:
        """Seat people in every room and play each hand into its phase."""
        people = [Stranger(self.house.url, session=one["session"], habits=Habits()) for one in made["people"]]
        self.outsiders, people = people[:3], people[3:]
        self.stills: list[Still] = []
        phases = {game: cycle(names) for game, names in PHASES.items()}
        for room in made["rooms"]:
            seated, people = people[: room["seats"]], people[room["seats"] :]
            hands = await asyncio.gather(*(person.join(room["id"], timeout=60) for person in seated))
            still = Still(hands[0], seated[0].table, seated)
            phase = next(phases[room["game"]])
            if phase == "calling":
                phase = "bid" if preset(room["mode"], room["seats"]).points else "call"
            await asyncio.gather(*(person.play(timeout=60, until=phase) for person in seated))
            still.people.sort(key=lambda person: person.view["seat"])
            self.stills.append(still)

    async def look(self, still: Still) -> dict[int, Json]:
        """What each seat sees now, by a fresh snapshot, and a spectator under -1."""
        found = {}
        for seat, person in [*enumerate(still.people), (-1, self.outsiders[0])]:
            async with person.socket(f"/ws/hand/{still.hand}/?w={person.window}") as socket:
                found[seat] = json.loads(await asyncio.wait_for(socket.recv(), ANSWER_SECONDS))["view"]
        return found

    async def _at_rest(self, still: Still) -> dict[int, Json]:
        """The same once nothing more happens by itself: a base pause ends of its own accord."""
        while True:
            views = await self.look(still)
            dues = [decision["due"] for decision in views[-1]["decisions"]]
            if min(dues) > (time.time() * 1000) + HOUR / 2:
                return views
            await asyncio.sleep(0.3)

    # The senders

    async def send(self, made: Json) -> None:
        """Send it all; the quick table plays meanwhile."""
        keepers = [asyncio.create_task(person.stay()) for still in self.stills for person in still.people]
        for still in self.stills:
            still.views = await self._at_rest(still)
            self.wrong += _leaks(still)
        before = await asyncio.to_thread(self._state)
        playing = [asyncio.create_task(self._play(session, made["quick"])) for session in made["players"]]
        await asyncio.gather(*(self._sender() for _ in range(SENDERS)))
        for task in playing:
            task.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                self.wrong.append(f"the player stopped: {outcome!r}")
        after = await asyncio.to_thread(self._state)
        self.wrong += [
            f"{name} changed: {before[name]} -> {after[name]}" for name in before if before[name] != after[name]
        ]
        for still in self.stills:
            for seat, view in (await self.look(still)).items():
                if view != still.views[seat]:
                    self.wrong.append(f"{still.hand} seat {seat}: {_difference(still.views[seat], view)}")
        for task in keepers:
            task.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)

    def _state(self) -> Json:
        """What must not change."""
        people = [person for still in self.stills for person in still.people] + self.outsiders
        asked = {
            "hands": [still.hand for still in self.stills],
            "tables": [still.table for still in self.stills],
            "sessions": [person.session for person in people],
        }
        found: Json = json.loads(self.house.run_python("-m", "tests.live.standstill", json.dumps(asked)))
        return found

    async def _play(self, session: str, room: int) -> None:
        """The platform goes on for others."""
        person = Stranger(self.house.url, session=session)
        while True:
            await person.next_hand(room, timeout=120)
            await person.play(timeout=120)
            self.played += 1
            self.wrong += person.follower.differences

    async def _sender(self) -> None:
        while self.left > 0:
            try:
                pick = self.luck.random()
                if pick < 0.5:
                    await self._at_hand()
                elif pick < 0.8:
                    await self._at_lobby()
                else:
                    await asyncio.to_thread(self._at_api)
            except LOST as error:
                self.wrong.append(f"a socket broke: {error!r}")

    def _take(self, most: int) -> int:
        count = min(most, self.left)
        self.left -= count
        return count

    async def _at_hand(self) -> None:
        """One socket at a hand: a player's, a spectator's, or of somebody who may not act."""
        still = self.luck.choice(self.stills)
        person = self.luck.choice([*still.people, *still.people, self.outsiders[1]])
        seated = person in still.people
        seat = still.seat_of(person) if seated else -1
        view = still.views[seat]
        mine = [key for hand, key in person.acknowledged if hand == still.hand]
        nonsense = HandNonsense(random.Random(self.luck.random()), view, mine)
        seen = _cards(view)  # held against the other seats' hands at the beginning
        window = person.window if self.luck.random() < 0.8 else "another-window"
        async with person.socket(f"/ws/hand/{still.hand}/?w={window}") as socket:
            count = self._take(HAND_BURST)
            messages = [nonsense.message() for _ in range(count)]
            for message in messages:
                await socket.send(message)
            self.sent["hand"] += count
            async for frame in self._answers(socket):
                self._judge(frame, mine, seen, still, seat)

    async def _answers(self, socket: websockets.ClientConnection) -> AsyncIterator[Json]:
        """What a socket still says: until a heartbeat is answered, or it is closed as one that spoke too much."""

        async def ask() -> None:
            while True:  # a sender who used his allowance up is heard again after a moment
                await socket.send(f'{{"t":"ping","c":{LAST}}}')
                await asyncio.sleep(0.3)

        asking = asyncio.create_task(ask())
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                async for text in socket:
                    frame = json.loads(text)
                    if frame["t"] == "pong" and frame["c"] == LAST:
                        return
                    yield frame
            if socket.close_code != TOO_MANY:
                self.wrong.append(f"a socket was closed with {socket.close_code}")
        except ConnectionClosed:
            if socket.close_code not in (TOO_MANY, TOO_BIG):
                self.wrong.append(f"a socket broke with {socket.close_code}")
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    def _judge(self, frame: Json, keys: list[str], seen: set[int], still: Still, seat: int) -> None:
        kind = frame["t"]
        self.answers[f"hand {kind} {frame.get('code', '')}".strip()] += 1
        if kind == "ev" or (kind == "ok" and frame["k"] not in keys):
            self.wrong.append(f"{still.hand} seat {seat}: {frame}")
        if frame.get("code") == "internal":
            self.wrong.append(f"an internal error was answered: {frame}")
        if kind in ("snap", "hints", "no", "err") and (told := _cards(frame) - seen):
            self.wrong.append(f"hidden cards {told} told to seat {seat} of {still.hand}: {frame}")

    async def _at_lobby(self) -> None:
        still = self.luck.choice(self.stills)
        seated = self.luck.random() < 0.5
        person = self.luck.choice(still.people) if seated else self.luck.choice(self.outsiders)
        tables = [(other.table, len(other.people)) for other in self.stills]
        nonsense = LobbyNonsense(random.Random(self.luck.random()), seated, tables)
        async with person.socket("/ws/lobby/") as socket:
            count = self._take(LOBBY_BURST)
            for _ in range(count):
                await socket.send(nonsense.message())
            self.sent["lobby"] += count
            async for frame in self._answers(socket):
                kind = frame["t"]
                self.answers[f"lobby {kind} {frame.get('code', '')}".strip()] += 1
                if kind in ("match", "notice") or (kind == "ok" and frame["re"] not in ("sync", "ping", "watch")):
                    self.wrong.append(f"the lobby took {frame}")

    def _at_api(self) -> None:
        """A handful of requests; nothing may be a server's error, and nothing of them may be obeyed."""
        luck = self.luck
        person = luck.choice([*self.outsiders, *luck.choice(self.stills).people])
        for _ in range(self._take(API_BURST)):
            # No number of a room: whoever is outside may well join one.
            number = luck.choice(("0", "-1", "99999999", str(2**31), str(2**63), str(10**30)))
            word = luck.choice(("doudizhu", "x" * 300, "%00", "%F0%9F%8F%B4", "..%2f", "-1", "1e9", "[]"))
            unknown = luck.choice(("00000000-0000-4000-8000-000000000000", "not-a-uuid", self.stills[0].hand))
            path = luck.choice(PATHS).format(n=number, w=word, u=unknown)
            body = luck.choice(BODIES)
            method = luck.choice(("GET", "POST", "PUT", "DELETE", "OPTIONS", "BREW"))
            self.sent["api"] += 1
            status = self._request(person, method, path, body)
            self.answers[f"api {status}"] += 1
            if status >= 500:
                self.wrong.append(f"{method} {path} {body[:40]!r} was answered {status}")

    def _request(self, person: Stranger, method: str, path: str, body: bytes) -> int:
        headers = {"Content-Type": "application/json", "X-CSRFToken": "t" * 32, "Referer": self.house.url}
        headers["Cookie"] = f"sessionid={person.session}; csrftoken={'t' * 32}"
        data = None if method == "GET" else body
        request = urllib.request.Request(self.house.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code


def _difference(old: Json, new: Json) -> Json:
    return {name: (old.get(name), new.get(name)) for name in new if old.get(name) != new.get(name)}


CARD_LISTS = ("cards", "hole", "rest", "hand", "front", "middle", "back", "tiles")


def _cards(found: Json) -> set[int]:
    """Every card that a frame names, wherever it does."""
    cards: set[int] = set()
    if isinstance(found, dict):
        for name, value in found.items():
            if name in CARD_LISTS and isinstance(value, list):
                cards.update(card for card in value if type(card) is int)
            elif name in ("tile", "taken") and type(value) is int:
                cards.add(value)
            elif name == "hands" and isinstance(value, dict):
                for hand in value.values():
                    cards.update(hand)
            else:
                cards |= _cards(value)
    elif isinstance(found, list):
        for value in found:
            cards |= _cards(value)
    return cards


def _leaks(still: Still) -> list[str]:
    """Cards of a closed hand that another seat, or a spectator, was shown."""
    found = []
    for viewer, view in still.views.items():
        for seat, own in still.views.items():
            if seat in (viewer, -1) or own["seats"][seat].get("show"):
                continue
            # The landlord's hole cards are everybody's to see (1.2).
            if told := _cards(view) & set(own_cards(own, seat)) - set(view.get("hole") or ()):
                found.append(f"{still.hand}: seat {viewer} was shown {told} of seat {seat}")
    return found


def prepare(house: House, rows: list[tuple[str, int]] | None) -> Json:
    """Rooms, people and a quick table beside them."""
    rows = rows or every_row()
    slow = {"people": 3 + sum(seats for _, seats in rows), "rows": rows, "timers": SLOW, "bot_wait": None, "full": True}
    made = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps(slow)))
    quick = {"people": 2, "timers": QUICK, "rows": [["huanle", 3]], "bot_wait": 500}
    other = json.loads(house.run_python("-m", "tests.live.prepare", json.dumps(quick)))
    made["quick"] = other["rooms"][0]["id"]
    made["players"] = [person["session"] for person in other["people"]]
    return made


def attack(house: House, messages: int, seed: int, rows: list[tuple[str, int]] | None = None) -> Json:
    """Send so many messages to hands of these modes, of all unless given; the figures, with what is wrong under
    "faults"."""
    known = {error: len(found) for error, found in house.errors().items()}
    began = time.monotonic()
    fuzz = Fuzz(house, messages, seed)
    made = prepare(house, rows)

    async def scenario() -> None:
        await fuzz.bring(made)
        await fuzz.send(made)

    asyncio.run(scenario())
    new = {e: found[-1] for e, found in house.errors().items() if len(found) > known.get(e, 0)}
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - began, 1),
        "sent": dict(fuzz.sent),
        "answers": dict(sorted(fuzz.answers.items())),
        "hands_played_beside": fuzz.played,
        "faults": fuzz.wrong[:30] + [f"raised: {trace}" for trace in new.values()],
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data", "--web", "2")
        try:
            figures = attack(house.wait_ready(), options.messages, options.seed)
        finally:
            house.stop()
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
