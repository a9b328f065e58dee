"""The bytes that leave the server, over random hands: no hidden card in them, and nothing of what a delayed viewer may
not know yet.

`RANDOM_HANDS` sets how many hands (script/soak plays more); a failure prints the seed of its hand.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.rules.core import Action, State
from games.rules.doudizhu.rounds import Doudizhu
from games.runtime.delayed import Delayed
from games.runtime.folded import Folded
from games.runtime.stage import Stage
from games.runtime.wire import Entry
from tests.games.timeline import FACTS, Timeline, Watcher, log_of, origin
from tests.rules.play import START, random_action, random_config, random_hand
from tests.rules.test_random_hands import hidden_cards, named_cards

HANDS = int(os.environ.get("RANDOM_HANDS", "100"))
LATE = 2_500
NOTICE = {"0": {"changes": [1]}, "public": {"changes": [2]}}
SECOND_NOTICE = {"public": {"changes": [3]}}
seeds = st.integers(min_value=0, max_value=2**32 - 1)
some = settings(
    max_examples=max(4, HANDS // 16),
    deadline=None,
    database=None,
    print_blob=True,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)

NUMBER_LISTS = {
    *("cards", "hands", "hole", "rest", "seats", "points", "counts", "wilds", "order", "penalty", "bid", "doubles"),
    *("robs", "shows", "changes", "choices", "played", "short"),
}
"""Where frames have lists of numbers; those with cards are looked through by `named_cards`."""


def number_lists(value: Any, key: str = "") -> set[str]:
    """The keys under which a frame holds lists of whole numbers."""
    if isinstance(value, dict):
        return {found for k, v in value.items() for found in number_lists(v, key if k.isdigit() else k)}
    if isinstance(value, list):
        found = {found for item in value for found in number_lists(item, key)}
        return found | {key} if any(type(item) is int for item in value) else found
    return set()


def assert_hides(watcher: Watcher, states: list[tuple[int, State]], late: int) -> None:
    """No frame names a card that was hidden from this viewer at the instant it shows."""
    assert watcher.sent
    for at, frame in watcher.frames():
        shown = at - late
        state = [state for since, state in states if since <= max(shown, START)][-1]
        named = named_cards({"frame": frame, "events": frame.get("e", [])})
        if frame["t"] == "snap":
            named |= {card for seat in frame["view"]["seats"] for card in seat["played"]}
        assert not named & hidden_cards(state, watcher.seat, shown), (watcher.seat, frame)
        unknown = number_lists(frame) - NUMBER_LISTS
        assert not unknown, f"are these cards? {unknown}"
        if state.phase != "over":
            assert state.seed.hex() not in str(frame)
            assert frame["t"] != "settled"


@some
@given(seed=seeds)
def test_no_byte_sent_to_a_seat_or_a_spectator_holds_a_hidden_card(seed: int) -> None:
    rng = random.Random(seed)
    steps = list(random_hand(rng))
    first: Any = steps[0].before
    entries = log_of([step.action for step in steps])
    states: list[tuple[int, State]] = [(START, first), *((step.action.at, step.after) for step in steps)]
    seats: list[int | None] = [*range(first.seats), None]
    with pytest.MonkeyPatch.context() as patch:
        timeline = Timeline(patch)
        stage = Stage(Folded(origin(first.config, first.seed), entries[0]), FACTS, None)
        delayed = Delayed(LATE, FACTS, pytest.fail)
        copy = delayed.begin(origin(first.config, first.seed), entries[:1], None)
        live = [Watcher(timeline, seat).enter(stage) for seat in seats]
        behind = [Watcher(timeline, None).enter(copy)]
        for entry in entries[1:]:
            timeline.go_to(entry.at)
            stage.absorb(entry)
            delayed.entry(entry)
            if rng.random() < 0.2:  # somebody comes, somebody looks again
                live.append(Watcher(timeline, rng.choice(seats)).enter(stage))
                behind.append(Watcher(timeline, None).enter(copy))
                stage.snapshot(rng.choice(live).viewer)
                copy.snapshot(rng.choice(behind).viewer)
        stage.tell(NOTICE)
        delayed.notice({**NOTICE, "at": timeline.now()})
        timeline.go_to(timeline.now() + LATE)
        for watcher in live:
            assert_hides(watcher, states, 0)
        for watcher in behind:
            assert_hides(watcher, states, LATE)
    ends = [watchers[0].sent[-1][1] for watchers in (live[-1:], behind)]
    assert all('"settled"' in text for text in ends)
    # The later copy is no poorer: its first viewer was told what the first spectator of the present was told.
    spectator = next(watcher for watcher in live if watcher.seat is None)
    assert events_of(behind[0]) == events_of(spectator)


def events_of(watcher: Watcher) -> list[dict[str, Any]]:
    """What a viewer was told, however many events came in a frame."""
    return [event for _, frame in watcher.frames() if frame["t"] == "ev" for event in frame["e"]]


@some
@given(seed=seeds)
def test_a_delayed_copy_folds_an_entry_once_that_is_read_and_heard_of(seed: int) -> None:
    """While the log is read entries go on coming, and some that were read are heard of only afterwards."""
    rng = random.Random(seed)
    steps = list(random_hand(rng))
    first: Any = steps[0].before
    entries = log_of([step.action for step in steps])
    read = rng.randrange(1, len(entries) + 1)
    heard_since = rng.randrange(1, read + 1)
    heard_after = rng.randrange(heard_since, read + 1)

    def sent(before: list[Entry], after: list[Entry]) -> list[tuple[int, str]]:
        with pytest.MonkeyPatch.context() as patch:
            timeline = Timeline(patch)
            timeline.go_to(entries[read - 1].at)
            delayed = Delayed(LATE, FACTS, pytest.fail)
            for entry in before:
                delayed.entry(entry)
            watcher = Watcher(timeline, None)
            watcher.enter(delayed.begin(origin(first.config, first.seed), entries[:read], None))
            for entry in after:
                timeline.go_to(max(entry.at, timeline.now()))
                delayed.entry(entry)
            timeline.go_to(timeline.now() + LATE)
            return watcher.sent

    assert sent(entries[heard_since:heard_after], entries[heard_after:]) == sent([], entries[read:])


def goes_on(state: State, rng: random.Random, now: int) -> list[Action]:
    """One way in which a hand may go on to its end."""
    actions = []
    state = state.clone()
    while state.result is None:
        action = random_action(state, rng, now + rng.choice((1, 30, 400, 1_700)))
        now = action.at
        state.apply(action)
        actions.append(action)
    return actions


def watched(
    config: Mapping[str, Any], seed: bytes, entries: list[Entry], joins: list[int], until: int, watch: dict[str, Any]
) -> list[list[tuple[int, str]]]:
    """All bytes that delayed viewers are sent who come at `joins`. The copy is made for the first of them, from what
    the log holds then; at `until` the list of spectators becomes `watch`, and the hand is settled when it is over."""
    with pytest.MonkeyPatch.context() as patch:
        timeline = Timeline(patch)
        timeline.go_to(joins[0])
        delayed = Delayed(LATE, FACTS, pytest.fail)
        delayed.watch({"n": 1, "names": ["early"]}, timeline.now())
        known = [entry for entry in entries if entry.at <= timeline.now()]
        stage = delayed.begin(origin(config, seed), known, None)
        watchers = [Watcher(timeline, None).enter(stage)]
        ahead: list[tuple[int, Any]] = [(entry.at, entry) for entry in entries[len(known) :]]
        ahead += [(at, "join") for at in joins[1:]] + [(until, watch)]
        ahead.sort(key=lambda one: one[0])
        for at, what in ahead:
            timeline.go_to(at)
            if isinstance(what, Entry):
                delayed.entry(what)
            elif what == "join":
                watchers.append(Watcher(timeline, None).enter(stage))
            else:
                delayed.watch(what, timeline.now())
        delayed.notice({**NOTICE, "at": timeline.now()})
        timeline.go_to(timeline.now() + LATE)
        return [watcher.sent for watcher in watchers]


@some
@given(seed=seeds)
def test_what_a_delayed_viewer_is_sent_does_not_depend_on_what_is_younger(seed: int) -> None:
    rng = random.Random(seed)
    state: Any = Doudizhu.start(random_config(rng), rng.randbytes(32), {}, START)
    config, secret = state.config, state.seed
    whole = goes_on(state, rng, START)
    past = whole[: rng.randrange(len(whole))]
    for action in past:
        state.apply(action)
    now = past[-1].at if past else START
    ways = [past + goes_on(state, random.Random(rng.random()), now) for _ in range(2)]
    parting = min(way[len(past)].at for way in ways)
    joins = sorted(rng.randrange(START, parting + LATE) for _ in range(3))
    sent = [
        watched(config, secret, log_of(way), joins, max(parting, joins[0]), {"n": number, "names": [str(number)]})
        for number, way in enumerate(ways, 2)
    ]
    for one, other in zip(*sent, strict=True):
        before = [[(at, text) for at, text in told if at < parting + LATE] for told in (one, other)]
        assert before[0] == before[1]
        assert before[0]  # at least the snapshot
        assert one != other
