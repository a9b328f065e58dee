"""The pages of contests: what a visitor, an entrant, a loser and a winner see and may press, without JavaScript."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from lobby.challenge import engine, services
from lobby.challenge.management.commands.load_challenges import SCHEDULES
from lobby.challenge.models import Challenge, Schedule
from lobby.models import Room, Seat
from tests.challenge.contests import Clock, entered
from tests.lobby.people import person
from tests.pages.conftest import Page

pytestmark = pytest.mark.django_db


def seen(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_a_visitor_enters_as_a_guest_and_takes_the_entry_back(client: Client) -> None:
    contest, _people = entered(2)
    assert "小赛" in seen(client, "/challenges/")
    address = f"/challenges/{contest.pk}/"
    assert f'action="{address}enter/"' in seen(client, address)
    client.post(f"{address}enter/")
    guest = Player.objects.get(is_guest=True)
    page = seen(client, address)
    assert f'action="{address}back/"' in page
    assert guest.nickname in page
    assert "小赛" in seen(client, "/"), "the hall leads there"
    client.post(f"{address}back/")
    assert not contest.entries.filter(player=guest).exists()
    assert "已取消报名" in seen(client, address)


def test_refusals_are_told_in_words(client: Client) -> None:
    contest, _people = entered(2, most=2)
    client.force_login(person(50))
    assert "报满了" in seen(client, f"/challenges/{contest.pk}/")
    client.post(f"/challenges/{contest.pk}/enter/")
    assert "这场比赛报满了" in seen(client, f"/challenges/{contest.pk}/")
    assert client.post("/challenges/0/enter/")["Location"] == "/challenges/"
    assert client.get("/challenges/0/").status_code == client.get("/challenges/0/live/").status_code == 404


def test_who_is_short_of_the_fee_is_told_before_pressing(client: Client) -> None:
    contest, _people = entered(2)
    client.force_login(person(50))
    buttons = Page(seen(client, f"/challenges/{contest.pk}/")).find("button", class_="btn-large")
    assert ["disabled" in attrs for attrs, _text in buttons] == [True]


def test_the_changing_part_is_sent_when_it_changed(client: Client) -> None:
    contest, people = entered(3)
    contest.refresh_from_db()
    address = f"/challenges/{contest.pk}/live/"
    assert client.get(f"{address}?v={contest.v}").status_code == 204
    services.take_back(people[0], contest.pk)
    changed = client.get(f"{address}?v={contest.v}")
    assert changed.status_code == 200
    assert people[0].nickname not in changed.content.decode()


def test_a_contest_that_runs_leads_to_the_table_and_ends_with_its_prizes(client: Client) -> None:
    contest, people = entered(6, boards=1)
    client.force_login(people[0])
    clock = Clock(contest)
    for seconds in (0, 0, 0, 11):
        clock.step(seconds)
    table = Seat.objects.get(player=people[0]).table_id
    address = f"/challenges/{contest.pk}/"
    page = seen(client, address)
    assert f'href="/t/{table}/"' in page
    assert "实时排名" in page
    assert '"contest": {"id"' in seen(client, f"/t/{table}/")
    assert client.get(f"/r/{contest.room_id}/")["Location"] == "/challenges/"
    clock.settle()
    clock.play()
    page = seen(client, address)
    won = contest.entries.get(place=1)
    assert f"第 {contest.entries.get(player=people[0]).place} 名" in page
    assert won.player.nickname in page
    assert page.count('href="/replay/') == 3
    assert "比赛结束" in page
    assert "小赛" in seen(client, "/challenges/")


def test_giving_up_and_a_contest_that_was_cancelled(client: Client) -> None:
    contest, people = entered(6)
    client.force_login(people[0])
    Clock(contest).step()
    client.post(f"/challenges/{contest.pk}/leave/")
    assert "退赛" in seen(client, f"/challenges/{contest.pk}/")
    assert contest.entries.get(player=people[0]).left_at is not None
    services.call_off(contest.pk)
    assert "报名费已全部退回" in seen(client, f"/challenges/{contest.pk}/")


def test_the_starting_contests_can_be_held_and_are_loaded_once() -> None:
    call_command("load_rooms", verbosity=0)
    assert Room.objects.filter(contest=True).count() == 4
    call_command("load_challenges")
    Schedule.objects.filter(order=0).update(fee=7)
    call_command("load_challenges")
    assert Schedule.objects.count() == len(SCHEDULES)
    assert Schedule.objects.get(order=0).fee == 7
    for one in Schedule.objects.exclude(first_at=None):
        assert one.first_at is not None
        assert engine.upcoming(one, one.first_at - timedelta(minutes=1))


def test_the_desk_sets_schedules_and_calls_contests_off(client: Client, admin_client: Any) -> None:
    contest, people = entered(2)
    schedule = contest.schedule
    assert admin_client.get("/admin/challenge/schedule/").status_code == 200
    assert admin_client.get(f"/admin/challenge/schedule/{schedule.pk}/change/").status_code == 200
    assert admin_client.get(f"/admin/challenge/challenge/{contest.pk}/change/").status_code == 200
    admin_client.post("/admin/challenge/challenge/", {"action": "call_off", "_selected_action": [contest.pk]})
    contest.refresh_from_db()
    assert (contest.status, contest.why) == (Challenge.Status.CANCELLED, "house")
    assert {player.pk for player in people} == set(contest.entries.values_list("player", flat=True))
    assert schedule.first_at is not None
    assert schedule.first_at < timezone.now() + timedelta(days=1)
