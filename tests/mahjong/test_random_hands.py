"""Random hands to the end: every tile stays accounted for, nothing hidden is told, folding repeats, debts balance.

MAHJONG_FULL_HANDS sets how many (script/soak plays 3,000); SEED repeats a run.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from games.rules.core import Action, Event, IllegalAction
from games.rules.mahjong.match import Match
from games.rules.mahjong.melds import CONCEALED
from games.rules.mahjong.rounds import Mahjong
from games.rules.mahjong.tiles import DECK
from games.rules.stakes import share
from tests.live.reducers import apply_frame
from tests.mahjong.table import START, config, tiles_of

HANDS = int(os.environ.get("MAHJONG_FULL_HANDS", "150"))
pytestmark = pytest.mark.timeout(120 + 3 * HANDS)
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)
VIEWERS = (0, 1, 2, 3, None)
TILE_FIELDS = frozenset({"tile", "tiles", "taken", "drawn", "rest", "chows", "0", "1", "2", "3"})


def random_start(luck: random.Random) -> Mahjong:
    rules = {"escape_fine": luck.choice((0, 2)), "big_liability": luck.random() < 0.8}
    bots = [luck.choice((None, None, None, "easy")) for _ in range(4)]
    match = Match(luck.randrange(4), luck.randrange(4), luck.randrange(4), luck.randrange(1, 20))
    carry = {"match": match.as_carry(), "late": [luck.randrange(3) for _ in range(4)]} if luck.random() < 0.8 else {}
    return Mahjong.start(config(luck.choice((0, 1, 3)), bots, **rules), luck.randbytes(32), carry, START)


def random_action(state: Mahjong, luck: random.Random, now: int) -> Action:
    """Something that could be entered next; claims and wins more often than by chance, or hands would be all alike."""
    if luck.random() < 0.05:
        incident = _incident(state, luck, now)
        if incident is not None:
            return incident
    asked = [(d, seat) for d in state.decisions for seat in d.seats]
    timed = [d for d in state.decisions if d.due is not None]
    if not asked or luck.random() < 0.1:
        decision = min(timed, key=lambda d: d.due or 0)
        return Action("timeout", None, decision.id, {}, max(now, decision.due or 0))
    decision, seat = luck.choice(asked)
    moves = [move for move in state.legal(seat) if move.decision == decision.id]
    special = [move for move in moves if move.kind not in ("discard", "pass", "open")]
    move = luck.choice(special if special and luck.random() < 0.7 else moves)
    data = {**move.data, "auto": True} if state.automated(seat) else move.data
    return Action(move.kind, seat, decision.id, data, now)


def _incident(state: Mahjong, luck: random.Random, now: int) -> Action | None:
    seat = luck.randrange(4)
    actions = [
        Action("trustee", seat, None, {"on": luck.random() < 0.5}, now),
        Action("lost", seat, None, {}, now),
        Action("back", seat, None, {}, now),
        Action("extend", None, None, {"ms": luck.randrange(1, 9_000)}, now),
        Action("nonce", seat, state.decisions[0].id, {"nonce": f"{luck.getrandbits(64):x}"}, now),
    ]
    if luck.random() < 0.05:
        actions = [Action("flee", seat, None, {}, now)]
    if luck.random() < 0.005:
        actions = [Action("void", None, None, {"why": "fault"}, now)]
    action = luck.choice(actions)
    try:
        state.check(action)
    except IllegalAction:
        return None
    return action


def hidden_tiles(state: Mahjong, viewer: int | None) -> set[int]:
    """The tiles that a viewer may not know: the wall, others' hands and concealed kongs."""
    if state.phase == "over":
        return set()
    hidden = set(state.wall)
    for seat in range(4):
        if seat != viewer:
            hidden |= set(state.hands[seat])
            hidden |= {tile for meld in state.melds[seat] if meld.kind == CONCEALED for tile in meld.tiles}
    return hidden - ({state.window.tile} if state.window is not None else set())


def named_tiles(seen: Any, name: str = "") -> set[int]:
    """Every tile that JSON names: the numbers of the fields that hold tiles."""
    found = set()
    left = [(name, seen)]
    while left:
        name, value = left.pop()
        if isinstance(value, dict):
            left += [(key, part) for key, part in value.items() if key != "rules"]
        elif isinstance(value, list):
            left += [(name, part) for part in value]
        elif type(value) is int and name in TILE_FIELDS:
            found.add(value)
    return found


def play(
    luck: random.Random, state: Mahjong | None = None
) -> tuple[Mahjong, list[Action], list[list[Event]], list[Mahjong]]:
    """A hand to its end, from `state` or a random start: the first state, actions, their events, the states after."""
    state = state or random_start(luck)
    first, now = state.clone(), START
    log, told, after = [], [], []
    while state.result is None:
        now += luck.choice((1, 30, 400, 1_700))
        action = random_action(state, luck, now)
        now = action.at
        told.append(state.apply(action))
        log.append(action)
        after.append(state.clone())
        assert len(log) < 2_000, "a hand that does not end"
    return first, log, told, after


