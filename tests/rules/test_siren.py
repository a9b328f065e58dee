"""四人斗地主 step by step: two decks, hole cards for the landlord alone, three deals without a call."""

import json

import pytest

from games.rules.core import Stream
from games.rules.stakes import share
from tests.rules.play import Hand, viewers


def siren(*calls):
    hand = Hand(mode="siren", seats=4, bots=[None] * 4, carried=[0] * 4, currency=None).to_calling()
    for points in calls:
        hand.do("bid", hand.asked("bid").seats[0], points=points)
    return hand


def test_twenty_five_cards_each_of_two_decks_and_eight_hole_cards():
    hand = siren()
    assert [len(cards) for cards in hand.state.hands] == [25] * 4
    assert len(hand.state.deal.hole) == 8
    assert sorted([*sum(hand.state.hands, ()), *hand.state.deal.hole]) == list(range(108))


def told(hand, events, landlord):
    """For each viewer what these events and the view say of the hole cards."""
    for viewer in viewers(hand.state):
        seen = [event.seen_by(viewer).get("hole") for event in events if event.kind in ("landlord", "over")]
        yield viewer == landlord, [*seen, hand.state.view(viewer, hand.now)["hole"]]


def test_only_the_landlord_ever_sees_the_hole_cards():
    hand = siren()
    landlord = hand.asked("bid").seats[0]
    hole = sorted(hand.state.deal.hole)
    assert all(hand.state.view(viewer, hand.now)["hole"] is None for viewer in viewers(hand.state))
    events = hand.do("bid", landlord, points=3)
    assert events[-1].data["count"] == 33
    for own, seen in told(hand, events, landlord):
        assert [cards and sorted(cards) for cards in seen] == ([hole] * 2 if own else [None] * 2)
    hands = ["3479" if seat == landlord else "TTJQ" for seat in range(4)]
    hand.give(*hands)
    events = hand.do("flee", (landlord + 1) % 4)
    for own, seen in told(hand, events, landlord):
        assert [cards and sorted(cards) for cards in seen] == ([hole] * 2 if own else [None] * 2)


def test_nobody_sees_them_where_a_hand_ends_without_a_landlord():
    hand = siren(0)
    (_, over) = hand.do("flee", 0)
    assert over.seen_by(1)["hole"] is None
    assert hand.state.view(1, hand.now)["hole"] is None


def test_k3_the_first_seat_is_drawn_for_each_deal():
    hand = siren()
    for deal in (1, 2):
        assert hand.asked("bid").seats == (Stream(bytes(32), [""] * 4, f"first:{deal}").below(4),)
        for _ in range(4):
            hand.do("bid", hand.asked("bid").seats[0], points=0)
        hand.expire("deal")
    assert hand.state.deal.number == 3


def test_k3_three_deals_without_a_call_dissolve_the_table():
    hand = siren()
    for deal in (1, 2, 3):
        for _ in range(4):
            events = hand.do("bid", hand.asked("bid").seats[0], points=0)
        if deal < 3:
            hand.expire("deal")
    assert [event.kind for event in events] == ["bid", "over"]
    result = hand.state.result
    assert (result.ending, result.points, result.facts) == ("void", (), {"why": "no_call"})
    assert not any(share(result, 1, 5, [100] * 4, True).rakes)
    assert "first" not in result.carry


def test_k3_a_call_in_the_third_deal_is_played():
    hand = siren()
    for _ in (1, 2):
        for _ in range(4):
            hand.do("bid", hand.asked("bid").seats[0], points=0)
        hand.expire("deal")
    hand.do("bid", hand.asked("bid").seats[0], points=3)
    assert (hand.state.phase, hand.state.result) == ("play", None)


def seated(hand, *hands):
    """Give the landlord, then the others in turn, these ranks."""
    order = [(hand.state.landlord + step) % 4 for step in range(4)]
    by_seat = dict(zip(order, hands, strict=True))
    hand.give(*(by_seat[seat] for seat in range(4)))
    return order


@pytest.mark.parametrize(
    ("bomb", "factor"),
    [("5555", 1), ("55555", 1), ("666666", 2), ("7777777", 2), ("88888888", 3), ("BBRR", 3)],
)
def test_s4_what_a_bomb_counts(bomb, factor):
    hand = siren(1, 2, 3)
    landlord, *_ = seated(hand, bomb + "3", "4", "4", "4")
    (event,) = hand.play(landlord, bomb)
    assert hand.state.multiplier.bomb == factor
    assert ("multiplier" in event.data) == (factor > 1)


def test_s5_s6_three_peasants_and_a_spring():
    hand = siren(2, 0, 0, 0)
    landlord, second, third, fourth = seated(hand, "666666BBRR3", "779", "TT2", "JJ2")
    for letters in ("666666", "BBRR"):
        hand.play(landlord, letters)
        for seat in (second, third):
            assert [event.kind for event in hand.do("pass", seat)] == ["pass"]
        assert [event.kind for event in hand.do("pass", fourth)] == ["pass", "trick"]
    hand.play(landlord, "3")
    assert hand.state.result.points[landlord] == 3 * 2 * 12
    assert {hand.state.result.points[seat] for seat in (second, third, fourth)} == {-24}
    assert hand.state.result.facts["spring"] == "spring"
    json.dumps(hand.state.view(None, hand.now))


def test_s5_anti_spring():
    hand = siren(3)
    landlord, second, *_ = seated(hand, "34", "7", "TT2", "JJ2")
    hand.play(landlord, "3")
    hand.play(second, "7")
    assert hand.state.result.points[landlord] == -3 * 3 * 2


def test_e2_bombs_that_count_nothing_make_leaving_no_dearer():
    hand = siren(2, 0, 0, 0)
    landlord, second, *_ = seated(hand, "55555BBRR3", "779", "TT2", "JJ2")
    hand.play(landlord, "55555")
    assert hand.state.leaving(second, hand.now).points[second] == -6
    for seat in range(1, 4):
        hand.do("pass", (landlord + seat) % 4)
    hand.play(landlord, "BBRR")
    assert hand.state.leaving(second, hand.now).points[second] == -18
