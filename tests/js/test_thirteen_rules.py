"""The browser's part of Thirteen Water against the rules: rows, fouls, types, the compare, and every view."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.rules.core import Action, IllegalAction
from games.rules.thirteen import arrange
from games.rules.thirteen.arrangement import NAMES, Rows, is_foul
from games.rules.thirteen.cards import DECK, by_rank, rank, suit
from games.rules.thirteen.rounds import Thirteen
from games.rules.thirteen.rows import name, strength
from games.rules.thirteen.scoring import row_points
from games.rules.thirteen.settings import Settings
from tests.js.node import node

POSITIONS = int(os.environ.get("PATTERN_POSITIONS", "600"))
HANDS = int(os.environ.get("REDUCER_HANDS", "40"))
RULES: list[dict[str, Any]] = [{}, {"wheel": "lowest"}, {"row_bonus": False}]


def row(luck: random.Random) -> tuple[int, ...]:
    """Three or five cards, often of few ranks, in sequence or of one suit, so that every type comes up."""
    size = luck.choice([3, 5, 5])
    lot = luck.random()
    if lot < 0.25:
        ranks = luck.sample(range(2, 15), 2 if lot < 0.1 else 3)
        return tuple(luck.sample([card for card in DECK if rank(card) in ranks], size))
    wanted = luck.randrange(4)
    if lot < 0.5:
        low = luck.randint(1, 10)
        run = [low + i if low + i > 1 else 14 for i in range(5)]
        one_suit = luck.random() < 0.3
        deck = [card for card in DECK if rank(card) in run and (suit(card) == wanted or not one_suit)]
        return tuple(luck.choice([card for card in deck if rank(card) == value]) for value in run[:size])
    return tuple(luck.sample([card for card in DECK if suit(card) == wanted or lot < 0.8], size))


def vectors(luck: random.Random) -> Iterator[dict[str, Any]]:
    for _ in range(POSITIONS):
        rules = luck.choice(RULES)
        settings = Settings.of(rules)
        cards = row(luck)
        place = 0 if len(cards) == 3 else luck.choice([1, 2])
        value = strength(cards, settings)
        told = {"strength": value, "type": name(value), "points": row_points(place, value, settings)}
        yield {"what": "row", "cards": cards, "rules": rules, "name": NAMES[place], **told}
    for _ in range(POSITIONS // 2):
        rules = luck.choice(RULES)
        settings = Settings.of(rules)
        hand = luck.sample(DECK, 13)
        rows = arrange.greedy(hand, settings) if luck.random() < 0.3 else Rows(*(hand[:3], hand[3:8], hand[8:]))
        rows = luck.choice([rows, rows.swapped()])
        told_rows = dict(zip(NAMES, rows.all, strict=True))
        fouls = {"foul": is_foul(rows, settings), "swapped": is_foul(rows.swapped(), settings)}
        yield {"what": "foul", "rows": told_rows, "rules": rules, **fouls}
    for _ in range(POSITIONS // 40):
        rules = luck.choice(RULES)
        cards = luck.sample(DECK, luck.choice([3, 5, 8, 13]))
        yield {"what": "types", "cards": cards, "rules": rules, "best": types(cards, Settings.of(rules))}
        yield {"what": "order", "cards": cards, "by": "rank", "sorted": by_rank(cards)}
    for _ in range(POSITIONS // 20):
        rules = luck.choice([{}, {"shoot": 3}, {"homerun": 4, "homerun_seats": 3}, {"foul_mode": "penalty"}])
        state = played(luck, rules)
        assert state.result
        view = state.view(0, 0)
        yield {"what": "hand", "result": view["result"], "rules": view["rules"]}


def types(cards: list[int], settings: Settings) -> dict[str, int]:
    """Which types of the buttons the cards hold, with the strongest of those that five cards make."""
    counts = sorted(Counter(map(rank, cards)).values(), reverse=True)
    found: dict[str, int] = {}
    if counts[0] >= 2:
        found["pair"] = 0
    if sum(count >= 2 for count in counts) >= 2:
        found["two_pair"] = 0
    for size, kind in ((3, "trips"), (4, "quads")):
        if counts[0] >= size:
            found[kind] = 0
    for five in combinations(cards, 5):
        value = strength(five, settings)
        if name(value) in ("straight", "flush", "full_house", "straight_flush"):
            found[name(value)] = max(value, found.get(name(value), 0))
    return found


def start(luck: random.Random, rules: dict[str, Any], bots: int = 0) -> Thirteen:
    seats = luck.choice([2, 3, 4])
    config = {
        "game": "thirteen",
        "mode": "thirteen",
        "seats": seats,
        "bots": [None] * (seats - bots) + ["normal"] * bots,
        "rules": rules,
        "room": {"absence": "trustee"},
    }
    return Thirteen.start(config, luck.randbytes(32), {}, 0)


def rows_of(state: Thirteen, seat: int, luck: random.Random) -> dict[str, Any]:
    """Rows that the room takes, a foul now and then where it does."""
    rows = arrange.greedy(state.hands[seat], state.settings)
    if state.settings.foul_mode == "penalty" and luck.random() < 0.3:
        hand = state.hands[seat]
        rows = Rows(hand[:3], hand[3:8], hand[8:])
    return {**{key: list(one) for key, one in zip(NAMES, rows.all, strict=True)}, "special": luck.random() < 0.5}


def played(luck: random.Random, rules: dict[str, Any]) -> Thirteen:
    state = start(luck, rules)
    for seat in range(state.seats):
        state.apply(Action("open", seat, 0, {}, 0))
    for seat in range(state.seats):
        state.apply(Action("submit", seat, state.decisions[0].id, rows_of(state, seat, luck), 0))
    return state


def test_rows_types_and_the_compare_are_as_the_rules_say() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    found = list(vectors(random.Random(seed)))
    seen = Counter(one["type"] for one in found if one["what"] == "row")
    assert len(seen) == 9, seen
    assert {one["foul"] for one in found if one["what"] == "foul"} == {True, False}
    done = node("tests/js/thirteen_vectors.js", stdin="\n".join(map(json.dumps, found)))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(found)


def moves(state: Thirteen, luck: random.Random) -> Iterator[Action]:
    """What people and the system might enter now, in any order."""
    now = 0
    while state.result is None:
        seat = luck.randrange(state.seats)
        decision = next((d for d in state.decisions if d.kind != "return"), None)
        number = None if decision is None else decision.id
        lot = luck.random()
        if lot < 0.5 and decision and seat in decision.seats:
            kind = {"open": "open", "arrange": "submit"}[decision.kind]
            yield Action(kind, seat, number, rows_of(state, seat, luck) if kind == "submit" else {}, now)
        elif lot < 0.58:
            yield Action("nonce", seat, number, {"nonce": "a" * luck.randint(1, 8)}, now)
        elif lot < 0.66:
            yield Action("trustee", seat, None, {"on": luck.random() < 0.5}, now)
        elif lot < 0.76:
            yield Action(luck.choice(["lost", "back"]), seat, None, {}, now)
        elif lot < 0.8:
            yield Action("extend", None, None, {"ms": 1_000, "why": "fault"}, now)
        elif lot < 0.82:
            yield Action("flee", seat, None, {}, now)
        elif lot < 0.83:
            yield Action("void", None, None, {"why": "lost"}, now)
        elif lot < 0.9 and state.decisions:
            due = min(d.due for d in state.decisions if d.due is not None)
            first = next(d for d in state.decisions if d.due == due)
            now = max(now, due)
            yield Action("timeout", None, first.id, {}, now)


def frames(luck: random.Random) -> Iterator[dict[str, Any]]:
    """For every entry and every viewer the view before, what he was told, and a fresh view after."""
    state = start(luck, luck.choice([{}, {"foul_mode": "penalty"}]), bots=luck.choice([0, 1]))
    viewers: list[int | None] = [None, *range(state.seats)]
    for action in moves(state, luck):
        before = {viewer: state.view(viewer, action.at) for viewer in viewers}
        try:
            events = state.apply(action)
        except IllegalAction:
            continue
        for viewer in viewers:
            told = [seen for event in events if (seen := event.seen_by(viewer)) is not None]
            decisions = state.seen_decisions(viewer)
            after = state.view(viewer, action.at)
            if told or decisions != before[viewer]["decisions"]:
                yield {"viewer": viewer, "view": before[viewer], "events": told, "decisions": decisions, "after": after}
            else:
                assert before[viewer] == after


def test_every_view_moved_on_by_its_frame_equals_a_fresh_one() -> None:
    kinds: Counter[str] = Counter()
    lines = []
    for seed in range(HANDS):
        for frame in frames(random.Random(seed)):
            kinds.update(event["kind"] for event in frame["events"])
            lines.append(json.dumps({"seed": seed, **frame}))
    wanted = {"nonce", "opened", "dealt", "locked", "late", "trustee", "lost", "back", "extended", "fled", "over"}
    assert kinds.keys() >= wanted
    done = node("tests/js/fold.js", stdin="\n".join(lines))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(lines)
