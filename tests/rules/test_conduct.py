"""What every game shares: time-outs, trustees, connections, leaving, extending, voiding; and what an escape costs."""

from fractions import Fraction

import pytest

from games.rules.core import due
from games.rules.stakes import share
from tests.rules.play import START, Hand


def kinds(events):
    return [event.kind for event in events]


# -- time-outs and trustees --------------------------------------------------------------------------------------------


def test_two_time_outs_in_a_row_bring_the_trustee():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.expire("play")
    hand.do("pass", 1)
    hand.do("pass", 2)
    events = hand.expire("play")
    assert kinds(events) == ["late", "trustee", "play"]
    assert events[0].data == {"seat": 0, "times": 2}
    assert events[1].data == {"seat": 0, "on": True, "why": "timeouts"}
    assert hand.state.automated(0)
    assert not hand.state.automated(1)


def test_an_own_move_ends_the_row_of_time_outs():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.expire("play")
    hand.do("pass", 1)
    hand.do("pass", 2)
    hand.play(0, "9")
    assert hand.state.late[0] == 0
    hand.do("pass", 1)
    hand.do("pass", 2)
    assert kinds(hand.expire("play")) == ["late", "play"]
    assert hand.state.trustees[0] is None


def test_time_outs_in_a_row_are_carried_to_the_tables_next_hand():
    hand = Hand(carry={"late": [1, 0, 0]}).to_play(0)
    assert hand.state.late == [0, 0, 0]  # calling was an own move
    hand = Hand(carry={"late": [1, 0, 0]}).to_calling()
    while hand.asked().seats != (0,):
        hand.do("call", hand.asked().seats[0], yes=False)
    assert "trustee" in kinds(hand.expire("call"))
    hand.do("void", why="fault")
    assert hand.state.result.carry["late"][0] == 2


def test_a_persons_own_move_takes_the_seat_back():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.do("trustee", 0, on=True)
    events = hand.play(0, "9")
    assert kinds(events) == ["trustee", "play"]
    assert events[0].data == {"seat": 0, "on": False, "why": None}
    assert not hand.state.automated(0)


def test_the_trustees_move_leaves_the_seat_with_it():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.do("trustee", 0, on=True)
    assert kinds(hand.play(0, "9", auto=True)) == ["play"]
    assert hand.state.trustees[0] == "self"


def test_a_nonce_is_no_sign_of_a_person():
    hand = Hand(carry={"late": [1, 1, 1]})
    hand.do("trustee", 0, on=True)
    hand.do("nonce", 0, nonce="abc")
    assert hand.state.trustees[0] == "self"
    hand.do("nonce", 1, nonce="abc")
    assert hand.state.late[1] == 1


def test_trustee_on_and_off():
    hand = Hand().to_calling()
    (event,) = hand.do("trustee", 2, on=True)
    assert event.data == {"seat": 2, "on": True, "why": "self"}
    assert hand.state.view(None, hand.now)["seats"][2]["trustee"] == "self"
    (event,) = hand.do("trustee", 2, on=False)
    assert event.data == {"seat": 2, "on": False, "why": None}


def test_nothing_is_played_for_anybody_while_cards_are_dealt():
    hand = Hand(bots=[None, "easy", None])
    hand.do("trustee", 0, on=True)
    assert not any(hand.state.automated(seat) for seat in range(3))
    hand.to_calling()
    assert [hand.state.automated(seat) for seat in range(3)] == [True, True, False]


def test_an_automated_seat_is_never_late():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.do("trustee", 0, on=True)
    assert kinds(hand.expire("play")) == ["play"]
    assert hand.state.late[0] == 0


# -- what was done for a person ----------------------------------------------------------------------------------------


def acted(hand, seat, viewer=None):
    return hand.state.view(seat if viewer is None else viewer, hand.now)["seats"][seat].get("acted")


