"""Hands of Thirteen Water as the rules themselves play them: views and frames for the browser's part."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from games.rules.core import Action, Event
from games.rules.thirteen import arrange
from games.rules.thirteen.arrangement import NAMES, Rows
from games.rules.thirteen.rounds import Thirteen
from tests.js import scenes

NAMES_OF = ["小满", "老周", "阿德", "木头人乙"]
MS = {"opening": 5_000, "arrange": 30_000, "return": 60_000}


class Hand:
    """A hand that a test plays for all seats; `frames` for one viewer are what the server would send him."""

    def __init__(self, seats: int = 4, seed: int = 1, bots: int = 1, **rules: Any) -> None:
        config = {
            "game": "thirteen",
            "mode": "thirteen",
            "seats": seats,
            "bots": [None] * (seats - bots) + ["normal"] * bots,
            "rules": rules,
            "room": {"absence": "trustee"},
            "timers": MS,
        }
        self.seats = seats
        self.now = scenes.now()
        self.state = Thirteen.start(config, random.Random(seed).randbytes(32), {}, self.now)
        self.n = 0

    @classmethod
    def with_special(cls, wanted: str, **more: Any) -> Hand:
        """The first hand in which seat 0 holds this special hand."""
        for seed in range(100_000):
            hand = cls(seed=seed, **more).deal()
            if hand.state.specials[0] == wanted:
                return hand
        raise AssertionError(wanted)

    @classmethod
    def where(cls, test: Any, **more: Any) -> Hand:
        """The first dealt hand for which `test` holds."""
        return next(hand for hand in (cls(seed=seed, **more).deal() for seed in range(100_000)) if test(hand))

    def enter(self, kind: str, seat: int | None = None, decision: int | None = None, **data: Any) -> list[Event]:
        return self.state.apply(Action(kind, seat, decision, data, self.now))

    def deal(self) -> Hand:
        for seat in range(self.seats):
            if not self.state.bots[seat]:
                self.enter("open", seat, 0)
        return self

    def best(self, seat: int) -> Rows:
        return arrange.greedy(self.state.hands[seat], self.state.settings)

    def submit(self, seat: int, rows: Rows | None = None, *, special: bool = False) -> list[Event]:
        rows = rows or self.best(seat)
        data = {name: list(row) for name, row in zip(NAMES, rows.all, strict=True)}
        return self.enter("submit", seat, self.state.decisions[0].id, **data, special=special)

    def others(self) -> list[Event]:
        """Everybody but seat 0 hands in."""
        return [event for seat in range(1, self.seats) for event in self.submit(seat)]

    def view(self, seat: int | None = 0) -> dict[str, Any]:
        return self.state.view(seat, self.now)

    def frame(self, events: list[Event], seat: int | None = 0) -> dict[str, Any]:
        """The events as a frame for a viewer; the decisions as they are now."""
        self.n += 1
        seen = [told for event in events if (told := event.seen_by(seat)) is not None]
        return {"t": "ev", "n": self.n, "s": scenes.now(), "e": seen, "d": self.state.seen_decisions(seat)}

    def names(self) -> list[dict[str, Any]]:
        return [scenes.NAMES[at % 3] | {"name": NAMES_OF[at], "bot": self.state.bots[at]} for at in range(self.seats)]

    def boot(self, seat: int | None = 0, table_seats: int = 4) -> dict[str, Any]:
        room = scenes.ROOM | {
            "game": "thirteen",
            "mode": "thirteen",
            "seats": table_seats,
            "fewest": 2,
            "currency": "coins",
            "coef_n": 10,
            "rake": 5,
            "threshold": None,
        }
        own = scenes.boot()
        taken = [
            {"player": 12 if at == 0 else None, "ready": at > 0, "show": False, **name}
            for at, name in enumerate(self.names())
        ]
        own["table"]["seats"] = taken + [None] * (table_seats - len(taken))
        return own | {"room": room, "seat": seat}

    def snap(self, seat: int | None = 0, **fields: Any) -> dict[str, Any]:
        view = self.view(seat)
        return scenes.snap(view, names=self.names(), room=self.boot()["room"]) | fields


def settled(hand: Hand) -> dict[str, Any]:
    """What the ledger would say of a hand that is over."""
    points = known(hand).points
    changes = [10 * value - 5 for value in points]
    return scenes.SETTLED | {"changes": changes, "rake": [5] * hand.seats, "balances": {"coins": 12_400 + changes[0]}}


def known(hand: Hand) -> Any:
    assert hand.state.result
    return hand.state.result


def over(hand: Hand) -> Hand:
    """Everybody has handed in."""
    for decision in hand.state.decisions:
        for seat in decision.seats:
            hand.submit(seat, special=hand.state.specials[seat] is not None)
    return hand


def homerun() -> Hand:
    """A hand that ends with a home run of seat 0."""
    for seed in range(100_000):
        hand = over(Hand(seed=seed).deal())
        if known(hand).facts["homerun"] == 0 and not any(known(hand).facts["specials"]):
            return hand
    raise AssertionError


def foul_rows(hand: Hand) -> Rows:
    """The best rows with a card of front and back exchanged so that they stand foul, or upside down."""
    rows = hand.best(0)
    return replace(rows, front=rows.back[:3], back=(*rows.back[3:], *rows.front))
