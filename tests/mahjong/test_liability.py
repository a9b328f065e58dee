"""Who pays for everybody (4 no. 5): fed kongs, twelve tiles on the table, the last set of a big hand."""

from __future__ import annotations

from typing import Any

from games.rules.mahjong.payment import Liability
from tests.mahjong.table import A, B, C, D, Table, kinds

THREE = "pung:m222 pung:p555 chow:s456"


def at_three(payee: int, hand: str, laid: str = THREE, **more: Any) -> Table:
    """A table at which `payee` has laid down these sets and holds four tiles."""
    hands, melds = [""] * 4, [""] * 4
    hands[payee], melds[payee] = hand, laid
    return Table(**more.pop("rules", {})).lay(*hands, melds=melds, **more)


def causes(table: Table) -> list[tuple[int, int, str]]:
    """The liabilities that everybody can see."""
    seen = table.state.view(None, 0)["liable"]
    assert seen == [{"payer": one.payer, "payee": one.payee, "cause": one.cause} for one in table.state.liable]
    return [(one["payer"], one["payee"], one["cause"]) for one in seen]


def feeds(table: Table, payer: int, name: str, payee: int, out: str) -> None:
    """`payee` pungs a discard and throws a tile that nobody claims."""
    table.discard(payer, name)
    table.enter("pung", payee)
    table.expire()
    table.throws(payee, out)


def test_4_5_example_1_the_discarder_of_the_fourth_set_pays_a_self_draw_alone() -> None:
    table = at_three(C, "WW CF", drawn="W", wall="P P F")
    feeds(table, A, "W", C, "C")
    assert causes(table) == [(A, C, "twelve")]
    for seat, name in ((D, "P"), (A, "P")):
        table.throws(seat, name)
    table.discard(B, "F")  # a discard is paid by whoever threw it
    table.passes()
    assert table.turn() == C
    table = at_three(C, "WW CF", drawn="W", wall="P P S F")
    feeds(table, A, "W", C, "C")
    for seat, name in ((D, "P"), (A, "P"), (B, "S")):
        table.throws(seat, name)
    table.enter("win", C)
    (win,) = table.state.wins
    assert win.cause == "twelve"
    unit = 2**win.score.fan
    assert table.net() == [-3 * unit, 0, 3 * unit, 0]


def test_4_5_a_win_by_discard_is_paid_by_the_discarder_even_where_he_is_liable() -> None:
    for discarder, wall in ((A, "P F"), (B, "P P F")):
        table = at_three(C, "WW CF", drawn="W", wall=wall)
        feeds(table, A, "W", C, "C")
        seats = (D, A, B)
        for seat in seats[: seats.index(discarder)]:
            table.throws(seat, "P")
        table.discard(discarder, "F")
        table.enter("win", C)
        table.expire()
        (win,) = table.state.wins
        assert win.shares == ((discarder, 1),)
        assert win.cause is None


def test_4_5_example_2_the_first_liability_excludes_the_second() -> None:
    """A is liable for C and feeds D too: a self-draw of D is paid by all three, one of C by A alone."""

    def fed_both(wall: str) -> Table:
        hands, laid = (
            ["", "", "WW CF", "NN PF"],
            ["", "", "pung:m222 pung:p555 chow:s456", "pung:m333 pung:p666 chow:s789"],
        )
        table = Table().lay(*hands, drawn="W", wall=wall, melds=laid)
        feeds(table, A, "W", C, "C")
        table.throws(D, "S")
        feeds(table, A, "N", D, "P")
        assert causes(table) == [(A, C, "twelve")]
        return table

    table = fed_both("S N m9 m9 S F")
    for seat, name in ((A, "m9"), (B, "m9"), (C, "S")):
        table.throws(seat, name)
    table.enter("win", D)
    (win,) = table.state.wins
    unit = 2**win.score.fan
    assert win.cause is None
    assert table.net() == [-unit, -unit, -unit, 3 * unit]

    table = fed_both("S N m9 m9 F")
    for seat, name in ((A, "m9"), (B, "m9")):
        table.throws(seat, name)
    table.enter("win", C)
    unit = 2 ** table.state.wins[0].score.fan
    assert table.net() == [-3 * unit, 0, 3 * unit, 0]


def test_4_5_a_concealed_kong_among_the_four_sets_makes_nobody_liable() -> None:
    table = at_three(C, "WW CF", "pung:m222 concealed:p5555 chow:s456", drawn="W")
    feeds(table, A, "W", C, "C")
    assert causes(table) == []


def test_4_5_a_kong_added_later_and_its_replacement_keep_him_liable() -> None:
    table = at_three(C, "WW CF", drawn="W", wall="P P S m2", end="F")
    feeds(table, A, "W", C, "C")
    for seat, name in ((D, "P"), (A, "P"), (B, "S")):
        table.throws(seat, name)
    table.kong(C, "m2")
    table.expire()
    table.enter("win", C)
    assert table.state.wins[0].cause == "twelve"
    assert "gang_kai" in dict(table.state.wins[0].score.items)


