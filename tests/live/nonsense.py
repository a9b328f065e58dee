"""Messages that must be refused: malformed, stale, out of turn, of the wrong type, too large, too deep.

Everything is drawn from one `random.Random`, so that a seed repeats it. What a message may be is told by
docs/protocol.md and docs/lobby-protocol.md; every message here breaks at least one rule of theirs.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

Json = Any

WORDS = ("", "\x00", "\ud800", "𝕏" * 9, "../../etc/passwd", "' OR 1=1 --", "<script>", "null", "\u202e", "é" * 300)
NUMBERS = (-1, 0, 1, 2**31 - 1, 2**31, 2**53 + 1, 2**63, 10**40, -(10**40), 1.5, 1e308, float("inf"), float("nan"))
SYSTEM = ("timeout", "lost", "back", "extend", "void", "start")


def junk(luck: random.Random, depth: int = 3) -> Json:
    """Any JSON value, and some that are none."""
    pick = luck.randrange(9 if depth else 6)
    if pick < 2:
        return luck.choice(NUMBERS)
    if pick < 4:
        return luck.choice(WORDS)
    if pick < 6:
        return luck.choice((None, True, False))
    if pick == 6:
        return [junk(luck, depth - 1) for _ in range(luck.randrange(5))]
    return {str(luck.choice(WORDS)): junk(luck, depth - 1) for _ in range(luck.randrange(4))}


def dump(message: Json) -> str:
    """As text; lone surrogates, infinities and NaN included, as a careless client would send them."""
    return json.dumps(message, ensure_ascii=True)


def broken(luck: random.Random) -> str | bytes:
    """A frame that is no message at all."""
    pick = luck.randrange(10)
    if pick == 0:
        return "[" * luck.choice((50, 1000, 4000)) + "]" * luck.choice((0, 50, 1000))
    if pick == 1:
        return '{"t":' * luck.choice((20, 700)) + "1"
    if pick == 2:
        return dump({"t": "act", "k": "k" * luck.choice((8, 100_000)), "pad": "x" * luck.choice((5000, 60_000))})
    if pick == 3:
        return luck.randbytes(luck.randrange(1, 200))
    if pick == 4:
        return '{"t":"act","k":"aaaaaaaa","k":"bbbbbbbb","a":{"kind":"pass"},"a":3'
    if pick == 5:
        return '{"pad":' + "[" * 1500 + "]" * 1500 + ',"t":"sync","u":1}'
    if pick == 6:
        return "".join(luck.choice('{}[]",:tka0\\u') for _ in range(luck.randrange(1, 80)))
    return dump(junk(luck))


def own_cards(view: Json, seat: int | None) -> list[int]:
    """The cards or tiles that a seat holds, as far as `view` shows them."""
    if seat is None:
        return []
    shown = view["seats"][seat]
    return shown["tiles" if view["game"] == "mahjong" else "cards"] or []


def _rows(cards: list[int]) -> Json:
    """An arrangement of Thirteen Water."""
    return {"kind": "submit", "front": cards[:3], "middle": cards[3:8], "back": cards[8:]}


class HandNonsense:
    """Refusable messages for one seat (or spectator) of a hand that stands still.

    `view` is what the sender sees, `keys` the ids of commands of his that the log holds: to be answered again.
    """

    def __init__(self, luck: random.Random, view: Json, keys: list[str]) -> None:
        self.luck = luck
        self.view = view
        self.keys = keys
        self.asked = {d["id"]: d for d in view["decisions"]}
        self.mine = {number for number, d in self.asked.items() if "mine" in d}
        self.kinds: tuple[Callable[[], Json], ...] = (
            self.malformed, self.stale, self.ahead, self.system, self.wrong_type, self.not_held, self.out_of_turn,
            self.conduct, self.repeated, self.fields,
        )  # fmt: skip

    def message(self) -> str | bytes:
        """The next message."""
        if self.luck.random() < 0.25:
            return broken(self.luck)
        return dump(self.luck.choice(self.kinds)())

    def _act(self, decision: Json, action: Json) -> Json:
        message = {"t": "act", "k": f"{self.luck.getrandbits(64):016x}", "a": action}
        return message if decision is None else {**message, "d": decision}

    def _answer(self) -> Json:
        """A well-formed action of any kind."""
        luck = self.luck
        answers: dict[str, tuple[Json, ...]] = {
            "doudizhu": (
                {"kind": "play", "cards": luck.sample(range(54), luck.randrange(1, 6))},
                {"kind": "pass"},
                {"kind": "call", "yes": luck.random() < 0.5},
                {"kind": "rob", "yes": luck.random() < 0.5},
                {"kind": "bid", "points": luck.randrange(4)},
                {"kind": "double", "yes": luck.random() < 0.5},
                {"kind": "open", "show": luck.random() < 0.5},
                {"kind": "show"},
                {"kind": "nonce", "nonce": "abc"},
            ),
            "thirteen": (
                _rows(luck.sample(range(52), 13)),
                {**_rows(luck.sample(range(52), 13)), "special": luck.random() < 0.5},
                {"kind": "open"},
                {"kind": "nonce", "nonce": "abc"},
            ),
            "mahjong": (
                {"kind": "discard", "tile": luck.randrange(136)},
                {"kind": "kong", "tile": luck.randrange(136)},
                {"kind": "chow", "tiles": luck.sample(range(136), 2)},
                *({"kind": kind} for kind in ("win", "kong", "pung", "pass", "open")),
                {"kind": "nonce", "nonce": "abc"},
            ),
        }
        return luck.choice(answers[self.view["game"]])

    def malformed(self) -> Json:
        luck = self.luck
        return {
            "t": luck.choice(("act", "hints", "ping", "ev", "snap", "", 5, None)),
            "k": luck.choice(("short", "white space", "k" * 37, 5, None, "空" * 8)),
            "d": luck.choice(NUMBERS + WORDS),
            "a": luck.choice((None, [], "pass", 3, {})),
            "c": luck.choice(("x", None, [])),
        }

    def stale(self) -> Json:
        closed = [number for number in range(max(self.asked, default=1)) if number not in self.asked]
        return self._act(self.luck.choice(closed or [2**31 - 1]), self._answer())

    def ahead(self) -> Json:
        return self._act(max(self.asked, default=0) + self.luck.choice((1, 2, 100, 2**30)), self._answer())

    def system(self) -> Json:
        luck = self.luck
        kind = luck.choice(SYSTEM)
        action: Json = {"kind": kind, "ms": luck.choice((1, 10**6)), "why": "x", "seat": luck.randrange(4)}
        return self._act(luck.choice([None, *self.asked]), action)

    def wrong_type(self) -> Json:
        action = self._answer()
        for name in action.keys() - {"kind"}:
            action[name] = self.luck.choice(([[]], {"a": 1}, 1e30, -7, None, "\x00", [None], [True], [1.5], ["3"]))
        if len(action) == 1:
            action = {"kind": self.luck.choice(("", "Play", "play ", 7, None, ["pass"]))}
        return self._act(self.luck.choice([None, *self.asked]), action)

    def not_held(self) -> Json:
        """Cards of somebody else, of no deck, twice or by the thousand."""
        luck = self.luck
        own = own_cards(self.view, self.view["seat"])
        others = [card for card in range(136) if card not in own]
        cards = luck.choice(
            (
                luck.sample(others, luck.randrange(1, 5)),
                [-1],
                [10**20],
                list(range(700)),
                [*own[:1], *own[:1]] if own else [200],
                [],
                [*own[:2], luck.choice(others)],
            )
        )
        action: Json = {"kind": "play", "cards": cards}
        if self.view["game"] == "thirteen":
            action = _rows([*(cards or others[:1]), *own][:13])  # never just the own ones
        elif self.view["game"] == "mahjong":
            tile = luck.choice([*others, -1, 10**20])
            action = luck.choice(({"kind": "discard", "tile": tile}, {"kind": "kong", "tile": tile}))
            action = luck.choice((action, {"kind": "chow", "tiles": cards}))
        elif luck.random() < 0.3:
            action["as"] = luck.choice((junk(luck), {"type": "bomb", "rank": 99}, {"type": "rocket"}, {"rank": 3}))
        return self._act(luck.choice([*self.asked] or [0]), action)

    def out_of_turn(self) -> Json:
        """A good answer to a decision that is another's, or a bad one to my own."""
        number = self.luck.choice([*self.asked] or [0])
        if number in self.mine:
            return self.not_held()
        return self._act(number, self._answer())

    def conduct(self) -> Json:
        luck = self.luck
        action: Json = luck.choice(
            (
                {"kind": "trustee", "on": luck.choice((None, 1, "yes", [], {}))},
                {"kind": "trustee"},
                {"kind": "trustee", "on": False},
                {"kind": "flee", "auto": True},
                {"kind": "nonce", "nonce": luck.choice(("", "x" * 65, "ü", 5, None, "a b", "\x00"))},
                {"kind": "trustee", "on": True, "auto": luck.choice((True, False, None))},
            )
        )
        return self._act(None, action)

    def repeated(self) -> Json:
        """An id that the log holds already, with another content: answered again, never played."""
        if not self.keys:
            return self.ahead()
        return {**self._act(self.luck.choice([*self.asked] or [0]), self._answer()), "k": self.luck.choice(self.keys)}

    def fields(self) -> Json:
        """Decisions that are no number; seats that are not mine cannot even be said."""
        luck = self.luck
        message = self._act(None, {**self._answer(), "seat": luck.randrange(4)})
        return {**message, "d": luck.choice((-1, "7", 1.5, 2**31, None, [7], True))} | {"seat": luck.randrange(4)}


