"""Hands for two, and 火拼: what a row of presets changes."""

import pytest

from games.rules.core import IllegalAction
from tests.rules.play import Hand


def two(**changes):
    return Hand(seats=2, bots=[None, None], carried=[10_000, 10_000], **changes)


def test_twenty_cards_each_and_eleven_stay_hidden_to_the_end():
    hand = two().to_play(0)
    assert [len(cards) for cards in hand.state.hands] == [23, 20]
    assert len(hand.state.deal.rest) == 11
    assert hand.state.view(0, hand.now)["rest"] is None
    hand.give("3", "779")
    (_, over) = hand.play(0, "3")
    assert sorted(over.data["rest"]) == sorted(hand.state.deal.rest)
    assert len(hand.state.view(None, hand.now)["rest"]) == 11


def test_one_pass_gives_the_lead_back():
    hand = two().to_play(0).give("345", "779")
    hand.play(0, "3")
    assert [event.kind for event in hand.do("pass", 1)] == ["pass", "trick"]
    assert hand.asked("play").seats == (0,)


def test_both_sides_win_and_lose_the_same_amount():
    hand = two().to_play(1, doubles=(0,)).give("779", "34")
    hand.play(1, "3")
    hand.play(0, "7")
    hand.do("pass", 1)
    hand.play(0, "7")
    hand.do("pass", 1)
    hand.play(0, "9")
    assert hand.state.result.points == (60, -60)  # initial 15, anti-spring, one doubling
    assert hand.state.result.order == (0, 1)


@pytest.mark.parametrize(("dealt", "times"), [(10, 4), (11, 3)])
def test_the_show_falls_to_three_from_the_eleventh_of_twenty(dealt, times):
    hand = two()
    hand.expire("open")
    hand.now += 400 * dealt
    assert hand.do("show", 0)[0].data["times"] == times


def test_nobody_doubles_in_huopin():
    hand = Hand(mode="huopin").crown(0)
    assert hand.state.phase == "play"
    with pytest.raises(IllegalAction) as refused:
        hand.do("double", 0, yes=True)
    assert refused.value.code == "not_allowed"


def test_a_mode_that_is_not_played_by_so_many_does_not_start():
    with pytest.raises(KeyError):
        Hand(mode="huanle", seats=4, bots=[None] * 4)
