"""What bots do at the table: legal answers from their own view alone, and no gross blunders."""

from __future__ import annotations

import os
import random

import pytest

from games.bots import POLICIES
from games.bots.mahjong import LEVELS, decide
from games.bots.mahjong.danger import danger
from games.bots.mahjong.table import table_of
from games.rules.core import Action
from games.rules.mahjong.match import Match
from games.rules.mahjong.rounds import Mahjong
from games.rules.mahjong.tiles import face, parse
from tests.mahjong.table import START, A, B, C, D, Table, config

HANDS = int(os.environ.get("MAHJONG_BOT_HANDS", "1"))
pytestmark = pytest.mark.timeout(120 + 30 * HANDS)
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().getrandbits(32)


def hidden_anew(state: Mahjong, viewer: int, luck: random.Random) -> Mahjong:
    """The same hand to the eye of `viewer`: what it cannot see is dealt anew."""
    twin = state.clone()
    others = [seat for seat in range(4) if seat != viewer]
    known = state.window.tile if state.window is not None and state.window.robbing else None
    pool = [tile for seat in others for tile in state.hands[seat] if tile != known] + list(state.wall)
    luck.shuffle(pool)
    for seat in others:
        fixed = [tile for tile in state.hands[seat] if tile == known]
        twin.hands[seat] = tuple(sorted([*fixed, *(pool.pop() for _ in range(len(state.hands[seat]) - len(fixed)))]))
    twin.wall = tuple(pool)
    return twin


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("minimum", [0, 1, 3])
def test_decisions_are_legal_and_do_not_change_when_hidden_tiles_are_dealt_anew(level: str, minimum: int) -> None:
    print(f"seed {SEED}")
    luck = random.Random(SEED)
    for _ in range(HANDS):
        seed, dealer = luck.randbytes(32), luck.randrange(4)
        carry = {"match": Match(dealer, dealer, luck.randrange(4)).as_carry()}
        state = Mahjong.start(config(minimum, [level] * 4), seed, carry, START)
        while state.result is None:
            decision = state.decisions[0]
            if not decision.seats:
                state.apply(Action("timeout", None, decision.id, {}, decision.due or 0))
                continue
            seat = decision.seats[0]
            answer = dict(decide(state.view(seat, 0), state.options(seat, decision), 1, level))
            twin = hidden_anew(state, seat, luck)
            if twin.options(seat, decision) == state.options(seat, decision):
                again = decide(twin.view(seat, 0), twin.options(seat, decision), 2, level)
                assert dict(again) == answer, (SEED, seat)
            else:
                assert decision.kind == "claim"  # never: what may be claimed depends on the own hand alone
                raise AssertionError(SEED)
            action = Action(answer.pop("kind"), seat, decision.id, answer, 0)
            assert state.legal(seat).refusal(action) is None, (SEED, action)
            state.apply(action)


def choice(table: Table, seat: int, level: str = "normal") -> dict[str, object]:
    return dict(decide(table.state.view(seat, 0), table.mine(seat), 1, level))


def test_the_runtime_finds_the_policy() -> None:
    assert POLICIES["mahjong"] is decide
    opening = Table()
    assert decide(opening.state.view(A, 0), {}, 1) == {"kind": "open"}
    with pytest.raises(KeyError):
        decide(Table().lay(drawn="C").state.view(A, 0), {}, 1, "master")
    opening.deal()
    with pytest.raises(ValueError, match="no open decision"):
        decide(opening.state.view(B, 0), {}, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_is_never_let_pass(level: str) -> None:
    table = Table().lay("m123456 p99 s555 NN", "m123456 p78 s777 EE", drawn="p9")
    assert choice(table, A, level) == {"kind": "win"}
    table.discard(A, "p9")
    assert choice(table, B, level) == {"kind": "win"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_odd_tile_of_a_ready_hand_is_discarded(level: str) -> None:
    table = Table().lay("m123456 p78 s555 NN", drawn="C")
    assert choice(table, A, level) == {"kind": "discard", "tile": table.tile(A, "C")}


def test_a_ready_hand_is_kept_for_the_last_discards_of_others() -> None:
    """With no draw of its own to come it may still win."""
    table = Table().lay("m123456 p78 s555 NN", drawn="C", left=2)
    assert choice(table, A) == {"kind": "discard", "tile": table.tile(A, "C")}


def test_three_fan_are_not_thrown_away_by_opening_a_hand_that_needs_to_be_closed() -> None:
    """Ready sooner by a pung of s9, but then for a hand that may not win here."""
    hand = "m123456 p78 s99 m9 p5 E"
    worthless = Table(3).lay("", hand, drawn="s9")
    worthless.discard(A, "s9")
    assert choice(worthless, B) == {"kind": "pass"}
    assert choice(worthless, B, "easy") == {"kind": "pung"}


@pytest.mark.parametrize(("thrown", "kind"), [("C", "pung"), ("s9", "pass")])
def test_a_closed_hand_is_opened_for_what_pays_and_not_for_a_little_time(thrown: str, kind: str) -> None:
    """A dragon's pung is worth a fan; one of s9 brings the hand nearer too, but takes the pair and the closed hand."""
    table = Table(0).lay("", "m123 p4578 s99 CC EW", drawn=thrown)
    table.discard(A, thrown)
    assert choice(table, B)["kind"] == kind
    assert choice(table, B, "easy") == {"kind": "pung"}


def test_a_flush_is_kept_where_three_fan_are_needed() -> None:
    table = Table(3).lay("s1123456788 EE m5", drawn="p5")
    out = choice(table, A)
    assert out["kind"] == "discard"
    assert face(out["tile"]) < 18  # type: ignore[arg-type]


def test_what_another_seat_has_let_pass_is_safe() -> None:
    table = Table().lay("", "", "", "", melds=("", "", "chow:m345 pung:p222", ""), drawn="p9", wall="p9", left=40)
    table.discard(A, "p9")
    table.passes()
    cost = danger(table_of(table.state.view(B, 0)))
    (p9,) = parse("p9")
    assert cost[p9] < 0.1 * cost.max()


def test_feeding_the_fourth_set_costs_more() -> None:
    (west,) = parse("W")
    costs = []
    for laid in ("chow:m345 pung:p222 pung:s777", "chow:m345 concealed:p2222 pung:s777"):
        table = Table().lay("WCF", "", "", "", melds=("", "", laid, ""), drawn="p9")
        costs.append(danger(table_of(table.state.view(A, 0)))[west])
    assert costs[0] > costs[1]


def test_every_decision_of_a_seat_that_is_played_by_the_system_is_answered() -> None:
    """A seat that was left is played on to the end."""
    table = Table()
    table.enter("flee", D)
    for seat in (A, B, C):
        table.enter("trustee", seat, on=True)
    state = table.state
    while state.result is None:
        decision = table.asked()
        if not decision.seats:
            table.expire()
            continue
        seat = decision.seats[0]
        answer = dict(decide(state.view(seat, 0), state.options(seat, decision), 1))
        table.enter(str(answer.pop("kind")), seat, decision.id, **answer, auto=True)
    assert state.result.outcomes[D] == "escape"
