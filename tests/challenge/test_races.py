"""Many at the same moment, each with a connection of its own: the last place, one fee, one start."""

from __future__ import annotations

from functools import partial

import pytest

from lobby.challenge import engine, services, tables
from lobby.challenge.models import Challenge
from tests.challenge.contests import Clock, announced, entered
from tests.lobby.people import person
from tests.together import together
from wallet import audit
from wallet import selectors as wallet
from wallet.models import Hold

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_who_want_the_last_places_as_many_get_one_as_there_are() -> None:
    contest, people = announced(most=3), [person() for _ in range(8)]
    outcomes = together(*(partial(services.enter, player, contest.pk) for player in people))
    assert outcomes.count("challenge_full") == 5
    assert contest.entries.count() == Hold.objects.filter(closed=None).count() == 3
    paid = sorted(wallet.balance(player.pk, "beans") for player in people)
    assert paid == [9_900] * 3 + [10_000] * 5
    assert list(audit.faults()) == []


def test_pressing_twice_pays_once_and_entering_while_taking_back_leaves_one_of_both() -> None:
    contest, player = announced(), person()
    entries = together(*[partial(services.enter, player, contest.pk)] * 4)
    assert len({entry.pk for entry in entries}) == 1
    assert wallet.balance(player.pk, "beans") == 9_900
    together(partial(services.enter, player, contest.pk), partial(services.take_back, player, contest.pk))
    held = Hold.objects.filter(closed=None).count()
    assert held == contest.entries.count() <= 1
    assert wallet.balance(player.pk, "beans") == 10_000 - 100 * held


def test_a_start_a_refund_and_a_late_entry_at_once_leave_one_truth() -> None:
    contest, people = entered(4)
    clock, late = Clock(contest), person()
    together(
        partial(engine.begin, contest.pk, clock.now),
        partial(engine.begin, contest.pk, clock.now),
        partial(services.take_back, people[0], contest.pk),
        partial(services.enter, late, contest.pk),
    )
    contest = clock.contest
    count = contest.entries.count()
    assert contest.status == Challenge.Status.RUNNING
    assert (contest.pool, contest.house) == (count * 90, count * 10)
    assert Hold.objects.filter(closed=None).count() == count


def test_looks_at_once_deal_each_table_once() -> None:
    contest, _people = entered(6)
    clock = Clock(contest)
    for _ in range(3):
        clock.step()
    now = clock.now + 2 * contest.breath
    places = list(clock.round.tables.values_list("pk", flat=True))
    together(*[partial(tables.attend, place, now) for place in places * 3])
    assert sorted(clock.round.tables.values_list("plays__board__number", flat=True)) == [1, 1]
