"""In random hands of every mode: each listed move is accepted, and what is not listed is refused and changes nothing.

`RANDOM_HANDS` sets how many hands of each mode (a soak plays 1,000); a failure prints the seed of its hand.
"""

import os
import random
from itertools import islice

import pytest

from games.rules.core import Action, IllegalAction
from games.rules.doudizhu.cards import counts_of
from games.rules.doudizhu.checks import ANSWERS
from games.rules.doudizhu.presets import PRESETS
from tests.rules.play import MOST_MOVES, random_hand

HANDS = int(os.environ.get("RANDOM_HANDS", "6"))
SEED = int(os.environ.get("HANDS_SEED", random.randrange(1 << 32)))
ILLEGAL = 50
"""Refused in each hand, at least."""


def asked(state):
    """Who is asked what; nobody is asked by `return`."""
    return [(decision, seat) for decision in state.decisions if decision.kind != "return" for seat in decision.seats]


def key(move):
    """A move without the choice of suits."""
    data = {name: value for name, value in move.data.items() if name not in ("cards", "as")}
    cards = counts_of(move.data["cards"]) if "cards" in move.data else None
    return move.kind, move.seat, move.decision, repr(sorted(data.items())), cards


def attempts(state, rng, now):
    """Actions without end, most of them illegal: wrong seats, closed decisions, fields that are none, any cards."""
    others = list(range(state.preset.cards))
    while True:
        decision, seat = rng.choice(asked(state)) if asked(state) else (rng.choice(state.decisions), 0)
        kind = rng.choice((*ANSWERS, decision.kind, decision.kind, "play", "play"))
        if rng.random() < 0.2:
            seat = rng.choice((*range(state.seats), None, -1, state.seats))
        number = decision.id if rng.random() < 0.85 else rng.choice((None, -1, decision.id - 1, decision.id + 1))
        hand = list(state.hands[seat]) if seat is not None and 0 <= seat < state.seats else []
        cards = rng.sample(hand, rng.randint(0, min(len(hand), 8)))
        if rng.random() < 0.3:
            cards += rng.sample(others, 1)
        data = {
            "nonce": {"nonce": rng.choice(("", "a b", 7, "x" * 65))},
            "open": {"show": rng.choice((True, 1, None))},
            "bid": {"points": rng.choice((-1, 0, 1, 2, 3, 4, "1", None))},
            "play": {"cards": rng.choice((cards, cards, cards, cards * 2, ["3"], None))},
        }.get(kind, {"yes": rng.choice((True, False, 0, "no"))} if kind in ("call", "rob", "double") else {})
        if kind == "play" and rng.random() < 0.1:
            data = {**data, "as": rng.choice(("solo", {"type": "solo"}, {"type": "solo", "rank": 99}))}
        yield Action(kind, seat, number, data, now)


def listed(state):
    """Every move that anybody is offered, without suits; None where there are too many to list."""
    moves = [move for _, seat in asked(state) for move in islice(state.legal(seat), MOST_MOVES)]
    return moves if len(moves) < MOST_MOVES else None


def harmless(move):
    """What may be legal without being an answer: a person's nonce, a show beside somebody else's decision."""
    return move.kind in ("nonce", "show")


@pytest.mark.timeout(60 + 3 * HANDS)
@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_what_is_listed_is_accepted_and_nothing_else(row):
    print(f"RANDOM_HANDS={HANDS} HANDS_SEED={SEED}")
    rng = random.Random(f"{SEED} {row}")
    for number in range(HANDS):
        where = f"{SEED} {row} {number}"
        refused = 0
        met = []
        for step in random_hand(rng, row):
            state, now = step.before, step.action.at
            if met and rng.random() < 0.7:
                continue
            moves = listed(state)
            if moves is None:
                continue
            for move in moves if len(moves) < 200 else rng.sample(moves, 200):
                state.check(Action(move.kind, move.seat, move.decision, move.data, now))
            met.append((state, now, set(map(key, moves))))
            refused += refusals(rng, *met[-1], where)
        while refused < ILLEGAL:
            refused += refusals(rng, *rng.choice(met), where)


def refusals(rng, state, now, legal, where):
    """How many of a dozen attempts were refused; all were judged as they had to be."""
    twin = state.clone()
    count = sum(assert_judged(state, move, legal, where) for move in islice(attempts(state, rng, now), 12))
    assert state == twin
    return count


def assert_judged(state, move, legal, where):
    """Whether the move was refused, which it must be unless it is listed."""
    try:
        state.check(move)
    except IllegalAction as refusal:
        code = refusal.code
    else:
        assert harmless(move) or key(move) in legal, (where, move)
        return False
    with pytest.raises(IllegalAction) as again:
        state.apply(move)
    assert again.value.code == code
    if move.seat in range(state.seats) and held(move, state.hands[move.seat]) and "as" not in move.data:
        assert key(move) not in legal, (where, move)
    return True


def held(move, hand):
    """Whether it is a play of cards in this hand."""
    cards = move.data.get("cards")
    return bool(cards) and set(cards) <= set(hand) and len(set(cards)) == len(cards)
