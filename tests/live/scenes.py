"""Hands up to the moment of a race, and what is done then (`tests.live.races`), of every game.

Dou Dizhu: `double` three seats choose, `open` three seats send their nonces and open, `neighbours` one plays while the
others call the trustee, `late` two seats double while the clock of two processes ends the doubling, `turn` a play meets
its own time-out, `last` a neighbour flees while the last cards are laid, `void` the hand is voided while a card is
played. Thirteen Water: `arrange` four seats hand in, `arrange-late` while the clock does it for them. Mahjong: `claim`
all who may claim a tile answer, `pause` while the base pause ends, `claim-late` while their time runs out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import uuid4

from games.runtime.folded import Folded, Origin
from games.runtime.wire import Entry, StoredAction

Json = Any

GAMES = {
    **dict.fromkeys(("double", "open", "neighbours", "late", "turn", "last", "void"), ("doudizhu", "huanle", 3)),
    **dict.fromkeys(("arrange", "arrange-late"), ("thirteen", "thirteen", 4)),
    **dict.fromkeys(("claim", "pause", "claim-late"), ("mahjong", "guangdong-0", 4)),
}
"""Game, mode and seats of each scene."""
NAMES = tuple(GAMES)
TIMED = ("late", "turn", "arrange-late", "pause", "claim-late")
"""Those that take place when the decision runs out."""
PROCESSES = 3
LEAD_MS = {"claim": 100}
"""So long after its last entry a scene takes place that has no deadline; a claim within the base pause."""
START = 1_700_000_000_000
PHASES = ("opening", "call", "double", "play", "arrange", "turn", "claim", "return")


@dataclass(frozen=True)
class Move:
    """What one process does: an answer of `seat`, or "due" or "void" by the system."""

    kind: str
    seat: int | None = None
    decision: int | None = None
    data: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """A hand up to the moment of its race, with instants that can be moved."""

    name: str
    config: Json
    seed: bytes
    entries: tuple[Entry, ...]
    moves: tuple[tuple[int, Move], ...]
    """Which process does what; a process does its moves one after another."""
    moment: int
    """When the race has to take place."""

    def origin(self, hand: Any) -> Origin:
        """The hand's own beginning."""
        return Origin(hand, self.config["game"], self.config, self.seed, {})


def config(name: str) -> Json:
    """What the hands of a scene are started with."""
    game, mode, seats = GAMES[name]
    stakes = {"coef_n": 1, "rake": 5, "initial": 15, "threshold": 2_000, "cap_win_to_carry": False}
    return {
        "game": game,
        "mode": mode,
        "rules_version": 1,
        "seats": seats,
        "bots": [None] * seats,
        "carried": [10_000] * seats,
        "currency": None,
        "room": {"id": 1, "name": "races", **stakes, "absence": "end" if game == "doudizhu" else "trustee"},
        "timers": {"deal_step": 1, **dict.fromkeys(PHASES, 60_000)},
    }


def scenes(name: str, wanted: int) -> list[Scene]:
    """So many scenes of different deals, those that come to such a moment."""
    found: list[Scene] = []
    for number in count():
        made = _scene(name, number)
        found += [made] if made else []
        if len(found) == wanted:
            return found
    raise AssertionError


def _scene(name: str, number: int) -> Scene | None:
    """Scene `name` with deal `number`; None where its hand is over before. In Dou Dizhu the first who is asked calls
    and the smallest cards are played, in mahjong the drawn tile is discarded and nobody claims."""
    seed = hashlib.sha256(f"race {name} {number}".encode()).digest()
    first = Entry(0, START, None, "start", StoredAction("start"))
    own = config(name)
    folded = Folded(Origin(uuid4(), own["game"], own, seed, {}), first)
    entries = [Entry(0, START, folded.due, "start", StoredAction("start"))]
    while not _arrived(name, folded):
        if folded.state.result is not None:
            return None
        proposal = _next(folded)
        folded.accept(proposal)
        entries.append(proposal.entry)
    decision = folded.state.decisions[0]
    moment = decision.due if name in TIMED else entries[-1].at + LEAD_MS.get(name, 2_000)
    return Scene(name, own, seed, tuple(entries), tuple(_moves(name, number, folded)), moment)


