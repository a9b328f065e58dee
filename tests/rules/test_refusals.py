"""Every refusal has its own code and leaves the state as it was."""

import pytest

from games.rules.core import Action, IllegalAction
from tests.rules.play import Hand

PLAY = ("3345678", "779TTTT", "2AKQ")


def opening():
    return Hand()


def dealing():
    hand = Hand()
    hand.do("open", 2, show=True)
    hand.expire("open")
    return hand


def calling():
    """Seat 0 is asked whether to call."""
    hand = Hand()
    hand.do("open", 0, show=True)
    hand.expire("open")
    hand.expire("deal")
    return hand


def robbing():
    """Seat 0 called, seat 1 is asked whether to rob."""
    hand = calling()
    hand.do("call", 0, yes=True)
    return hand


def doubling():
    """Seat 0 is landlord; seat 2 may not double, seat 1 has."""
    hand = Hand(carried=[9_000, 9_000, 100]).crown(0)
    twin = Hand(carried=[9_000, 9_000, 9_000]).crown(0)
    twin.do("double", 1, yes=True)
    return {"poor": hand, "chosen": twin}


def leading():
    return Hand(bots=[None, None, "easy"]).to_play(0).give(*PLAY)


def following():
    hand = leading()
    hand.play(0, "33")
    return hand


def over():
    hand = leading()
    hand.do("flee", 0)
    return hand


def lost():
    hand = leading()
    hand.do("lost", 1)
    return hand


def entrusted():
    hand = leading()
    hand.do("trustee", 0, on=True)
    return hand


OPEN = "the open decision"