def test_what_the_trustee_and_the_clock_did_is_kept_for_the_person_alone():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    assert acted(hand, 0) == []
    late, play = hand.expire("play")
    assert (play.kind, play.data["auto"]) == ("play", True)
    assert "auto" not in late.data
    hand.do("trustee", 1, on=True)
    (passed,) = hand.do("pass", 1, auto=True)
    assert passed.data == {"seat": 1, "auto": True}
    hand.do("pass", 2)
    assert acted(hand, 0) == [{"kind": "play", "cards": list(play.data["cards"])}]
    assert acted(hand, 1) == [{"kind": "pass"}]
    assert acted(hand, 2) == []
    assert [acted(hand, 0, viewer=viewer) for viewer in (1, 2)] == [None, None]
    assert "acted" not in hand.state.view(None, hand.now)["seats"][0]


def test_what_was_done_adds_up_until_an_own_action():
    hand = Hand().to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.do("trustee", 0, on=True)
    hand.play(0, "3", auto=True)
    hand.do("pass", 1)
    hand.do("pass", 2)
    hand.play(0, "4", auto=True)
    assert len(acted(hand, 0)) == 2
    hand.do("lost", 0)
    hand.do("back", 0)
    assert len(acted(hand, 0)) == 2
    hand.do("pass", 1)
    hand.do("pass", 2)
    (_, event) = hand.play(0, "5")
    assert "auto" not in event.data
    assert acted(hand, 0) == []


@pytest.mark.parametrize("on", [True, False])
def test_switching_the_trustee_is_an_own_action(on):
    hand = Hand(carry={"late": [1, 1, 1]}).to_calling()
    (seat,) = hand.asked().seats
    hand.expire("call")
    assert acted(hand, seat) == [{"kind": "call", "yes": False}]
    hand.do("trustee", seat, on=on)
    assert acted(hand, seat) == []


def test_a_declined_call_a_pass_of_points_and_a_secret_doubling_are_told_too():
    hand = Hand(mode="classic").to_calling()
    (seat,) = hand.asked().seats
    hand.expire("bid")
    assert acted(hand, seat) == [{"kind": "bid", "points": 0}]
    hand = Hand().crown(0)
    hand.do("trustee", 1, on=True)
    (event,) = hand.do("double", 1, yes=True, auto=True)
    assert event.seen_by(1) == {"kind": "double", "seat": 1, "yes": True, "auto": True}
    assert [event.seen_by(viewer) for viewer in (0, 2, None)] == [None] * 3
    assert acted(hand, 1) == [{"kind": "double", "yes": True}]


def test_nothing_is_kept_for_a_bot():
    hand = Hand(bots=[None, "easy", None]).to_play(0).give("3456789", "779TJQK", "TT2AKQJ")
    hand.play(0, "3")
    (passed,) = hand.do("pass", 1, auto=True)
    assert passed.data == {"seat": 1}
    assert hand.state.acted[1] == ()


def test_an_unanswered_opening_deal_or_doubling_is_nothing_that_was_done():
    hand = Hand().crown(0)
    hand.expire("double")
    assert [acted(hand, seat) for seat in range(3)] == [[], [], []]


# -- connections -------------------------------------------------------------------------------------------------------


def test_a_lost_connection_opens_a_deadline_and_coming_back_closes_it():
    hand = Hand().to_play(0)
    (event,) = hand.do("lost", 1)
    assert event.data == {"seat": 1, "due": hand.now + 60_000}
    assert hand.asked("return").due == hand.now + 60_000
    assert hand.state.view(None, hand.now)["seats"][1]["lost"] == hand.now + 60_000
    (event,) = hand.do("back", 1)
    assert event.data == {"seat": 1}
    assert [d.kind for d in hand.state.decisions] == ["play"]
    assert hand.state.view(None, hand.now)["seats"][1]["lost"] is None


