"""How a scripted person answers: a policy over the own view, with luck that can be repeated."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

Json = Any

TURNS = frozenset({"play", "arrange", "turn", "claim"})
"""Decisions at which a person may do something else than play on: flee, call the trustee, let the time run out."""
HINTS: Json = {"t": "hints"}
"""The answer of somebody who asks for hints first, and then picks one."""


@dataclass
class Habits:
    """Chances from 0 to 1; all 0 plays the smallest card that fits, calls when asked and never doubles, hands in the
    first arrangement that is suggested, wins as soon as it can, and makes every set but a run."""

    bold: float = 0
    """Rob, double, show, bid high, chow, play something else than the first hint."""
    idle: float = 0
    """Let an own turn run out."""
    flee: float = 0
    """Flee instead of playing a card."""
    entrust: float = 0
    """Hand the seat to the trustee instead of playing a card."""
    look: float = 0
    """Ask for a snapshot after a frame, to see whether it is what the frames have led to."""
    luck: random.Random = field(default_factory=lambda: random.Random(0))

    def answer(self, decision: Json, view: Json) -> Json | None:
        """The action that answers one of my open decisions; `HINTS` when they are to be asked for, None to wait."""
        bold = self.luck.random() < self.bold
        mine = decision["mine"]
        match decision["kind"]:
            case "open" if view["game"] == "doudizhu":
                return {"kind": "open", "show": bold and bool(mine.get("show"))}
            case "open":
                return {"kind": "open"}
            case "bid":
                return {"kind": "bid", "points": self.luck.choice(mine["points"]) if bold else max(mine["points"])}
            case "call":
                return {"kind": "call", "yes": not bold}
            case "rob" | "double" as kind:
                return {"kind": kind, "yes": bold}
            case "turn" if mine["win"]:
                return {"kind": "win"}
            case "turn" if mine["kongs"]:
                return {"kind": "kong", "tile": mine["kongs"][0]["tiles"][-1]}
            case "claim":
                return _claim(mine, run=bold)
            case "play" | "arrange" | "turn":
                return HINTS
            case _:
                return None

    def turn(self) -> Json | None:
        """What is done instead of playing cards, if anything: an action, or {} to let the turn run out."""
        chance = self.luck.random()
        for limit, action in (
            (self.flee, {"kind": "flee"}),
            (self.entrust, {"kind": "trustee", "on": True}),
            (self.idle, {}),
        ):
            if chance < limit:
                return dict(action)
            chance -= limit
        return None

    def pick(self, plays: list[Json], decision: Json) -> Json:
        """One of the hints; a pass when there are none."""
        if not plays:
            return {"kind": "pass"}
        play = self.luck.choice(plays[:3]) if self.luck.random() < self.bold else plays[0]
        if decision["kind"] == "arrange":  # no hint declares a special hand
            return {**play, "special": bool(decision["mine"]["special"])}
        return play

    def looks(self) -> bool:
        """Whether to look again now."""
        return self.luck.random() < self.look


def _claim(mine: Json, *, run: bool) -> Json:
    """What to do with somebody else's tile: the most that may be claimed, a run only where `run`."""
    for kind in ("win", "kong", "pung"):
        if mine[kind]:
            return {"kind": kind}
    return {"kind": "chow", "tiles": mine["chows"][0]} if mine["chows"] and run else {"kind": "pass"}
