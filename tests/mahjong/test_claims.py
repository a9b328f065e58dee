"""Claims on a discard or on a tile that is added to a pung (2.3), step by step."""

from __future__ import annotations

import pytest

from games.rules.mahjong.tiles import face, faces, parse
from tests.mahjong.table import A, B, C, D, Table, kinds

READY_P9 = "m123456 p99 s111 EE"
"""Wins with p9 and E: three sets, two pairs."""


def test_2_3_12_only_the_next_seat_may_chow_and_chooses_among_its_runs() -> None:
    table = Table().lay("", "m12456 p258 s369 ES", "m2456 p258 s369 ESW", drawn="m3")
    table.discard(A, "m3")
    assert [faces(pair) for pair in table.mine(B)["chows"]] == [parse("m12"), parse("m24"), parse("m45")]
    assert table.refused("chow", C, tiles=[1, 2]) == ("not_allowed", "claim")
    table.chow(B, "m24")
    table.expire()
    (meld,) = table.state.melds[B]
    assert (meld.kind, faces(meld.tiles), meld.source, face(meld.taken)) == ("chow", parse("m234"), A, 2)
    assert table.turn() == B
    assert table.state.drawn is None
    assert table.state.rivers[A] == ()
    assert len(table.state.hands[B]) == 11


def test_2_3_12_a_chow_names_two_tiles_of_the_own_hand_that_make_a_run() -> None:
    table = Table().lay("", "m12456 p258 s369 ES", drawn="m3")
    table.discard(A, "m3")
    hand = table.state.hands[B]
    assert table.refused("chow", B) == ("malformed", None)
    assert table.refused("chow", B, tiles=[hand[0], "m2"]) == ("malformed", None)
    assert table.refused("chow", B, tiles=[hand[0]]) == ("malformed", None)
    assert table.refused("chow", B, tiles=[hand[0], hand[0]]) == ("not_in_hand", None)
    assert table.refused("chow", B, tiles=[table.state.hands[A][0], hand[0]]) == ("not_in_hand", None)
    assert table.refused("chow", B, tiles=[hand[0], hand[2]]) == ("not_allowed", "chow")
    assert table.refused("pung", B) == ("not_allowed", "pung")
    assert table.refused("discard", B, tile=hand[0]) == ("not_allowed", "claim")


def test_2_3_16_a_pung_comes_before_a_chow() -> None:
    table = Table().lay("", "m12 p147 s258 ESWNC", "m147 p258 s369 ESWN", "m33 p147 s258 ESWNC", drawn="m3")
    table.discard(A, "m3")
    table.chow(B, "m12")
    table.expire()
    assert table.asked().kind == "claim"  # D may still pung
    events = table.enter("pung", D)
    assert "meld" in kinds(events)
    assert table.turn() == D
    assert table.state.melds[B] == ()
    assert len(table.state.hands[B]) == 13


def test_2_3_16_a_pung_waits_for_no_chow() -> None:
    table = Table().lay("", "m12 p147 s258 ESWNC", "m147 p258 s369 ESWN", "m33 p147 s258 ESWNC", drawn="m3")
    table.discard(A, "m3")
    table.enter("pung", D)
    table.expire()
    assert table.turn() == D
    assert table.refused("chow", B, 1, tiles=[0, 4]) == ("decision_closed", None)


@pytest.mark.parametrize(
    ("claim", "ready", "holder", "tile"),
    [
        ("pung", "m123456 p78 s11 EEE", "m147 p99 s258 ESWNC", "p9"),
        ("kong", "m123456 s46 EEE CC", "m1479 p2 s555 SWNFP", "s5"),
    ],
)
def test_2_3_16_a_win_comes_before_pung_and_kong(claim: str, ready: str, holder: str, tile: str) -> None:
    table = Table().lay("", ready, holder, drawn=tile)
    table.discard(A, tile)
    table.enter(claim, C)
    table.expire()
    assert table.asked().seats == (B,)
    table.enter("win", B)
    assert table.state.result is not None
    assert [win.seat for win in table.state.wins] == [B]
    assert table.state.melds[C] == ()
    assert table.state.rivers[A][-1].tile == table.state.wins[0].tile  # the tile lies where it was


def test_2_3_16_a_win_that_is_passed_leaves_the_pung_to_another() -> None:
    table = Table().lay("", "m123456 p78 s11 EEE", "m147 p99 s258 ESWNC", drawn="p9")
    table.discard(A, "p9")
    table.enter("pung", C)
    table.expire()
    events = table.enter("pass", B)
    assert kinds(events) == ["answer", "locked", "meld"]
    assert table.turn() == C


def test_2_3_17_everybody_who_wins_on_a_tile_is_paid_for_himself() -> None:
    table = Table().lay("", "m123456 p78 s11 EEE", "m55 p78 s222444 NNN", "m147 p78 s456 ESWNC", drawn="p9")
    table.discard(A, "p9")
    table.enter("win", C)
    table.expire()
    assert table.state.result is None  # B may still win
    events = table.enter("win", B)
    assert kinds(events) == ["answer", "win", "over"]
    assert [(win.seat, win.score.fan) for win in table.state.wins] == [(B, 2), (C, 1)]
    assert table.net() == [-6, 4, 2, 0]
    assert table.state.result is not None
    assert table.state.result.outcomes == ("lose", "win", "win", "draw")


