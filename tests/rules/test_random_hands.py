"""Random hands to the end: they end, keep their cards, hide what must be hidden, fold to the same state, and balance.

`RANDOM_HANDS` sets how many of each mode (a soak plays 1,000); a failure prints the seed of its hand.
"""

import json
import os
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core import Action
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from games.rules.stakes import share
from tests.rules.play import START, random_hand, record_frames, viewers

HANDS = int(os.environ.get("RANDOM_HANDS", "12"))
seeds = st.integers(min_value=0, max_value=2**32 - 1)
many = settings(
    max_examples=max(2, HANDS),
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def assert_cards_conserved(state, played):
    if state.deal is None:
        assert not any(state.hands)
        return
    held = Counter(card for cards in state.hands for card in cards) + Counter(played)
    if state.landlord is None:
        held.update(state.deal.hole)
    held.update(state.deal.rest)
    assert held == Counter(range(state.preset.cards))


def hidden_cards(state, viewer, now):
    """The cards that `viewer` may not know of at `now`: others' closed hands, cards not yet out, closed hole cards."""
    if state.deal is None or state.phase == "over":
        return set()
    hidden = set()
    for seat, cards in enumerate(state.hands):
        if state.phase == "deal":
            out = state.deal.dealt(now)
            visible = set(state.deal.order[seat][:out]) if viewer == seat or state.shows[seat] else set()
        else:
            visible = set(cards) if viewer == seat or state.shows[seat] else set()
        hidden |= set(cards) - visible
    if state.landlord is None:
        hidden |= set(state.deal.hole)
    elif state.preset.open_hole:
        hidden -= set(state.deal.hole)  # everybody saw them
    return hidden | set(state.deal.rest)


CARD_FIELDS = ("cards", "hands", "hole", "played", "rest")


def named_cards(seen):
    """Every card named anywhere in a view or an event."""
    found = set()
    left = [(False, seen)]
    while left:
        named, value = left.pop()
        if isinstance(value, dict):
            left += [(named or key in CARD_FIELDS, part) for key, part in value.items() if type(part) in (dict, list)]
        elif value and isinstance(value[0], int):
            if named:
                found.update(value)
        else:
            left += [(named, part) for part in value if type(part) in (dict, list)]
    return found


def assert_nothing_leaks(step, seen_at):
    at = step.action.at
    told = [(step.before.revealed(seen_at, at), step.before), (step.events, step.after)]
    for viewer in viewers(step.after):
        for events, state in told:
            hidden = hidden_cards(state, viewer, at)
            for event in events:
                seen = event.seen_by(viewer)
                if seen is not None:
                    json.dumps(seen)
                    assert not named_cards(seen) & hidden, (viewer, seen)
        view = step.after.view(viewer, at)
        text = json.dumps(view)
        assert not named_cards(view) & hidden_cards(step.after, viewer, at), (viewer, view)
        if step.after.phase != "over":
            assert step.after.seed.hex() not in text
        if step.after.phase == "double":
            for seat, choice in enumerate(view["seats"]):
                assert seat == viewer or choice["double"] is None


@pytest.mark.timeout(60 + 3 * HANDS)
@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
@many
@given(seed=seeds)
def test_random_hand(row, seed):
    rng = random.Random(seed)
    steps, played, deal, seen_at = [], [], 0, START
    for step in random_hand(rng, row):
        steps.append(step)
        assert len(steps) < 3_000, "a hand that does not end"
        if step.after.deal is not None and step.after.deal.number != deal:
            deal, played = step.after.deal.number, []
        for event in step.events:
            if event.kind == "play":
                played += event.data["cards"]
        assert_cards_conserved(step.after, played)
        assert_nothing_leaks(step, seen_at)
        seen_at = step.action.at
        assert step.after.asked >= step.before.asked
        ids = [d.id for d in step.after.decisions]
        assert len(set(ids)) == len(ids)

    final = steps[-1].after
    first = steps[0].before
    checked = Doudizhu.start(first.config, first.seed, {}, START)
    trusted = Doudizhu.start(first.config, first.seed, {}, START)
    for step in steps:
        stored = json.loads(json.dumps(dict(step.action.data)))
        entry = Action(step.action.kind, step.action.seat, step.action.decision, stored, step.action.at)
        checked.check(entry)
        assert checked.apply(entry) == trusted.apply(entry, trusted=True) == step.events
        assert checked == trusted == step.after
    assert_balanced(final)


def assert_balanced(state):
    result = state.result
    room, carried = state.config["room"], state.config["carried"]
    changes = share(result, room["coef_n"], room["rake"], carried, room["cap_win_to_carry"])
    assert sum(changes.stakes) == 0
    for seat, had in enumerate(carried):
        penalty = changes.penalty if result.penalty is not None and result.penalty[0] == seat else 0
        assert had + changes.stakes[seat] - changes.rakes[seat] - penalty >= 0
        assert abs(changes.stakes[seat]) <= had
    if result.ending == "played":
        assert sum(result.points) == 0
        landlord = state.landlord
        assert {d.payer for d in result.debts} | {d.payee for d in result.debts} == set(range(len(carried)))
        assert all(landlord in (d.payer, d.payee) for d in result.debts)
        assert changes.penalty == 0
    else:
        assert result.debts == ()
        assert not any(changes.rakes)


@settings(max_examples=max(5, HANDS // 2), deadline=None, database=None)
@given(seed=seeds)
def test_recorded_frames_chain(seed):
    """For each viewer a frame begins with the view that the one before it ended with."""
    last = {}
    count = 0
    for frame in record_frames(seed):
        count += 1
        json.dumps([frame.view, frame.events, frame.decisions, frame.after])
        if frame.viewer in last and frame.view["phase"] != "deal":
            assert frame.view == last[frame.viewer]
        assert frame.after["decisions"] == frame.decisions
        last[frame.viewer] = frame.after
    assert count > 0
    assert all(view["phase"] == "over" for view in last.values())


def test_a_clone_is_independent():
    steps = list(random_hand(random.Random(3)))
    for step in steps:
        twin = step.before.clone()
        assert twin == step.before
        twin.apply(step.action)
        assert twin == step.after
        assert twin != step.before


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_gives_the_same_hand(seed):
    one = [step.events for step in random_hand(random.Random(seed))]
    two = [step.events for step in random_hand(random.Random(seed))]
    assert one == two


def test_every_card_that_is_named_is_found():
    told = {"seats": [{"cards": [5, 9], "last": {"cards": [7]}, "count": 3}, {"cards": None, "played": [50]}]}
    assert named_cards({**told, "hands": {"0": [1], "1": [2, 3]}, "wilds": [11], "hole": [12]}) == {
        *(1, 2, 3, 5, 7, 9, 12, 50)
    }
