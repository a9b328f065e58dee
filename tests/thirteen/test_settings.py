"""Each switch of a room changes what it says, and nothing without it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.core import Result
from games.rules.stakes import share
from games.rules.thirteen import rows
from games.rules.thirteen.arrangement import is_foul
from games.rules.thirteen.scoring import score
from games.rules.thirteen.settings import USUAL, Settings
from games.rules.thirteen.specials import find
from tests.thirteen.examples import COINS, SETTLEMENTS
from tests.thirteen.hands import arranged, cards

WHEEL, KING_HIGH, SIX_HIGH = "As 2d 3h 4c 5s", "Kd Qh Jc Ts 9d", "6d 5h 4s 3c 2d"


def settled(number: int, settings: Settings) -> tuple[int, ...]:
    return score([arranged(*seat[:4]) for seat in SETTLEMENTS[number][1]], settings).points


def test_the_wheel_is_second_or_lowest() -> None:
    lowest = replace(USUAL, wheel="lowest")
    assert rows.compare(cards(WHEEL), cards(KING_HIGH)) == 1
    assert rows.compare(cards(WHEEL), cards(KING_HIGH), lowest) == -1
    assert rows.compare(cards(WHEEL), cards(SIX_HIGH), lowest) == -1
    # the order decides fouls as well
    middle_wheel = arranged("7s 6d 2h", "Ad 2s 3h 4c 5d", "Ks Qd Jh Tc 9s")
    assert is_foul(middle_wheel)
    assert not is_foul(middle_wheel, lowest)


def test_suits_decide_equal_rows_only_where_the_room_says_so() -> None:
    spades, hearts = cards("9s Js 4d 3c 2c"), cards("9h Jh 4s 3s 2s")
    suits = replace(USUAL, suit_tiebreak=True)
    assert rows.compare(spades, hearts) == 0
    assert rows.compare(spades, hearts, suits) == 1
    assert rows.compare(hearts, spades, suits) == -1
    # the pair's highest suit, not the kicker's
    assert rows.compare(cards("9h 9c As"), cards("9s 9d Ah"), suits) == -1


def test_without_row_bonuses_every_row_is_one_point() -> None:
    assert settled(4, USUAL) == (2, -2)
    assert settled(4, replace(USUAL, row_bonus=False)) == (1, -1)


def test_shoot_and_home_run_multiply_by_what_the_room_says() -> None:
    assert settled(2, replace(USUAL, shoot=3)) == (-9, 9)
    assert settled(16, replace(USUAL, shoot=1, homerun=3))[0] == 27
    assert settled(9, replace(USUAL, homerun_seats=3)) == (24, -18, -6)
    assert settled(2, replace(USUAL, homerun_seats=2)) == (-6, 6)  # two seats never have a home run


def test_the_classic_pattern_of_shuang_guai_chong_san() -> None:
    two_full_houses = cards("3s 3h 3d 5c 5s 7h 7d 9c 9s 9h Jd Jc As")
    trips_and_quad = cards("4s 4h 4d 4c 6s 6h 6d Ts Th Td As Ah Ad")
    classic = replace(USUAL, shuang="classic")
    assert find(two_full_houses) is None
    assert found(two_full_houses, classic) == "shuang_guai_chong_san"
    assert found(trips_and_quad, USUAL) == "shuang_guai_chong_san"
    assert found(trips_and_quad, classic) == "si_tao_san_tiao"


def test_a_room_without_specials_has_none() -> None:
    assert found(cards("2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"), replace(USUAL, specials=False)) is None


def found(hand: tuple[int, ...], settings: Settings) -> str | None:
    special = find(hand, settings)
    return special and special.key


def test_two_foul_seats_owe_each_other_nothing_and_count_as_shot_for_a_home_run() -> None:
    foul = ("As Ah 9d", "Ts Td 8h 5c 4s", "3s 3d 7h 6c 2s")
    also = ("Ac Ad 9c", "Th Tc 8s 5d 4h", "3h 3c 7s 6d 2c")
    third = ("Qs 4d 2h", "8c 8d 7c 6h 4c", "Js Jd 5s 5h 9h")
    hero = ("Kh 6d 2d", "Jh Jc 9s 7d 6s", "Qd Qc Kc Ks 4d")
    result = score([arranged(*hand) for hand in (foul, also, third, hero)], replace(USUAL, foul_mode="penalty"))
    assert result.fouls == (True, True, False, False)
    assert next(pair.final for pair in result.pairs if (pair.a, pair.b) == (0, 1)) == 0
    assert result.homerun == 3


@pytest.mark.parametrize("number", COINS)
def test_coins(number: int) -> None:
    base, fee, before, fees, changes, after = COINS[number]
    points = tuple(seat[4] for seat in SETTLEMENTS[number][1])
    moved = share(Result("played", pool=points), base, fee, before, cap=False)
    assert list(moved.stakes) == changes
    assert list(moved.rakes) == fees
    assert [had + stake - rake for had, stake, rake in zip(before, moved.stakes, moved.rakes, strict=True)] == after
    assert sum(moved.stakes) == 0


def test_a_pool_that_falls_short_is_shared_by_what_was_won() -> None:
    """The left-over coin goes to the largest remainder, the lower seat where they are equal (M3)."""
    moved = share(Result("played", pool=(-10, 5, 5)), 1, 0, [7, 0, 0], cap=False)
    assert moved.stakes == (-7, 4, 3)
    assert share(Result("played", pool=(-9, 1, 8)), 1, 0, [5, 0, 0], cap=False).stakes == (-5, 1, 4)
    assert moved.penalty == Fraction(0)
