"""Limits, breaks, reminders and minors mode: what restrains holds at once, what frees does not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import care
from accounts.errors import CareRefused
from accounts.models import AgeBand, Care, CareRules, OpenDay, Player

pytestmark = pytest.mark.django_db


def local(*parts: int) -> datetime:
    """An instant of the house's own clock."""
    return timezone.make_aware(datetime(*parts))  # noqa: DTZ001 - made aware at once


FRIDAY = local(2026, 11, 27, 12, 0)


@pytest.fixture
def player() -> Player:
    return Player.objects.create_user("first")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the house's clock."""

    def move(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return move


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(CareRefused) as caught:
        call()
    assert caught.value.text
    return caught.value.code


def born_at_age(years: int) -> date:
    today = timezone.localdate()
    return today.replace(year=today.year - years, day=min(today.day, 28))


# -- limits


def test_a_lower_limit_holds_at_once_and_a_higher_one_after_the_wait(player: Player, at: Callable) -> None:
    at(FRIDAY)
    care.set_limits(player, 5_000, None)
    assert care.caps(player.pk) == care.Caps(None, 5_000, None)
    care.set_limits(player, 9_000, 20_000)
    assert care.caps(player.pk) == care.Caps(None, 5_000, 20_000), "the month is lower than none, the day is higher"
    at(FRIDAY + timedelta(hours=71))
    assert care.caps(player.pk).day == 5_000
    at(FRIDAY + timedelta(hours=72))
    assert care.caps(player.pk) == care.Caps(None, 9_000, 20_000)
    care.set_limits(player, None, 20_000)
    assert care.caps(player.pk).day == 9_000, "no limit is the highest one"
    at(FRIDAY + timedelta(hours=144))
    assert care.caps(player.pk).day is None


def test_a_wait_is_neither_shortened_nor_begun_anew(player: Player, at: Callable) -> None:
    at(FRIDAY)
    care.set_limits(player, 1_000, None)
    care.set_limits(player, 8_000, None)
    at(FRIDAY + timedelta(hours=50))
    care.set_limits(player, 8_000, None)
    care.set_limits(player, 6_000, None)
    assert Care.objects.get().next_day_at == timezone.now() + timedelta(hours=22), "asking for less waits no longer"
    care.set_limits(player, 7_000, None)
    assert Care.objects.get().next_day_at == timezone.now() + timedelta(hours=72), "asking for more waits anew"
    care.set_limits(player, 1_000, None)
    at(FRIDAY + timedelta(days=30))
    assert care.caps(player.pk).day == 1_000, "asking for what holds now ended the wait"


def test_limits_that_are_none_are_refused(player: Player) -> None:
    care.set_limits(player, 100, 200)
    for day, month in ((-1, None), (None, -1), (care.MOST + 1, None)):
        assert refused(lambda d=day, m=month: care.set_limits(player, d, m)) == "bad_limit"
    assert care.caps(player.pk) == care.Caps(None, 100, 200)


# -- breaks


def test_a_break_from_playing_is_one_from_paying_too_and_cannot_be_cut_short(player: Player, at: Callable) -> None:
    CareRules.objects.update(ask_age=False)
    at(FRIDAY)
    assert care.may_play(player.pk) is None is care.may_pay(player.pk)
    care.take_break(player, "pay", 30)
    assert care.may_play(player.pk) is None
    care.take_break(player, "play", 7)
    barred = care.may_play(player.pk)
    assert barred
    assert (barred.code, barred.facts) == ("play_break", {"until": "2026-12-04 12:00"})
    assert refused(lambda: care.take_break(player, "play", 1)) == "break_longer"
    assert refused(lambda: care.take_break(player, "pay", 7)) == "break_longer"
    for kind, days in (("play", 2), ("pay", 0), ("sleep", 7)):
        assert refused(lambda k=kind, d=days: care.take_break(player, k, d)) == "bad_break"
    at(FRIDAY + timedelta(days=7))
    assert care.may_play(player.pk) is None
    barred = care.may_pay(player.pk)
    assert barred
    assert barred.code == "pay_break", "the longer break from paying goes on"
    at(FRIDAY + timedelta(days=30))
    assert care.may_pay(player.pk) is None


# -- minors


def test_a_birthday_is_told_once_and_makes_sense(player: Player) -> None:
    barred = care.may_pay(player.pk)
    assert barred
    assert barred.code == "age_unknown"
    for wrong in (timezone.localdate() + timedelta(days=1), date(1850, 1, 1)):
        assert refused(lambda w=wrong: care.tell_birthday(player, w)) == "bad_age"
    care.tell_birthday(player, date(1990, 5, 1))
    assert refused(lambda: care.tell_birthday(player, date(1980, 5, 1))) == "age_known"
    assert Care.objects.get().born == date(1990, 5, 1)
    assert care.may_pay(player.pk) is None
    assert care.band_of(Care.objects.get()) is None


def test_age_turns_on_the_birthday() -> None:
    assert [care.age(date(2008, 11, 30), date(2026, 11, day)) for day in (29, 30)] == [17, 18]
    assert [care.age(date(2008, 2, 29), date(2026, month, day)) for month, day in ((2, 28), (3, 1))] == [17, 18]


def test_minors_play_in_their_hours_alone(player: Player, at: Callable) -> None:
    Care.objects.create(player=player, born=date(2012, 1, 1))

    def code(*parts: int) -> str:
        at(local(*parts))
        barred = care.may_play(player.pk)
        return barred.code if barred else ""

    assert code(2026, 11, 27, 19, 59) == "minor_hours"
    assert code(2026, 11, 27, 20, 0) == ""
    assert code(2026, 11, 27, 21, 0) == "minor_hours"
    assert code(2026, 11, 30, 20, 30) == "minor_hours", "a Monday"
    OpenDay.objects.create(day=date(2026, 11, 30))
    assert code(2026, 11, 30, 20, 30) == ""
    AgeBand.objects.update(play_from=None, play_until=None)
    assert code(2026, 11, 28, 9, 0) == ""
    CareRules.objects.update(minors_mode=False)
    assert code(2026, 12, 1, 9, 0) == ""
    assert code(2030, 1, 2, 9, 0) == "", "grown up"


def test_the_lower_one_of_own_limit_and_age_counts(player: Player) -> None:
    row = Care.objects.create(player=player, born=born_at_age(13), day_limit=1_000, month_limit=90_000)
    assert care.caps(player.pk) == care.Caps(5_000, 1_000, 20_000)
    Care.objects.filter(pk=row.pk).update(born=born_at_age(7))
    assert care.caps(player.pk) == care.Caps(0, 0, 0)
    Care.objects.filter(pk=row.pk).update(born=born_at_age(30))
    assert care.caps(player.pk) == care.Caps(None, 1_000, 90_000)


def test_a_band_has_two_times_in_order_or_none() -> None:
    band = AgeBand.objects.get(below=16)
    band.play_from = None
    with pytest.raises(ValidationError):
        band.full_clean()
    band.play_from = band.play_until
    with pytest.raises(ValidationError):
        band.full_clean()


# -- reminders and sentences


def test_reminders_come_every_hour_unless_set(player: Player) -> None:
    assert care.of(player.pk).remind_minutes == 60
    care.set_reminder(player, 0)
    assert refused(lambda: care.set_reminder(player, 5)) == "bad_reminder"
    assert care.of(player.pk).remind_minutes == 0


def test_every_refusal_has_a_sentence() -> None:
    facts = {"until": "x", "hours": "y"}
    assert all(CareRefused(code, **facts).text for code in CareRefused.SENTENCES)
