"""What players see of game masters' work: reporting, what was done about them, and a door that is shut."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from chat import sanctions
from chat.models import Report
from tests.chat.test_sanctions import master
from tests.lobby import people

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def named() -> tuple[Player, Client]:
    """Somebody with a password, signed in."""
    cache.clear()  # attempts to sign in are counted
    player = Player.objects.create_user("xiaoman", password="a-long-password", nickname="小满")
    client = Client()
    client.force_login(player)
    return player, client


def test_whoever_signs_in_with_a_suspended_account_is_told_why_and_may_appeal(named) -> None:
    player, _before = named
    gm = master()
    row = sanctions.suspend(gm, player, "cheated at table 3", HOUR)
    client = Client()
    wrong = client.post("/accounts/login/", {"login": "xiaoman", "password": "not-it"})
    assert wrong.status_code == 200
    assert "cheated" not in client.get("/accounts/inactive/").content.decode(), "a name alone tells nothing"
    answer = client.post("/accounts/login/", {"login": "xiaoman", "password": "a-long-password"})
    assert answer["Location"] == "/accounts/inactive/"
    page = client.get("/accounts/inactive/").content.decode()
    assert "cheated at table 3" in page
    assert gm.username not in page
    assert client.get("/me/").status_code == 302, "and is not signed in"
    client.post(f"/me/conduct/{row.pk}/appeal/", {"text": "it was my cat"})
    row.refresh_from_db()
    assert row.appeal == "it was my cat"
    sanctions.decide(master(), row.pk, True, "the cat is known")
    assert client.post("/accounts/login/", {"login": "xiaoman", "password": "a-long-password"})["Location"] == "/"


def test_a_session_that_was_open_tells_a_guest_why(named) -> None:
    guest, client = people.person(), Client()
    client.force_login(guest)
    sanctions.suspend(master(), guest, "spam", HOUR)
    assert "spam" in client.get("/accounts/inactive/").content.decode()
    assert "spam" not in Client().get("/accounts/inactive/").content.decode()


def test_nobody_appeals_for_another(named) -> None:
    row = sanctions.mute(master(), people.person(), "x", HOUR)
    named[1].post(f"/me/conduct/{row.pk}/appeal/", {"text": "let him"})
    assert Client().post(f"/me/conduct/{row.pk}/appeal/", {"text": "let me"}).status_code == 403
    row.refresh_from_db()
    assert row.appealed_at is None


def test_a_report_is_made_from_the_profile(named) -> None:
    player, client = named
    other = people.person()
    assert f"/u/{other.pk}/report/" in client.get(f"/u/{other.pk}/").content.decode()
    assert f"/u/{player.pk}/report/" not in client.get(f"/u/{player.pk}/").content.decode()
    assert client.get(f"/u/{player.pk}/report/").status_code == 404
    page = client.get(f"/u/{other.pk}/report/", {"line": "you fool"}).content.decode()
    assert "you fool" in page
    assert client.post(f"/u/{other.pk}/report/", {"reason": "abuse", "line": "you fool"}).status_code == 302
    again = client.post(f"/u/{other.pk}/report/", {"reason": "abuse"})
    assert "已经举报过" in again.content.decode()
    assert Report.objects.get().lines[0]["text"] == "you fool"
    assert other.nickname in client.get("/me/conduct/").content.decode()
