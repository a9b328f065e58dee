"""How a scripted person answers: a policy over the own view, with luck that can be repeated."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

Json = Any


@dataclass
class Habits:
    """Chances from 0 to 1; all 0 plays the smallest card that fits, calls when asked and never doubles."""

    bold: float = 0
    """Rob, double, show, bid high, play something else than the smallest."""
    idle: float = 0
    """Let an own turn run out."""
    flee: float = 0
    """Flee instead of playing a card."""
    entrust: float = 0
    """Hand the seat to the trustee instead of playing a card."""
    luck: random.Random = field(default_factory=lambda: random.Random(0))

    def answer(self, decision: Json, view: Json) -> Json | None:
        """The action that answers one of my open decisions; None when it is better to ask for hints or to wait."""
        bold = self.luck.random() < self.bold
        match decision["kind"]:
            case "open":
                return {"kind": "open", "show": bold and bool(decision["mine"].get("show"))}
            case "bid":
                points = decision["mine"]["points"]
                return {"kind": "bid", "points": self.luck.choice(points) if bold else max(points)}
            case "call":
                return {"kind": "call", "yes": not bold}
            case "rob" | "double" as kind:
                return {"kind": kind, "yes": bold}
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

    def pick(self, plays: list[Json]) -> Json:
        """One of the hints; a pass when there are none."""
        if not plays:
            return {"kind": "pass"}
        return self.luck.choice(plays) if self.luck.random() < self.bold else plays[0]
