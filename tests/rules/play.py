"""Playing hands in tests: a configuration, a driver that steps through a hand, and random hands.

`random_hand` gives every action and state of a hand, `record_frames` what each viewer was told on the way; the second
is what a client's reducer is tested against.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from games.rules.core import Action, Event, IllegalAction, State
from games.rules.doudizhu.cards import parse, sort_cards
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu

START = 1_700_000_000_000

MOST_MOVES = 2_000
"""Many laizi allow tens of thousands of plays; a random one is taken from so many."""


def viewers(state: State) -> tuple[int | None, ...]:
    """Everybody who may look at a hand: its seats, and a spectator."""
    return (*range(state.config["seats"]), None)


def config(**changes: Any) -> dict[str, Any]:
    """A room of three people as the lobby would pin it; `room`, `timers` are merged into the defaults."""
    room = {
        "id": 1,
        "name": "新手一",
        "coef_n": 1,
        "rake": 5,
        "initial": 15,
        "minimum": 500,
        "maximum": 50_000,
        "threshold": 2_000,
        "cap_win_to_carry": True,
        "absence": "end",
    }
    timers = {
        "opening": 5_000,
        "deal_step": 400,
        "call": 40_000,
        "double": 15_000,
        "play": 30_000,
        "return": 60_000,
    }
    return {
        "game": "doudizhu",
        "mode": "huanle",
        "rules_version": 1,
        "seats": 3,
        "bots": [None, None, None],
        "carried": [10_000, 10_000, 10_000],
        "currency": "beans",
        **changes,
        "room": {**room, **changes.get("room", {})},
        "timers": {**timers, **changes.get("timers", {})},
    }


class Hand:
    """A hand and a clock, for scenarios written as steps."""

    def __init__(self, seed: bytes = bytes(32), carry: dict[str, Any] | None = None, **changes: Any) -> None:
        self.now = START
        self.state = Doudizhu.start(config(**changes), seed, carry or {}, START)
        self.log: list[Action] = []

    def do(self, kind: str, seat: int | None = None, decision: int | None = None, /, **data: Any) -> list[Event]:
        """Enter an action now, answering the open decision of the game unless told otherwise."""
        if decision is None and kind not in ("trustee", "flee", "lost", "back", "extend", "void"):
            decision = self.asked().id
        action = Action(kind, seat, decision, data, self.now)
        events = self.state.apply(action)
        self.log.append(action)
        return events

    def asked(self, kind: str | None = None):
        """The game's open decision, or that of a kind."""
        return next(d for d in self.state.decisions if (d.kind == kind if kind is not None else d.kind != "return"))

    def expire(self, kind: str | None = None) -> list[Event]:
        """Let a decision run out."""
        decision = self.asked(kind)
        self.now = max(self.now, decision.due)
        return self.do("timeout", None, decision.id)

    def to_calling(self) -> Hand:
        """Past the opening and the deal, nobody shows."""
        self.expire("open")
        self.expire("deal")
        return self

    def crown(self, landlord: int) -> Hand:
        """Past the calling: `landlord` calls or robs, everybody else declines."""
        if self.state.phase == "opening":
            self.to_calling()
        while self.state.phase in ("call", "rob"):
            decision = self.asked()
            (seat,) = decision.seats
            self.do(decision.kind, seat, yes=seat == landlord)
        assert self.state.landlord == landlord
        return self

    def to_play(self, landlord: int, doubles: tuple[int, ...] = ()) -> Hand:
        """Past the doubling: those in `doubles` double."""
        self.crown(landlord)
        while self.state.phase == "double":
            seat = self.asked().seats[0]
            self.do("double", seat, yes=seat in doubles)
        return self

    def give(self, *hands: str) -> Hand:
        """Replace the hands by these ranks, to set up an ending."""
        cards = parse("".join(hands), range(self.state.preset.cards))
        taken = iter(cards)
        self.state.hands = [sort_cards(next(taken) for _ in letters) for letters in hands]
        return self

    def cards(self, seat: int, letters: str) -> list[int]:
        """Cards of a hand by their ranks."""
        return list(parse(letters, self.state.hands[seat]))

    def play(self, seat: int, letters: str, **data: Any) -> list[Event]:
        return self.do("play", seat, cards=self.cards(seat, letters), **data)


@dataclass(frozen=True)
class Step:
    """One entry of a random hand: the state before (a clone), the action, its events and the state after (a clone)."""

    before: State
    action: Action
    events: list[Event]
    after: State


def random_config(rng: random.Random, row: tuple[str, int] | None = None) -> dict[str, Any]:
    """A room that differs in all that rules look at; more hands are 欢乐 for three than anything else.

    `row`: a mode and its number of players, where only one will do.
    """
    mode, seats = row or rng.choice((*[("huanle", 3)] * 3, *PRESETS))
    return config(
        mode=mode,
        seats=seats,
        bots=[rng.choice((None, None, None, "easy")) for _ in range(seats)],
        carried=[rng.choice((500, 2_000, 2_001, 10_000, 50_000)) for _ in range(seats)],
        room={
            "absence": rng.choice(("end", "trustee")),
            "threshold": rng.choice((None, 2_000)),
            "initial": rng.choice((1, 15)),
            "coef_n": rng.choice((1, 20)),
        },
        timers={"deal_step": rng.choice((0, 400))},
    )