def test_2_3_17_three_winners_counter_clockwise_from_the_discarder() -> None:
    hands = ("m123456 p78 s55 EEE", "m123456 p78 s66 SSS", "m123456 p78 s77 WWW")
    table = Table().lay("", *hands, drawn="p9")
    table.discard(A, "p9")
    for seat in (D, B, C):
        table.enter("win", seat)
    table.expire()
    assert [win.seat for win in table.state.wins] == [B, C, D]
    assert all(win.shares == ((A, 1),) for win in table.state.wins)


def test_2_3_17_a_room_may_lift_three_wins_on_one_tile() -> None:
    hands = ("m123456 p78 s55 EEE", "m123456 p78 s66 SSS", "m123456 p78 s77 WWW")
    table = Table(triple_win_min_fan=5).lay("", *hands, drawn="p9")
    table.discard(A, "p9")
    for seat in (B, C, D):
        table.enter("win", seat)
    table.expire()
    assert table.net() == [-96, 32, 32, 32]


def test_2_3_18_nothing_is_resolved_before_the_base_pause_ends() -> None:
    table = Table().lay("", READY_P9, drawn="p9")
    table.discard(A, "p9")
    due = table.asked().due
    assert due is not None
    assert 600 <= due - table.now <= 1_200
    events = table.enter("win", B)
    assert kinds(events) == ["answer"]
    assert table.state.result is None
    assert table.refused("timeout", None) == ("too_early", None)
    table.expire()
    assert table.state.result is not None


def test_2_3_18_after_the_base_pause_the_time_to_answer_runs_on() -> None:
    table = Table().lay("", READY_P9, drawn="p9")
    table.discard(A, "p9")
    told = table.mine(B)["due"]
    assert told == table.now + 8_000
    assert table.expire() == []
    assert table.asked().due == table.mine(B)["due"] == told
    table.expire()  # B lets it pass without a word
    assert table.turn() == B
    assert table.state.late == [0, 0, 0, 0]


def test_2_3_18_more_time_for_everybody_moves_the_end_of_a_window_too() -> None:
    table = Table().lay("", READY_P9, drawn="p9")
    table.discard(A, "p9")
    told = table.mine(B)["due"]
    table.enter("extend", ms=5_000)
    table.expire()
    assert table.asked().due == told + 5_000


def test_2_3_18_an_answer_is_given_once() -> None:
    table = Table().lay("", READY_P9, drawn="p9")
    table.discard(A, "p9")
    table.enter("pass", B)
    assert table.refused("win", B) == ("decision_closed", None)


def test_2_3_14_a_kong_of_a_discard_draws_the_last_tile_of_the_wall() -> None:
    table = Table().lay("", "m123456 p9 s33344 E", drawn="s3", end="E")
    table.discard(A, "s3")
    table.enter("kong", B)
    events = table.expire()
    assert kinds(events) == ["meld", "drawn"]
    assert events[1].data == {"seat": B, "wall": 82, "replacement": True}
    assert face(table.state.drawn.tile) == parse("E")[0]  # type: ignore[union-attr]
    assert [meld.kind for meld in table.state.melds[B]] == ["melded"]
    assert table.turn() == B


def test_2_3_14_concealed_and_added_kongs_may_wait_for_a_later_turn() -> None:
    table = Table().lay("m1111 p258 s369 ESW", drawn="p5", wall="m9 m9 m9 s9", end="C")
    assert [kong["kind"] for kong in table.mine(A)["kongs"]] == ["concealed"]
    for seat, name in ((A, "p5"), (B, "m9"), (C, "m9"), (D, "m9")):
        table.throws(seat, name)
    assert table.turn() == A
    events = table.kong(A, "m1")
    assert kinds(events) == ["meld", "drawn"]
    assert face(table.state.drawn.tile) == parse("C")[0]  # type: ignore[union-attr]


def test_2_3_9_after_a_pung_there_is_no_kong_and_no_win_only_a_discard() -> None:
    table = Table().lay("", "m1111 p99 s123 EEE C", drawn="p9")
    table.discard(A, "p9")
    table.enter("pung", B)
    table.expire()
    assert table.mine(B)["kongs"] == []
    assert table.mine(B)["win"] is None
    assert table.refused("kong", B, tile=table.tile(B, "m1")) == ("not_allowed", "kong")
    assert table.refused("win", B) == ("not_allowed", "win")
    table.discard(B, "C")


