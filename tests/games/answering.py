"""People at a table over the lobby and their own sockets, and what comes after a hand."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from games import settlement
from games.models import Hand
from outbox.models import Event
from outbox.services import deliver
from tests.games.conftest import Person

Json = dict[str, Any]


class Answering:
    """Somebody at the table, who answers each of his decisions once: says that it may be dealt, otherwise what `choose`
    makes of the suggestions."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.answered: set[int] = set()

    @property
    def frames(self) -> list[Json]:
        return self.person.frames

    @property
    def seat(self) -> int:
        return self.frames[0]["seat"]

    async def play(self, until: str = "over") -> None:
        """Answer whatever is asked until there has been such an event."""
        if not self.answered:
            await self._answer(self.frames[0]["view"]["decisions"])
        while not self.told(until):
            frame = await self.person.frame(30)
            if frame["t"] == "hints":
                move = self.choose(frame["plays"])
                if move is not None:
                    await self.act(frame["d"], move)
            elif frame["t"] == "ev":
                self.heard(frame["e"])
                await self._answer(frame["d"])

    def choose(self, plays: list[Json]) -> Json | None:
        """The answer to a decision for which this is suggested; None: none."""
        return plays[0]

    def heard(self, events: list[Json]) -> None:
        """Something has happened."""

    def asked(self, decision: Json) -> None:
        """A decision other than the opening is open for this seat."""

    async def _answer(self, decisions: list[Json]) -> None:
        for decision in decisions:
            if "mine" not in decision or decision["id"] in self.answered:
                continue
            self.answered.add(decision["id"])
            if decision["kind"] == "open":
                await self.act(decision["id"], {"kind": "open"})
            else:
                self.asked(decision)
                await self.person.send_json_to({"t": "hints", "d": decision["id"]})

    async def act(self, decision: int, action: Json) -> None:
        message = {"t": "act", "k": f"command-{secrets.token_hex(4)}", "d": decision, "a": action}
        await self.person.send_json_to(message)

    def told(self, kind: str) -> list[Json]:
        """The events of that kind."""
        return [event for frame in self.frames if frame["t"] == "ev" for event in frame["e"] if event["kind"] == kind]


async def all_play(seats: Sequence[Answering]) -> None:
    """Play the hand to its end."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(seat.play() for seat in seats))


def settle(hand: Hand) -> Hand:
    """Settle the hand and tell everybody above."""
    assert settlement.settle_hand(hand.pk)
    for event in Event.objects.all():
        assert deliver(event.pk)
    return Hand.objects.get(pk=hand.pk)
