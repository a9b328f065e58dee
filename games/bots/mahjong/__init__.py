"""Policies for Guangdong mahjong, by level.

A policy sees what its seat sees (docs/protocol.md, section 10) and nothing else, and the same arguments give the same
answer: chance plays no part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.bots.mahjong import easy, normal
from games.bots.mahjong.table import Move, Table, View, table_of

DEFAULT = "normal"
"""The level of trustees."""

Choose = Callable[[Table, Mapping[str, Any]], Move]


@dataclass(frozen=True, slots=True)
class Level:
    """How a seat plays its own turn, and how it answers a claim window."""

    turn: Choose
    claim: Choose


LEVELS: Mapping[str, Level] = {"easy": Level(easy.turn, easy.claim), "normal": Level(normal.turn, normal.claim)}


def decide(view: View, options: Mapping[str, Any], rng_seed: int, level: str = DEFAULT) -> Move:
    """The answer to the seat's open decision: the kind of an action and its fields.

    `view`: the seat's own view; `options`: the decision's `mine`. Raises `ValueError` when no decision is open for the
    seat, `KeyError` for a level that there is not.
    """
    skill = LEVELS[level]
    kind = next((decision["kind"] for decision in view["decisions"] if "mine" in decision), None)
    match kind:
        case "open":
            return {"kind": "open"}
        case "turn":
            return skill.turn(table_of(view), options)
        case "claim":
            return skill.claim(table_of(view), options)
    raise ValueError("no open decision")
