"""Policies for Dou Dizhu, by level.

A policy sees what its seat sees (docs/protocol.md, section 4) and nothing else, and the same arguments give the same
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.bots.doudizhu import easy, normal
from games.bots.doudizhu.easy import price
from games.bots.doudizhu.table import Choice, Move, Table, View, as_move, rules_of, table_of
from games.rules.doudizhu.cards import counts_of

DEFAULT = "normal"
"""The level of trustees."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a seat plays.

    `choose`: its play, None for a pass. `call`, `rob`, `double`: the highest price of a hand with which the seat calls,
    robs, doubles, for hands of two and of three; `bid`: the same for calling one, two and three points, by the number
    of decks.
    """

    choose: Callable[[Table, int], Choice | None]
    call: Mapping[int, float]
    rob: Mapping[int, float]
    double: Mapping[int, float]
    bid: Mapping[int, tuple[float, float, float]]


LEVELS: Mapping[str, Level] = {
    "easy": Level(
        easy.choose,
        call={2: 4.1, 3: 4.1},
        rob={2: 3.0, 3: 3.0},
        double={2: 2.4, 3: 2.4},
        bid={1: (4.1, 3.5, 3.0), 2: (2.6, 1.8, 1.2)},
    ),
    "normal": Level(
        normal.choose,
        call={2: 5.5, 3: 3.4},
        rob={2: 3.7, 3: 2.4},
        double={2: 2.7, 3: 1.7},
        bid={1: (3.4, 2.8, 2.3), 2: (2.6, 1.8, 1.2)},
    ),
}


def decide(view: View, options: Mapping[str, Any], rng_seed: int, level: str = DEFAULT) -> Move:
    """The answer to the seat's open decision: the kind of an action and its fields.

    `view`: the seat's own view; `options`: the decision's `mine`. The same arguments give the same answer. Raises
    `ValueError` when no decision is open for the seat, `KeyError` for a level that there is not.
    """
    skill, seats = LEVELS[level], len(view["seats"])
    kind = next((decision["kind"] for decision in view["decisions"] if "mine" in decision), None)
    match kind:
        case "open":
            return {"kind": "open", "show": False}
        case "call":
            return {"kind": "call", "yes": _own_price(view) <= skill.call[seats]}
        case "rob":
            return {"kind": "rob", "yes": _own_price(view) <= skill.rob[seats]}
        case "bid":
            wanted = sum(_own_price(view) <= limit for limit in skill.bid[rules_of(view).decks])
            return {"kind": "bid", "points": wanted if wanted in options["points"] else 0}
        case "double":
            return {"kind": "double", "yes": _own_price(view) <= skill.double[seats]}
        case "play":
            return as_move(skill.choose(table_of(view), rng_seed), rules_of(view))
    raise ValueError("no open decision")


def _own_price(view: View) -> float:
    return price(counts_of(view["seats"][view["seat"]]["cards"]), rules_of(view))
