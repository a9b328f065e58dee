"""Contests in the database, and boards that end as a test says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games import settlement
from games.models import Hand
from games.rules.core import Result
from games.runtime.wire import result_json
from lobby.challenge import engine, services
from lobby.challenge.models import Challenge, Play, Round, RoundTable, Schedule
from outbox.models import Event
from outbox.services import deliver
from tests.lobby.people import load, person, starting

Score = Callable[[Play, int], list[int]]
"""What a board brings each of so many seats."""


def schedule(**terms: Any) -> Schedule:
    """A schedule of small contests in 欢乐 that starts one in five minutes."""
    load("huanle")
    usual = {
        "name": "小赛",
        "room": starting("contest"),
        "fee": 100,
        "fewest": 2,
        "most": 50,
        "prizes": [60, 40],
        "boards": 2,
        "first_at": timezone.now() + timedelta(minutes=5),
        "opens_before": 10,
    }
    made = Schedule(**{**usual, **terms})
    made.full_clean()
    made.save()
    return made


def announced(**terms: Any) -> Challenge:
    """A contest that one can enter."""
    made = schedule(**terms)
    assert engine.announce() == 1
    return made.challenges.get()


def entered(count: int, beans: int = 10_000, **terms: Any) -> tuple[Challenge, list[Player]]:
    """A contest with so many people in it."""
    contest = announced(**terms)
    people = [person(beans) for _ in range(count)]
    for player in people:
        services.enter(player, contest.pk)
    return contest, people


class Clock:
    """A contest and what time it is there."""

    def __init__(self, contest: Challenge) -> None:
        self.pk = contest.pk
        self.now: datetime = contest.starts_at or timezone.now()

    @property
    def contest(self) -> Challenge:
        return Challenge.objects.get(pk=self.pk)

    @property
    def round(self) -> Round:
        return Round.objects.get(challenge=self.pk, number=self.contest.round)

    def step(self, seconds: float = 0) -> None:
        """Let so much time pass, then look."""
        self.now += timedelta(seconds=seconds)
        engine.step(self.pk, self.now)

    def settle(self, score: Score | None = None) -> int:
        """End every board that is being played; how many. Their tables may go on at once."""
        plays = list(Play.objects.filter(table__round__challenge=self.pk, points=None).select_related("table", "board"))
        for play in plays:
            end(play, score)
        RoundTable.objects.filter(round__challenge=self.pk).exclude(next_at=None).update(next_at=self.now)
        return len(plays)

    def play_round(self, score: Score | None = None) -> Round:
        """Play the next round to its end."""
        self.step(20)
        self.step()
        found = self.round
        for _ in range(100):
            self.step(11)
            self.settle(score)
            self.step()
            found.refresh_from_db()
            if found.ended_at is not None:
                return found
        raise AssertionError("the round does not end")

    def play(self, score: Score | None = None) -> Challenge:
        """Play the whole contest."""
        for _ in range(20):
            self.step(20)
            if self.contest.over:
                return self.contest
            self.play_round(score)
        raise AssertionError("the contest does not end")


_numbers = itertools.count()


def end(play: Play, score: Score | None = None) -> None:
    """End the board's hand with these points, settle it, and tell everybody."""
    hand = Hand.objects.get(pk=play.hand)
    seats = hand.config["seats"]
    points = tuple(score(play, seats) if score else [next(_numbers) % 7 for _ in range(seats)])
    points = (*points[:-1], -sum(points[:-1]))
    outcomes = tuple("win" if won > 0 else "lose" for won in points)
    rest = {"order": tuple(range(seats)), "points": (0,) * seats, "carry": {"late": [0] * seats}}
    result = Result("played", outcomes, pool=points, **rest)
    Hand.objects.filter(pk=hand.pk, status=Hand.Status.LIVE).update(
        status=Hand.Status.OVER, ended=timezone.now(), result=result_json(result)
    )
    settlement.settle_hand(hand.pk)
    tell()


def tell() -> None:
    """Deliver what has been emitted."""
    for event in Event.objects.filter(delivered=None):
        assert deliver(event.pk), Event.objects.get(pk=event.pk).error