def test_4_5_who_feeds_a_kong_pays_a_win_on_its_replacement() -> None:
    table = Table().lay("", "", "NNN m123456 p78 s55", drawn="N", end="p9")
    table.discard(A, "N")
    table.enter("kong", C)
    table.expire()
    table.enter("win", C)
    (win,) = table.state.wins
    assert win.cause == "fed"
    assert table.net() == [-12, 0, 12, 0]


def test_4_5_who_feeds_a_kong_pays_after_further_kongs_of_the_same_turn() -> None:
    table = Table().lay("", "", "NNN SSSS m123 p78 s5", drawn="N", end="s5 p9")
    table.discard(A, "N")
    table.enter("kong", C)
    table.expire()
    table.kong(C, "S")
    table.enter("win", C)
    assert table.state.wins[0].cause == "fed"


def test_4_5_who_feeds_a_kong_pays_nothing_for_a_later_turn() -> None:
    table = Table().lay("", "", "NNN m123456 p78 s55", drawn="N", end="P", wall="P P S p9")
    table.discard(A, "N")
    table.enter("kong", C)
    table.expire()
    table.throws(C, "P")
    for seat, name in ((D, "P"), (A, "P"), (B, "S")):
        table.throws(seat, name)
    table.enter("win", C)
    assert table.state.wins[0].cause is None


def test_4_5_an_own_kong_bloom_is_paid_by_everybody() -> None:
    table = Table().lay("NNNN m123456 p78 s5", drawn="s5", end="p9")
    table.kong(A, "N")
    table.enter("win", A)
    assert table.state.wins[0].shares == ((B, 1), (C, 1), (D, 1))


def test_4_5_the_third_dragon_makes_liable() -> None:
    table = at_three(C, "PP m123 s99", "pung:CCC pung:FFF", drawn="P", wall="W W S s9")
    feeds(table, A, "P", C, "s9")
    assert causes(table) == [(A, C, "san_yuan")]
    for seat, name in ((D, "W"), (A, "W"), (B, "S")):
        table.throws(seat, name)
    table.enter("win", C)
    assert table.state.wins[0].cause == "san_yuan"
    assert table.net() == [-3 * 256, 0, 3 * 256, 0]


def test_4_5_a_room_may_do_without_it() -> None:
    table = at_three(C, "PP m123 s99", "pung:CCC pung:FFF", drawn="P", rules={"big_liability": False})
    feeds(table, A, "P", C, "s9")
    assert causes(table) == []


def test_4_5_a_dragon_that_was_not_claimed_does_not_count() -> None:
    table = at_three(C, "PP m123 s99", "pung:CCC concealed:FFFF", drawn="P")
    feeds(table, A, "P", C, "s9")
    assert causes(table) == []


def test_4_5_the_fourth_wind_makes_liable_before_twelve_tiles() -> None:
    table = at_three(C, "NN m12", "pung:EEE pung:SSS pung:WWW", drawn="N", wall="P P F m1")
    feeds(table, A, "N", C, "m2")
    assert causes(table) == [(A, C, "si_xi"), (A, C, "twelve")]
    for seat, name in ((D, "P"), (A, "P"), (B, "F")):
        table.throws(seat, name)
    table.enter("win", C)
    assert table.state.wins[0].cause == "si_xi"


def test_4_5_a_robbed_kong_is_paid_by_who_was_robbed_whoever_is_liable() -> None:
    laid = ["pung:m333", "", "pung:CCC pung:FFF", ""]
    table = Table().lay("", "", "PP m12 s995", melds=laid, drawn="P", wall="W m3")
    feeds(table, A, "P", C, "s5")
    assert causes(table) == [(A, C, "san_yuan")]
    table.throws(D, "W")
    table.kong(A, "m3")
    table.enter("win", C)
    table.expire()
    (win,) = table.state.wins
    assert (win.source, win.shares, win.cause) == (A, ((A, 3),), "robbed")


def test_4_5_warned_of_what_a_discard_would_make_liable() -> None:
    table = at_three(B, "WW CF", drawn="W")
    risks = table.mine(A)["risks"]
    assert all(risk["payee"] == B and risk["cause"] == "twelve" for risk in risks)
    faces = {risk["face"] for risk in risks}
    assert {table.tile(A, "W") // 4} <= faces
    table = at_three(C, "WW CF", laid="pung:m222 concealed:p5555 chow:s456", drawn="W")
    assert table.mine(A)["risks"] == []
    table = at_three(C, "WW CF", drawn="W", left=0)
    assert table.mine(A)["risks"] == []
    table = at_three(C, "PP m123 s99", "pung:CCC pung:FFF", drawn="P")
    assert [(r["face"], r["payee"], r["cause"]) for r in table.mine(A)["risks"]] == [(33, C, "san_yuan")]
    table.state.liable = (Liability(A, D, "twelve"),)
    assert table.mine(A)["risks"] == []  # the first liability excludes others


def test_4_5_everybody_is_told_of_a_liability() -> None:
    table = at_three(C, "WW CF", drawn="W")
    table.discard(A, "W")
    table.enter("pung", C)
    events = table.expire()
    assert kinds(events) == ["meld", "liable"]
    assert events[1].seen_by(None) == {"kind": "liable", "payer": A, "payee": C, "cause": "twelve"}
