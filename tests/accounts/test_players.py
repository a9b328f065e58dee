"""Guests, registration, upgrading and what an outsider can learn."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts import levels, names, selectors, services
from accounts.errors import NotAGuest, UsernameTaken
from accounts.models import Player

PASSWORD = "correct-horse-battery"  # nothing is protected by it

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_rates(settings: Any) -> None:
    """Counts of earlier tests and of other processes on the same Redis do not matter here."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}}


def enter(client: Client) -> Player:
    assert client.post("/guest/").status_code == 302
    return Player.objects.get(pk=client.session["_auth_user_id"])


def test_one_tap_makes_a_guest_who_is_signed_in(client: Client) -> None:
    player = enter(client)
    assert player.is_guest
    assert 2 <= len(player.nickname) <= 24
    assert player.avatar in names.AVATARS
    assert not player.has_usable_password()


def test_a_guest_is_made_by_post_alone(client: Client) -> None:
    assert client.get("/guest/").status_code == 405
    assert not Player.objects.exists()


def test_entering_again_keeps_the_same_guest(client: Client) -> None:
    first = enter(client)
    assert enter(client) == first
    assert Player.objects.count() == 1


def test_next_stays_on_this_site(client: Client) -> None:
    assert client.post("/guest/", {"next": "/r/1/"})["Location"] == "/r/1/"
    assert client.post("/guest/", {"next": "https://example.com/"})["Location"] == "/"


def test_guests_of_one_address_are_limited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    codes = [Client().post("/guest/").status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    assert Player.objects.count() == 2
    assert Client(REMOTE_ADDR="203.0.113.9").post("/guest/").status_code == 302


def test_upgrading_keeps_the_player_and_the_session(client: Client) -> None:
    guest = enter(client)
    services.record(guest.pk, "huanle", "win", 120)
    answer = client.post("/upgrade/", {"username": "小满", "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 302
    player = Player.objects.get()
    assert (player.pk, player.nickname, player.avatar) == (guest.pk, guest.nickname, guest.avatar)
    assert not player.is_guest
    assert selectors.standing(player, "huanle").points == 120
    assert client.session["_auth_user_id"] == str(guest.pk)
    fresh = Client()
    assert fresh.post("/accounts/login/", {"login": "小满", "password": PASSWORD}).status_code == 302
    assert fresh.session["_auth_user_id"] == str(guest.pk)


def test_a_taken_name_upgrades_nobody(client: Client) -> None:
    Player.objects.create_user("zhou", password=PASSWORD)
    guest = enter(client)
    with pytest.raises(UsernameTaken):
        services.upgrade(guest, "ZHOU", PASSWORD)
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_an_account_is_not_upgraded_again() -> None:
    player = Player.objects.create_user("zhou", password=PASSWORD)
    with pytest.raises(NotAGuest):
        services.upgrade(player, "other", PASSWORD)
    player.refresh_from_db()
    assert player.username == "zhou"


def test_registering_signs_in_a_player_who_is_no_guest(client: Client) -> None:
    answer = client.post("/accounts/signup/", {"username": "laozhou", "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 302
    player = Player.objects.get(username="laozhou")
    assert not player.is_guest
    assert player.nickname == "laozhou"
    assert client.session["_auth_user_id"] == str(player.pk)


def test_nobody_registers_a_guest_name(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "guest:1", "password1": PASSWORD, "password2": PASSWORD})
    assert not Player.objects.exists()


def _told(content: bytes, *hide: str) -> str:
    """A page without what differs in any two answers: tokens and the entered name."""
    text = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", content.decode())
    for word in hide:
        text = text.replace(word, "")
    return text


def test_login_answers_alike_whether_or_not_the_name_exists() -> None:
    Player.objects.create_user("zhou", password=PASSWORD)
    known = Client().post("/accounts/login/", {"login": "zhou", "password": "wrong"})
    unknown = Client().post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    assert known.status_code == unknown.status_code == 200
    assert _told(known.content, "zhou") == _told(unknown.content, "nobody")


def test_reset_answers_alike_but_mails_only_a_known_address() -> None:
    Player.objects.create_user("zhou", email="zhou@example.com", password=PASSWORD)
    known = Client().post("/accounts/password/reset/", {"email": "zhou@example.com"})
    assert [m.to for m in mail.outbox] == [["zhou@example.com"]]
    assert "/accounts/password/reset/key/" in mail.outbox[0].body
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert all("/accounts/password/reset/key/" not in m.body for m in mail.outbox[1:])


def test_five_wrong_passwords_lock_the_name_for_a_while() -> None:
    Player.objects.create_user("zhou", password=PASSWORD)
    for _ in range(5):
        Client().post("/accounts/login/", {"login": "zhou", "password": "wrong"})
    client = Client()
    client.post("/accounts/login/", {"login": "zhou", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("points", "level", "title"),
    [
        (-5, 1, "包身工"),
        (0, 1, "包身工"),
        (29, 1, "包身工"),
        (30, 2, "短工"),
        (9_199, 14, "大财主"),
        (161_000, 23, "帝王"),
    ],
)
def test_levels(points: int, level: int, title: str) -> None:
    assert (levels.level(points), levels.title(level)) == (level, title)


def test_standing_counts_each_mode_apart_and_may_fall() -> None:
    player = Player.objects.create_user("zhou")
    services.record(player.pk, "huanle", "win", 90)
    services.record(player.pk, "huanle", "escape", -200)
    services.record(player.pk, "classic", "draw", 0)
    standing = selectors.standing(player, "huanle")
    assert (standing.points, standing.win, standing.escape, standing.draw, standing.level) == (-110, 1, 1, 0, 1)
    assert selectors.standing(player.pk, "classic").draw == 1
    assert selectors.standing(player, "siren").pk is None