def _arrived(name: str, folded: Folded) -> bool:
    state: Any = folded.state
    match name:
        case "open":
            return True
        case "double" | "late":
            return bool(state.phase == "double")
        case "arrange" | "arrange-late":
            return bool(state.phase == "arrange")
        case "claim" | "pause" | "claim-late":
            window = state.window
            return window is not None and len([*window.waiting()]) > 1 and window.pausing == (name != "claim-late")
        case "last" if state.phase == "play":
            seat = state.decisions[0].seats[0]
            return any(len(h["cards"]) == len(state.hands[seat]) for h in state.hints(seat) if h["kind"] == "play")
    return bool(state.phase == "play")


def _next(folded: Folded) -> Any:
    state: Any = folded.state
    decision = state.decisions[0]
    cmd = f"script:{folded.seq}"
    several = decision.kind == "claim" and len(decision.seats) > 1
    if decision.kind in ("open", "deal", "double") or several or not decision.seats:
        return folded.propose(cmd, "timeout", None, decision.id, {}, decision.due)
    seat = decision.seats[0]
    match decision.kind:
        case "call" | "rob":
            return folded.propose(cmd, decision.kind, seat, decision.id, {"yes": decision.kind == "call"}, folded.at)
        case "turn":
            return folded.propose(cmd, "discard", seat, decision.id, {"tile": state.drawn.tile}, folded.at)
        case "claim":
            return folded.propose(cmd, "pass", seat, decision.id, {}, folded.at)
    answer = dict(state.hints(seat)[0])
    return folded.propose(cmd, answer.pop("kind"), seat, decision.id, answer, folded.at)


def _moves(name: str, number: int, folded: Folded) -> Iterator[tuple[int, Move]]:
    state: Any = folded.state
    decision = state.decisions[0]
    due = [(2, Move("due")), (0, Move("due"))]
    match name:
        case "open":
            for seat in range(3):
                yield seat, Move("nonce", seat, decision.id, {"nonce": f"race{seat}"})
            for seat in range(3):
                yield seat, Move("open", seat, decision.id, {"show": seat == 1})
        case "double" | "late":
            chosen = [(seat, Move("double", seat, decision.id, {"yes": seat != 1})) for seat in decision.seats]
            yield from chosen if name == "double" else [*chosen[:2], *due]
        case "arrange" | "arrange-late":
            for seat in decision.seats:
                hint = dict(state.hints(seat)[-(seat % 2)])
                yield seat % PROCESSES, Move(hint.pop("kind"), seat, decision.id, hint)
            yield from due if name == "arrange-late" else []
        case "claim" | "pause" | "claim-late":
            for seat in decision.seats:
                yield seat % PROCESSES, _claim(state, seat, decision.id, (number + seat) % 3 == 0)
            for seat in {*range(4)} - {*decision.seats} if name == "claim" else ():
                yield seat % PROCESSES, Move("trustee", seat, None, {"on": True})
            yield from due if name != "claim" else []
        case _:
            yield from _beside_a_play(name, state, decision)


def _claim(state: Any, seat: int, decision: int, passes: bool) -> Move:
    moves = list(state.legal(seat))
    move = moves[-1 if passes else 0]  # a pass stands last, the most that may be claimed first
    return Move(move.kind, seat, decision, dict(move.data))


def _beside_a_play(name: str, state: Any, decision: Any) -> Iterator[tuple[int, Move]]:
    seat = decision.seats[0]
    answer = dict(state.hints(seat)[0])
    if name == "last":
        size = len(state.hands[seat])
        answer = next(dict(h) for h in state.hints(seat) if len(h.get("cards", ())) == size)
    other, third = (seat + 1) % 3, (seat + 2) % 3
    yield seat, Move(answer.pop("kind"), seat, decision.id, answer)
    match name:
        case "neighbours":
            for who in (other, third):
                yield who, Move("trustee", who, None, {"on": True})
        case "turn":
            yield other, Move("due")
            yield third, Move("due")
        case "last":
            yield other, Move("flee", other)
        case "void":
            yield other, Move("void")
