"""A whole hand: what may be entered, what happens, what everybody may know."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import thirteen as bots
from games.rules.core import Action, Event, IllegalAction
from games.rules.thirteen import arrange, specials, splits
from games.rules.thirteen.arrangement import NAMES, Rows, is_foul
from games.rules.thirteen.rounds import Thirteen
from games.rules.thirteen.rows import strength
from games.rules.thirteen.settings import USUAL
from tests.thirteen.hands import foul_rows

HANDS = int(os.environ.get("RANDOM_HANDS", "60"))
"""How many random hands; script/soak plays more."""
START = 1_700_000_000_000
SEED = bytes(range(32))


def config(seats: int = 4, bots: tuple[str | None, ...] | None = None, **rules: Any) -> dict[str, Any]:
    return {
        "game": "thirteen",
        "mode": "thirteen",
        "seats": seats,
        "bots": bots or [None] * seats,
        "rules": rules,
        "room": {"absence": "trustee"},
        "timers": {"opening": 5_000, "arrange": 30_000, "return": 60_000},
    }


class Table:
    """A hand in a test: enters actions at a time of its own and keeps what each viewer was told."""

    def __init__(self, seats: int = 4, seed: bytes = SEED, carry: dict[str, Any] | None = None, **rules: Any) -> None:
        self.config = config(seats, **rules)
        self.seed = seed
        self.carry = carry or {}
        self.state = Thirteen.start(self.config, seed, self.carry, START)
        self.now = START
        self.log: list[Action] = []
        self.told: list[Event] = []

    def enter(self, kind: str, seat: int | None = None, decision: int | None = None, **data: Any) -> list[Event]:
        action = Action(kind, seat, decision, data, self.now)
        events = self.state.apply(action)
        self.log.append(action)
        self.told += events
        return events

    def refused(self, kind: str, seat: int | None, decision: int | None, **data: Any) -> str:
        before = self.state.clone()
        with pytest.raises(IllegalAction) as refusal:
            self.enter(kind, seat, decision, **data)
        assert self.state == before
        return refusal.value.code

    def deal(self) -> Table:
        for seat in range(self.state.seats):
            self.enter("open", seat, 0)
        return self

    def time_out(self) -> list[Event]:
        decision = self.state.decisions[0]
        assert decision.due is not None
        self.now = decision.due
        return self.enter("timeout", None, decision.id)

    def submit(self, seat: int, rows: Rows | None = None, **data: Any) -> list[Event]:
        rows = rows or arrange.greedy(self.state.hands[seat], self.state.settings)
        return self.enter("submit", seat, 1, **_json(rows), **data)


def _json(rows: Rows) -> dict[str, list[int]]:
    return {name: list(row) for name, row in zip(NAMES, rows.all, strict=True)}


def test_everybody_gets_thirteen_cards_and_arranges_at_once() -> None:
    table = Table(3)
    assert table.state.view(0, START)["seats"][0]["cards"] is None
    table.deal()
    view = table.state.view(0, START)
    assert [seat["count"] for seat in view["seats"]] == [13, 13, 13]
    assert [seat["cards"] is not None for seat in view["seats"]] == [True, False, False]
    (decision,) = view["decisions"]
    assert (decision["kind"], decision["due"], decision["seats"]) == ("arrange", START + 30_000, [0, 1, 2])
    assert len({card for hand in table.state.hands for card in hand}) == 39


def test_others_learn_that_a_seat_has_locked_and_nothing_else() -> None:
    table = Table(2).deal()
    (event,) = table.submit(1)
    for viewer in (0, None):
        assert event.seen_by(viewer) == {"kind": "locked", "seat": 1}
        assert table.state.view(viewer, START)["seats"][1]["rows"] is None
    own = event.seen_by(1)
    assert own is not None
    assert sorted(card for name in NAMES for card in own["rows"][name]) == sorted(table.state.hands[1])
    assert table.state.view(1, START)["seats"][1]["locked"] is True


def test_a_lock_is_final() -> None:
    table = Table(2).deal()
    table.submit(0)
    assert table.refused("submit", 0, 1, **_json(arrange.greedy(table.state.hands[0], USUAL))) == "decision_closed"


def test_rows_that_are_not_the_hand_are_refused() -> None:
    table = Table(2).deal()
    good = _json(arrange.greedy(table.state.hands[0], USUAL))
    other = table.state.hands[1][0]
    assert table.refused("submit", 0, 1, **{**good, "front": [other, *good["front"][1:]]}) == "not_in_hand"
    assert table.refused("submit", 0, 1, **{**good, "front": [good["front"][0]] * 3}) == "not_in_hand"
    for bad in ([1, 2], "abc", [1, 2, 3.0], [True, 1, 2], None):
        assert table.refused("submit", 0, 1, **{**good, "front": bad}) == "malformed"
    assert table.refused("submit", 0, 1, **good, special="yes") == "malformed"
    assert table.refused("submit", 0, 0, **good) == "decision_closed"
    assert table.refused("play", 0, 1, cards=[1]) == "unknown_action"


def test_a_foul_arrangement_is_refused_and_the_clock_goes_on() -> None:
    table = Table(2).deal()
    due = table.state.decisions[0].due
    assert table.refused("submit", 0, 1, **_json(foul_rows(table.state.hands[0]))) == "foul"
    assert table.state.decisions[0].due == due


def test_middle_and_back_the_wrong_way_round_are_exchanged() -> None:
    table = Table(2).deal()
    right = arrange.greedy(table.state.hands[0], USUAL)
    (event,) = table.submit(0, right.swapped())
    own = event.seen_by(0)
    assert own is not None
    assert own["swapped"] is True
    assert own["rows"] == _json(right)


def test_a_penalty_room_takes_a_foul_arrangement_and_lets_it_lose() -> None:
    table = Table(2, foul_mode="penalty").deal()
    table.submit(0, foul_rows(table.state.hands[0]))
    table.submit(1)
    assert table.state.result is not None
    assert table.state.result.facts["fouls"] == [True, False]
    assert table.state.result.points[1] >= 6
    assert table.state.result.outcomes == ("lose", "win")


def test_time_up_arranges_whoever_has_not() -> None:
    table = Table(2).deal()
    table.submit(0)
    events = table.time_out()
    assert [event.kind for event in events] == ["late", "locked", "over"]
    assert table.state.result is not None
    rows = table.state.locked[1]
    assert rows is not None
    assert not is_foul(rows)
    assert table.state.result.carry["late"] == [0, 1]


def test_two_time_outs_in_a_row_put_the_seat_on_trustee_for_the_next_hand() -> None:
    table = Table(2, carry={"late": [2, 1]})
    assert [seat["trustee"] for seat in table.state.view(None, START)["seats"]] == ["timeouts", None]
    table.deal()  # an own action takes the seat back
    assert table.state.trustees == [None, None]
    assert table.state.late[0] == 0


def test_a_hand_that_the_trustee_of_time_outs_arranges_is_the_third_and_costs_the_place() -> None:
    """1.11: two time-outs in a row and the next hand is arranged for him, three hands and he is stood up."""
    table = Table(3, carry={"late": [2, 1, 0]})
    table.time_out()
    assert table.state.trustees == ["timeouts", None, None]
    rows = arrange.greedy(table.state.hands[0], USUAL)
    table.enter("submit", 0, 1, **_json(rows), auto=True)
    table.time_out()
    result = table.state.result
    assert result is not None
    assert result.carry["late"] == [3, 2, 1]
    assert result.tired == (0,)
    assert table.state.trustees == ["timeouts", "timeouts", None]


def test_a_trustee_of_time_outs_that_runs_out_of_time_counts_once() -> None:
    table = Table(2, carry={"late": [2, 0]})
    table.time_out()
    table.time_out()
    assert table.state.result is not None
    assert table.state.result.carry["late"] == [3, 1]
    assert table.state.result.tired == (0,)


def test_an_own_trustee_and_an_own_move_are_no_time_outs() -> None:
    table = Table(3, carry={"late": [2, 1, 0]})
    table.enter("trustee", 0, on=True)
    table.enter("trustee", 1, on=True)
    table.time_out()
    for seat in (0, 1):
        table.enter("submit", seat, 1, **_json(arrange.greedy(table.state.hands[seat], USUAL)), auto=True)
    table.submit(2)
    assert table.state.result is not None
    assert table.state.result.carry["late"] == [0, 0, 0]
    assert table.state.result.tired == ()


def test_nobody_has_to_get_ready_while_the_compare_is_shown() -> None:
    """1.2: 2 s a row, 1.5 s a shoot and a special hand, 3 s for a home run, 5 s for the result."""
    for seed in range(40):
        table = Table(4, seed.to_bytes(32, "big")).deal()
        table.config["timers"]["ready"] = 15_000
        table.enter("lost", 0)
        for seat in range(4):
            table.submit(seat)
        result, scored = table.state.result, table.state.score
        assert result is not None
        assert scored is not None
        told = result.facts["specials"]
        shoots = sum(pair.shot_by is not None for pair in scored.pairs)
        shown = 6_000 + 1_500 * (shoots + 4 - told.count(None)) + 3_000 * (scored.homerun is not None) + 5_000
        assert result.pauses[1:] == (shown,) * 3
        assert result.pauses[0] == max(shown, 45_000), "whoever is lost keeps the seat for 60 s"


def test_whoever_has_left_can_do_nothing_more() -> None:
    table = Table(3, escape_fine=2).deal()
    table.enter("flee", 2)
    for kind, data in (("flee", {}), ("trustee", {"on": True})):
        assert table.refused(kind, 2, None, **data) == "not_allowed"
    assert table.refused("submit", 2, 1, **_json(arrange.greedy(table.state.hands[2], USUAL))) == "not_allowed"
    table.enter("lost", 2)
    table.now += 60_000
    table.enter("timeout", None, 2)
    assert [event.kind for event in table.told].count("fled") == 1
    assert table.state.trustees[2] is None


def test_whoever_leaves_is_arranged_at_once_and_settled_with_the_others() -> None:
    table = Table(3, escape_fine=2).deal()
    events = table.enter("flee", 2)
    assert [event.kind for event in events] == ["fled", "locked"]
    assert table.state.result is None
    table.submit(0)
    table.submit(1)
    result = table.state.result
    assert result is not None
    assert result.ending == "played"
    assert result.outcomes[2] == "escape"
    scored = table.state.score
    assert scored is not None
    assert list(result.pool) == [scored.points[0] + 2, scored.points[1] + 2, scored.points[2] - 4]
    assert table.state.view(None, START)["seats"][2]["fled"] is True


def test_whoever_leaves_before_the_deal_is_arranged_with_it() -> None:
    table = Table(2)
    table.enter("flee", 1)
    assert table.state.decisions[0].seats == (0,), "nobody waits for his answer"
    table.enter("open", 0, 0)
    assert table.state.phase == "arrange"
    assert table.state.decisions[0].seats == (0,)
    assert table.state.leaving(1, table.now) is None
    leaving = table.state.leaving(0, table.now)
    assert leaving is not None
    assert leaving.penalty == (0, 0)


def test_a_lost_player_is_played_by_the_trustee_and_the_hand_goes_on() -> None:
    table = Table(2).deal()
    table.enter("lost", 0)
    table.submit(1)
    table.time_out()
    assert table.state.result is not None
    assert table.state.result.ending == "played"


def seed_with_special() -> bytes:
    for number in range(10_000):
        seed = number.to_bytes(32, "big")
        state = Table(2, seed).deal().state
        if state.specials[0] and not state.specials[1]:
            return seed
    raise AssertionError("no special hand in so many deals")


def test_a_special_hand_may_be_declared_or_declined() -> None:
    seed = seed_with_special()
    declared, declined = Table(2, seed).deal(), Table(2, seed).deal()
    hand = declared.state.hands[0]
    assert declared.state.view(0, START)["decisions"][0]["mine"] == {"special": declared.state.specials[0]}
    assert declared.state.view(1, START)["decisions"][0]["mine"] == {"special": None}
    declared.submit(0, foul_rows(hand))  # a declared special hand is taken whatever its rows
    declared.submit(1)
    declined.submit(0, special=False)
    declined.submit(1)
    special = specials.find(hand)
    assert special is not None
    assert declared.state.result is not None
    assert declared.state.result.points == (special.points, -special.points)
    assert declined.state.result is not None
    assert declined.state.result.facts["specials"] == [None, None]


def test_on_a_time_out_a_special_hand_is_declared() -> None:
    table = Table(2, seed_with_special()).deal()
    table.submit(1)
    table.time_out()
    assert table.state.result is not None
    assert table.state.result.facts["specials"][0] == table.state.specials[0]


RULES = st.fixed_dictionaries(
    {},
    optional={
        "wheel": st.sampled_from(["second", "lowest"]),
        "suit_tiebreak": st.booleans(),
        "row_bonus": st.booleans(),
        "shoot": st.integers(1, 3),
        "homerun": st.integers(1, 3),
        "homerun_seats": st.integers(3, 4),
        "foul_mode": st.sampled_from(["adjust", "penalty"]),
        "shuang": st.sampled_from(["seed", "classic"]),
        "specials": st.booleans(),
        "escape_fine": st.integers(0, 3),
    },
)


@settings(max_examples=max(40, HANDS // 5), deadline=None)
@given(seats=st.integers(2, 4), rules=RULES, seed=st.binary(min_size=32, max_size=32), luck=st.randoms())
def test_random_hands(seats: int, rules: dict[str, Any], seed: bytes, luck: random.Random) -> None:
    """Ends, points sum to zero, nothing hidden is told, folding repeats."""
    table = Table(seats, seed, **rules)
    sent: dict[int | None, str] = dict.fromkeys((*range(seats), None), "")

    def listen(events: list[Event]) -> None:
        if table.state.result is None:
            for viewer in sent:
                sent[viewer] += json.dumps([event.seen_by(viewer) for event in events])
                sent[viewer] += json.dumps(table.state.view(viewer, table.now))

    while table.state.result is None:
        decision = table.state.decisions[0]
        seat = luck.choice([*decision.seats, None]) if luck.random() < 0.9 else None
        if seat is None:
            listen(table.time_out())
        elif luck.random() < 0.05 and not table.state.fled[seat]:
            listen(table.enter("flee", seat))
        elif decision.kind == "open":
            listen(table.enter("open", seat, decision.id))
        else:
            moves = [move.data for move in table.state.legal(seat)]
            if table.state.settings.foul_mode == "penalty":
                moves.append(_json(foul_rows(table.state.hands[seat], table.state.settings)) | {"special": False})
            listen(table.enter("submit", seat, decision.id, **luck.choice(moves[-3:])))
    result = table.state.result
    assert sum(result.pool) == 0
    for viewer, text in sent.items():
        for seat in range(seats):
            if seat != viewer:
                hidden = json.dumps(list(table.state.hands[seat]))
                assert hidden not in text
                rows = table.state.locked[seat]
                assert rows is not None
                assert json.dumps(list(rows.back)) not in text
    again = Thirteen.start(table.config, table.seed, table.carry, START)
    for action in table.log:
        again.apply(action, trusted=True)
    assert again == table.state


@settings(max_examples=max(60, HANDS), deadline=None)
@given(luck=st.randoms(), rules=RULES, seats=st.integers(2, 4))
def test_what_the_system_arranges_is_in_order_undominated_and_always_the_same(
    luck: random.Random, rules: dict[str, Any], seats: int
) -> None:
    room = Thirteen.start(config(seats, **rules), SEED, {}, START).settings
    hand = tuple(luck.sample(range(52), 13))
    rows, _ = arrange.valued(hand, seats, room)
    assert sorted(card for row in rows.all for card in row) == sorted(hand)
    assert not is_foul(rows, room)
    assert rows == arrange.valued(tuple(reversed(hand)), seats, room)[0]
    mine = [strength(row, room) for row in rows.all]
    found = splits.legal(hand, room)
    better = (found.front >= mine[0]) & (found.middle >= mine[1]) & (found.back >= mine[2])
    equal = (found.front == mine[0]) & (found.middle == mine[1]) & (found.back == mine[2])
    assert (better == equal).all()


@settings(max_examples=20, deadline=None)
@given(luck=st.randoms(), wheel=st.sampled_from(["second", "lowest"]))
def test_the_tables_agree_with_the_rows(luck: random.Random, wheel: str) -> None:
    room = Thirteen.start(config(wheel=wheel), SEED, {}, START).settings
    hand = tuple(luck.sample(range(52), 13))
    table = splits.tables()
    for sets in (table.threes, table.fives):
        values = splits.strengths(hand, sets, room)
        for number in luck.sample(range(len(sets)), 60):
            assert values[number] == strength([hand[place] for place in sets[number]], room)


def test_the_weak_level_is_greedy() -> None:
    table = Table(2).deal()
    given = (table.state.view(0, START), table.state.options(0, table.state.decisions[0]), 1)
    assert bots.decide(*given, "easy") == bots.greedy(*given)
    assert bots.decide(*given, "easy") != bots.decide(*given)


@pytest.mark.parametrize("policy", [bots.decide, bots.greedy])
def test_bots_answer_from_their_own_view_alone(policy: Any) -> None:
    table = Table(4).deal()
    for seat in range(4):
        view = table.state.view(seat, START)
        options = table.state.options(seat, table.state.decisions[0])
        answer = dict(policy(view, options, 1))
        assert table.state.legal(seat).refusal(Action(answer.pop("kind"), seat, 1, answer, START)) is None
        hidden = {**view, "seats": [s if i == seat else {**s, "cards": None} for i, s in enumerate(view["seats"])]}
        assert dict(policy(hidden, options, 2)) == dict(policy(view, options, 1))
