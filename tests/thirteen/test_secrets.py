"""Before the compare a viewer learns that a seat has locked, and nothing else: no card, no special hand, no time.

The property of the sockets' bytes: whatever cards the others hold and however they hand them in, a viewer is sent the
very same bytes at the same instants; whoever of them locks first, only the seat's number differs. `RANDOM_HANDS` sets
how many hands (script/soak plays more).
"""

from __future__ import annotations

import json
import os
import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.thirteen import specials
from games.rules.thirteen.arrangement import NAMES, Rows
from games.rules.thirteen.cards import by_rank
from games.rules.thirteen.rounds import Thirteen
from games.rules.thirteen.settings import SWITCHES
from games.runtime.folded import fold
from games.runtime.stage import Stage
from games.runtime.wire import Entry, StoredAction
from tests.games.timeline import FACTS, Timeline, Watcher, log_of, origin
from tests.thirteen.test_hand import START, Table

HANDS = int(os.environ.get("RANDOM_HANDS", "100"))
some = settings(
    max_examples=max(6, HANDS // 10),
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
Told = list[tuple[int, str]]


def random_table(rng: random.Random) -> Table:
    """A dealt hand of a room that is set somehow, some seats on trustee."""
    rules = {name: rng.choice(switch.allowed) for name, switch in SWITCHES.items() if rng.random() < 0.5}
    table = Table(rng.choice((2, 3, 4)), rng.randbytes(32), **rules).deal()
    for seat in range(table.state.seats):
        if rng.random() < 0.3:
            table.enter("trustee", seat, on=True)
    return table


def deal_again(state: Thirteen, viewer: int | None, rng: random.Random) -> None:
    """Give everybody but `viewer` other cards of those he does not hold, sometimes a special hand."""
    pool = [card for card in range(52) if viewer is None or card not in state.hands[viewer]]
    rng.shuffle(pool)
    if rng.random() < 0.5:  # by suits: flushes everywhere, often a special hand
        pool.sort(key=lambda card: card % 4)
    others = [seat for seat in range(state.seats) if seat != viewer]
    for place, seat in enumerate(others):
        state.hands[seat] = tuple(by_rank(pool[13 * place : 13 * place + 13]))
        found = specials.find(state.hands[seat], state.settings)
        state.specials[seat] = found and found.key


def submission(state: Thirteen, seat: int, rng: random.Random) -> dict[str, Any]:
    """Some way to hand in these cards; any order of the cards, middle and back perhaps the wrong way round."""
    move = dict(rng.choice(list(state.legal(seat))).data)
    rows = [rng.sample(list(move[name]), len(move[name])) for name in NAMES]
    if rng.random() < 0.3:
        rows[1:] = reversed(rows[1:])
    data: dict[str, Any] = dict(zip(NAMES, rows, strict=True)) | {"special": rng.random() < 0.5}
    return data | ({"auto": True} if state.trustees[seat] else {})


def told(table: Table, viewer: int | None, order: tuple[int, ...], rng: random.Random) -> Told:
    """All that the viewer is sent while the seats lock in this order, before the last one does; then a fresh look."""
    with pytest.MonkeyPatch.context() as patch:
        timeline = Timeline(patch)
        timeline.go_to(table.now)
        folded = fold(origin(table.state.config, table.state.seed), log_of(table.log))
        state = folded.state
        assert isinstance(state, Thirteen)
        own = random.Random(1)
        deal_again(state, viewer, rng)
        stage = Stage(folded, FACTS, None)
        watcher = Watcher(timeline, viewer).enter(stage)
        for seat in order[:-1]:
            timeline.go_to(timeline.now() + 700)
            data = submission(state, seat, own if seat == viewer else rng)
            action = StoredAction("submit", seat, 1, data)
            stage.absorb(Entry(folded.seq + 1, timeline.now(), None, f"lock:{seat}", action))
        fresh = Watcher(timeline, viewer).enter(stage)
        stage.stop()
        assert state.result is None
        return watcher.sent + fresh.sent


def unnumbered(sent: Told, viewer: int | None) -> list[tuple[int, int, str]]:
    """The same without saying which of the others has locked: instants, sizes, and what kinds of things were told."""
    found = []
    for at, text in sent:
        frame = json.loads(text)
        if frame["t"] == "snap":
            for number, seat in enumerate(frame["view"]["seats"]):
                if number != viewer:
                    seat["locked"] = seat["trustee"] = None
            frame["view"]["seats"].sort(key=json.dumps)
            frame["view"]["decisions"] = len(frame["view"]["decisions"])
        else:
            for event in frame["e"]:
                if event.get("seat") != viewer:
                    event["seat"] = None
                    event.pop("auto", None)
            frame["d"] = len(frame["d"])
        found.append((at, frame.get("n", 0), json.dumps(frame, sort_keys=True)))
    return found


@some
@given(seed=st.integers(min_value=0, max_value=2**32 - 1))
def test_others_cards_and_rows_leave_no_trace_before_the_compare(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng)
    seats = range(table.state.seats)
    for viewer in (*seats, None):
        order = tuple(rng.sample(seats, len(seats)))
        first, *others = [told(table, viewer, order, random.Random(seed + deal)) for deal in range(3)]
        assert len(first) == 1 + len(order[:-1]) + 1, "a snapshot, a frame a lock, a snapshot"
        for other in others:
            assert other == first


@some
@given(seed=st.integers(min_value=0, max_value=2**32 - 1))
def test_whoever_locks_first_the_frames_are_as_many_and_come_as_soon(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng)
    seats = range(table.state.seats)
    for viewer in (*seats, None):
        mine = rng.randrange(len(seats))  # when the viewer himself locks
        orders = [order for order in permutations(seats) if viewer is None or order[mine] == viewer]
        first, *others = [
            unnumbered(told(table, viewer, order, random.Random(seed + number)), viewer)
            for number, order in enumerate(rng.sample(orders, min(3, len(orders))))
        ]
        for other in others:
            assert other == first


def test_the_check_sees_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would an event that tells everybody of a special hand be found out?"""
    lock = Thirteen._lock

    def leaking(self: Thirteen, seat: int, rows: Rows, *, swapped: bool = False) -> Any:
        event, *rest = lock(self, seat, rows, swapped=swapped)
        return [type(event)(event.kind, {**event.data, "swapped": swapped}, event.private), *rest]

    monkeypatch.setattr(Thirteen, "_lock", leaking)
    table = Table(3, START.to_bytes(32, "big")).deal()
    found = {json.dumps(told(table, None, (0, 1, 2), random.Random(deal))) for deal in range(8)}
    assert len(found) > 1
