"""What a seat knows when it is asked, read out of its view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.doudizhu.patterns import Play, Rules, readings
from games.rules.doudizhu.presets import preset
from games.rules.doudizhu.tracker import Tracker, track

View = Mapping[str, Any]
Move = dict[str, Any]
Choice = tuple[Play, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat knows when it plays. Seats count from its own (0) in turn order, in `tracker` too."""

    hand: tuple[int, ...]
    lead: Play | None
    leader: int
    left: tuple[int, ...]
    enemy: tuple[bool, ...]
    rules: Rules
    tracker: Tracker | None = None

    @property
    def enemies(self) -> tuple[int, ...]:
        """The seats that win against this one."""
        return tuple(seat for seat, enemy in enumerate(self.enemy) if enemy)

    @property
    def threat(self) -> int:
        """The fewest cards that an enemy has left."""
        return min(self.left[seat] for seat in self.enemies)

    @property
    def partner(self) -> int | None:
        """A seat that wins with this one, the next in turn; None for a landlord."""
        return next((seat for seat in range(1, len(self.left)) if not self.enemy[seat]), None)


def table_of(view: View) -> Table:
    """The table as the view's seat sees it. Before there is a landlord everybody else is an enemy."""
    seats, me, lead = view["seats"], view["seat"], view["lead"]
    around = [(me + step) % len(seats) for step in range(len(seats))]
    rules = rules_of(view)
    found = track(view)
    mine = seats[me]["role"]
    return Table(
        hand=tuple(seats[me]["cards"]),
        lead=None if lead is None else _reading(lead, rules),
        leader=0 if lead is None else (lead["seat"] - me) % len(seats),
        left=tuple(seats[seat]["count"] for seat in around),
        enemy=tuple(
            seat != me and (mine is None or (seats[seat]["role"] == "landlord") != (mine == "landlord"))
            for seat in around
        ),
        rules=rules,
        tracker=replace(
            found,
            known=tuple(found.known[seat] for seat in around),
            hidden=tuple(found.hidden[seat] for seat in around),
        ),
    )


def rules_of(view: View) -> Rules:
    """The pattern rules of the hand, with the laizi that are turned."""
    rules = preset(view["mode"], len(view["seats"])).rules
    return replace(rules, wilds=frozenset(view["wilds"])) if view["wilds"] else rules


def _reading(lead: Mapping[str, Any], rules: Rules) -> Play:
    named = (lead["type"], lead["rank"], lead["len"])
    return next(play for play in readings(lead["cards"], rules) if (play.type, play.rank, play.len) == named)


def as_move(choice: Choice | None, rules: Rules) -> Move:
    """A chosen play as an action, its reading named where there are several; None is a pass."""
    if choice is None:
        return {"kind": "pass"}
    play, cards = choice
    move: Move = {"kind": "play", "cards": list(cards)}
    if len(readings(cards, rules)) > 1:
        move["as"] = {"type": play.type, "rank": play.rank}
    return move