class LobbyNonsense:
    """Refusable messages for a person who sits in a running hand (`seated`) or who has neither seat nor ticket.

    `tables` holds [id, seats] of tables whose every seat is taken.
    """

    def __init__(self, luck: random.Random, seated: bool, tables: list[tuple[int, int]]) -> None:
        self.luck = luck
        self.seated = seated
        self.tables = tables

    def message(self) -> str | bytes:
        """The next message."""
        luck = self.luck
        pick = luck.random()
        if pick < 0.25:
            return broken(luck)
        if pick < 0.5:
            return dump(self.malformed())
        return dump(self.refused())

    def malformed(self) -> Json:
        luck = self.luck
        kind = luck.choice(("join", "sit", "ready", "leave", "watch", "ping", "cancel", "sync", "unready", "change"))
        wrong: Json = luck.choice((-1, 0, 2**53 + 1, 10**40, "1", None, 1.5, [1], {}, True, "\x00"))
        name = {"ready": "show", "leave": "flee", "ping": "c"}.get(kind, luck.choice(("room", "table", "index")))
        if name in ("show", "flee", "c"):
            wrong = luck.choice(("yes", [1], {}, "\x00", 1.5))
        if kind == "watch":
            return {"t": "watch", "room": 1, "table": wrong}
        return {"t": kind, name: wrong, "extra": junk(luck, 1)}

    def refused(self) -> Json:
        luck = self.luck
        table, seats = luck.choice(self.tables)
        unknown = luck.choice((10**6, 2**31, 2**31 - 1, 2**52))
        choices: list[Json] = [
            {"t": "join", "room": unknown},
            {"t": "sit", "room": unknown},
            {"t": "sit", "table": unknown, "index": 0},
            {"t": "sit", "table": table, "index": luck.choice((0, seats - 1, seats, 99))},
            {"t": "watch", "room": unknown},
            {"t": "watch", "table": unknown},
            {"t": "ready", "show": True},
            {"t": "unready"},
            {"t": "cancel"},
            {"t": "change"},
            {"t": "leave"},
        ]
        return luck.choice(choices)
