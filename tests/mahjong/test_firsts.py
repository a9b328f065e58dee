"""天和, 地和, 人和, and what voids them (3.5); 杠开 and 海底 (3.4)."""

from __future__ import annotations

from typing import Any

from tests.mahjong.table import A, B, C, D, Table

READY = "m123456 p78 s555 NN"


def patterns(table: Table) -> list[str]:
    """What the first winner's hand is made of."""
    return [name for name, _ in table.state.wins[0].score.items]


def first(*hands: str, **more: Any) -> Table:
    """The first turn of a hand."""
    return Table(3).lay(*hands, first=True, **more)


def test_3_5_1_the_dealer_wins_with_the_first_fourteen() -> None:
    table = first(READY, drawn="p9")
    table.enter("win", A)
    assert patterns(table) == ["tian_he"]
    assert table.net() == [3 * 512, -512, -512, -512]


def test_3_5_1_a_kong_before_voids_it() -> None:
    table = Table().lay("EEEE m123456 p78 s5", drawn="s5", end="p9", first=True)
    table.kong(A, "E")
    table.enter("win", A)
    assert "tian_he" not in patterns(table)
    assert {"gang_kai", "zi_mo"} <= set(patterns(table))


def test_3_5_2_a_first_draw_that_completes_the_hand() -> None:
    table = first("", "", READY, drawn="C", wall="F p9")
    table.throws(A, "C")
    table.throws(B, "F")
    table.enter("win", C)
    assert patterns(table) == ["di_he"]
    assert table.net() == [-512, -512, 3 * 512, -512]


def test_3_5_2_a_claim_before_voids_it() -> None:
    table = Table().lay("", "CC m147 p258 s369 WN", READY, drawn="C", wall="p9", first=True)
    table.discard(A, "C")
    table.enter("pung", B)
    table.expire()
    table.throws(B, "W")
    table.enter("win", C)
    assert "di_he" not in patterns(table)


def test_3_5_2_a_concealed_kong_of_another_does_not_void_it() -> None:
    table = first("EEEE", READY, drawn="C", wall="p9", end="F")
    table.kong(A, "E")
    table.throws(A, "F")
    table.enter("win", B)
    assert patterns(table) == ["di_he"]


def test_3_5_2_an_own_concealed_kong_voids_it() -> None:
    table = Table().lay("", "m123456 p78 NN s555", drawn="C", wall="s5", end="p9", first=True)
    table.throws(A, "C")
    table.kong(B, "s5")
    table.enter("win", B)
    assert "di_he" not in patterns(table)
    assert "gang_kai" in patterns(table)


def test_3_5_2_a_second_draw_is_none() -> None:
    table = Table().lay("", READY, drawn="C", wall="F F F F p9", first=True)
    table.throws(A, "C")
    for seat in (B, C, D, A):
        table.throws(seat, "F")
    table.enter("win", B)
    assert "di_he" not in patterns(table)


def test_3_5_3_winning_on_the_dealers_first_discard() -> None:
    table = first("", "", READY, drawn="p9")
    table.discard(A, "p9")
    table.enter("win", C)
    table.expire()
    assert patterns(table) == ["ren_he"]
    assert table.net() == [-512, 0, 512, 0]


def test_3_5_3_a_concealed_kong_of_the_dealer_before_does_not_matter() -> None:
    table = first("EEEE", "", READY, drawn="C", end="p9")
    table.kong(A, "E")
    table.discard(A, "p9")
    table.enter("win", C)
    table.expire()
    assert patterns(table) == ["ren_he"]


def test_3_5_3_another_ones_first_discard_is_none() -> None:
    table = Table().lay("", "", READY, drawn="C", wall="p9", first=True)
    table.throws(A, "C")
    table.discard(B, "p9")
    table.enter("win", C)
    table.expire()
    assert "ren_he" not in patterns(table)


def test_3_5_3_the_dealers_second_discard_is_none() -> None:
    """After B's pung the turn comes back to A without C having drawn."""
    table = Table().lay("", "", READY, "CC m147 p258 s369 WN", drawn="C", wall="p9", first=True)
    table.discard(A, "C")
    table.enter("pung", D)
    table.expire()
    table.throws(D, "W")
    table.discard(A, "p9")
    table.enter("win", C)
    table.expire()
    assert "ren_he" not in patterns(table)


def test_3_4_the_last_tile_of_the_wall() -> None:
    table = Table().lay("", READY, drawn="C", wall="p9", left=1)
    table.throws(A, "C")
    table.enter("win", B)
    assert patterns(table) == ["ji_hu", "zi_mo", "men_qian_qing", "hai_di_lao_yue"]
    assert table.net() == [-8, 24, -8, -8]


def test_3_4_several_kongs_in_a_row_add_one_fan() -> None:
    table = Table().lay("NNNN WWWW m12 p99 s5", drawn="p9", end="s5 m3")
    table.kong(A, "N")
    table.kong(A, "W")
    table.enter("win", A)
    assert patterns(table) == ["ji_hu", "zi_mo", "men_qian_qing", "gang_kai"]


def test_3_4_a_replacement_that_is_the_last_tile_is_both() -> None:
    table = Table().lay("NNNN m123456 p78 s5", drawn="s5", wall="p9", left=1)
    table.kong(A, "N")
    table.enter("win", A)
    assert {"hai_di_lao_yue", "gang_kai", "zi_mo"} <= set(patterns(table))
