"""Tokens and bot accounts: who may make them, what is kept of them, when they end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import bots, closing, tokens
from accounts.errors import Declined
from accounts.models import Player, Scope, Token
from accounts.names import BOT_MARK
from tests.together import together

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_asked_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_user("owner", password="a long password", nickname="小满")


def make(owner: Player, account: Player | None = None, *scopes: str, days: int = 7) -> tuple[Token, str]:
    return tokens.create(owner, account or owner, "桌面", scopes or ("read", "play"), days)


def refusal(work: object, *args: object, **named: object) -> str:
    with pytest.raises(Declined) as refused:
        work(*args, **named)  # type: ignore[operator]
    assert refused.value.text
    return refused.value.code


def test_the_secret_is_told_once_and_kept_nowhere(owner: Player) -> None:
    token, secret = make(owner)
    assert secret.startswith(tokens.PREFIX)
    assert len(secret) > 45
    row = Token.objects.values().get(pk=token.pk)
    assert secret not in str(row)
    assert secret.removeprefix(tokens.PREFIX) not in str(row)
    found = tokens.find(secret)
    assert found == token
    for wrong in ("", tokens.PREFIX, secret[:-1], secret.upper(), token.digest):
        assert tokens.find(wrong) is None


def test_its_use_is_noted_to_the_minute(owner: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    token, secret = make(owner)
    assert token.used_at is None
    tokens.find(secret)
    token.refresh_from_db()
    first = token.used_at
    assert first is not None
    tokens.find(secret)
    token.refresh_from_db()
    assert token.used_at == first
    Token.objects.update(used_at=first - tokens.NOTED)
    tokens.find(secret)
    token.refresh_from_db()
    assert token.used_at is not None
    assert token.used_at >= first


def test_it_ends_when_revoked_when_expired_and_with_the_account(owner: Player) -> None:
    token, secret = make(owner)
    stranger = Player.objects.create_user("stranger")
    assert refusal(tokens.revoke, stranger, token.pk) == "no_token"
    assert tokens.holds(token.pk)
    Player.objects.filter(pk=owner.pk).update(is_active=False)
    assert (tokens.find(secret), tokens.holds(token.pk)) == (None, False)
    Player.objects.filter(pk=owner.pk).update(is_active=True)
    assert tokens.find(secret) == token
    Token.objects.update(expires_at=timezone.now())
    assert (tokens.find(secret), tokens.holds(token.pk)) == (None, False)
    Token.objects.update(expires_at=timezone.now() + timedelta(days=1))
    tokens.revoke(owner, token.pk)
    assert (tokens.find(secret), tokens.holds(token.pk)) == (None, False)
    assert refusal(tokens.revoke, owner, token.pk) == "no_token"


def test_what_makes_no_sense_is_refused(owner: Player) -> None:
    guest = Player.objects.create_user("guest:1", is_guest=True)
    bot = bots.create(owner, "小强")
    other = Player.objects.create_user("other")
    assert refusal(make, guest) == "guests_have_none"
    assert refusal(make, owner, other) == "no_bot"
    assert refusal(make, other, bot) == "no_bot"
    assert refusal(make, owner, None, "read", "everything") == "bad_scopes"
    assert refusal(make, owner, bot, "rewards") == "bad_scopes"
    assert refusal(make, owner, None, "read", days=36_500) == "bad_expiry"
    for name in ("", "  ", "x" * 41, "a\u202eb", "a\x00b"):
        assert refusal(tokens.create, owner, owner, name, ["read"], 7) == "bad_name"
    assert refusal(tokens.create, owner, owner, "name", [], 7) == "bad_scopes"
    assert not Token.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_limits_hold_however_many_ask_at_once() -> None:
    owner = Player.objects.create_user("owner")
    for _ in range(tokens.MOST - 1):
        make(owner)
    got = together(*[lambda: make(owner)[0].name for _ in range(4)])
    assert sorted(got) == ["too_many_tokens"] * 3 + ["桌面"]
    Token.objects.filter(pk=Token.objects.first().pk).update(expires_at=timezone.now())  # type: ignore[union-attr]
    make(owner)
    assert Token.objects.count() == tokens.MOST, "the expired one made room"
    got = together(*[lambda: bots.create(owner, "小强").nickname for _ in range(5)])
    assert sorted(got) == [BOT_MARK + "小强"] * 3 + ["too_many_bots"] * 2


def test_a_bot_is_marked_for_ever_and_has_no_other_way_in(owner: Player) -> None:
    bot = bots.create(owner, "小强")
    assert (bot.nickname, bot.avatar, bot.is_bot, bot.owner) == ("BOT·小强", bots.FACE, True, owner)
    assert not bot.has_usable_password()
    bot.nickname = "小满"
    bot.save()
    assert bot.nickname == "BOT·小满"
    for change in ({"nickname": "小满"}, {"owner": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=bot.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("person", nickname="BOT·小满")
    for name in ("", "强", "x" * 13, "a b", "-ab", "a--b", "ab\u200b", "<b>x</b>", "a\u202eb", "BOT·x"):
        assert refusal(bots.create, owner, name) == "bad_bot_name", name
    assert refusal(bots.create, bot, "小小强") == "guests_have_none"
    door = Client().post("/accounts/login/", {"login": bot.username, "password": ""})
    assert door.status_code != 302


def test_a_retired_bot_is_gone_and_its_place_is_not_free_at_once(owner: Player) -> None:
    bot = bots.create(owner, "小强")
    _token, secret = make(owner, bot)
    stranger = Player.objects.create_user("stranger")
    assert refusal(bots.retire, stranger, bot.pk) == "no_bot"
    assert refusal(bots.retire, owner, owner.pk) == "no_bot"
    assert tokens.find(secret) is not None
    bots.retire(owner, bot.pk)
    assert tokens.find(secret) is None
    assert refusal(make, owner, bot) == "too_many_tokens"
    assert closing.erase_due() == 1
    bot.refresh_from_db()
    assert (bot.nickname, bot.erased_at is None) == (closing.NOBODY, False)
    bots.create(owner, "小二")
    bots.create(owner, "小三")
    assert refusal(bots.create, owner, "小四") == "too_many_bots"
    Player.objects.filter(pk=bot.pk).update(date_joined=timezone.now() - bots.COUNTED)
    assert bots.create(owner, "小四").is_bot


def test_bots_go_with_their_owner(owner: Player) -> None:
    bot = bots.create(owner, "小强")
    _mine, own_secret = make(owner)
    _its, bot_secret = make(owner, bot)
    Player.objects.filter(pk=owner.pk).update(is_active=False)
    assert tokens.find(bot_secret) is None
    Player.objects.filter(pk=owner.pk).update(is_active=True, closes_at=timezone.now())
    assert tokens.find(bot_secret) is not None
    closing.erase_due()
    bot.refresh_from_db()
    assert (bot.is_active, bot.nickname) == (False, closing.NOBODY)
    assert not Token.objects.exists()
    assert (tokens.find(own_secret), tokens.find(bot_secret)) == (None, None)


def test_the_desk_makes_bots_and_sees_tokens_without_their_digest(owner: Player, admin_client: Client) -> None:
    token, _secret = make(owner)
    page = admin_client.get(f"/admin/accounts/token/{token.pk}/change/").content.decode()
    assert token.digest not in page
    for _ in range(bots.MOST + 1):
        answer = admin_client.post("/admin/accounts/botaccount/add/", {"owner": owner.pk, "name": "小强"})
        assert answer.status_code == 302, answer.content.decode()
    assert owner.bots.count() == bots.MOST + 1
    bot = owner.bots.first()
    assert admin_client.get(f"/admin/accounts/botaccount/{bot.pk}/change/").status_code == 200  # type: ignore[union-attr]
    for data in ({"name": "小强"}, {"owner": owner.pk, "name": "x"}, {"owner": bot.pk, "name": "小强"}):  # type: ignore[union-attr]
        assert admin_client.post("/admin/accounts/botaccount/add/", data).status_code == 200
    assert owner.bots.count() == bots.MOST + 1
    listed = admin_client.get("/admin/accounts/botaccount/").content.decode()
    assert "BOT·小强" in listed
    assert list(Scope) == ["read", "play", "social", "rewards", "shop"]