# name: (hand, kind, seat, decision, data, code)
REFUSED = {
    "play when over": (over, "play", 0, 3, {"cards": [0]}, "hand_over"),
    "time-out when over": (over, "timeout", None, 3, {}, "hand_over"),
    "an unknown kind": (leading, "cheat", 0, OPEN, {}, "unknown_action"),
    "nobody plays": (leading, "play", None, OPEN, {"cards": [0]}, "not_seated"),
    "a seat that is not there": (leading, "play", 3, OPEN, {"cards": [0]}, "not_seated"),
    "a seat below zero": (leading, "flee", -1, None, {}, "not_seated"),
    "a decision that is closed": (leading, "play", 0, 0, {"cards": [0]}, "decision_closed"),
    "a decision still to come": (leading, "play", 0, 99, {"cards": [0]}, "decision_closed"),
    "no decision named": (leading, "play", 0, None, {"cards": [0]}, "decision_closed"),
    "another's turn": (leading, "pass", 1, OPEN, {}, "not_your_turn"),
    "a call in the play": (leading, "call", 0, OPEN, {"yes": True}, "not_allowed"),
    "a rob while calling": (calling, "rob", 0, OPEN, {"yes": True}, "not_allowed"),
    "a play while calling": (calling, "play", 0, OPEN, {"cards": [0]}, "not_allowed"),
    "calling out of turn": (calling, "call", 1, OPEN, {"yes": True}, "not_your_turn"),
    "robbing out of turn": (robbing, "rob", 0, OPEN, {"yes": True}, "not_your_turn"),
    "a call without an answer": (calling, "call", 0, OPEN, {}, "malformed"),
    "a call with a number": (calling, "call", 0, OPEN, {"yes": 1}, "malformed"),
    "a rob with a text": (robbing, "rob", 1, OPEN, {"yes": "yes"}, "malformed"),
    "an opening without an answer": (opening, "open", 0, OPEN, {}, "malformed"),
    "opening after the opening": (dealing, "open", 0, 0, {"show": True}, "decision_closed"),
    "a nonce too long": (opening, "nonce", 0, OPEN, {"nonce": "x" * 65}, "malformed"),
    "an empty nonce": (opening, "nonce", 0, OPEN, {"nonce": ""}, "malformed"),
    "a nonce with a comma": (opening, "nonce", 0, OPEN, {"nonce": "a,b"}, "malformed"),
    "a nonce that is a number": (opening, "nonce", 0, OPEN, {"nonce": 7}, "malformed"),
    "a late nonce": (dealing, "nonce", 0, 0, {"nonce": "abc"}, "decision_closed"),
    "showing in the opening by show": (opening, "show", 0, OPEN, {}, "not_allowed"),
    "showing twice": (dealing, "show", 2, OPEN, {}, "already_shown"),
    "showing while calling": (calling, "show", 1, OPEN, {}, "not_allowed"),
    "a peasant showing in the play": (leading, "show", 1, OPEN, {}, "not_allowed"),
    "the landlord showing after its first play": (following, "show", 0, OPEN, {}, "not_allowed"),
    "passing on the lead": (leading, "pass", 0, OPEN, {}, "must_lead"),
    "cards not held": (leading, "play", 0, OPEN, {"cards": [53]}, "not_in_hand"),
    "no pattern": (leading, "play", 0, OPEN, {"cards": "34"}, "no_pattern"),
    "wrong type": (following, "play", 1, OPEN, {"cards": "TTT"}, "wrong_type"),
    "no cards": (leading, "play", 0, OPEN, {"cards": []}, "malformed"),
    "cards missing": (leading, "play", 0, OPEN, {}, "malformed"),
    "cards that are text": (leading, "play", 0, OPEN, {"cards": ["3"]}, "malformed"),
    "a card that is true": (leading, "play", 0, OPEN, {"cards": [True]}, "malformed"),
    "a card twice": (leading, "play", 0, OPEN, {"cards": [0, 0]}, "malformed"),
    "a reading that is text": (leading, "play", 0, OPEN, {"cards": "3", "as": "solo"}, "malformed"),
    "a reading without a rank": (
        leading,
        "play",
        0,
        OPEN,
        {"cards": "3", "as": {"type": "solo"}},
        "malformed",
    ),
    "doubling below the threshold": (
        lambda: doubling()["poor"],
        "double",
        2,
        OPEN,
        {"yes": True},
        "below_threshold",
    ),
    "doubling twice": (lambda: doubling()["chosen"], "double", 1, OPEN, {"yes": False}, "decision_closed"),
    "doubling with a text": (lambda: doubling()["chosen"], "double", 2, OPEN, {"yes": "y"}, "malformed"),
    "trustee without an answer": (leading, "trustee", 0, None, {}, "malformed"),
    "trustee on twice": (entrusted, "trustee", 0, None, {"on": True}, "not_allowed"),
    "trustee off when off": (leading, "trustee", 0, None, {"on": False}, "not_allowed"),
    "a bot's trustee": (leading, "trustee", 2, None, {"on": True}, "not_allowed"),
    "a bot fleeing": (leading, "flee", 2, None, {}, "not_allowed"),
    "the trustee's move after the person is back": (
        leading,
        "play",
        0,
        OPEN,
        {"cards": "3", "auto": True},
        "not_allowed",
    ),
    "lost twice": (lost, "lost", 1, None, {}, "not_allowed"),
    "back without loss": (lost, "back", 0, None, {}, "not_allowed"),
    "a bot lost": (leading, "lost", 2, None, {}, "not_allowed"),
    "nobody lost": (leading, "lost", None, None, {}, "not_seated"),
    "a time-out too early": (leading, "timeout", None, OPEN, {}, "too_early"),
    "a time-out of nothing": (leading, "timeout", None, 0, {}, "decision_closed"),
    "a time-out by a seat": (leading, "timeout", 0, OPEN, {}, "unknown_action"),
    "voiding by a seat": (leading, "void", 0, None, {}, "unknown_action"),
    "extending by nothing": (leading, "extend", None, None, {"ms": 0}, "malformed"),
    "extending by a text": (leading, "extend", None, None, {"ms": "7"}, "malformed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    make, kind, seat, decision, data, code = REFUSED[name]
    hand = make()
    if decision is OPEN:
        decision = hand.asked().id
    if isinstance(data.get("cards"), str):
        data = {**data, "cards": hand.cards(seat, data["cards"])}
    action = Action(kind, seat, decision, data, hand.now)
    before = hand.state.clone()
    views = [hand.state.view(viewer, hand.now) for viewer in (0, 1, 2, None)]
    for enter in (hand.state.check, hand.state.apply):
        with pytest.raises(IllegalAction) as refused:
            enter(action)
        assert refused.value.code == code
        assert hand.state == before
    assert [hand.state.view(viewer, hand.now) for viewer in (0, 1, 2, None)] == views


def test_the_moves_listed_are_the_moves_allowed():
    hand = following()
    moves = hand.state.legal(1)
    listed = list(moves)
    assert listed
    for move in listed:
        assert moves.refusal(move) is None
    assert list(hand.state.legal(0)) == []
    assert moves.refusal(Action("pass", 0, hand.asked().id)).code == "not_your_turn"
    assert moves.refusal(Action("play", 1, hand.asked().id, {"cards": [53]})).code == "not_in_hand"


def test_a_weaker_play_is_too_weak():
    hand = leading().give("3345678", "779", "2AKQ")
    hand.state.hands[1] = (4, 5)
    hand.state.hands[0] = (8, 9, 0)
    hand.do("play", 0, cards=[8, 9])
    before = hand.state.clone()
    with pytest.raises(IllegalAction) as refused:
        hand.do("play", 1, cards=[4, 5])
    assert refused.value.code == "too_weak"
    assert hand.state == before