def test_staying_away_is_an_escape():
    hand = Hand(timers={"play": 90_000}).to_play(0)
    hand.do("lost", 1)
    events = hand.expire("return")
    assert kinds(events) == ["fled", "over"]
    assert events[0].data == {"seat": 1, "why": "absent"}
    assert hand.state.result.ending == "escape"
    assert hand.state.result.outcomes == ("draw", "escape", "draw")
    assert hand.state.result.facts["why"] == "absent"
    assert hand.state.decisions == ()


def test_two_may_be_lost_at_once_and_each_has_its_own_deadline():
    hand = Hand(timers={"play": 200_000}).to_play(0)
    hand.do("lost", 1)
    hand.now += 10_000
    hand.do("lost", 2)
    hand.do("back", 1)
    events = hand.expire("return")
    assert events[0].data == {"seat": 2, "why": "absent"}


def test_a_trustee_switched_on_before_the_loss_excuses():
    hand = Hand(timers={"play": 90_000}).to_play(0)
    hand.do("trustee", 1, on=True)
    hand.do("lost", 1)
    assert hand.expire("return") == []
    assert hand.state.result is None
    assert hand.state.trustees[1] == "self"


def test_a_trustee_that_came_by_time_outs_does_not_excuse():
    hand = Hand(carry={"late": [1, 1, 1]}).to_calling()
    (seat,) = hand.asked().seats
    assert "trustee" in kinds(hand.expire("call"))
    hand.do("lost", seat)
    assert kinds(hand.expire("return")) == ["fled", "over"]


def test_a_room_may_let_the_trustee_finish():
    hand = Hand(room={"absence": "trustee"}, timers={"play": 90_000}).to_play(0)
    hand.do("lost", 1)
    (event,) = hand.expire("return")
    assert event.data == {"seat": 1, "on": True, "why": "absent"}
    assert hand.state.result is None
    assert hand.state.automated(1)
    assert kinds(hand.do("back", 1)) == ["back"]


# -- deadlines ---------------------------------------------------------------------------------------------------------


def test_extending_moves_every_open_deadline():
    hand = Hand().to_play(0)
    hand.do("lost", 1)
    play, back = hand.asked("play").due, hand.asked("return").due
    (event,) = hand.do("extend", ms=7_000, why="restart")
    assert event.data == {"ms": 7_000, "why": "restart"}
    assert (hand.asked("play").due, hand.asked("return").due) == (play + 7_000, back + 7_000)
    assert hand.state.view(None, hand.now)["seats"][1]["lost"] == back + 7_000
    assert due(hand.state) == play + 7_000


def test_extending_the_deal_moves_no_card():
    hand = Hand()
    hand.expire("open")
    before = hand.state.view(0, hand.now + 900)["seats"]
    hand.do("extend", ms=7_000, why="restart")
    assert hand.state.view(0, hand.now + 900)["seats"] == before


# -- leaving -----------------------------------------------------------------------------------------------------------


def penalty(hand, seat, n=1):
    hand.do("flee", seat)
    result = hand.state.result
    assert result.ending == "escape"
    assert result.penalty[0] == seat
    assert result.debts == ()
    changes = share(result, n, 5, hand.state.config["carried"], True)
    assert changes.stakes == changes.rakes == (0, 0, 0)
    return changes.penalty


def test_e6_leaving_before_the_deal_costs_a_peasants_price():
    hand = Hand()
    assert penalty(hand, 2) == 150
    assert hand.state.result.points == (0, 0, -150)
    assert hand.state.result.facts["escape"] == {
        "seat": 2,
        "role": "peasant",
        "behaviour": 1,
        "doubling": 1,
        "factor": 10,
    }


def test_e4_a_landlord_pays_twenty_below_ten():
    hand = Hand().to_play(0).give("34568", "779", "TT2")
    assert penalty(hand, 0) == 300


def test_e3_bombs_played_and_held_count_but_not_the_initial_multiplier():
    hand = Hand().to_play(0).give("33335", "4444BR9", "TTTT2")  # 2 x 2 x 2 x 2 = 16
    hand.play(0, "3333")
    assert penalty(hand, 0) == 15 * 4 * 16
    hand = Hand().to_play(0).give("33335", "4444BR9", "TTTT2")
    hand.play(0, "3333")
    assert penalty(hand, 1) == 15 * 2 * 16


