"""The Dou Dizhu policy at real hands: always legal, much better than chance, blind to what its seat may not see."""

import json
import random
from collections import Counter

import pytest

from games.bots import POLICIES
from games.bots.doudizhu import LEVELS, Table, decide, price
from games.bots.doudizhu.table import table_of
from games.rules.core import Action
from games.rules.doudizhu.cards import counts_of, parse, sort_cards, text_of
from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import Rules, default, readings
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from games.rules.doudizhu.tracker import Tracker
from tests.rules.play import START, Hand, config, dealt_anew, random_hand

ONE_DECK = Rules()


def at_level(level):
    """A mover that plays at a level."""

    def policy(state, seat, decision, rng):
        view = json.loads(json.dumps(state.view(seat, START)))
        return decide(view, state.options(seat, decision), rng.getrandbits(64), level)

    return policy


policy = at_level("normal")
easy = at_level("easy")


def random_mover(state, seat, decision, rng):
    if decision.kind != "play":
        return {"kind": decision.kind, "yes": rng.random() < 0.5}
    lead = state.to_beat()
    moves = [{"kind": "play", "cards": list(cards)} for _, cards in plays(state.hands[seat], lead, state.rules)]
    return rng.choice(moves if lead is None else [*moves, {"kind": "pass"}])


def play_out(seed, movers, landlord=None, mode="huanle"):
    """Play a hand to its end, each seat by its mover; `landlord`: who shall be it, without a choice."""
    rng = random.Random(seed)
    seats = len(movers)
    room = config(mode=mode, seats=seats, bots=["easy"] * seats, carried=[10_000] * seats, timers={"deal_step": 0})
    state = Doudizhu.start(room, rng.randbytes(32), {}, START)
    while state.result is None:
        decision = state.decisions[0]
        if not decision.seats or decision.kind in ("open", "deal"):
            state.apply(Action("timeout", None, decision.id, {}, decision.due))
            continue
        seat = rng.choice(decision.seats)
        if landlord is not None and decision.kind in ("call", "rob"):
            answer = {"kind": decision.kind, "yes": seat == landlord}
        else:
            answer = dict(movers[seat](state, seat, decision, rng))
        state.apply(Action(answer.pop("kind"), seat, decision.id, answer, START))  # raises when it is illegal
    return state


def test_it_is_the_policy_of_the_game():
    assert POLICIES["doudizhu"] is decide


def test_three_bots_play_hands_to_the_end_and_bid_on_some_of_them():
    states = [play_out(seed, [policy] * 3) for seed in range(15)]
    assert all(state.result.ending == "played" for state in states)
    landlords = [state.result.outcomes[state.landlord] for state in states]
    assert {"win", "lose"} == set(landlords)
    assert any(state.multiplier.rob > 1 for state in states)
    assert any(any(state.doubles) for state in states)
    assert not all(any(state.doubles) for state in states)


def test_its_answer_is_legal_wherever_random_play_leads():
    rng = random.Random(11)
    asked = 0
    for _ in range(12):
        for step in random_hand(rng):
            for decision in step.after.decisions:
                for seat in decision.seats:
                    if decision.kind in ("return", "deal"):
                        continue  # nothing is asked of a policy there
                    answer = dict(policy(step.after, seat, decision, rng))
                    move = Action(answer.pop("kind"), seat, decision.id, answer, step.action.at)
                    assert step.after.legal(seat).refusal(move) is None
                    asked += 1
    assert asked > 200


def test_it_beats_random_movers_from_both_sides():
    wins = {"landlord": 0, "peasants": 0}
    hands = 40
    for seed in range(hands):
        alone = play_out(seed, [policy, random_mover, random_mover], landlord=0)
        wins["landlord"] += alone.result.outcomes[0] == "win"
        together = play_out(seed, [random_mover, policy, policy], landlord=0)
        wins["peasants"] += together.result.outcomes[1] == "win"
    assert sum(wins.values()) > 0.85 * 2 * hands, wins
    assert min(wins.values()) > 0.8 * hands, wins


@pytest.mark.parametrize(("mode", "seats"), PRESETS)
def test_bots_play_every_mode_to_the_end(mode, seats):
    ended = [play_out(seed, [policy] * seats, mode=mode) for seed in range(4)]
    assert any(state.result.ending == "played" for state in ended)
    assert all(state.result.ending == "played" or state.result.facts["why"] == "no_call" for state in ended)


def test_it_bids_by_points():
    called = set()
    for seed in range(12):
        state = play_out(seed, [policy] * 3, mode="classic")
        called |= set(state.bidding.said)
    assert called >= {0, 1, 2, 3}


