"""What cards are taken for and why they are refused, in every mode: readings by name, defaults, codes."""

import random

import pytest

from games.rules.core import Action
from games.rules.doudizhu.cards import RANKS, counts_of, parse
from games.rules.doudizhu.patterns import default, readings, refusal
from games.rules.doudizhu.presets import PRESETS
from tests.rules.play import random_hand
from tests.rules.test_doudizhu_plays import rules_of


def led(letters, rules):
    return default(readings(parse(letters), rules), None, rules)


# variant: laizi | lead | cards out of the hand | code
REFUSED = [
    ("one_deck", "BR", "3", "too_weak"),
    ("one_deck", "BR", "334455", "too_weak"),
    ("two_deck", "33", "444", "wrong_type"),
    ("two_deck", "33", "BR", "no_pattern"),
    ("two_deck", "33", "4446", "no_pattern"),
    ("two_deck", "44", "33", "too_weak"),
    ("two_deck", "44444", "5555", "too_weak"),
    ("two_deck", "334455", "44556677", "wrong_count"),
    ("two_deck", "BBRR", "44444444", "too_weak"),
    ("laizi:5", "QQ", "55", "too_weak"),
    ("laizi:5", "QQ", "56", "too_weak"),
    ("laizi:5", "QQ", "5678", "no_pattern"),
    ("laizi:5", "QQ", "56789", "wrong_type"),
    ("laizi:5", "6789TJ", "56789", "wrong_count"),
    ("laizi:5", "3333", "AAA5", "too_weak"),
    ("laizi:5", "QQ", "33335", "no_pattern"),
    ("laizi:5", "QQ", "5B", "no_pattern"),
    ("tiandi:5,9", "QQ", "59", "no_pattern"),
    ("tiandi:5,9", "33335", "5599", "too_weak"),
    ("tiandi:5,9", "3333559", "444459", "too_weak"),
    ("tiandi:5,W", "QQ", "5B", "no_pattern"),
    ("tiandi:5,W", "QQ", "4B", "too_weak"),
]


@pytest.mark.parametrize(("variant", "lead", "cards", "code"), REFUSED)
def test_a_refusal_has_its_code_in_every_variant(variant, lead, cards, code):
    rules = rules_of(variant)
    hand = parse(cards + "3J")
    chosen = hand[: len(cards)]
    assert refusal(chosen, hand, led(lead, rules), rules) == (None, code)
    absent = next(card for card in range(54 * rules.decks) if card not in hand)
    assert refusal((*chosen[:-1], absent), hand, led(lead, rules), rules) == (None, "not_in_hand")


# variant | lead or "" | cards | the reading that is taken, as type rank
TAKEN = [
    ("one_deck", "", "333444555666", "chain_trio 6"),  # P9b: without wings
    ("one_deck", "333444555JQK", "555666777888", "plane_solo 8"),  # P9b: the highest that beats
    ("laizi:5", "", "67895", "chain_solo T"),  # L1b leading: the strongest
    ("laizi:5", "", "3335", "bomb 3"),
    ("laizi:5", "444A", "7755", "trio_solo 7"),  # L1b following: the weakest kind that beats
    ("laizi:5", "AAA3", "7755", "bomb 7"),  # only as a bomb does it beat
    ("laizi:5", "3334", "6555", "trio_solo 2"),  # L1c: a trio of any rank, the highest
    ("laizi:7", "334455", "445567", "chain_pair 6"),
    ("tiandi:5,9", "", "777555", "bomb 7"),
    ("tiandi:5,9", "333444", "777555", "chain_trio 8"),
    ("tiandi:5,W", "", "55BR", "bomb R"),
]


@pytest.mark.parametrize(("variant", "lead", "cards", "taken"), TAKEN)
def test_without_a_name_the_default_is_taken(variant, lead, cards, taken):
    rules = rules_of(variant)
    target = led(lead, rules) if lead else None
    hand = parse(cards)
    play, code = refusal(hand, hand, target, rules)
    assert (f"{play.type} {RANKS[play.rank]}", code) == (taken, None)
    for other in readings(hand, rules):  # any other may be named, if it beats the table
        play, code = refusal(hand, hand, target, rules, (other.type, other.rank))
        assert play == other or code == "too_weak" or code == "wrong_type"


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_the_list_of_moves_names_each_reading_once(row):
    rng = random.Random(f"{row}")
    several = 0
    for number in range(12):
        if number >= 2 and (several or not PRESETS[row].laizi):
            break
        for step in random_hand(rng, row):
            state = step.before
            for decision in state.decisions:
                if decision.kind != "play" or rng.random() < 0.7 or len(state.hands[decision.seats[0]]) > 14:
                    continue
                listed = [move for move in state.legal(decision.seats[0]) if move.kind == "play"]
                seen = set()
                for move in listed[:400]:
                    named = move.data.get("as")
                    key = (counts_of(move.data["cards"]), None if named is None else tuple(named.values()))
                    assert key not in seen
                    seen.add(key)
                    found = readings(move.data["cards"], state.rules)
                    assert (named is not None) == (len(found) > 1)
                    several += named is not None
                    state.check(Action("play", move.seat, move.decision, move.data, step.action.at))
    assert several > 0 or not PRESETS[row].laizi
