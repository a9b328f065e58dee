"""Worked settlements and escapes of Dou Dizhu, by their number in the project's table of examples.

The landlord is seat 0; numbers are what each seat's balance changes by (S8 to S11, E4, E5, M1 to M6).
"""

from fractions import Fraction

import pytest

from games.rules.core import Debt, Result
from games.rules.doudizhu.scoring import Multiplier, capped, debts, escape_factor, level_points, peasants
from games.rules.stakes import Changes, share


def played(landlord_won, *, base=1, multiplier=1, doubles=(False, False, False), coef=Fraction(1), landlord=0):
    owed = debts(base, multiplier, doubles, landlord, landlord_won, coef)
    seats = len(doubles)
    return Result("played", debts=owed, order=(*peasants(seats, landlord), landlord), points=level_points(seats, owed))


def net(changes: Changes):
    return [stake - rake for stake, rake in zip(changes.stakes, changes.rakes, strict=True)]


# number: (landlord won, base, multiplier, points)
IN_POINTS = {
    1: (True, 1, Multiplier(), (2, -1, -1)),
    2: (False, 3, Multiplier(), (-6, 3, 3)),
    3: (True, 2, Multiplier(bomb=2), (8, -4, -4)),
    4: (True, 3, Multiplier(bomb=4), (24, -12, -12)),
    5: (True, 3, Multiplier(bomb=2, spring=2), (24, -12, -12)),
    6: (False, 1, Multiplier(spring=2), (-4, 2, 2)),
    7: (True, 3, Multiplier(), (9, -3, -3, -3)),
    8: (False, 2, Multiplier(bomb=2), (-12, 4, 4, 4)),
    9: (True, 3, Multiplier(bomb=4), (36, -12, -12, -12)),
    10: (False, 3, Multiplier(bomb=3), (-27, 9, 9, 9)),
    11: (True, 1, Multiplier(bomb=3), (9, -3, -3, -3)),
    12: (True, 2, Multiplier(bomb=18, spring=2), (216, -72, -72, -72)),
}


@pytest.mark.parametrize("number", IN_POINTS)
def test_s1_to_s6_a_hand_in_points(number):
    won, base, multiplier, points = IN_POINTS[number]
    doubles = (False,) * len(points)
    assert played(won, base=base, multiplier=multiplier.total, doubles=doubles).points == points


D = (False, False, False)
# number: (landlord won, base, multiplier, doubles, N, A, carried, changes)
PLAYED = {
    13: (True, 1, Multiplier(), D, 100, 50, [5000] * 3, [150, -150, -150]),
    14: (False, 1, Multiplier(), D, 100, 50, [5000] * 3, [-250, 50, 50]),
    15: (True, 1, Multiplier(rob=2, bomb=2), D, 100, 50, [20000] * 3, [750, -450, -450]),
    16: (
        True,
        1,
        Multiplier(rob=8, show=5, bomb=2, spring=2),
        D,
        100,
        100,
        [500000] * 3,
        [31900, -16100, -16100],
    ),
    17: (False, 1, Multiplier(initial=15, bomb=2), D, 10, 20, [100000] * 3, [-620, 280, 280]),
    18: (True, 1, Multiplier(rob=4, bomb=2), D, 1000, 100, [50000, 3000, 50000], [10900, -3000, -8100]),
    19: (True, 1, Multiplier(), D, 1000, 100, [5000, 1000, 1050], [1900, -1000, -1050]),
    20: (False, 1, Multiplier(rob=4), D, 1000, 100, [5000, 20000, 20000], [-5000, 2400, 2400]),
    21: (True, 1, Multiplier(rob=4), D, 1000, 100, [3000, 50000, 50000], [2900, -1600, -1600]),
    22: (False, 1, Multiplier(rob=8), D, 1000, 100, [50000, 2000, 6000], [-8100, 1900, 5900]),
    23: (False, 1, Multiplier(rob=8), D, 1000, 0, [7000, 2000, 6000], [-7000, 1750, 5250]),
    24: (False, 1, Multiplier(bomb=4), D, 1000, 0, [3333, 9000, 9000], [-3333, 1667, 1666]),
    25: (True, 1, Multiplier(), D, 10, 50, [5000] * 3, [-30, -60, -60]),
    26: (True, 3, Multiplier(bomb=2), D, 100, 50, [20000] * 3, [1150, -650, -650]),
    27: (True, 1, Multiplier(), (True, False, False), 100, 50, [20000] * 3, [350, -250, -250]),
    28: (True, 1, Multiplier(), (False, True, False), 100, 50, [20000] * 3, [250, -250, -150]),
    29: (False, 1, Multiplier(), (True, True, False), 100, 50, [20000] * 3, [-650, 350, 150]),
    30: (True, 1, Multiplier(rob=2, bomb=2), (True, True, True), 100, 50, [200000] * 3, [3150, -1650, -1650]),
    37: (True, 1, Multiplier(rob=2, bomb=2), (False, False), 100, 50, [20000] * 2, [350, -450]),
    38: (True, 1, Multiplier(rob=4, bomb=2), (False, False), 1000, 100, [20000, 5000], [4900, -5000]),
}


