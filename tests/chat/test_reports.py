"""Reports: who may, how often, what comes with them, and how they are closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.events import PlayerErased
from accounts.models import Player
from chat import acts, reports, sanctions
from chat.models import Act, Report
from chat.subscribers import forget_words
from games.models import Hand, HandSeat
from platform_site.views.account import everything
from tests.chat.test_sanctions import master, refused
from tests.lobby import people

pytestmark = pytest.mark.django_db


def hand_of(*players: Player) -> Hand:
    hand = Hand.objects.create(
        game="doudizhu", mode="huanle", rules_version=1, config={}, seed=bytes(32), commitment="", table_key="t"
    )
    for seat, player in enumerate(players):
        HandSeat.objects.create(hand=hand, seat=seat, player=player)
    return hand


def test_a_report_brings_the_last_hand_of_both_and_the_message() -> None:
    by, about, other = people.person(), people.person(), people.person()
    hand_of(by, about)
    last = hand_of(about, by, other)
    hand_of(about, other)
    made = reports.report(by, about.pk, "abuse", " he\u202e swore ", line="you \u200bfool")
    assert (made.hand, made.text, made.state) == (last.pk, "he swore", "open")
    assert [(line["name"], line["text"]) for line in made.lines] == [(about.nickname, "you fool")]
    assert reports.open_reports() == [made]
    assert not Act.objects.exists(), "a report is no act of a game master"


def test_a_player_reports_another_once_at_a_time_and_not_without_end() -> None:
    by, about = people.person(), people.person()
    reports.report(by, about.pk, "abuse")
    refused("reported_already", reports.report, by, about.pk, "spam")
    refused("yourself", reports.report, by, by.pk, "spam")
    refused("no_player", reports.report, by, 0, "spam")
    refused("bad_report", reports.report, by, about.pk, "ugly")
    refused("text_long", reports.report, by, about.pk, "spam", "x" * 201)
    for _more in range(reports.A_DAY - 1):
        reports.report(by, people.person().pk, "spam")
    refused("too_many_reports", reports.report, by, people.person().pk, "spam")
    assert Report.objects.count() == reports.A_DAY
    reports.report(by, people.person().pk, "spam", now=timezone.now() + timedelta(days=2))


@pytest.mark.parametrize(
    ("what", "state", "kinds"),
    [("mute", "done", ["mute"]), ("warn", "done", ["warn"]), ("suspend", "done", ["suspend"])],
)
def test_a_report_is_closed_by_a_sanction(what: str, state: str, kinds: list[str]) -> None:
    gm, about = master(), people.person()
    by, other, third = people.person(), people.person(), people.person()
    hand_of(by, other, about)
    made, same = reports.report(by, about.pk, "abuse"), reports.report(other, about.pk, "abuse")
    apart = reports.report(third, about.pk, "name")
    reports.decide(gm, made.pk, what, "swore")
    for row in (made, same, apart):
        row.refresh_from_db()
    assert (made.state, made.decided_by, same.state, apart.state) == (state, gm, state, "open")
    assert list(Act.objects.values_list("kind", "reason")) == [(kind, "swore") for kind in kinds]
    if what == "mute":
        until = sanctions.muted_until(about, timezone.now())
        assert until is not None
        assert abs(until - timezone.now() - reports.MUTE) < timedelta(seconds=30)
    refused("decided_already", reports.decide, gm, made.pk, "ignore", "x")


def test_a_report_is_ignored_with_a_reason_and_without_a_trace_for_the_player() -> None:
    gm, by, about = master(), people.person(), people.person()
    made = reports.report(by, about.pk, "other")
    refused("no_reason", reports.decide, gm, made.pk, "ignore", "")
    refused("bad_report", reports.decide, gm, made.pk, "shout", "x")
    refused("no_report", reports.decide, gm, 0, "ignore", "x")
    assert reports.decide(gm, made.pk, "ignore", "nothing there") is None
    made.refresh_from_db()
    assert made.state == "ignored"
    assert acts.about(about.pk) == []
    assert Act.objects.get().kind == "ignore"


def test_nobody_decides_a_report_about_himself() -> None:
    gm, by = master(), people.person()
    made = reports.report(by, gm.pk, "abuse")
    refused("yourself", reports.decide, gm, made.pk, "ignore", "I did not")


def test_what_an_erased_player_wrote_is_forgotten_and_his_own_data_come_with_his_file() -> None:
    gm, by, about = master(), people.person(), people.person()
    reports.report(by, about.pk, "abuse", "he swore", line="fool")
    row = sanctions.warn(gm, about, "swore")
    sanctions.appeal(about, row.pk, "I did not")
    kept = everything(about)["conduct"]
    assert [(one["reason"], one["appeal"]) for one in kept["sanctions"]] == [("swore", "I did not")]
    assert [(one["kind"], one["reason"]) for one in kept["acts"]] == [("warn", "swore")]
    assert [one["text"] for one in everything(by)["conduct"]["reports"]] == ["he swore"]
    forget_words(PlayerErased(about.pk))
    forget_words(PlayerErased(by.pk))
    made = Report.objects.get()
    row.refresh_from_db()
    assert (made.text, made.lines[0]["text"], row.appeal, row.reason) == ("", "", "", "swore")
    assert Act.objects.count() == 1
