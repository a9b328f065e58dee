"""Bidding, sequence by sequence: by points (K1; K2 is in test_classic), by call and rob (K4 to K8)."""

import pytest

from games.rules.doudizhu.bidding import CallRob, Points

# first, shower, answers (y/n in the order asked), who is asked in turn, landlord (None: new deal), robs
SEQUENCES = {
    "K4 all decline": (0, None, "nnn", "012", None, 0),
    "K4 all decline from seat 1": (1, None, "nnn", "120", None, 0),
    "K4 all decline from seat 2": (2, None, "nnn", "201", None, 0),
    "K5 first calls, nobody robs": (0, None, "ynn", "012", 0, 0),
    "K5 first calls, next robs, caller declines": (0, None, "yynn", "0120", 1, 1),
    "K5 first calls, next robs, caller robs back": (0, None, "yyny", "0120", 0, 2),
    "K5 first calls, last robs, caller declines": (0, None, "ynyn", "0120", 2, 1),
    "K5 first calls, last robs, caller robs back": (0, None, "ynyy", "0120", 0, 2),
    "K5 first calls, both rob, caller declines": (0, None, "yyyn", "0120", 2, 2),
    "K5 first calls, all rob: eightfold": (0, None, "yyyy", "0120", 0, 3),
    "K5 turn order wraps": (2, None, "yynn", "2012", 0, 1),
    "K6 second calls, third declines; the first may not rob": (0, None, "nyn", "012", 1, 0),
    "K6 second calls, third robs, caller declines": (0, None, "nyyn", "0121", 2, 1),
    "K6 second calls, third robs, caller robs back": (0, None, "nyyy", "0121", 1, 2),
    "K6 third calls: nobody is left to rob": (0, None, "nny", "012", 2, 0),
    "K6 third calls from seat 1": (1, None, "nny", "120", 0, 0),
    "K6 second calls from seat 2": (2, None, "nyyn", "2010", 1, 1),
    "K7 the shower calls first": (0, 2, "ynn", "201", 2, 0),
    "K7 the shower declines, the next calls and is robbed": (0, 2, "nyyn", "2010", 1, 1),
    "K7 the shower calls and robs back": (1, 2, "yyny", "2012", 2, 2),
    "K8 all decline, the shower is landlord without robbing": (0, 1, "nnn", "120", 1, 0),
    "K8 shower in the first seat": (0, 0, "nnn", "012", 0, 0),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequence(name):
    first, shower, answers, asked, landlord, robs = SEQUENCES[name]
    bidding = CallRob.begin(3, first, shower)
    seen = ""
    for answer in answers:
        assert bidding.turn is not None, "settled too early"
        seen += str(bidding.turn)
        bidding = bidding.answer(answer == "y")
    assert bidding.turn is None
    assert (seen, bidding.landlord, bidding.robs) == (asked, landlord, robs)


TWO = {
    "K5 two: call, no rob": (0, "yn", "01", 0, 0),
    "K5 two: call, rob, no rob back": (0, "yyn", "010", 1, 1),
    "K5 two: call, rob, rob back": (0, "yyy", "010", 0, 2),
    "K6 two: second calls, the first may not rob": (0, "ny", "01", 1, 0),
    "K4 two: both decline": (1, "nn", "10", None, 0),
}


@pytest.mark.parametrize("name", TWO)
def test_sequence_for_two(name):
    first, answers, asked, landlord, robs = TWO[name]
    bidding = CallRob.begin(2, first)
    seen = ""
    for answer in answers:
        seen += str(bidding.turn)
        bidding = bidding.answer(answer == "y")
    assert (bidding.turn, seen, bidding.landlord, bidding.robs) == (None, asked, landlord, robs)


def test_said_and_kind_follow_the_table():
    bidding = CallRob.begin(3, 0)
    assert bidding.kind == "call"
    bidding = bidding.answer(False)
    assert (bidding.kind, bidding.said) == ("call", ("pass", None, None))
    bidding = bidding.answer(True)
    assert (bidding.kind, bidding.said) == ("rob", ("pass", "call", None))
    bidding = bidding.answer(True).answer(False)
    assert bidding.said == ("pass", "no_rob", "rob")


def test_an_answer_leaves_the_old_value_alone():
    before = CallRob.begin(3, 0)
    before.answer(True)
    assert before == CallRob.begin(3, 0)


# first, what each seat says in turn, who is asked in turn, landlord (None: nobody called), base
POINTS = {
    "K1 all pass": (0, "000", "012", None, 0),
    "K1 all pass from seat 2": (2, "000", "201", None, 0),
    "K1 three points end it at once": (0, "3", "0", 0, 3),
    "K1 three points of the second seat": (0, "03", "01", 1, 3),
    "K1 one point, the others pass": (0, "100", "012", 0, 1),
    "K1 overbid": (1, "120", "120", 2, 2),
    "K1 step by step": (0, "123", "012", 2, 3),
    "K1 the last seat calls alone": (1, "001", "120", 0, 1),
    "K1 two points stand when the others pass": (2, "020", "201", 0, 2),
    "K1 four seats": (3, "0102", "3012", 2, 2),
    "K1 four seats, all pass": (1, "0000", "1230", None, 0),
}


@pytest.mark.parametrize("name", POINTS)
def test_points(name):
    first, said, asked, landlord, base = POINTS[name]
    bidding = Points.begin(4 if "four" in name else 3, first)
    seen = ""
    for points in said:
        assert bidding.turn is not None, "settled too early"
        seen += str(bidding.turn)
        bidding = bidding.answer(int(points))
    assert bidding.turn is None
    assert (seen, bidding.landlord, bidding.base) == (asked, landlord, base)
    with pytest.raises(ValueError, match="not allowed"):
        bidding.answer(0)


@pytest.mark.parametrize(
    ("said", "allowed"), [((), (0, 1, 2, 3)), ((0,), (0, 1, 2, 3)), ((1,), (0, 2, 3)), ((2,), (0, 3))]
)
def test_k1_a_call_is_higher_than_every_call_before(said, allowed):
    bidding = Points.begin(3, 0)
    for points in said:
        bidding = bidding.answer(points)
    assert bidding.allowed == allowed
    for points in {1, 2, 3} - set(allowed):
        with pytest.raises(ValueError, match="not allowed"):
            bidding.answer(points)