# number: (landlord won, multiplier, N, A, carried, changes), a quarter a point and at most 10,000 points a winner
WITH_LAIZI = {
    31: (True, Multiplier(bomb=2), 100, 50, 20000, [50, -100, -100]),
    32: (False, Multiplier(bomb=16), 100, 50, 20000, [-850, 350, 350]),
    33: (True, Multiplier(), 100, 50, 20000, [0, -75, -75]),
    34: (True, Multiplier(), 10, 0, 20000, [4, -2, -2]),
    35: (True, Multiplier(50, rob=8, show=5, bomb=8, spring=2), 1, 0, 10**9, [10000, -5000, -5000]),
    36: (False, Multiplier(50, rob=8, show=5, bomb=32), 1, 0, 10**9, [-20000, 10000, 10000]),
}


@pytest.mark.parametrize("number", WITH_LAIZI)
def test_s12_a_hand_with_laizi(number):
    won, multiplier, n, rake, carried, changes = WITH_LAIZI[number]
    owed = capped(debts(1, multiplier.total, D, 0, won, Fraction(1, 4)), 10_000)
    result = Result("played", debts=owed, order=(1, 2, 0))
    assert net(share(result, n, rake, [carried] * 3, cap=True)) == changes


def test_s12_a_landlord_above_the_cap_gets_less_from_both_in_proportion():
    owed = capped(debts(1, 40_000, (False, True, False), 0, True, Fraction(1, 4)), 10_000)
    assert [debt.points for debt in owed] == [Fraction(20_000, 3), Fraction(10_000, 3)]
    assert level_points(3, owed) == (9_999, -6_666, -3_333)


@pytest.mark.parametrize("number", PLAYED)
def test_s7_to_s11_a_played_hand(number):
    won, base, multiplier, doubles, n, rake, carried, changes = PLAYED[number]
    result = played(won, base=base, multiplier=multiplier.total, doubles=doubles)
    shared = share(result, n, rake, carried, cap=True)
    assert net(shared) == changes
    assert sum(shared.stakes) == 0
    assert shared.penalty == 0
    assert all(had + change >= 0 for had, change in zip(carried, net(shared), strict=True))


# number: (role, behaviour, doubling, initial, N, carried, coef, penalty)
ESCAPES = {
    39: ("landlord", 4, 1, 1, 100, 50000, 1, 2000),
    40: ("landlord", 8, 1, 1, 100, 50000, 1, 2000),
    41: ("landlord", 10, 1, 1, 100, 50000, 1, 4000),
    42: ("landlord", 16, 1, 1, 100, 50000, 1, 6400),
    43: ("peasant", 12, 1, 1, 100, 50000, 1, 2400),
    44: ("peasant", 2, 1, 15, 10, 50000, 1, 1500),
    45: ("landlord", 16, 1, 1, 1000, 9000, 1, 9000),
    46: ("landlord", 4, 4, 1, 100, 50000, 1, 6400),
    47: ("peasant", 16, 1, 1, 100, 50000, Fraction(1, 4), 800),
}


@pytest.mark.parametrize("number", ESCAPES)
def test_e3_to_e5_an_escape(number):
    role, behaviour, doubling, initial, n, carried, coef, penalty = ESCAPES[number]
    points = Fraction(initial * escape_factor(role, behaviour, doubling)) * coef
    result = Result("escape", outcomes=("draw", "escape", "draw"), penalty=(1, points))
    shared = share(result, n, 50, [70000, carried, 70000], cap=True)
    assert shared == Changes((0, 0, 0), (0, 0, 0), penalty)


def test_the_settlement_pages_worked_example():
    result = played(True, multiplier=4)
    shared = share(result, 1000, 100, [3000, 1000, 50000], cap=True)
    assert net(shared) == [2900, -700, -2500]
    assert shared.rakes == (100, 100, 100)


def test_left_over_coins_follow_the_turn_order_from_the_landlord():
    result = played(False, multiplier=4, landlord=1)
    assert share(result, 1000, 0, [9000, 3333, 9000], cap=True).stakes == (1666, -3333, 1667)


def test_without_the_win_limit_only_the_payers_means_count():
    result = played(True, multiplier=4)
    assert share(result, 1000, 0, [3000, 50000, 50000], cap=False).stakes == (8000, -4000, -4000)


def test_void_moves_nothing():
    assert share(Result("void"), 100, 50, [1, 2, 3], cap=True) == Changes((0, 0, 0), (0, 0, 0), 0)


def test_payments_of_other_games_go_by_payer_and_payee():
    """A seat may pay and be paid in one hand; its payments shrink together, largest remainder first."""
    owed = (Debt(0, 1, Fraction(10)), Debt(0, 2, Fraction(5)), Debt(2, 1, Fraction(1)))
    result = Result("played", debts=owed, order=(0, 1, 2))
    shared = share(result, 1, 0, [10, 100, 100], cap=False)
    assert shared.stakes == (
        -10,
        8,
        2,
    )  # 6 2/3 and 3 1/3 of ten: the left-over coin goes to the larger remainder


def test_level_points_are_before_coefficient_and_means():
    assert played(True, multiplier=30, doubles=(True, True, False)).points == (180, -120, -60)
    assert played(False, multiplier=30, doubles=(False, True, False), landlord=2).points == (30, 60, -90)
