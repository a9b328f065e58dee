"""The JSON of entries and results, shared by the log, Redis and the settlement."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from games.rules.core import Action, Debt, Json, Result


class StoredAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """`Action` without its instant, which is a column of the entry."""

    kind: str
    seat: int | None = None
    decision: int | None = None
    data: dict[str, Any] = {}


class Entry(msgspec.Struct, frozen=True):
    """One entry of a hand's log. `at` and `due` in ms."""

    seq: int
    at: int
    due: int | None
    cmd: str
    action: StoredAction

    def as_action(self) -> Action:
        """What the rules are given."""
        stored = self.action
        return Action(stored.kind, stored.seat, stored.decision, stored.data, self.at)


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What processes tell each other about a hand: a stored entry, a notice for its seats, which window holds a seat
    (seat, version, window), or everybody who watches."""

    entry: Entry | None = None
    notice: dict[str, Any] | None = None
    holding: tuple[int, int, str] | None = None
    audience: list[str] | None = None


class Gone(msgspec.Struct, frozen=True):
    """Told to every process: the account is closed or switched off."""

    player: int


encode = msgspec.json.Encoder().encode
decode_message = msgspec.json.Decoder(Message).decode
decode_gone = msgspec.json.Decoder(Gone).decode
_decode_action = msgspec.json.Decoder(StoredAction).decode

DAMAGED = StoredAction("damaged")
"""Stands for an action that cannot be read. Nothing folds it, so that it stops its own hand alone."""


def read_action(text: str) -> StoredAction:
    """A stored action, or `DAMAGED`."""
    try:
        return _decode_action(text)
    except msgspec.DecodeError:
        return DAMAGED


def result_json(result: Result) -> dict[str, Json]:
    """`Result` as JSON; fractions are [numerator, denominator]."""
    penalty = result.penalty
    return {
        "ending": result.ending,
        "outcomes": list(result.outcomes),
        "debts": [[d.payer, d.payee, *d.points.as_integer_ratio()] for d in result.debts],
        "order": list(result.order),
        "pool": list(result.pool),
        "points": list(result.points),
        "penalty": None if penalty is None else [penalty[0], *penalty[1].as_integer_ratio()],
        "facts": dict(result.facts),
        "carry": dict(result.carry),
        "pauses": list(result.pauses),
        "tired": list(result.tired),
    }


def result_of(stored: Mapping[str, Json]) -> Result:
    """The `Result` that `result_json` stored."""
    penalty = stored["penalty"]
    return Result(
        ending=stored["ending"],
        outcomes=tuple(stored["outcomes"]),
        debts=tuple(Debt(payer, payee, Fraction(n, d)) for payer, payee, n, d in stored["debts"]),
        order=tuple(stored["order"]),
        pool=tuple(stored.get("pool", ())),
        points=tuple(stored["points"]),
        penalty=None if penalty is None else (penalty[0], Fraction(penalty[1], penalty[2])),
        facts=stored["facts"],
        carry=stored["carry"],
        pauses=tuple(stored.get("pauses", ())),
        tired=tuple(stored.get("tired", ())),
    )
