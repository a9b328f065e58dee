"""Login, signing up, keeping a guest's progress, one's own page, help and errors."""

import logging
import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Player
from tests.pages.conftest import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]
PASSWORD = "gu-yu-xiao-man-7"


def test_the_login_card_has_account_password_and_one_tap_for_guests(client):
    page = Page(client.get("/accounts/login/?next=/help/doudizhu/").content.decode())
    assert {"login", "password"} <= {attrs.get("name") for attrs, _ in page.find("input")}
    ((_attrs, text),) = page.find("button", form="guest")
    assert text == "游客进入"
    assert client.post("/guest/", {"next": "/help/doudizhu/"})["Location"] == "/help/doudizhu/"
    assert Player.objects.get().is_guest


def test_a_wrong_password_keeps_the_name_and_says_so(client):
    Player.objects.create_user("xiaoman", password=PASSWORD)
    answer = client.post("/accounts/login/", {"login": "xiaoman", "password": "wrong-one"})
    page = Page(answer.content.decode())
    assert [a["value"] for a, _ in page.find("input", name="login")] == ["xiaoman"]
    assert page.find("p", class_="field-error")
    assert "_auth_user_id" not in client.session


def test_an_error_stands_beside_its_field_and_is_tied_to_it(client):
    page = Page(
        client.post("/accounts/signup/", {"username": "阿福", "password1": "1", "password2": "1"}).content.decode()
    )
    ((field, _),) = page.find("input", name="password1")
    assert field["aria-invalid"] == "true"
    error = f"{field['id']}_error"
    assert error in field["aria-describedby"].split()
    assert page.find("div", id=error)[0][1]
    assert not Player.objects.exists()


def test_signing_up_enters_the_hall(client):
    answer = client.post("/accounts/signup/", {"username": "xiaoman", "password1": PASSWORD, "password2": PASSWORD})
    assert answer["Location"] == "/"
    assert Player.objects.get(username="xiaoman").nickname == "xiaoman"


def test_a_forgotten_password_is_reset_by_mail(client):
    player = Player.objects.create_user("xiaoman", "xiaoman@example.org", PASSWORD)
    answer = client.post("/accounts/password/reset/", {"email": player.email}, follow=True)
    assert "链接已寄出" in answer.content.decode()
    link = re.search(r"https?://[^/]+(/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    assert "设新密码" in form.content.decode()
    fresh = "a-new-secret-38"
    done = client.post(form.request["PATH_INFO"], {"password1": fresh, "password2": fresh}, follow=True)
    assert "新密码已保存" in done.content.decode()
    assert Client().login(username="xiaoman", password=fresh)


def test_a_used_reset_link_offers_another(client):
    answer = client.get("/accounts/password/reset/key/1-set-password/", follow=True)
    assert "再要一个链接" in answer.content.decode()


def test_a_guest_is_warned_before_signing_out(guest):
    client, _ = guest
    assert "保存进度" in client.get("/accounts/logout/").content.decode()
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_a_guest_keeps_name_and_balances_by_choosing_an_account(guest):
    client, player = guest
    page = Page(client.get("/me/").content.decode())
    ((attrs, _),) = [found for found in page.find("form") if found[0].get("action") == "/upgrade/"]
    data = {"username": "xiaoman", "password1": PASSWORD, "password2": PASSWORD, "next": "/me/"}
    assert client.post(attrs["action"], data)["Location"] == "/me/"
    kept = Player.objects.get()
    assert (kept.pk, kept.nickname, kept.username, kept.is_guest) == (player.pk, player.nickname, "xiaoman", False)
    after = client.get("/me/").content.decode()
    assert 'action="/upgrade/"' not in after
    assert "账号 xiaoman" in after


def test_a_refused_upgrade_shows_the_form_again_with_the_reason(guest):
    client, player = guest
    Player.objects.create_user("taken", password=PASSWORD)
    answer = client.post("/upgrade/", {"username": "taken", "password1": PASSWORD, "password2": PASSWORD})
    assert Page(answer.content.decode()).find("p", class_="field-error")
    player.refresh_from_db()
    assert player.is_guest


def test_ones_own_page_shows_level_and_the_way_to_the_next(guest):
    client, player = guest
    player.standings.create(mode="huanle", points=75, win=3, lose=1)
    text = " ".join(client.get("/me/").content.decode().split())
    assert "Lv.3 长工" in text
    assert "再 15 分升为佃户" in text
    assert '<progress max="100" value="50">' in text
    assert "75%" in text


def test_ones_own_page_is_for_oneself(client):
    assert client.get("/me/")["Location"] == "/accounts/login/?next=/me/"


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/accounts/signup/", "/help/doudizhu/", "/accounts/password/reset/"]
)
def test_pages_speak_both_languages_completely(client, address):
    client.post("/language/setlang/", {"language": "en"})
    page = client.get(address).content.decode()
    assert '<html lang="en">' in page
    shown = re.sub(r'<button class="link" name="language".*?</button>|<script.*?</script>', "", page, flags=re.DOTALL)
    assert re.findall(r"[\u4e00-\u9fff]+", shown) == []


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/me/", "/help/doudizhu/"])
def test_every_page_starts_alike(guest, address):
    client, _ = guest
    body = client.get(address, follow=True).content.decode()
    page = Page(body)
    assert page.find("html")[0][0]["lang"] == "zh-Hans"
    assert "viewport-fit=cover" in page.find("meta", name="viewport")[0][0]["content"]
    assert page.find("a", class_="skip")[0][0]["href"] == "#main"
    assert len(page.find("main", id="main")) == 1
    assert len(page.find("h1")) == 1
    assert not [attrs for tag, attrs, _ in page.elements if "style" in attrs], "the policy allows no inline style"


def test_a_failure_of_ours_gives_a_number_that_the_log_knows(client, monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise RuntimeError("on purpose")

    monkeypatch.setattr("platform_site.views.lobby.selectors.hall_boot", broken)
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR):
        answer = client.get("/")
    assert answer.status_code == 500
    number = re.search(r"错误编号 ([0-9a-f]{8})", answer.content.decode())[1]
    assert number in caplog.text
    assert "on purpose" not in answer.content.decode()