def test_e3_the_largest_doubling_counts_once_it_is_public():
    hand = Hand(carried=[50_000] * 3).to_play(0, doubles=(0, 2)).give("3333", "4444BR9", "TT2")
    assert hand.state.multiplier.bomb == 1
    assert penalty(hand, 0) == 15 * 4 * 8 * 4
    hand = Hand(carried=[50_000] * 3).to_play(0, doubles=(0, 2)).give("3333", "4444BR9", "TT2")
    assert penalty(hand, 1) == 15 * 2 * 8 * 2
    hand = Hand(carried=[50_000] * 3).crown(0).give("34568", "779", "TT2")
    hand.do("double", 0, yes=True)
    assert penalty(hand, 0) == 15 * 20


def test_the_price_of_leaving_tells_no_hidden_bomb():
    hand = Hand().to_play(0).give("3333", "4444BR9", "TT2")
    before = hand.state.clone()
    assert hand.state.leaving(2, hand.now).penalty == (2, Fraction(150))
    assert hand.state.leaving(0, hand.now).penalty == (0, Fraction(300))
    assert hand.state.leaving(1, hand.now).facts["escape"]["behaviour"] == 4
    assert hand.state == before
    hand.state.shows[1] = 5
    assert hand.state.leaving(2, hand.now).facts["escape"]["behaviour"] == 4
    hand.do("flee", 2)
    assert hand.state.result.facts["escape"]["behaviour"] == 8
    assert hand.state.leaving(0, hand.now) is None


def test_nothing_is_asked_for_a_bots_leaving():
    assert Hand(bots=[None, "easy", None]).state.leaving(1, START) is None


def test_e5_an_escape_costs_at_most_what_was_carried():
    hand = Hand(carried=[1_000, 500, 1_000]).to_play(0)
    assert penalty(hand, 1, n=100) == 500


def test_during_the_deal_only_cards_that_are_out_count_as_held():
    seed = next(s.to_bytes(32) for s in range(10_000) if _has_bomb_late(s.to_bytes(32)))
    hand = Hand(seed)
    hand.expire("open")
    hand.do("flee", 0)
    assert hand.state.result.facts["escape"]["behaviour"] == 1
    whole = Hand(seed).to_calling()
    whole.do("flee", 0)
    assert whole.state.result.facts["escape"]["behaviour"] > 1


def _has_bomb_late(seed):
    hand = Hand(seed)
    hand.expire("open")
    return any(_fours(cards) for cards in hand.state.hands)


def _fours(cards):
    ranks = [c // 4 for c in cards if c < 52]
    return any(ranks.count(rank) == 4 for rank in set(ranks))


def test_void_moves_nothing():
    hand = Hand().to_play(0)
    (over,) = hand.do("void", why="fault")
    assert over.kind == "over"
    result = hand.state.result
    assert (result.ending, result.outcomes, result.debts, result.points) == ("void", (), (), ())
    assert result.penalty is None
    assert hand.state.view(0, START)["phase"] == "over"


@pytest.mark.parametrize("ending", ["play", "flee", "void"])
def test_nothing_is_left_open_when_a_hand_is_over(ending):
    hand = Hand().to_play(0).give("3", "779", "TT2")
    hand.do("lost", 1)
    if ending == "play":
        hand.play(0, "3")
    else:
        hand.do(ending, *([0] if ending == "flee" else []))
    assert hand.state.decisions == ()
    assert not hand.state.next_reveal(0)


def test_points_of_an_escape_are_before_the_coefficient():
    hand = Hand(room={"coef_n": 20}).to_play(0).give("34568", "779", "TT2")
    hand.do("flee", 0)
    assert hand.state.result.points == (-300, 0, 0)
    assert hand.state.result.penalty == (0, Fraction(300))