def test_2_3_19_an_added_kong_can_be_robbed() -> None:
    table = Table().lay("p3 m147 s369 EWN", "m123456 p12 s55 SSS", melds=("pung:p333", "", "", ""), drawn="p6")
    assert table.mine(A)["kongs"][0]["kind"] == "added"
    events = table.kong(A, "p3")
    assert kinds(events) == ["adding"]
    assert table.asked().seats == (B,)
    assert table.mine(B)["pung"] is False
    table.enter("win", B)
    table.expire()
    (win,) = table.state.wins
    assert [name for name, _ in win.score.items] == ["ji_hu", "zi_mo", "men_qian_qing", "men_feng_ke", "qiang_gang"]
    assert win.cause == "robbed"
    assert table.net() == [-3 * 16, 3 * 16, 0, 0]
    assert [meld.kind for meld in table.state.melds[A]] == ["pung"]


def test_2_3_19_several_may_rob_one_kong() -> None:
    hands = ("m123456 p12 s55 SSS", "m123456 p24 s77 WWW")
    table = Table().lay("p3 m147 s369 EEN", *hands, melds=("pung:p333", "", "", ""), drawn="p6")
    table.kong(A, "p3")
    table.enter("win", C)
    table.enter("win", B)
    table.expire()
    assert [(win.seat, win.shares) for win in table.state.wins] == [(B, ((A, 3),)), (C, ((A, 3),))]
    assert sum(table.net()) == 0


def test_2_3_19_a_kong_that_nobody_robs_is_carried_out_after_the_pause() -> None:
    table = Table().lay("p3 m147 s369 EWN", melds=("pung:p333", "", "", ""), drawn="p6", end="C")
    table.kong(A, "p3")
    assert table.asked().seats == ()
    events = table.expire()
    assert kinds(events) == ["meld", "drawn"]
    assert [(meld.kind, len(meld.tiles)) for meld in table.state.melds[A]] == [("added", 4)]
    assert table.turn() == A


def test_2_3_19_a_concealed_kong_is_never_robbed_not_even_by_thirteen_orphans() -> None:
    table = Table().lay("EEEE m147 p258 s369", "m19 p19 s199 SWNCFP", drawn="m5")
    events = table.kong(A, "E")
    assert kinds(events) == ["meld", "drawn"]
    assert table.turn() == A


def test_2_3_20_a_concealed_kong_is_shown_face_down_until_the_hand_ends() -> None:
    table = Table().lay("EEEE m123 p123 s999", drawn="m5", end="m5")
    events = table.kong(A, "E")
    for viewer in (B, C, D, None):
        seen = events[0].seen_by(viewer)
        assert seen is not None
        assert seen["meld"]["tiles"] is None
        assert table.state.view(viewer, 0)["seats"][A]["melds"][0]["tiles"] is None
    own = events[0].seen_by(A)
    assert own is not None
    assert faces(own["meld"]["tiles"]) == parse("EEEE")
    table.enter("win", A)
    assert faces(table.state.view(None, 0)["seats"][A]["melds"][0]["tiles"]) == parse("EEEE")


def test_2_5_21_the_last_discard_can_only_be_won() -> None:
    hands = ("m12 p99 s258 ESWNCF", "m123456 p78 s11 SSS")
    table = Table().lay("", *hands, drawn="p9", left=0)
    assert table.mine(A)["kongs"] == []
    table.discard(A, "p9")
    assert table.asked().seats == (C,)
    assert table.mine(C)["pung"] is False
    events = table.passes()
    assert kinds(events) == ["locked", "over"]
    assert table.state.exhausted
    assert table.net() == [0, 0, 0, 0]
    assert table.state.result is not None
    assert table.state.result.outcomes == ("draw",) * 4


def test_2_5_21_winning_on_the_last_discard_adds_nothing() -> None:
    table = Table().lay("", "m123456 p99 s11 SSS", drawn="p9", left=0)
    table.discard(A, "p9")
    table.enter("win", B)
    table.expire()
    assert [name for name, _ in table.state.wins[0].score.items] == ["ji_hu", "men_qian_qing", "men_feng_ke"]


def test_2_3_14_no_kong_when_the_wall_is_empty() -> None:
    table = Table().lay("m1111 p258 s369 ESW", drawn="p1", left=0)
    assert table.refused("kong", A, tile=table.tile(A, "m1")) == ("not_allowed", "kong")
    table = Table().lay("", "m333 p147 s258 ESWN", drawn="m3", wall="s9", left=1)
    table.discard(A, "m3")
    assert table.mine(B)["kong"] is True
    table.passes()
    assert table.turn() == B
    assert not table.state.wall


def test_3_1_below_the_rooms_minimum_nothing_is_offered() -> None:
    hand = "m123456 p78 s55 CCC"
    for minimum, offered in ((0, True), (1, True), (3, False)):
        table = Table(minimum).lay("", hand, drawn="p9")
        table.discard(A, "p9")
        assert (table.mine(B)["win"] is not None) == offered  # a chow is offered anyway
        wait = table.state.view(B, 0)["seats"][B]["waits"]
        assert [(one["face"], one["fan"], one["self"]) for one in wait] == [
            (parse("p6")[0], 2, 3),
            (parse("p9")[0], 2, 3),
        ]
