"""癞子 and 天地癞子 step by step: when laizi are turned, what they make, what bombs count, what leaving costs."""

from collections import Counter
from fractions import Fraction

import pytest

from games.rules.core import IllegalAction
from games.rules.doudizhu.cards import BIG_JOKER, RANKS, SMALL_JOKER
from games.rules.doudizhu.deal import deal
from games.rules.doudizhu.presets import preset
from tests.rules.play import Hand


def laizi(mode="huanle-laizi", **changes):
    return Hand(mode=mode, **changes)


def playing(wilds, *hands, mode="huanle-laizi", doubles=()):
    """A hand in play with these laizi, its landlord in seat 0 and these ranks in hands."""
    hand = laizi(mode)
    hand.crown(0)
    hand.state.wilds = ()
    hand.state._turn(tuple(RANKS.index(letter) for letter in wilds))
    hand.to_play(0, doubles)
    return hand.give(*hands)


def kinds(events):
    return [event.kind for event in events]


# -- when they are turned ----------------------------------------------------------------------------------------------


def test_one_laizi_is_turned_when_the_landlord_is_known():
    hand = laizi()
    assert "wilds" not in kinds(hand.expire("open"))
    hand.expire("deal")
    assert hand.state.view(0, hand.now)["wilds"] == []
    while hand.state.phase != "double":
        decision = hand.asked()
        events = hand.do(decision.kind, decision.seats[0], yes=decision.kind == "call")
    assert kinds(events)[-2:] == ["landlord", "wilds"]
    (rank,) = events[-1].data["wilds"]
    assert hand.state.view(None, hand.now)["wilds"] == [rank]
    assert hand.state.rules.wilds == {rank}
    assert hand.state.deal.laizi == ((rank,),)


def test_of_two_the_first_is_turned_with_the_deal_and_the_second_with_the_landlord():
    hand = laizi("huanle-tiandi")
    events = hand.expire("open")
    hand.expire("deal")
    assert kinds(events)[:2] == ["dealing", "wilds"]
    (sky,) = events[1].data["wilds"]
    assert hand.state.view(2, hand.now)["wilds"] == [sky]
    hand.crown(1)
    assert hand.state.view(2, hand.now)["wilds"] == [sky, *hand.state.deal.laizi[1]]


def test_a_new_deal_draws_anew():
    hand = laizi("huanle-tiandi", seed=bytes([7] * 32)).to_calling()
    for _ in range(3):
        events = hand.do("call", hand.asked().seats[0], yes=False)
    assert kinds(events)[:3] == ["call", "dealing", "wilds"]
    assert events[2].data["wilds"] == list(hand.state.deal.laizi[0])
    assert hand.state.deal.number == 2


def test_the_second_may_be_the_jokers_the_first_never():
    row = preset("huanle-tiandi", 3)
    drawn = [deal(row, bytes(32), ("", "", ""), number, None, 0, 0).laizi for number in range(1_300)]
    jokers = (SMALL_JOKER, BIG_JOKER)
    assert {first for first, _ in drawn} == {(rank,) for rank in range(13)}
    assert all(first != second for first, second in drawn)
    second = Counter(second for _, second in drawn)
    assert set(second) == {*((rank,) for rank in range(13)), jokers}
    assert all(60 < count < 145 for count in second.values())
    one = [deal(preset("huanle-laizi", 3), bytes(32), ("",) * 3, number, None, 0, 0).laizi for number in range(400)]
    assert {ranks for (ranks,) in one} == {(rank,) for rank in range(13)}


# -- play --------------------------------------------------------------------------------------------------------------


def test_l1b_a_leader_names_a_reading_or_leads_the_strongest():
    hand = playing("5", "678953", "TTTJ", "QQQK")
    assert hand.play(0, "67895")[0].data["rank"] == RANKS.index("T")
    hand = playing("5", "678953", "TTTJ", "QQQK")
    named = {"type": "chain_solo", "rank": RANKS.index("9")}
    assert hand.play(0, "67895", **{"as": named})[0].data["rank"] == RANKS.index("9")


def test_l6_no_bomb_of_five_with_one_laizi_but_t2_with_two():
    hand = playing("5", "333357", "TTTJ", "QQQK")
    with pytest.raises(IllegalAction) as refused:
        hand.play(0, "33335")
    assert refused.value.code == "no_pattern"
    hand = playing("59", "333357", "TTTJ", "QQQK", mode="huanle-tiandi")
    assert hand.play(0, "33335")[0].data["len"] == 5


@pytest.mark.parametrize(
    ("mode", "wilds", "bomb", "factor"),
    [
        ("huanle-laizi", "5", "3335", 2),
        ("huanle-laizi", "5", "3333", 4),
        ("huanle-laizi", "5", "5555", 4),
        ("huanle-laizi", "5", "BR", 4),
        ("huanle-tiandi", "59", "33335", 2),
        ("huanle-tiandi", "59", "55599", 4),
        ("huanle-tiandi", "5BR", "55BR", 4),
        ("huanle-tiandi", "5BR", "BR", 4),
    ],
)
def test_s12_what_a_bomb_counts(mode, wilds, bomb, factor):
    hand = playing(wilds, bomb + "7", "TTTJ", "QQQK", mode=mode)
    (event,) = hand.play(0, bomb)
    assert event.data["multiplier"]["bomb"] == factor


def test_s12_a_quarter_a_point():
    hand = playing("5", "3335", "TTTJ", "QQQK")
    hand.play(0, "3335")
    assert hand.state.result.facts["coef"] == "1/4"
    assert [debt.points for debt in hand.state.result.debts] == [Fraction(15)] * 2  # 15 x soft 2 x spring 2 / 4
    assert hand.state.result.points == (30, -15, -15)


def test_s12_no_winner_gets_more_than_the_cap():
    hand = playing("5", "3335", "TTTJ", "QQQK", doubles=(0, 1))
    hand.state._multiply(bomb=2**12)
    hand.play(0, "3335")
    result = hand.state.result
    assert sum(debt.points for debt in result.debts) == 10_000 == result.facts["cap"]
    assert result.debts[0].points == 2 * result.debts[1].points


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "wilds", "held", "behaviour"),
    [
        ("huanle-laizi", "5", "3335", 1),  # a soft bomb is a choice, not a holding
        ("huanle-laizi", "5", "3333", 4),
        ("huanle-laizi", "5", "5555", 4),
        ("huanle-laizi", "5", "3333BR", 16),
        ("huanle-tiandi", "59", "5599", 4),
        ("huanle-tiandi", "59", "559", 1),
        ("huanle-tiandi", "59", "55559999", 16),
        ("huanle-tiandi", "5BR", "55BR", 4),
        ("huanle-tiandi", "5BR", "555B", 4),
        ("huanle-tiandi", "5BR", "5555BR", 16),
    ],
)
def test_e3_bombs_still_held(mode, wilds, held, behaviour):
    hand = playing(wilds, "78", held, "QQK", mode=mode)
    hand.do("flee", 0)
    facts = hand.state.result.facts["escape"]
    assert facts["behaviour"] == behaviour
    factor = 20 if behaviour < 10 else 4 * behaviour
    assert facts["factor"] == factor
    assert hand.state.result.penalty == (0, Fraction(15 * factor, 4))


def test_e3_a_soft_bomb_counts_once_it_is_played():
    hand = playing("5", "33357", "TTTT", "QQK")
    hand.play(0, "3335")
    hand.do("flee", 2)
    assert hand.state.result.facts["escape"]["behaviour"] == 8
