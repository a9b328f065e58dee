"""Real hands of 欢乐斗地主 as scripts: the log up to the first play, then every play in order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from games.runtime.folded import Folded, Origin, Proposal
from games.runtime.wire import Entry, StoredAction

CONFIG: dict[str, Any] = {
    "game": "doudizhu",
    "mode": "huanle",
    "rules_version": 1,
    "seats": 3,
    "bots": [None, None, None],
    "carried": [10_000, 10_000, 10_000],
    "currency": None,
    "room": {"id": 1, "name": "bench", "coef_n": 1, "rake": 5, "initial": 15, "threshold": 2_000, "absence": "end"},
    # Nothing may time out while it is measured.
    "timers": {
        "opening": 5_000,
        "deal_step": 400,
        "call": 40_000,
        "double": 15_000,
        "play": 3_600_000,
        "return": 60_000,
    },
}


@dataclass(frozen=True)
class Move:
    seat: int
    decision: int
    data: dict[str, Any]


@dataclass
class Script:
    """`before`: the entries after entry 0 that lead to the first play; `moves`: the plays and passes to the end."""

    seed: bytes
    first: Entry
    before: list[Entry]
    moves: list[Move]


def script(number: int, at: int) -> Script:
    """Hand `number`: the first who is asked becomes landlord, nobody doubles, everybody plays the smallest hint."""
    seed = hashlib.sha256(f"bench {number}".encode()).digest()
    first = Entry(0, at, None, "start", StoredAction("start"))
    folded = Folded(origin(uuid4(), seed), first)
    found = Script(seed, first, [], [])
    while folded.state.result is None:
        proposal = next_entry(folded)
        folded.accept(proposal)
        action = proposal.entry.action
        if found.moves or action.kind in ("play", "pass"):
            assert action.seat is not None
            assert action.decision is not None
            found.moves.append(Move(action.seat, action.decision, {"kind": action.kind, **action.data}))
        else:
            found.before.append(proposal.entry)
    return found


def origin(hand_id: UUID, seed: bytes, mode: str = "huanle", seats: int = 3) -> Origin:
    """What a hand of a mode starts with."""
    config = {**CONFIG, "mode": mode, "seats": seats, "bots": [None] * seats, "carried": [10_000] * seats}
    return Origin(hand_id, "doudizhu", config, seed, {})


def next_entry(folded: Folded) -> Proposal:
    """The entry that the script makes follow."""
    decision = folded.state.decisions[0]
    cmd = f"script:{folded.seq}"
    if decision.kind in ("open", "deal", "double"):
        assert decision.due is not None
        return folded.propose(cmd, "timeout", None, decision.id, {}, decision.due)
    seat = decision.seats[0]
    if decision.kind == "bid":
        return folded.propose(cmd, "bid", seat, decision.id, {"points": 3}, folded.at)
    if decision.kind in ("call", "rob"):
        return folded.propose(cmd, decision.kind, seat, decision.id, {"yes": decision.kind == "call"}, folded.at)
    answer = dict(folded.state.hints(seat)[0])
    return folded.propose(cmd, answer.pop("kind"), seat, decision.id, answer, folded.at)
