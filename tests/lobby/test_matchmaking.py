"""The plan: who plays with whom."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lobby.matchmaking import CROWD, PATIENCE_MS, Match, Vacancy, Waiting, plan

WAIT = 3000


def people(*since: int, avoid: frozenset[int] = frozenset()) -> list[Waiting]:
    return [Waiting(player, moment, avoid) for player, moment in enumerate(since, start=1)]


def test_three_people_play_at_once_the_longest_waiting_first() -> None:
    queue = [Waiting(9, 30), Waiting(8, 10), Waiting(7, 20), Waiting(6, 40)]
    assert plan(queue, [], seats=3, needed=3, wait=WAIT, bots=True, now=41) == [Match(None, (8, 7, 9), 0)]


def test_bots_fill_when_the_wait_is_over_and_not_a_moment_before() -> None:
    queue = people(0, 2000)
    assert plan(queue, [], seats=3, needed=3, wait=WAIT, bots=True, now=WAIT - 1) == []
    assert plan(queue, [], seats=3, needed=3, wait=WAIT, bots=True, now=WAIT) == [Match(None, (1, 2), 1)]


def test_a_room_without_bots_waits_for_people() -> None:
    assert plan(people(0, 0), [], seats=3, needed=3, wait=WAIT, bots=False, now=10**9) == []


def test_a_free_seat_at_a_ready_table_is_filled_before_a_new_table_opens() -> None:
    matches = plan(people(0, 1, 2, 3), [Vacancy(5, 1, 0)], seats=3, needed=3, wait=WAIT, bots=True, now=4)
    assert matches == [Match(5, (1,), 0), Match(None, (2, 3, 4), 0)]


def test_fewer_than_all_seats_play_without_bots_when_the_wait_is_over_and_they_are_enough() -> None:
    room = {"seats": 4, "needed": 2, "wait": WAIT, "bots": False}
    assert plan(people(0, 5), [], **room, now=WAIT - 1) == []
    assert plan(people(0, 5), [], **room, now=WAIT) == [Match(None, (1, 2), 0)]
    assert plan(people(0), [], **room, now=10**9) == [], "one is not enough"
    assert plan(people(5), [Vacancy(7, 3, 0)], **room, now=WAIT) == [Match(7, (1,), 0)]
    assert plan([], [Vacancy(7, 3, 0)], **room, now=10**9) == []


def test_bots_fill_every_seat_also_where_fewer_would_do() -> None:
    assert plan(people(0, 5), [], seats=4, needed=2, wait=WAIT, bots=True, now=WAIT) == [Match(None, (1, 2), 2)]
    assert plan([], [Vacancy(7, 3, 0)], seats=4, needed=2, wait=WAIT, bots=True, now=WAIT) == [Match(7, (), 3)]


def test_people_at_a_table_get_bots_after_the_wait_too() -> None:
    assert plan([], [Vacancy(5, 2, 100)], seats=3, needed=3, wait=WAIT, bots=True, now=99 + WAIT) == []
    assert plan([], [Vacancy(5, 2, 100)], seats=3, needed=3, wait=WAIT, bots=True, now=100 + WAIT) == [Match(5, (), 2)]


def test_nobody_is_sent_back_to_the_table_just_left() -> None:
    vacant = [Vacancy(5, 1, 0), Vacancy(6, 1, 0)]
    matches = plan(people(0, avoid=frozenset({5})), vacant, seats=3, needed=3, wait=WAIT, bots=True, now=1)
    assert matches == [Match(6, (1,), 0)]


def company(queue: list[Waiting], vacancies: list[Vacancy] | None = None, now: int = 0, **more: Any) -> list[Match]:
    """The plan of a room for three with patience enough for bots."""
    return plan(queue, vacancies or [], **{"seats": 3, "needed": 3, "wait": 60_000, "bots": True, "now": now, **more})


def apart(*pairs: tuple[int, int]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def test_the_longest_waiting_gets_the_company_nearest_in_wealth_and_level() -> None:
    rich, poor = {"wealth": 1_000_000, "level": 9}, {"wealth": 1_000, "level": 1}
    queue = [Waiting(1, 0, **rich), Waiting(2, 1, **poor), Waiting(3, 2, **rich), Waiting(4, 3, **poor)]
    queue += [Waiting(5, 4, **rich), Waiting(6, 5, **poor)]
    assert [set(m.players) for m in company(queue, now=10)] == [{1, 3, 5}, {2, 4, 6}]


def test_whoever_waited_long_is_taken_before_whoever_is_near() -> None:
    queue = [Waiting(1, 20_000, wealth=1_000), Waiting(2, 0, wealth=1_000_000), Waiting(3, 20_000, wealth=1_000)]
    queue += [Waiting(4, 20_001, wealth=1_000), Waiting(5, 20_002, wealth=1_000)]
    assert 2 in company(queue, now=20_010)[0].players


def test_those_who_are_kept_apart_never_meet_and_get_bots_each() -> None:
    kept = apart((1, 2), (1, 3), (2, 3))
    assert company(people(0, 0, 0), apart=kept) == []
    late = company(people(0, 0, 0), apart=kept, now=60_000)
    assert [(m.players, m.bots) for m in late] == [((1,), 2), ((2,), 2), ((3,), 2)]
    at_table = Vacancy(7, 1, 0, (Waiting(1, 0), Waiting(4, 0)))
    assert company([Waiting(2, 0)], [at_table], apart=kept) == []
    assert company([Waiting(2, 0), Waiting(5, 1)], [at_table], apart=kept)[0].players == (5,)


def test_somebody_nobody_fits_holds_up_nobody() -> None:
    kept = apart(*((1, other) for other in range(2, 8)))
    assert {p for m in company(people(*range(7)), apart=kept) for p in m.players} == set(range(2, 8))


def test_three_who_just_played_meet_others_first_and_each_other_when_nobody_comes() -> None:
    def old(player: int, since: int = 0) -> Waiting:
        return Waiting(player, since, company=(frozenset({1, 2, 3} - {player}),))

    three = [old(1), old(2), old(3)]
    assert company(three, now=PATIENCE_MS - 1) == []
    again = company(three, now=PATIENCE_MS)
    assert [(set(m.players), m.again) for m in again] == [({1, 2, 3}, True)]
    with_more = company([*three, Waiting(4, 5)], now=6)
    assert [4 in m.players and not m.again for m in with_more] == [True]
    assert company([old(3)], [Vacancy(7, 1, 0, (old(1), old(2)))], now=5) == []


def test_in_a_crowd_nobody_meets_the_same_two_again_however_long_he_waits() -> None:
    old = [Waiting(n, 0, company=(frozenset({1, 2, 3} - {n}),)) for n in (1, 2, 3)]
    everybody = set(range(1, CROWD + 2))
    kept = apart(*((n, other) for n in (1, 2, 3) for other in everybody - {1, 2, 3}))
    crowd = [*old, *(Waiting(n, 1) for n in sorted(everybody - {1, 2, 3}))]
    seated = [set(m.players) for m in company(crowd, apart=kept, now=30_000)]
    assert not any({1, 2, 3} <= group for group in seated)
    fewer = [*old, *(Waiting(n, 1) for n in range(4, 10))]
    assert {1, 2, 3} in [set(m.players) for m in company(fewer, apart=kept, now=30_000)]


def test_two_at_a_table_for_two_change_partners() -> None:
    queue = [Waiting(n, n, company=(frozenset({m}),)) for n, m in ((1, 2), (2, 1), (3, 4), (4, 3))]
    matches = company(queue, now=10, seats=2, needed=2)
    assert {frozenset(m.players) for m in matches}.isdisjoint({frozenset({1, 2}), frozenset({3, 4})})
    assert len(matches) == 2


waiting = st.lists(
    st.builds(Waiting, st.integers(1, 40), st.integers(0, 9000), st.frozensets(st.integers(1, 6), max_size=3)),
    unique_by=lambda w: w.player,
    max_size=14,
)
vacant = st.lists(
    st.builds(Vacancy, st.integers(1, 6), st.integers(1, 2), st.integers(0, 9000)),
    unique_by=lambda v: v.table,
    max_size=5,
)


@given(waiting, vacant, st.integers(0, 5000), st.booleans(), st.integers(2, 4), st.integers(0, 2))
def test_nobody_twice_nobody_forgotten_every_seat_filled(
    queue: list[Waiting], tables: list[Vacancy], wait: int, bots: bool, seats: int, spare: int
) -> None:
    now = 9000
    needed = max(2, seats - spare)
    matches = plan(queue, tables, seats=seats, needed=needed, wait=wait, bots=bots, now=now)
    seated = [player for match in matches for player in match.players]
    assert len(seated) == len(set(seated))
    assert {match.table for match in matches if match.table} <= {table.table for table in tables}
    free = {table.table: table.free for table in tables}
    avoided = {person.player: person.avoid for person in queue}
    for match in matches:
        room = free[match.table] if match.table else seats
        filled = len(match.players) + match.bots
        assert filled == room or (not bots and seats - room + filled >= needed)
        assert match.table is None or match.table not in set().union(*(avoided[player] for player in match.players))
        assert match.table is not None or match.players
    left = [person for person in queue if person.player not in seated]
    assert len(left) < seats
    if not bots:
        assert all(match.bots == 0 for match in matches)
        assert len(left) < needed or all(now - person.since < wait for person in left)
    else:
        assert all(now - person.since < wait for person in left)
        filled_tables = {match.table for match in matches}
        assert all(now - table.since < wait for table in tables if table.table not in filled_tables)
