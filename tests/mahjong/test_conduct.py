"""A hand from its opening on: deal, time-outs, trustees, leaving, the deal that goes round, what a view tells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.rules.core import IllegalAction, Stream
from games.rules.mahjong.match import Match
from games.rules.mahjong.presets import PRESETS, SWITCHES, Settings
from games.rules.mahjong.rounds import Mahjong
from games.rules.mahjong.tiles import DECK, face, faces
from games.rules.registry import rules_of
from tests.mahjong.table import SEED, START, A, B, C, D, Table, config, kinds, tiles_of


def test_2_2_the_dealer_gets_fourteen_tiles_one_by_one_with_the_others() -> None:
    table = Table(carry={"match": Match(dealer=C, east=A, round_wind=2, hand=7).as_carry()}).deal()
    state = table.state
    assert [len(hand) for hand in state.hands] == [13, 13, 14, 13]
    assert len(state.wall) == 83
    assert tiles_of(state) == list(DECK)
    deck = list(DECK)
    Stream(SEED, [""] * 4, "deck:1").shuffle(deck)
    assert set(state.hands[D]) == set(deck[1:52:4])
    assert state.hands[C] == tuple(sorted([*deck[0:52:4], deck[52]]))
    assert state.drawn is not None
    assert state.drawn.tile == deck[52]
    assert state.wall == tuple(deck[53:])
    view = state.view(D, START)
    assert [seat["wind"] for seat in view["seats"]] == [2, 3, 0, 1]
    assert (view["dealer"], view["round_wind"], view["hand"], view["wall"]) == (C, 2, 7, 83)
    assert [seat["tiles"] is None for seat in view["seats"]] == [True, True, True, False]
    assert view["drawn"] == {"tile": None, "replacement": False}
    assert state.view(C, START)["drawn"] == {"tile": deck[52], "replacement": False}


def test_2_2_draws_come_from_the_head() -> None:
    table = Table().lay("", drawn="C", wall="s9 m5")
    events = table.throws(A, "C")
    assert events[-1].kind == "drawn"
    assert events[-1].seen_by(C) == {"kind": "drawn", "seat": B, "wall": 82, "replacement": False}
    own = events[-1].seen_by(B)
    assert own is not None
    assert face(own["tile"]) == 26


def test_2_1_the_first_dealer_of_a_table_is_drawn_and_kept_for_the_next_hand() -> None:
    drawn = Counter()
    for number in range(60):
        table = Table(seed=number.to_bytes(32, "big"), carry={"late": [0] * 4}).deal()
        dealer = table.state.match.dealer
        assert dealer == table.state.match.east == table.turn()
        drawn[dealer] += 1
    assert len(drawn) == 4
    assert min(drawn.values()) > 5


def follow(match: Match, winners: str, exhausted: bool = False) -> Match:
    """What the next hand is given, by way of a result's carry."""
    table = Table(carry={"match": match.as_carry()})
    table.deal()
    state = table.state
    if exhausted:
        state.exhausted = True
    else:
        state.wins = tuple(_Win("ABCD".index(name)) for name in winners)  # type: ignore[assignment]
    return Match.of(state._carry())


class _Win:
    def __init__(self, seat: int) -> None:
        self.seat = seat


def test_2_1_4_the_dealer_keeps_the_deal_when_he_wins_or_nobody_does() -> None:
    start = Match(dealer=B, east=A, round_wind=0, hand=4)
    assert follow(start, "B") == Match(B, A, 0, 5, again=1)
    assert follow(start, "DB") == Match(B, A, 0, 5, again=1)
    assert follow(start, "", exhausted=True) == Match(B, A, 0, 5, again=1)
    assert follow(Match(B, A, 0, 5, again=1), "D") == Match(C, A, 0, 6, again=0)


def test_2_1_5_the_round_wind_moves_when_the_deal_has_passed_everybody() -> None:
    match = Match(dealer=C, east=C)
    winds = []
    for _ in range(17):
        winds.append((match.round_wind, match.dealer))
        match = follow(match, "ABCD"[((match.dealer or 0) + 1) % 4])
    assert winds == [(wind % 4, (C + step) % 4) for wind in range(5) for step in range(4)][:17]


def test_2_1_a_void_hand_leaves_the_deal_as_it_was() -> None:
    for opened in (False, True):
        table = Table(carry={"match": Match(B, A, 1, 9, 2).as_carry(), "late": [1, 0, 0, 0]})
        if opened:
            table.deal()
        table.enter("void", why="fault")
        assert table.state.result is not None
        assert Match.of(table.state.result.carry) == Match(B, A, 1, 9, 2)
    unstarted = Table(carry={"late": [0] * 4})
    unstarted.enter("void", why="fault")
    assert unstarted.state.result is not None
    assert Match.of(unstarted.state.result.carry) == Match()