def test_random_hands() -> None:
    print(f"seed {SEED}")
    luck = random.Random(SEED)
    endings = set()
    for number in range(HANDS):
        context = (SEED, number)
        first, log, told, states = play(luck)
        for state, events in zip(states, told, strict=True):
            if state.phase != "opening" and state.hands[0]:
                assert tiles_of(state) == list(DECK), context
            looks_again = luck.choice(VIEWERS)  # everybody is told everything, one in turn takes a fresh look
            for viewer in VIEWERS:
                told_now: list[Any] = [event.seen_by(viewer) for event in events] + state.seen_decisions(viewer)
                if viewer == looks_again:
                    told_now.append(state.view(viewer, START))
                assert not named_tiles(told_now) & hidden_tiles(state, viewer), (context, viewer)
                assert state.result is not None or state.seed.hex() not in json.dumps(told_now)
        _assert_frames_chain(first, told, states, context)
        again = first.clone()
        for action, events, state in zip(log, told, states, strict=True):
            stored = Action(
                action.kind, action.seat, action.decision, json.loads(json.dumps(dict(action.data))), action.at
            )
            again.check(stored)
            assert again.apply(stored, trusted=True) == events, context
            assert again == state, context
        endings.add(_assert_balanced(states[-1]))
    assert {"win", "exhausted"} <= endings or HANDS < 100, endings


def _assert_frames_chain(first: Mahjong, told: list[list[Event]], states: list[Mahjong], context: object) -> None:
    """For every viewer the old view moved on by what he was told is what a fresh look shows, and all he needs for more:
    after each look he goes on from what it showed."""
    for viewer in VIEWERS:
        view = json.loads(json.dumps(first.view(viewer, START)))
        for number, (events, state) in enumerate(zip(told, states, strict=True)):
            seen = [event for event in (each.seen_by(viewer) for each in events) if event is not None]
            apply_frame(view, *json.loads(json.dumps([seen, state.seen_decisions(viewer)])))
            if number % 7 == 0 or state.result is not None:
                fresh = json.loads(json.dumps(state.view(viewer, START)))
                assert view == fresh, (context, viewer, number)
                view = fresh


def test_nobody_can_tell_who_could_claim() -> None:
    """What two others hold is exchanged: then somebody else may claim, or nobody. Whoever looks on is told the same
    until the base pause ends, and after it where the table waits in both."""
    print(f"seed {SEED}")
    luck = random.Random(SEED + 1)
    compared = told_apart = 0
    for _ in range(max(3, HANDS // 5)):
        first, log, _, _ = play(luck)
        state = first.clone()
        for action in log:
            if action.kind in ("discard", "kong") and state.window is None and action.data.get("tile") is not None:
                for viewer in (*range(4), None):
                    twin = exchanged(state, action.seat, viewer, luck)
                    if twin is not None:
                        compared += 1
                        told_apart += _same_to(viewer, state.clone(), twin, action)
            state.apply(action, trusted=True)
    assert compared > HANDS
    assert told_apart > HANDS // 10


def exchanged(state: Mahjong, actor: int | None, viewer: int | None, luck: random.Random) -> Mahjong | None:
    """The same hand to the eye of `viewer`: two seats that neither act nor look have exchanged their tiles, or one has
    exchanged some with the wall."""
    others = [seat for seat in range(4) if seat not in (actor, viewer)]
    one, two = luck.sample(others, 2)
    twin = state.clone()
    if len(state.hands[one]) == len(state.hands[two]) and luck.random() < 0.7:
        twin.hands[one], twin.hands[two] = state.hands[two], state.hands[one]
    elif len(state.wall) >= len(state.hands[one]):
        size = len(state.hands[one])
        twin.hands[one], twin.wall = tuple(sorted(state.wall[-size:])), (*state.wall[:-size], *state.hands[one])
    else:
        return None
    assert twin.view(viewer, START) == state.view(viewer, START)
    return twin


def _frames(viewer: int | None, state: Mahjong, action: Action) -> list[Any]:
    """What an action brings a viewer: the events that he may know of, the decisions as he sees them."""
    events = [event.seen_by(viewer) for event in state.apply(action)]
    return [[event for event in events if event is not None], state.seen_decisions(viewer)]


def _same_to(viewer: int | None, state: Mahjong, twin: Mahjong, action: Action) -> bool:
    """Enter a discard or an added kong in both, let everybody answer unseen, and end the pause. Whether different seats
    could claim."""
    told = [_frames(viewer, each, action) for each in (state, twin)]
    if state.window is None or twin.window is None:  # a concealed kong draws from the wall at once
        return False
    assert told[0] == told[1]
    differ = [offer is not None for offer in state.window.offers] != [o is not None for o in twin.window.offers]
    waiting = []
    for each in (state, twin):
        asked = next(d for d in each.decisions if d.kind == "claim")
        unseen = [seat for seat in asked.seats if seat != viewer]
        keeps = unseen[:1]  # who is first asked keeps the table waiting
        for seat in unseen:
            before = each.seen_decisions(viewer)
            if seat not in keeps:
                by = {"auto": True} if each.automated(seat) else {}
                move = Action("pass", seat, asked.id, by, action.at + 1)
                assert _frames(viewer, each, move) == [[], before]
        waiting.append(bool(keeps))
    asked = next(d for d in state.decisions if d.kind == "claim")
    assert asked.due is not None
    if all(waiting):
        end = Action("timeout", None, asked.id, {}, asked.due)
        assert _frames(viewer, state, end) == _frames(viewer, twin, end)
    return differ


def _assert_balanced(state: Mahjong) -> str:
    result = state.result
    assert result is not None
    if result.ending == "void":
        assert not result.debts
        return "void"
    assert sum(result.points) == 0
    carried = [500, 10_000, 77, 100_000]
    changes = share(result, 10, 3, carried, cap=False)
    assert sum(changes.stakes) == 0
    assert all(had + stake - rake >= 0 for had, stake, rake in zip(carried, changes.stakes, changes.rakes, strict=True))
    for win in state.wins:
        assert win.score.fan >= state.settings.minimum
        assert sum(shares for _, shares in win.shares) in (1, 3)
    assert result.carry["match"]["hand"] == state.match.hand + 1
    return "exhausted" if state.exhausted else "several" if len(state.wins) > 1 else "win"
