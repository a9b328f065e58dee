"""The pass lock (2.4): what is let pass may not be won on by discard until the hand moves."""

from __future__ import annotations

from typing import Any

from games.rules.mahjong.tiles import parse
from tests.mahjong.table import A, B, C, D, Table, kinds

READY = "m123456 p78 s555 EE"
"""Wins on p6 and p9."""
(P9,) = parse("p9")


def ready_at(seat: int, hand: str = READY, **more: Any) -> Table:
    """A hand in which A throws p9 and `seat` could win on it."""
    hands = [""] * 4
    hands[seat] = hand
    return Table().lay(*hands, **{"drawn": "p9", "wall": "p9 p9 p6", **more})


def locked(table: Table, seat: int) -> set[int]:
    """What the seat itself is told that it may not win on; nobody else is told."""
    for viewer in (*range(4), None):
        if viewer != seat:
            assert table.state.view(viewer, 0)["seats"][seat]["locked"] is None
    own = table.state.view(seat, 0)["seats"][seat]["locked"]
    assert own == sorted(own)
    return set(own)


def test_2_4_a_tile_let_pass_cannot_be_won_from_the_next_discarder() -> None:
    table = ready_at(D)
    table.discard(A, "p9")
    events = table.passes()
    (note,) = [event for event in events if event.kind == "locked"]
    assert note.only == {D}
    assert note.data == {"faces": [P9]}
    assert locked(table, D) == {P9}
    table.discard(B, "p9")  # B drew the second one
    assert table.asked().seats == ()
    assert table.refused("win", D) == ("not_allowed", "claim")
    table.expire()
    assert locked(table, D) == {P9}


def test_2_4_other_tiles_of_the_wait_stay_winnable() -> None:
    table = ready_at(D, wall="p9 p6")
    table.throws(A, "p9")
    table.throws(B, "p9")
    table.discard(C, "p6")
    assert table.asked().seats == (D,)
    table.enter("win", D)
    table.expire()
    assert [win.seat for win in table.state.wins] == [D]


def test_2_4_a_window_that_runs_out_locks_like_a_pass() -> None:
    table = ready_at(D)
    table.discard(A, "p9")
    table.expire()
    table.expire()
    assert locked(table, D) == {P9}


def test_2_4_choosing_another_claim_that_is_outranked_locks() -> None:
    """B could win or chow; it asks for the chow, C's pung comes first: B has not moved."""
    table = Table().lay("", READY, "m147 p99 s258 WNCF", drawn="p9")
    table.discard(A, "p9")
    table.chow(B, "p78")
    table.enter("pung", C)
    table.expire()
    assert table.turn() == C
    assert locked(table, B) == {P9}


def test_2_4_a_claim_of_the_very_tile_that_is_carried_out_is_a_move() -> None:
    table = Table().lay("", READY, drawn="p9")
    table.discard(A, "p9")
    table.chow(B, "p78")
    events = table.expire()
    assert "locked" not in kinds(events)
    assert locked(table, B) == set()


def test_2_4_who_was_not_entitled_to_win_is_not_locked() -> None:
    """Below the room's minimum nothing was offered; on the fan that a self-draw adds it may win later."""
    table = Table(3).lay("", "", "", "m123456 p78 s555 WW", drawn="p9", wall="p9 s1 p9")
    table.throws(A, "p9")
    assert locked(table, D) == set()
    assert table.state.passed[D] == {P9}  # what everybody can see


def test_2_4_the_lock_does_not_touch_a_self_draw() -> None:
    table = ready_at(D, wall="s9 s9 p9")
    for seat, name in ((A, "p9"), (B, "s9"), (C, "s9")):
        table.throws(seat, name)
    assert table.turn() == D
    assert locked(table, D) == set()  # it has drawn
    table.enter("win", D)
    assert table.net() == [-4, -4, -4, 12]


def test_2_4_drawing_lifts_the_lock() -> None:
    table = ready_at(B, wall="s9 p9", hand="m123456 p78 s555 NN")
    table.throws(A, "p9")
    assert locked(table, B) == set()  # B has drawn since
    table.throws(B, "s9")
    table.discard(C, "p9")
    assert B in table.asked().seats


def test_2_4_an_own_pung_lifts_the_lock() -> None:
    table = ready_at(D, hand="m123456 p78 s55 EEE", wall="s5 p9")
    table.throws(A, "p9")
    table.discard(B, "s5")
    assert table.mine(D)["pung"] is True
    table.enter("pung", D)
    table.expire()
    assert locked(table, D) == set()
    assert table.state.passed[D] == frozenset()


def test_2_4_an_own_kong_lifts_the_lock() -> None:
    table = ready_at(D, wall="E p9", hand="m123456 p78 s55 EEE", end="s1")
    table.throws(A, "p9")
    table.discard(B, "E")
    table.enter("kong", D)
    table.expire()
    assert locked(table, D) == set()


def test_2_4_an_own_chow_lifts_the_lock() -> None:
    table = ready_at(D, wall="s9 m1", hand="m123456 p78 s555 EE")
    table.throws(A, "p9")
    table.throws(B, "s9")
    table.discard(C, "m1")
    table.chow(D, "m23")
    table.expire()
    assert locked(table, D) == set()


def test_2_4_a_move_of_somebody_else_lifts_nothing() -> None:
    table = Table().lay("", "m147 p258 s99 WNCFP", "", READY, drawn="p9", wall="C s9")
    table.throws(A, "p9")
    table.throws(B, "C")
    table.discard(C, "s9")
    table.enter("pung", B)
    table.expire()
    assert locked(table, D) == {P9}


def test_2_4_a_pass_on_a_kong_that_could_be_robbed_locks() -> None:
    table = Table().lay("p9 m147 s369 WN", "", "", READY, melds=("pung:p999", "", "", ""), drawn="s1", end="C")
    table.kong(A, "p9")
    assert table.asked().seats == (D,)
    events = table.passes()
    assert kinds(events) == ["locked", "meld", "drawn"]
    assert locked(table, D) == {P9}


def test_2_4_a_locked_face_cannot_be_robbed() -> None:
    """D lets p9 pass; before it moves B pungs it, melds a kong and adds the fourth p9 that it draws."""
    table = Table().lay("", "p99 s333 m147 WNCFP", "", READY, drawn="p9", wall="s3", end="p9")
    table.discard(A, "p9")
    table.enter("pung", B)
    table.enter("pass", D)
    table.expire()
    table.throws(B, "C")
    table.discard(C, "s3")
    table.enter("kong", B)
    table.expire()
    assert locked(table, D) == {P9}
    table.kong(B, "p9")
    assert table.asked().seats == ()


def test_2_4_a_locked_face_can_still_be_punged_or_melded() -> None:
    table = ready_at(D, hand="m12399 p55 s567 EEE", drawn="m9", wall="m9")
    table.discard(A, "m9")
    assert table.mine(D)["win"] is not None
    table.passes()
    assert locked(table, D) == {parse("m9")[0]}
    table.discard(B, "m9")
    mine = table.mine(D)
    assert mine["win"] is None
    assert mine["pung"] is True


def test_2_4_the_frames_to_others_do_not_tell_who_is_locked() -> None:
    table = ready_at(D)
    table.discard(A, "p9")
    views = {viewer: table.state.view(viewer, 0) for viewer in (B, C, None)}
    told = table.enter("pass", D)
    for viewer, view in views.items():
        assert [event.seen_by(viewer) for event in told] == [None]
        assert table.state.view(viewer, 0) == view
