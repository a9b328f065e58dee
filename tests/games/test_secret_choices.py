"""While some may still choose in secret, nobody else can tell who: not by a frame, a counter, a time, or a fresh look.

The property of the doubling, over shuffled decks with one public history: whoever of the others holds the choice, and
whatever cards they hold, a viewer is sent the very same bytes. `RANDOM_HANDS` sets how many hands.
"""

from __future__ import annotations

import os
import random
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.doudizhu.cards import sort_cards
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from games.runtime.folded import fold
from games.runtime.stage import Stage
from games.runtime.wire import Entry, StoredAction
from tests.games.timeline import FACTS, Timeline, Watcher, log_of, origin
from tests.rules.play import Hand

HANDS = int(os.environ.get("RANDOM_HANDS", "100"))
MODES = [mode for (mode, seats), row in PRESETS.items() if row.doubling and seats == 3]
SEATS = range(3)


def at_doubling(rng: random.Random) -> Hand:
    """A hand in which all three may double; some of them are on trustee."""
    hand = Hand(rng.randbytes(32), mode=rng.choice(MODES), room={"threshold": None})
    hand.crown(rng.randrange(3))
    for seat in SEATS:
        if rng.random() < 0.3:
            hand.do("trustee", seat, on=True)
    assert hand.state.phase == "double"
    return hand


def deal_again(state: Doudizhu, viewer: int | None, rng: random.Random) -> None:
    """Give the others of `viewer` other cards: everything he knows of stays where it is."""
    assert state.deal is not None
    assert state.landlord is not None
    hole = set(state.deal.hole)
    others = [seat for seat in SEATS if seat != viewer]
    pool = [card for seat in others for card in state.hands[seat] if card not in hole]
    rng.shuffle(pool)
    for seat in others:
        public = [card for card in state.hands[seat] if card in hole]
        count = len(state.hands[seat]) - len(public)
        state.hands[seat] = sort_cards([*public, *pool[:count]])
        pool = pool[count:]


def told(hand: Hand, viewer: int | None, order: tuple[int, ...], choices: list[bool], decks: int) -> list[list[str]]:
    """After each answer, in this order: every byte that the viewer had been sent, and what a fresh look would say."""
    with pytest.MonkeyPatch.context() as patch:
        timeline = Timeline(patch)
        timeline.go_to(hand.now)
        folded = fold(origin(hand.state.config, hand.state.seed), log_of(hand.log))
        assert isinstance(folded.state, Doudizhu)
        deal_again(folded.state, viewer, random.Random(decks))
        stage = Stage(folded, FACTS, None)
        watcher = Watcher(timeline, viewer).enter(stage)
        answerers = {seat: Watcher(timeline, seat).enter(stage) for seat in SEATS if seat != viewer}
        number = hand.asked("double").id
        steps = []
        for seat in order:
            timeline.go_to(timeline.now() + 700)
            data = {"yes": choices[seat]} | ({"auto": True} if hand.state.trustees[seat] else {})
            stage.absorb(
                Entry(
                    folded.seq + 1, timeline.now(), None, f"answer:{seat}", StoredAction("double", seat, number, data)
                )
            )
            if seat != viewer:
                assert '"yes":' in answerers[seat].sent[-1][1], "the one who chose is told"
            fresh = Watcher(timeline, viewer).enter(stage)
            stage.leave(fresh.viewer)
            steps.append([text for _, text in (*watcher.sent, *fresh.sent)])
        stage.stop()
        return steps


@settings(
    max_examples=max(20, HANDS // 4),
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(min_value=0, max_value=2**32 - 1))
def test_nobody_can_tell_who_still_chooses_in_secret(seed: int) -> None:
    rng = random.Random(seed)
    hand = at_doubling(rng)
    choices = [rng.random() < 0.5 for _ in SEATS]
    for viewer in (*SEATS, None):
        place = rng.randrange(3)  # when the viewer himself answers
        orders = [order for order in permutations(SEATS) if viewer is None or order[place] == viewer]
        first, *others = [told(hand, viewer, order, choices, decks) for decks, order in enumerate(orders)]
        for other in others:
            assert other == first
        before_the_last = first[1]
        own = sum('"t":"ev"' in text for text in before_the_last)
        assert own == (1 if viewer is not None and place < 2 else 0), "others' answers are no frames"
        assert any('"kind":"doubled"' in text for text in first[2])
