"""The lobby under several hands at once: threads with their own connections on the real database."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Hand
from lobby import matching, services
from lobby.errors import Refused
from lobby.handlers import free_table
from lobby.models import Room, Seat, Table, Ticket
from tests.lobby.people import check_house, person, rooms, settled, starting
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def overdue(room: Room) -> None:
    """Everybody has waited long enough for bots."""
    Ticket.objects.filter(room=room).update(created_at=timezone.now() - timedelta(minutes=1), seen_at=timezone.now())


def settle_all() -> None:
    for table in Table.objects.filter(hand__isnull=False):
        free_table(settled(table))


@pytest.fixture(autouse=True)
def _house_in_order() -> Iterator[None]:
    yield
    check_house()


def test_two_joins_of_one_player_at_once_make_one_ticket() -> None:
    room, player = rooms(), person()
    other = starting("junior")
    outcomes = together(*[lambda r=r: services.join(player, r).room_id for r in (room.pk, other.pk) * 3])
    assert set(outcomes) == {room.pk, other.pk}
    assert Ticket.objects.filter(player=player).count() == 1


def test_matchers_in_several_processes_seat_everybody_once() -> None:
    room, people = rooms(), [person() for _ in range(12)]
    for player in people:
        services.join(player, room.pk)
    together(*[lambda: matching.match_room(room.pk)] * 4)
    assert not Ticket.objects.exists()
    assert Counter(Seat.objects.values_list("player", flat=True)) == Counter(p.pk for p in people)
    assert Table.objects.filter(hand__isnull=False).count() == 4 == Hand.objects.count()
    assert sorted(Table.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_people_who_join_while_matchers_run_are_all_seated() -> None:
    room, people = rooms(bots_allowed=False), [person() for _ in range(9)]
    joins = [lambda p=p: services.join(p, room.pk) and matching.match_room(room.pk) for p in people]
    together(*joins)
    matching.match_room(room.pk)  # the beat's next tick: a matcher that found the room locked has gone away
    assert Seat.objects.count() == 9
    assert Hand.objects.count() == 3


def test_a_cancel_beside_a_match_ends_in_one_of_the_two() -> None:
    room = rooms()
    for _ in range(6):
        player = person()
        services.join(player, room.pk)
        overdue(room)
        cancelled, _made = together(lambda p=player: services.cancel(p), lambda: matching.match_room(room.pk))
        seated = Seat.objects.filter(player=player).exists()
        assert cancelled == ("matched" if seated else None)
        assert not Ticket.objects.exists()


def test_one_seat_has_one_taker() -> None:
    room, people = rooms(), [person() for _ in range(5)]
    services.sit_anywhere(people[0], room.pk)
    table = Table.objects.get()
    outcomes = together(*[lambda p=p: services.sit(p, table.pk, 1) and "sat" for p in people[1:]])
    assert Counter(outcomes) == {"sat": 1, "seat_taken": 3}


def test_sitting_and_joining_at_once_leaves_the_player_in_one_place() -> None:
    room = rooms()
    for _ in range(5):
        player = person()
        together(
            lambda p=player: services.join(p, room.pk),
            lambda p=player: services.sit_anywhere(p, room.pk),
            lambda: matching.match_room(room.pk),
        )
        assert Seat.objects.filter(player=player).count() == 1
        check_house()


def test_joining_while_leaving() -> None:
    room, player = rooms(), person()
    for _ in range(6):
        services.sit_anywhere(player, room.pk)
        left, joined = together(lambda: services.leave(player), lambda: services.join(player, room.pk) and "joined")
        assert left is None
        assert joined in ("joined", "seated")
        assert not Seat.objects.exists()
        assert Ticket.objects.filter(player=player).exists() == (joined == "joined")
        Ticket.objects.all().delete()


def test_the_last_readies_at_once_start_one_hand() -> None:
    room, people = rooms(), [person() for _ in range(3)]
    services.sit_anywhere(people[0], room.pk)
    table = Table.objects.get()
    services.unready(people[0])
    for index, player in enumerate(people[1:], start=1):
        services.sit(player, table.pk, index)
    started = together(*[lambda p=p: services.ready(p) for p in people], lambda: matching.match_room(room.pk) and None)
    assert Hand.objects.count() == 1
    assert str(Table.objects.get().hand) in started


def test_a_settled_hand_told_twice_at_once_frees_the_table_once() -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    overdue(room)
    matching.match_room(room.pk)
    event = settled(Table.objects.get())
    v = Table.objects.get().v
    together(*[lambda: free_table(event)] * 3)
    assert (Table.objects.get().hand, Table.objects.get().v) == (None, v + 1)


def test_a_storm_of_commands_leaves_nobody_seated_twice_and_nobody_forgotten() -> None:
    room, people = rooms(), [person() for _ in range(10)]

    def wander(player: Player, seed: int) -> None:
        dice = random.Random(seed)
        for _ in range(12):
            act = dice.choice(
                [
                    lambda: services.join(player, room.pk),
                    lambda: services.join(player, room.pk),
                    lambda: services.cancel(player),
                    lambda: services.sit_anywhere(player, room.pk),
                    lambda: services.ready(player),
                    lambda: services.unready(player),
                    lambda: services.change_table(player),
                    lambda: services.sit(player, dice.choice(tables()), dice.randrange(3)),
                ]
            )
            try:
                act()
            except Refused:
                continue

    def tables() -> list[int]:
        return list(Table.objects.values_list("pk", flat=True)) or [1]

    def tick() -> None:
        for _ in range(12):
            overdue(room)
            matching.match_room(room.pk)
            settle_all()

    together(*[lambda p=p, i=i: wander(p, i) for i, p in enumerate(people)], tick, tick)
    check_house()
    # When the storm is over everybody who waits, in the queue or ready at a table, is playing after one tick.
    overdue(room)
    Seat.objects.filter(ready_at__isnull=False).update(ready_at=timezone.now() - timedelta(minutes=1))
    matching.match_room(room.pk)
    assert not Ticket.objects.exists()
    waiting = Seat.objects.filter(table__hand=None, player__isnull=False, ready_at__isnull=False)
    for seat in waiting:
        assert seat.table.taken.filter(player__isnull=False, ready_at=None).exists(), "only an unready mate holds it up"
