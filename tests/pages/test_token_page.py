"""令牌与机器人: making, showing once, revoking; without JavaScript."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts import bots, tokens
from accounts.models import Player, Token

pytestmark = pytest.mark.django_db

PASSWORD = "a long password"
FORM = {"name": "桌面", "scopes": ["read", "play"], "days": "30", "password": PASSWORD}


@pytest.fixture(autouse=True)
def _from_nought(fresh_limits: None) -> None:
    """Guessing is limited, and counted under numbers of players that come again."""


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_user("owner", password=PASSWORD, nickname="小满")


@pytest.fixture
def client(owner: Player) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def secret_in(page: Any) -> str:
    found = re.search(tokens.PREFIX + r"[\w-]{43}", page.content.decode())
    return found[0] if found else ""


def test_a_token_is_shown_once_and_works(client: Client, owner: Player) -> None:
    made = client.post("/me/tokens/", FORM)
    secret = secret_in(made)
    found = tokens.find(secret)
    assert found is not None
    assert (found.player, found.scopes, found.name) == (owner, ["read", "play"], "桌面")
    assert "no-store" in made["Cache-Control"]
    again = client.get("/me/tokens/")
    assert "桌面" in again.content.decode()
    assert secret_in(again) == ""
    assert secret not in str(client.session.items())
    client.post(f"/me/tokens/{found.pk}/revoke/")
    assert tokens.find(secret) is None


def test_what_the_form_lacks_is_said_and_makes_nothing(client: Client) -> None:
    for change, word in (
        ({"password": "wrong"}, "密码不对"),
        ({"scopes": []}, "至少选一项权限"),
        ({"days": "x"}, "没有这种期限"),
        ({"days": "9" * 400}, "没有这种期限"),
        ({"account": "1" * 30}, "没有这个机器人"),
        ({"account": "x"}, None),
        ({"name": "\u202e"}, "名称要有"),
    ):
        answer = client.post("/me/tokens/", FORM | change)
        assert (answer.status_code, secret_in(answer) != "") == ((200, True) if word is None else (409, False)), change
        assert word is None or word in answer.content.decode()
    assert Token.objects.count() == 1, "an account that is no number is one's own"


def test_passwords_are_not_guessed_for_long(client: Client) -> None:
    told = [client.post("/me/tokens/", FORM | {"password": f"guess {number}"}).content.decode() for number in range(11)]
    assert ["密码不对" in page for page in told] == [True] * 10 + [False]
    assert secret_in(client.post("/me/tokens/", FORM)) == ""
    assert not Token.objects.exists()


def test_a_bot_is_made_given_a_token_and_retired(client: Client, owner: Player) -> None:
    client.post("/me/bots/", {"name": "小强"})
    bot = owner.bots.get()
    secret = secret_in(client.post("/me/tokens/", FORM | {"account": str(bot.pk)}))
    token = tokens.find(secret)
    assert token is not None
    assert token.player == bot
    page = client.get("/me/tokens/").content.decode()
    assert page.count("BOT·小强") >= 3, "in the list of bots, of tokens and of whom to make one for"
    assert "BOT·小强" in client.get(f"/u/{bot.pk}/").content.decode()
    client.post(f"/me/bots/{bot.pk}/retire/")
    assert tokens.find(secret) is None
    assert "BOT·小强" not in client.get("/me/tokens/").content.decode()


def test_somebody_elses_are_out_of_reach(client: Client, owner: Player) -> None:
    other = Player.objects.create_user("other")
    bot = bots.create(other, "小强")
    token, _secret = tokens.create(other, bot, "x", ["read"], 7)
    answer = client.post("/me/tokens/", FORM | {"account": str(bot.pk)})
    assert (answer.status_code, secret_in(answer)) == (409, "")
    client.post(f"/me/tokens/{token.pk}/revoke/")
    client.post(f"/me/bots/{bot.pk}/retire/")
    assert tokens.holds(token.pk)


def test_guests_are_told_to_save_first(guest: tuple[Client, Player]) -> None:
    browser, player = guest
    assert "/me/tokens/" not in browser.get("/me/").content.decode()
    assert "先保存进度" in browser.post("/me/tokens/", FORM).content.decode()
    browser.post("/me/bots/", {"name": "小强"})
    assert not player.bots.exists()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page_speaks_both_languages(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    body = client.get("/me/tokens/").content.decode()
    assert ("Tokens and bots" in body) == (language == "en")
    assert ("令牌与机器人" in body) == (language == "zh-hans")
