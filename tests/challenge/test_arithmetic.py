"""Tables, scores and prizes: balanced, fair and exact, whatever the numbers."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from lobby.challenge import pairing, purse, scoring

LUCK = random.Random(7)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("people", [*range(2, 30), 200])
def test_tables_are_balanced_and_seat_everybody_once(people: int, seats: int) -> None:
    ranked = list(range(people))
    tables, resting = pairing.tables(ranked, seats, bots=True, luck=LUCK)
    assert resting == []
    assert Counter(one for table in tables for one in table if one is not None) == Counter(ranked)
    counts = [sum(one is not None for one in table) for table in tables]
    assert max(counts) - min(counts) <= 1
    assert min(counts) >= 1
    assert {len(table) for table in tables} == {seats}

    tables, resting = pairing.tables(ranked, seats, bots=False, luck=LUCK)
    assert resting == ranked[: people % seats], "the best wait"
    assert all(None not in table for table in tables)
    assert Counter([*(one for table in tables for one in table), *resting]) == Counter(ranked)


def test_tables_are_equally_strong_and_seats_are_drawn() -> None:
    tables, _resting = pairing.tables(list(range(36)), 3, bots=True, luck=random.Random(1))
    sums = [sum(one or 0 for one in table) for table in tables]
    assert max(sums) - min(sums) < 12
    best = {table.index(min(one for one in table if one is not None)) for table in tables}
    assert best == {0, 1, 2}, "the best of each table do not all sit on seats that are compared with each other"


@pytest.mark.parametrize("keep", [10, 34, 50, 90])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_round_is_smaller_than_the_one_before_and_the_last_is_one_table(seats: int, keep: int) -> None:
    for people in range(2, 1000, 7):
        chain = [people]
        while chain[-1] > seats:
            chain.append(pairing.going_on(chain[-1], seats, keep))
        assert all(more > fewer for more, fewer in pairwise(chain))
        assert all(count % seats == 0 for count in chain[1:])
        assert pairing.going_on(chain[-1], seats, keep) == 0
        assert pairing.rounds(people, seats, keep) == len(chain)


def test_a_seat_is_held_against_the_same_seat_of_the_other_tables() -> None:
    boards = [{"a": [30, -30], "b": [10, -10], "c": [-5, 5]}, {"a": [1, -1], "b": [1, -1], "c": [1, -1]}]
    scores = scoring.compared("abc", 2, boards)
    assert scores == {"a": [7500, 2500], "b": [5000, 5000], "c": [2500, 7500]}
    assert scoring.totals("abc", 2, boards) == {"a": [31, -31], "b": [11, -11], "c": [-4, 4]}


def test_who_has_not_played_a_board_has_the_average_of_it() -> None:
    played = {"a": [9, -9], "b": [3, -3]}
    assert scoring.compared("abc", 2, [played]) == {"a": [10_000, 0], "b": [0, 10_000], "c": [5000, 5000]}
    assert scoring.compared("ab", 2, [{"a": [9, -9]}]) == {"a": [5000, 5000], "b": [5000, 5000]}
    assert scoring.compared("ab", 2, []) == {"a": [0, 0], "b": [0, 0]}


def test_scores_of_a_seat_average_to_a_half() -> None:
    for _ in range(200):
        tables = range(LUCK.randint(2, 30))
        boards = [{t: [LUCK.randint(-3, 3) for _ in range(3)] for t in tables} for _ in range(LUCK.randint(1, 4))]
        scores = scoring.compared(tables, 3, boards)
        for seat in range(3):
            mean = sum(scores[t][seat] for t in tables) / len(tables)
            assert abs(mean - scoring.FULL / 2) <= 1


def test_equals_share_a_place() -> None:
    ranked = [((1,), "a"), ((2,), "b"), ((2,), "c"), ((3,), "d")]
    assert scoring.places(ranked) == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]
    assert scoring.places(ranked, first=4) == [(4, "a"), (5, "b"), (5, "c"), (7, "d")]


def test_prizes_worked_out() -> None:
    assert purse.filled(1000, 7, 10, 500) == (6800, 700)
    assert purse.filled(3, 3, 10, 0) == (9, 0)
    three = [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert purse.shared(1000, [50, 30, 20], three) == {"a": 500, "b": 300, "c": 200}
    assert purse.shared(101, [50, 30, 20], three) == {"a": 51, "b": 30, "c": 20}
    assert purse.shared(101, [50, 30, 20], [(1, "a"), (2, "b"), (2, "c")]) == {"a": 51, "b": 25, "c": 25}
    assert purse.shared(100, [50, 30, 20], [(1, "a"), (1, "b"), (1, "c"), (1, "d")]) == dict.fromkeys("abcd", 25)
    assert purse.shared(100, [50, 30, 20], [(1, "a"), (2, "b")]) == {"a": 63, "b": 37}
    assert purse.shared(0, [100], three) == {}


def test_prizes_always_add_up() -> None:
    for _ in range(2000):
        percents = sorted((LUCK.randint(1, 50) for _ in range(LUCK.randint(1, 6))), reverse=True)
        keys = sorted(LUCK.randint(0, 5) for _ in range(LUCK.randint(1, 12)))
        placed = scoring.places([(key, number) for number, key in enumerate(keys)])
        pool = LUCK.randint(0, 10**6)
        won = purse.shared(pool, percents, placed)
        assert sum(won.values()) == pool
        amounts = [won.get(number, 0) for _place, number in placed]
        assert amounts == sorted(amounts, reverse=True), "nobody wins more than somebody before him"