def random_action(state: State, rng: random.Random, now: int) -> Action:
    """Something legal that could be entered next: mostly a move, now and then what else happens at a table."""
    if rng.random() < (0.4 if state.decisions[0].kind == "open" else 0.08):
        action = _incident(state, rng, now)
        if action is not None:
            return action
    open_seats = [(d, seat) for d in state.decisions if d.kind != "return" for seat in d.seats]
    if not open_seats or rng.random() < 0.1:
        decision = min((d for d in state.decisions if d.due is not None), key=lambda d: d.due)
        return Action("timeout", None, decision.id, {}, max(now, decision.due))
    decision, seat = rng.choice(open_seats)
    moves = [move for move in islice(state.legal(seat), MOST_MOVES) if move.decision == decision.id]
    if decision.kind == "play" and len(moves) > 1 and moves[-1].kind == "pass" and rng.random() < 0.6:
        moves = moves[:-1]
    move = rng.choice(moves)
    data = {**move.data, "auto": True} if state.automated(seat) else move.data
    return Action(move.kind, seat, decision.id, data, now)


def _incident(state: State, rng: random.Random, now: int) -> Action | None:
    seat = rng.randrange(state.config["seats"])
    actions = [
        Action("trustee", seat, None, {"on": rng.random() < 0.5}, now),
        Action("lost", seat, None, {}, now),
        Action("back", seat, None, {}, now),
        Action("back", seat, None, {}, now),
        Action("extend", None, None, {"ms": rng.randrange(1, 9_000), "why": "restart"}, now),
        Action("nonce", seat, state.decisions[0].id, {"nonce": f"{rng.getrandbits(64):x}"}, now),
    ]
    if rng.random() < 0.03:
        actions = [Action("flee", seat, None, {}, now), Action("void", None, None, {"why": "fault"}, now)]
    allowed = [action for action in actions if not _refused(state, action)]
    return rng.choice(allowed) if allowed else None


def _refused(state: State, action: Action) -> bool:
    try:
        state.check(action)
    except IllegalAction:
        return True
    return False


def random_hand(rng: random.Random, row: tuple[str, int] | None = None) -> Iterator[Step]:
    """A hand of random moves to its end, entry by entry."""
    return random_steps(Doudizhu.start(random_config(rng, row), rng.randbytes(32), {}, START), rng)


def random_steps(state: State, rng: random.Random) -> Iterator[Step]:
    """How a hand of any game that began at `START` goes on to its end by random moves. `state` is moved on."""
    now = START
    while state.result is None:
        now += rng.choice((1, 30, 400, 1_700))
        action = random_action(state, rng, now)
        now = action.at
        before = state.clone()
        events = state.apply(action)
        yield Step(before, action, events, state.clone())


def dealt_anew(state: State, viewer: int | None, rng: random.Random) -> State:
    """The same hand to the eye of `viewer`: what it cannot see is shuffled among the places that hold it."""
    twin = state.clone()
    if state.deal is None or state.phase in ("deal", "over"):
        return twin
    closed = [who for who in range(state.seats) if who != viewer and not state.shows[who]]
    public = set() if state.landlord is None or not state.preset.open_hole else set(state.deal.hole)
    hole = state.deal.hole if state.landlord is None else ()
    pool = [card for who in closed for card in state.hands[who] if card not in public] + [*hole, *state.deal.rest]
    rng.shuffle(pool)

    def take(cards: Any) -> tuple[int, ...]:
        return tuple(card if card in public else pool.pop() for card in cards)

    for who in closed:
        twin.hands[who] = sort_cards(take(state.hands[who]))
    twin.deal = replace(state.deal, hole=take(hole) or state.deal.hole, rest=take(state.deal.rest))
    return twin


@dataclass(frozen=True)
class Frame:
    """What one viewer was told: `view` before, then `events` (those it may see) and `decisions`; `after` is what a
    fresh snapshot would have said."""

    viewer: int | None
    view: dict[str, Any]
    events: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    after: dict[str, Any]


def record_frames(seed: int) -> Iterator[Frame]:
    """The frames of one random hand of Dou Dizhu."""
    return frames_of(random_hand(random.Random(seed)))


def frames_of(steps: Iterable[Step]) -> Iterator[Frame]:
    """What every viewer of a hand was told, cards that time turns up included. JSON throughout."""
    seen_at = START
    for step in steps:
        at = step.action.at
        yield from _frames(step.before, seen_at, step.before.revealed(seen_at, at), step.before, at)
        yield from _frames(step.before, at, step.events, step.after, at)
        seen_at = at


def _frames(before: State, then: int, events: list[Event], after: State, now: int) -> Iterator[Frame]:
    for viewer in viewers(after):
        seen = [event for event in (e.seen_by(viewer) for e in events) if event is not None]
        if before is after and not seen:
            continue
        yield Frame(viewer, before.view(viewer, then), seen, after.seen_decisions(viewer), after.view(viewer, now))
