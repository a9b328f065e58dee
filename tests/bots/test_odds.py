"""The chances that bots reckon with, against counting every deal there is and against dealing at random."""

import random
from itertools import combinations

import pytest

from games.bots.doudizhu.odds import Odds, at_least
from games.bots.doudizhu.table import Table
from games.rules.doudizhu.cards import counts_of, parse, rank_of, sort_cards
from games.rules.doudizhu.moves import can_beat
from games.rules.doudizhu.patterns import Rules, default, readings
from games.rules.doudizhu.tracker import Tracker

NOTHING = (0,) * 15


@pytest.mark.parametrize("among", [3, 6, 8])
def test_how_many_of_certain_cards_are_drawn(among):
    for of in range(among + 1):
        for drawn in range(among + 1):
            hands = list(combinations(range(among), drawn))
            for wanted in range(among + 2):
                share = sum(sum(card < of for card in hand) >= wanted for hand in hands) / len(hands)
                assert at_least(wanted, of, among, drawn) == pytest.approx(share)


def odds_of(unseen, left=(6, 6), known=NOTHING, rules=Rules()):  # noqa: B008 - immutable
    tracker = Tracker(counts_of(unseen), (NOTHING, known, NOTHING), (0, left[0] - sum(known), left[1]), 0)
    table = Table(parse("33"), None, 0, (2, *left), (False, True, True), rules, tracker)
    return Odds(table, tracker)


def lead_of(letters):
    return default(readings(parse(letters), Rules()), None, Rules())


@pytest.mark.parametrize("lead", ["7", "K", "88", "QQ", "777", "34567", "778899", "5555"])
def test_the_chance_of_an_answer_is_about_what_dealing_gives(lead):
    rng = random.Random(lead)
    play = lead_of(lead)
    close = 0
    for _ in range(12):
        unseen = sort_cards(rng.sample(range(54), 24))
        odds = odds_of(unseen, (12, 12))
        hands = [rng.sample(unseen, 12) for _ in range(300)]
        share = sum(answers(hand, play) for hand in hands) / len(hands)
        close += abs(odds.answered(1, play) - share) < 0.15
    assert close >= 10


def answers(hand, play):
    """Whether a hand beats a play in kind: bombs and the rocket aside, unless a bomb is led."""
    if play.type != "bomb":
        kept, seen = [], {}
        for card in hand:  # no fours, no rocket
            seen[rank_of(card)] = seen.get(rank_of(card), 0) + 1
            if seen[rank_of(card)] < 4:
                kept.append(card)
        if play.type != "solo":
            kept = [card for card in kept if rank_of(card) < 13]
        elif {13, 14} <= set(seen):
            return True
        hand = kept
    return can_beat(hand, play, Rules())


def test_what_cannot_be_answered_is_sure():
    odds = odds_of(parse("334455667788"))
    for sure in ("9", "99", "999", "89TJQ", "BR"):
        assert odds.wins(lead_of(sure)) == 1
    assert odds.answered(1, lead_of("3")) > 0.9
    assert odds.answered(1, lead_of("345678")) == 0
    few = odds_of(parse("33445566"), (1, 7))
    assert few.answered(1, lead_of("33")) == 0  # it has one card left


def test_a_known_card_answers_for_certain():
    odds = odds_of(parse("33445566778"), (6, 6), known=counts_of(parse("2")))
    assert odds.answered(1, lead_of("A")) == 1
    assert odds.answered(2, lead_of("A")) == 0


def test_a_laizi_makes_answers_likelier():
    unseen = parse("334455TJQK99")
    plain = odds_of(unseen)
    wild = odds_of(unseen, rules=Rules(wilds=frozenset({6})))
    assert wild.answered(1, lead_of("TT")) > plain.answered(1, lead_of("TT")) == 0
