"""The card tracker: right about what is hidden, and blind to where it lies."""

import json
import os
import random

import pytest

from games.rules.doudizhu.cards import counts_of, text_of
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.tracker import track
from tests.rules.play import Hand, dealt_anew, random_hand, viewers

HANDS = max(2, int(os.environ.get("RANDOM_HANDS", "12")) // 10)


@pytest.mark.timeout(60 + 10 * HANDS)
@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_it_counts_what_is_hidden_and_knows_no_more_than_the_view(row):
    rng = random.Random(f"{row}")
    for _ in range(HANDS):
        for step in random_hand(rng, row):
            state, now = step.after, step.action.at
            for viewer in viewers(state):
                view = json.loads(json.dumps(state.view(viewer, now)))
                found = track(view)
                assert_right(found, state, viewer, now)
                twin = dealt_anew(state, viewer, rng)
                if json.loads(json.dumps(twin.view(viewer, now))) == view:
                    assert track(twin.view(viewer, now)) == found


def assert_right(found, state, viewer, now):
    hidden = [0] * 15
    if state.deal is None:
        assert found.aside == sum(found.unseen) == state.preset.cards
        return
    for seat in range(state.seats):
        out = state.deal.dealt(now) if state.phase == "deal" else None
        held = counts_of(state.hands[seat] if out is None else state.deal.order[seat][:out])
        open_to = viewer == seat or state.shows[seat] or state.phase == "over"
        assert sum(found.known[seat]) + found.hidden[seat] == sum(held)
        assert all(known <= count for known, count in zip(found.known[seat], held, strict=True))
        assert not open_to or found.known[seat] == held
        for rank, (count, known) in enumerate(zip(held, found.known[seat], strict=True)):
            hidden[rank] += count - known
    assert all(count <= unseen for count, unseen in zip(hidden, found.unseen, strict=True))
    assert sum(found.unseen) - sum(hidden) == found.aside
    if state.phase == "play" and state.seats > 2:
        assert found.aside == 0
        assert found.unseen == tuple(hidden)
    if state.seats == 2 and state.phase == "play":
        assert found.aside == 11


def test_a_landlord_is_known_to_hold_the_hole_cards_until_they_are_laid():
    hand = Hand().to_play(0)
    hole = hand.state.deal.hole
    found = track(hand.state.view(1, hand.now))
    assert found.known[0] == counts_of(hole)
    assert found.hidden == (17, 0, 17)
    assert found.known[2] == (0,) * 15
    card = hole[0]
    hand.do("play", 0, cards=[card])
    after = track(hand.state.view(1, hand.now))
    assert after.known[0] == counts_of(hole[1:])
    assert after.unseen == found.unseen
    assert after.hidden == (17, 0, 17)


def test_what_is_laid_is_no_longer_unseen():
    hand = Hand().to_play(0).give("33445", "667", "889")
    hand.state.deal = hand.state.deal.__class__(**{**fields(hand.state.deal), "hole": (48, 49, 50)})
    before = track(hand.state.view(2, hand.now))
    hand.play(0, "33")
    after = track(hand.state.view(2, hand.now))
    assert before.unseen[0] - after.unseen[0] == 2
    assert before.unseen[1:] == after.unseen[1:]
    view = hand.state.view(2, hand.now)
    assert text_of(view["seats"][0]["played"]) == "33"
    assert view["seats"][1]["played"] == []


def fields(deal):
    return {name: getattr(deal, name) for name in deal.__slots__}


def test_nobody_but_the_landlord_knows_closed_hole_cards():
    hand = Hand(mode="siren", seats=4, bots=[None] * 4, carried=[0] * 4, currency=None).to_calling()
    landlord = hand.asked("bid").seats[0]
    hand.do("bid", landlord, points=3)
    for seat in range(4):
        found = track(hand.state.view(seat, hand.now))
        assert found.aside == 0
        assert found.hidden[landlord] == (0 if seat == landlord else 33)
    assert sum(track(hand.state.view(landlord, hand.now)).unseen) == 75
