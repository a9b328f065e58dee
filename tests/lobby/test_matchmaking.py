"""The plan: who plays with whom."""

from hypothesis import given
from hypothesis import strategies as st

from lobby.matchmaking import Match, Vacancy, Waiting, plan

WAIT = 3000


def people(*since: int, avoid: int | None = None) -> list[Waiting]:
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
    matches = plan(people(0, avoid=5), vacant, seats=3, needed=3, wait=WAIT, bots=True, now=1)
    assert matches == [Match(6, (1,), 0)]


waiting = st.lists(
    st.builds(Waiting, st.integers(1, 40), st.integers(0, 9000), st.none() | st.integers(1, 6)),
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
        assert match.table is None or match.table not in {avoided[player] for player in match.players}
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
