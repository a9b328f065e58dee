"""Trustees and time-outs in every mode and every phase in which somebody has to answer."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games.rules.core import Action, IllegalAction
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from tests.rules.play import START, Hand

Row = tuple[str, int]


def phases(row: Row) -> list[str]:
    preset = PRESETS[row]
    return [*(["bid"] if preset.points else ["call", "rob"]), *(["double"] if preset.doubling else []), "play"]


EVERYWHERE = [pytest.param(row, kind, id=f"{row[0]}-{row[1]}-{kind}") for row in PRESETS for kind in phases(row)]
COUNTED = [param for param in EVERYWHERE if param.values[1] != "double"]


def start(row: Row, seed: int, carry: dict | None = None) -> Hand:
    mode, seats = row
    room = {"threshold": None}
    return Hand(
        random.Random(seed).randbytes(32),
        carry,
        mode=mode,
        seats=seats,
        bots=[None] * seats,
        carried=[10_000] * seats,
        room=room,
    )


def move(hand: Hand, rng: random.Random) -> Action:
    """Something that the first seat which is asked may do."""
    decision = hand.asked()
    moves = [m for m in islice(hand.state.legal(decision.seats[0]), 50) if m.kind != "show"]
    return rng.choice(moves)


def reach(row: Row, kind: str, carry: dict | None = None) -> Hand:
    """A hand in which somebody is asked for a `kind`."""
    for seed in range(200):
        hand, rng = start(row, seed, carry), random.Random(seed)
        while hand.state.result is None:
            decision = hand.asked()
            if decision.kind == kind:
                return hand
            if decision.kind in ("open", "deal"):
                hand.expire(decision.kind)
            else:
                chosen = move(hand, rng)
                hand.do(chosen.kind, chosen.seat, decision.id, **chosen.data)
    raise AssertionError(f"{row} never asks for {kind}")


def kinds(events) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.parametrize(("row", "kind"), EVERYWHERE)
def test_a_person_answers_while_the_trustee_thinks_and_has_the_seat_back(row: Row, kind: str) -> None:
    hand = reach(row, kind)
    decision = hand.asked()
    seat = decision.seats[0]
    hand.do("trustee", seat, on=True)
    assert hand.state.automated(seat)
    answer = move(hand, random.Random(1))
    assert answer.seat == seat
    events = hand.do(answer.kind, seat, decision.id, **answer.data)
    assert kinds(events)[:2] == ["trustee", answer.kind]
    assert events[0].data == {"seat": seat, "on": False, "why": None}
    assert "auto" not in events[1].data
    assert hand.state.trustees[seat] is None
    if hand.state.result is None:
        assert not hand.state.automated(seat)
        with pytest.raises(IllegalAction):  # what the trustee had thought of comes too late
            hand.do(answer.kind, seat, decision.id, **answer.data, auto=True)


@pytest.mark.parametrize(("row", "kind"), EVERYWHERE)
def test_a_tap_takes_the_seat_back_and_leaves_the_decision_as_it_is(row: Row, kind: str) -> None:
    hand = reach(row, kind)
    before = hand.asked()
    seat = before.seats[0]
    hand.do("trustee", seat, on=True)
    hand.now += 500
    assert kinds(hand.do("trustee", seat, on=False)) == ["trustee"]
    assert hand.asked() == before
    answer = move(hand, random.Random(1))
    with pytest.raises(IllegalAction) as refused:
        hand.do(answer.kind, seat, before.id, **answer.data, auto=True)
    assert (refused.value.code, refused.value.facts) == ("not_allowed", {"why": "taken_back"})
    assert hand.asked() == before
    assert hand.state.view(seat, hand.now)["seats"][seat]["acted"] == []


@pytest.mark.parametrize(("row", "kind"), COUNTED)
def test_the_second_time_out_in_a_row_brings_the_trustee(row: Row, kind: str) -> None:
    hand = reach(row, kind)
    seat = hand.asked().seats[0]
    hand.state.late[seat] = 0
    for times in (1, 2):
        events = hand.expire(hand.asked().kind)
        late = next(event for event in events if event.kind == "late")
        assert late.data == {"seat": seat, "times": times}
        assert ("trustee" in kinds(events)) == (times == 2)
        if times == 1:
            assert on_to(hand, seat), "the hand ended before"
    assert hand.state.trustees[seat] == "timeouts"
    acted = hand.state.view(seat, hand.now)["seats"][seat]["acted"]
    assert len(acted) == 2


def on_to(hand: Hand, seat: int) -> bool:
    """Let the others play until `seat` is asked for a turn again; False when the hand ends before."""
    rng = random.Random(7)
    while hand.state.result is None:
        decision = hand.asked()
        if decision.kind in ("open", "deal", "double"):
            hand.expire(decision.kind)
        elif decision.seats == (seat,):
            return True
        else:
            chosen = move(hand, rng)
            hand.do(chosen.kind, chosen.seat, decision.id, **chosen.data)
    return False


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_an_unanswered_opening_deal_or_doubling_is_no_time_out(row: Row) -> None:
    hand = start(row, 3)
    while (kind := hand.asked().kind) in ("open", "deal"):
        hand.expire(kind)
    assert hand.state.late == [0] * row[1]
    if PRESETS[row].doubling:
        hand = reach(row, "double")
        late = list(hand.state.late)
        hand.expire("double")
        assert hand.state.late == late
        assert not any(hand.state.trustees)


@pytest.mark.parametrize(("row", "kind"), COUNTED)
@pytest.mark.parametrize("ending", ["flee", "void"])
def test_time_outs_in_a_row_go_on_in_the_tables_next_hand(row: Row, kind: str, ending: str) -> None:
    hand = reach(row, kind)
    seat = hand.asked().seats[0]
    hand.state.late[seat] = 0
    hand.expire(kind)
    if hand.state.result is None:
        hand.do(ending, *([seat] if ending == "flee" else []))
    carry = hand.state.result.carry
    assert carry["late"][seat] == 1
    following = start(row, 5, dict(carry))
    assert following.state.late[seat] == 1
    assert on_to(following, seat)
    events = following.expire(following.asked().kind)
    assert {"late", "trustee"} <= set(kinds(events))


def test_the_trustee_ends_with_the_hand() -> None:
    hand = start(("huanle", 3), 1, {"late": [2, 0, 0]})
    hand.do("trustee", 1, on=True)
    hand.do("void", why="lost")
    following = Doudizhu.start(hand.state.config, bytes(32), dict(hand.state.result.carry), START)
    assert following.trustees == [None, None, None]