def test_2_1_11_a_turn_that_runs_out_discards_the_drawn_tile_even_where_it_wins() -> None:
    table = Table().lay("m123456 p99 s555 NN", drawn="p9")
    assert table.mine(A)["win"] is not None
    drawn = table.state.drawn
    assert drawn is not None
    events = table.expire()
    assert kinds(events) == ["late", "discard"]
    assert events[1].data == {"seat": A, "tile": drawn.tile, "drawn": True, "auto": True}
    assert table.state.late[A] == 1


def test_2_1_11_after_a_claim_a_time_out_discards_what_makes_nobody_liable() -> None:
    table = Table().lay(
        "", "CC m147 s58 WNFPp1", "", "WW NC", melds=("", "", "", "pung:m222 pung:p555 chow:s456"), drawn="C", left=4
    )
    table.discard(A, "C")
    table.enter("pung", B)
    table.expire()
    risky = {risk["face"] for risk in table.mine(B)["risks"]}
    assert risky
    assert risky < set(faces(table.state.hands[B]))
    (_, discard) = table.expire()
    assert discard.kind == "discard"
    assert face(discard.data["tile"]) not in risky


def test_two_time_outs_in_a_row_hand_the_seat_to_the_trustee_and_a_claim_that_is_carried_out_takes_it_back() -> None:
    table = Table().lay("SS", drawn="C", wall="s9 m9 S F F")
    table.state.late[A] = 1
    events = table.expire()
    assert kinds(events) == ["late", "trustee", "discard"]
    table.passes()
    table.throws(B, "s9")
    table.throws(C, "m9")
    table.discard(D, "S")
    assert kinds(table.enter("pung", A)) == ["answer"]  # nobody is told yet that A had a choice
    assert table.state.trustees[A] == "timeouts"
    events = table.expire()
    assert kinds(events) == ["trustee", "meld"]
    assert table.state.trustees[A] is None
    assert table.state.late[A] == 0


def test_a_trustees_claim_does_not_take_the_seat_back() -> None:
    table = Table().lay("", "CC", drawn="C")
    table.enter("trustee", B, on=True)
    table.discard(A, "C")
    table.enter("pung", B, auto=True)
    table.expire()
    assert table.state.trustees[B] == "self"
    assert table.state.automated(B)
    table.enter("trustee", B, on=False)
    assert table.refused("discard", B, tile=table.state.hands[B][0], auto=True) == ("not_allowed", "taken_back")


def test_a_win_that_is_claimed_takes_the_seat_back_and_ends_the_row_of_time_outs() -> None:
    for auto in (False, True):
        table = Table().lay("", "m123456 p99 s111 EE", drawn="p9")
        table.state.late[B], table.state.trustees[B] = 2, "timeouts"
        table.discard(A, "p9")
        table.enter("win", B, **({"auto": True} if auto else {}))
        events = table.expire()
        assert kinds(events) == (["win", "over"] if auto else ["trustee", "win", "over"])
        assert table.state.result is not None
        assert table.state.result.carry["late"] == [0, 2 if auto else 0, 0, 0]


def test_who_leaves_is_played_on_and_settled_like_everybody() -> None:
    table = Table(escape_fine=3).lay("", "m123456 p78 s555 NN", drawn="p9")
    events = table.enter("flee", A)
    assert kinds(events) == ["fled"]
    assert table.state.result is None
    assert table.state.automated(A)
    assert table.state.leaving(A, table.now) is None
    assert table.refused("discard", A, tile=table.tile(A, "p9")) == ("not_allowed", "fled")
    assert table.refused("trustee", A, on=True) == ("not_allowed", "fled")
    assert table.refused("flee", A) == ("not_allowed", "fled")
    table.enter("discard", A, tile=table.tile(A, "p9"), auto=True)
    table.enter("win", B)
    table.expire()
    assert table.state.result is not None
    assert table.state.result.ending == "played"
    assert table.state.result.outcomes == ("escape", "win", "draw", "draw")
    assert table.net() == [-2 - 9, 2 + 3, 3, 3]


def test_the_price_of_leaving_is_the_rooms_fine() -> None:
    table = Table(escape_fine=3)
    leaving = table.state.leaving(B, table.now)
    assert leaving is not None
    assert leaving.penalty == (B, 9)
    assert leaving.points == (0, -9, 0, 0)
    free = Table().state.leaving(B, START)
    assert free is not None
    assert free.penalty == (B, 0)