@pytest.mark.parametrize("mode", ["huanle-laizi", "huanle-tiandi"])
def test_it_makes_use_of_laizi(mode):
    hands = 8
    wins = sum(
        play_out(seed, [policy, random_mover, random_mover], 0, mode).result.outcomes[0] == "win"
        for seed in range(hands)
    )
    assert wins >= 0.75 * hands


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_hidden_cards_change_nothing(row, level):
    mode, seats = row
    asked = Counter()

    def blind(state, seat, decision, rng):
        if decision.kind == "play" and rng.random() < 0.5:
            return decide(state.view(seat, START), state.options(seat, decision), rng.getrandbits(64), level)
        other = dealt_anew(state, seat, rng)
        luck = rng.getrandbits(64)
        answers = [decide(s.view(seat, START), s.options(seat, decision), luck, level) for s in (state, other)]
        assert answers[0] == answers[1]
        asked[decision.kind] += other.hands != state.hands  # few cards may come back where they were
        return answers[0]

    for seed in range(2):
        play_out(seed, [blind] * seats, mode=mode)
    assert asked["play"] > 5
    assert asked["bid"] + asked["call"] > 0


def test_the_same_arguments_give_the_same_answer():
    state = Hand().to_play(0).state
    (decision,) = state.decisions
    view = state.view(0, START)
    assert len({json.dumps(decide(view, state.options(0, decision), 7)) for _ in range(3)}) == 1


def test_it_refuses_to_answer_what_is_not_asked():
    state = Hand().to_play(0).state
    with pytest.raises(ValueError, match="no open decision"):
        decide(state.view(1, START), {}, 1)


def choice(hand, lead=None, leader=1, left=(10, 10), enemies=(True, True)):
    """What it plays from these ranks; the others sit behind it in turn order with `left` cards."""
    cards = sort_cards(parse(hand))
    led = default(readings(parse(lead), ONE_DECK), None, ONE_DECK) if lead else None
    table = Table(cards, led, leader if lead else 0, (len(cards), *left), (False, *enemies), ONE_DECK)
    chosen = {LEVELS["easy"].choose(table, seed) for seed in range(5)}
    assert len(chosen) == 1
    (found,) = chosen
    return None if found is None else text_of(found[1])


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ({"hand": "345679TTKA"}, "34567"),  # long and low first
        ({"hand": "4QQ2222", "lead": "3"}, "4"),  # the bomb stays whole
        ({"hand": "4568TQ22", "lead": "7777", "enemies": (True, False)}, None),
        ({"hand": "49K2", "lead": "Q", "leader": 2, "enemies": (True, False), "left": (10, 2)}, None),  # a partner's
        ({"hand": "345K", "lead": "9", "leader": 2, "enemies": (True, False), "left": (1, 5)}, "K"),  # shut the door
        ({"hand": "34AA", "left": (1, 9)}, "AA"),  # an enemy would go out on a single
        ({"hand": "3455", "enemies": (False, True), "left": (1, 9)}, "3"),  # a partner goes out on a single
        ({"hand": "55558", "lead": "A", "left": (2, 9)}, "5555"),  # sure trick, one play left
        ({"hand": "44455", "lead": "33366"}, "44455"),  # empties the hand
    ],
)
def test_rules_of_thumb(case, expected):
    assert choice(**case) == expected


def counted(hand, unseen, lead=None, leader=1, left=(5, 5), enemies=(True, True)):
    """What the normal level plays when just these cards are unseen; the others hold them."""
    cards = sort_cards(parse(hand))
    led = default(readings(parse(lead), ONE_DECK), None, ONE_DECK) if lead else None
    nothing = (0,) * 15
    tracker = Tracker(counts_of(parse(unseen)), (nothing,) * (1 + len(left)), (0, *left), len(unseen) - sum(left))
    table = Table(cards, led, leader if lead else 0, (len(cards), *left), (False, *enemies), ONE_DECK, tracker)
    chosen = {LEVELS["normal"].choose(table, seed) for seed in range(5)}
    assert len(chosen) == 1
    (found,) = chosen
    return None if found is None else text_of(found[1])


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ({"hand": "3J", "unseen": "4455667789"}, "J"),  # nothing higher is left: the jack first, then out
        ({"hand": "3J", "unseen": "445566778K", "left": (1, 9)}, "J"),  # the last card may be higher than a three
        ({"hand": "3QQ", "unseen": "44556677KA"}, "QQ"),  # no pair above the queens
        ({"hand": "4K", "lead": "9", "unseen": "3345566778"}, "K"),  # sure to win, then out
        ({"hand": "458K", "lead": "Q", "leader": 2, "enemies": (True, False), "unseen": "3345566A78"}, None),
        ({"hand": "QQQQ5", "lead": "A", "unseen": "3344556678", "left": (2, 8)}, "QQQQ"),
    ],
)
def test_it_plays_by_what_is_still_out(case, expected):
    assert counted(**case) == expected


def test_its_bid_follows_its_hand_in_the_view():
    state = play_out(3, [policy] * 3)
    assert state.result is not None
    hand = Hand().to_calling()
    seat = hand.asked().seats[0]
    table = table_of(hand.state.view(seat, START))
    assert table.enemy == (False, True, True)
    assert table.tracker.hidden == (0, 17, 17)
    assert table.tracker.aside == 3


def test_a_stronger_hand_has_a_lower_price():
    weak, fair, strong = ("346789TJQ3579JK6A", "345567899TJQKKA2A", "34567TTJJQQA22BRR"[:16])
    assert price(counts_of(parse(weak))) > price(counts_of(parse(fair))) > price(counts_of(parse(strong)))
