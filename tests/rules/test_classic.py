"""斗地主 step by step: bidding by points, who speaks first, scores and escapes in points."""

from fractions import Fraction

import pytest

from games.rules.core import IllegalAction, Stream
from tests.rules.play import START, Hand


def classic(*calls, carry=None):
    """A hand past its deal, with these calls made in turn."""
    hand = Hand(carry=carry, mode="classic", currency=None).to_calling()
    for points in calls:
        hand.do("bid", hand.asked("bid").seats[0], points=points)
    return hand


def speaker(hand):
    return hand.asked("bid").seats[0]


def test_a_hand_is_never_opened_and_cards_come_at_once():
    hand = Hand(mode="classic")
    with pytest.raises(IllegalAction) as refused:
        hand.do("open", 0, show=True)
    assert (refused.value.code, refused.value.facts) == ("not_allowed", {"why": "mode"})
    hand.expire("open")
    assert hand.asked("deal").due == hand.now
    (event,) = hand.expire("deal")
    assert (event.data["phase"], event.data["counts"]) == ("bid", [17, 17, 17])


def test_k1_the_highest_caller_is_landlord_and_the_call_is_the_base():
    hand = classic()
    first = speaker(hand)
    assert hand.state.options(first, hand.asked()) == {"points": [0, 1, 2, 3]}
    (event,) = hand.do("bid", first, points=2)
    assert event.data == {"seat": first, "points": 2, "base": 2}
    assert hand.state.options(speaker(hand), hand.asked()) == {"points": [0, 3]}
    hand.do("bid", speaker(hand), points=0)
    events = hand.expire("bid")  # silence is a pass
    assert [event.kind for event in events] == ["late", "bid", "landlord"]
    view = hand.state.view(None, hand.now)
    assert (view["base"], view["phase"], hand.state.landlord) == (2, "play", first)
    assert [view["seats"][(first + step) % 3]["call"] for step in range(3)] == [2, 0, 0]


@pytest.mark.parametrize(
    ("points", "code"),
    [(1, "not_allowed"), (2, "not_allowed"), (4, "malformed"), (True, "malformed"), ("3", "malformed")],
)
def test_k1_what_is_no_call(points, code):
    hand = classic(2)
    with pytest.raises(IllegalAction) as refused:
        hand.do("bid", speaker(hand), points=points)
    assert refused.value.code == code


def test_k2_the_first_seat_moves_on_by_one_with_every_new_deal():
    hand = classic()
    first = speaker(hand)
    assert first == Stream(bytes(32), ["", "", ""], "first:1").below(3)
    for deal in range(2, 7):
        for _ in range(3):
            events = hand.do("bid", speaker(hand), points=0)
        assert [event.kind for event in events] == ["bid", "dealing", "cards"]
        assert hand.state.view(0, hand.now)["base"] == 0
        hand.expire("deal")
        assert (hand.state.deal.number, speaker(hand)) == (deal, (first + deal - 1) % 3)


def test_k2_more_than_ten_new_deals_are_remarked_on_and_nobody_is_told():
    hand = classic()
    remarks = []
    for _ in range(12):
        for _ in range(3):
            events = hand.do("bid", speaker(hand), points=0)
        (dealing,) = [event for event in events if event.kind == "dealing"]
        remarks.append(dealing.remark)
        assert dealing.seen_by(0) == {"kind": "dealing", **dealing.data}
        hand.expire("deal")
    assert remarks == [""] * 10 + ["deal 12 and still no landlord", "deal 13 and still no landlord"]
    assert hand.state.phase == "bid"


def test_k2_it_moves_on_into_the_tables_next_hand():
    hand = classic(carry={"first": 2, "late": [0, 0, 0]})
    assert speaker(hand) == 2
    for _ in range(3):
        hand.do("bid", speaker(hand), points=0)
    hand.expire("deal")
    assert speaker(hand) == 0
    hand.do("void", why="fault")
    assert hand.state.result.carry["first"] == 1
    assert speaker(classic(carry=dict(hand.state.result.carry))) == 1


def test_k2_a_hand_that_ends_before_its_bidding_takes_nobodys_turn():
    hand = Hand(carry={"first": 2}, mode="classic")
    hand.do("void", why="fault")
    assert hand.state.result.carry["first"] == 2
    hand = Hand(carry={"first": 2}, mode="classic")
    hand.expire("open")
    hand.do("void", why="fault")
    assert hand.state.result.carry["first"] == 2


def test_a_hand_of_another_mode_carries_no_first_seat():
    hand = Hand().to_calling()
    hand.do("void", why="fault")
    assert "first" not in hand.state.result.carry


def seated(hand, *hands):
    """Give the landlord, then the others in turn, these ranks."""
    order = [(hand.state.landlord + step) % 3 for step in range(3)]
    by_seat = dict(zip(order, hands, strict=True))
    hand.give(*(by_seat[seat] for seat in range(3)))
    return order


def test_s1_to_s3_in_a_hand_played_out():
    hand = classic(3)
    landlord, second, third = seated(hand, "3333BR", "779", "TTTT2")
    hand.play(landlord, "3333")
    hand.do("pass", second)
    (event,) = hand.play(third, "TTTT")
    assert event.data["multiplier"]["bomb"] == 4
    hand.play(landlord, "BR")
    result = hand.state.result
    assert result.points[landlord] == 2 * 3 * 8
    assert result.points[second] == result.points[third] == -3 * 8
    assert result.facts["base"] == 3
    assert result.facts["multiplier"]["initial"] == 1  # a room's initial multiplier is for coins and beans


@pytest.mark.parametrize(("calls", "price"), [((), 3), ((0,), 3), ((0, 1), 3), ((2,), 6)])
def test_e1_e2_leaving_costs_three_times_the_highest_call(calls, price):
    hand = classic(*calls)
    assert hand.state.leaving(0, hand.now).penalty == (0, Fraction(price))
    hand.do("flee", 0)
    assert hand.state.result.points == (-price, 0, 0)
    assert hand.state.result.penalty == (0, Fraction(price))


def test_e1_leaving_before_the_deal():
    hand = Hand(mode="classic")
    hand.do("flee", 1)
    assert hand.state.result.points == (0, -3, 0)


def test_e2_bombs_count_once_they_are_played():
    hand = classic(3)
    landlord, second, _ = seated(hand, "33334", "4445BR", "TTTT2")
    assert hand.state.leaving(second, START).points[second] == -9
    hand.play(landlord, "3333")
    hand.do("flee", landlord)
    assert hand.state.result.points[landlord] == -18
    assert hand.state.result.facts["escape"]["factor"] == 6