def test_who_stays_away_is_played_by_the_trustee() -> None:
    table = Table().lay(drawn="C")
    table.enter("lost", B)
    table.discard(A, "C")
    due = next(d for d in table.state.decisions if d.kind == "return")
    table.expire()
    table.now = due.due or 0
    table.enter("timeout", None, due.id)
    assert table.state.trustees[B] == "absent"


def test_discards_and_other_moves_that_are_refused() -> None:
    table = Table().lay("m123 p99", drawn="s9")
    own = table.state.hands[A][0]
    assert table.refused("discard", B, tile=table.state.hands[B][0])[0] == "not_your_turn"
    assert table.refused("discard", A, tile=table.state.hands[B][0])[0] == "not_in_hand"
    for bad in (None, "m1", -1, 136, True, 3.0):
        assert table.refused("discard", A, tile=bad)[0] == "malformed"
    assert table.refused("kong", A, tile=own) == ("not_allowed", "kong")
    assert table.refused("win", A) == ("not_allowed", "win")
    assert table.refused("pung", A) == ("not_allowed", "turn")
    assert table.refused("riichi", A)[0] == "unknown_action"
    assert table.refused("discard", A, 77, tile=own)[0] == "decision_closed"
    assert table.refused("discard", 4, tile=own)[0] == "not_seated"


def test_a_turn_tells_what_each_discard_would_wait_for() -> None:
    table = Table(1).lay("m123456 p78 s55 NN s9", drawn="F")
    waits = table.mine(A)["waits"]
    assert waits == {}
    table = Table(1).lay("m123456 p78 s555 NN", drawn="F")
    waits = table.mine(A)["waits"]
    assert list(waits) == [str(32)]
    assert [(one["face"], one["fan"], one["self"]) for one in waits["32"]] == [(14, 1, 2), (17, 1, 2)]
    events = table.discard(A, "F")
    assert events[0].private == {A: {"waits": waits["32"]}}
    assert table.state.view(A, 0)["seats"][A]["waits"] == waits["32"]
    assert table.state.view(B, 0)["seats"][A]["waits"] is None


def test_hints_put_the_win_first_and_then_what_leaves_the_hand_ready() -> None:
    table = Table().lay("m123456 p99 s555 NN", drawn="p9")
    assert table.state.hints(A)[0] == {"kind": "win"}
    table = Table().lay("m123456 p78 s555 NN", drawn="F")
    assert face(table.state.hints(A)[0]["tile"]) == 32
    table.discard(A, "F")
    assert table.state.hints(A) == []


@pytest.mark.parametrize("minimum", [0, 1, 3])
def test_presets_are_the_room_kinds(minimum: int) -> None:
    mode = f"guangdong-{minimum}"
    assert PRESETS[mode, 4].minimum == minimum
    state = rules_of("mahjong", 1).start({"game": "mahjong", "mode": mode, "seats": 4}, SEED, {}, START)
    assert isinstance(state, Mahjong)
    assert state.settings == Settings(minimum)
    for wrong in ({"mode": mode, "seats": 3}, {"mode": "guangdong-2", "seats": 4}):
        with pytest.raises(KeyError):
            Mahjong.start({"game": "mahjong", **wrong}, SEED, {}, START)


def test_a_room_may_change_any_fan_and_leave_patterns_out() -> None:
    changed: dict[str, Any] = {"limit": 8, "ping_hu": 2, "shi_ba_luo_han": -1}
    state = Mahjong.start(config(1, **changed), SEED, {}, START)
    assert state.settings.limit == 8
    assert state.settings.fans["ping_hu"] == 2
    assert state.settings.fans["shi_ba_luo_han"] is None
    assert state.settings.fans["zi_mo"] == 1
    assert state.view(None, START)["rules"]["fans"]["shi_ba_luo_han"] is None
    for name, switch in SWITCHES.items():
        assert switch.takes(switch.usual), name
        assert not switch.takes("5")
    usual = {name: switch.usual for name, switch in SWITCHES.items()}
    assert Settings.of(usual, 3) == Settings(3)


def test_a_hand_that_is_over_takes_nothing() -> None:
    table = Table().lay("m123456 p99 s555 NN", drawn="p9")
    decision = table.asked().id
    table.enter("win", A)
    with pytest.raises(IllegalAction) as refusal:
        table.enter("discard", A, decision, tile=0)
    assert refusal.value.code == "hand_over"
    view = table.state.view(None, START)
    assert view["seed"] == SEED.hex()
    assert all(seat["tiles"] for seat in view["seats"])
    assert len(view["rest"]) == view["wall"]
