"""Profile, friends, privacy, account, and tables by hand, all without JavaScript."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts import friends, services
from accounts.models import Player
from lobby import presence
from lobby import services as lobby
from lobby.models import Seat, Table
from tests.lobby.people import person, rooms
from tests.pages.conftest import Page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_cache(settings):
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def text(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, url
    return answer.content.decode()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_page_opens_in_both_languages_and_holds_no_text_of_the_other(language):
    room, player = rooms(), person()
    client = browser(player)
    client.cookies["django_language"] = language
    table = lobby.open_private(person(), room.pk).table
    for url in (
        f"/u/{player.pk}/",
        "/friends/",
        "/me/privacy/",
        "/me/account/",
        "/find/?number=1",
        f"/t/{table.pk}/door/",
    ):
        assert text(client, url)
    lobby.open_private(player, room.pk)
    assert ("邀请链接" in text(client, "/company/")) == (language == "zh-hans")


def test_from_request_to_friendship_and_block():
    one, other = person(), person()
    mine, theirs = browser(one), browser(other)
    answer = mine.post(f"/u/{other.pk}/ask/", {"back": "profile"}, follow=True)
    assert answer.redirect_chain == [(f"/u/{other.pk}/", 302)]
    assert "收回申请" in answer.content.decode()
    assert one.nickname in text(theirs, "/friends/")
    theirs.post(f"/u/{one.pk}/accept/")
    assert other.nickname in text(mine, "/friends/")
    assert "在大厅" not in text(mine, f"/u/{other.pk}/")
    presence.seen(other)
    assert "在大厅" in text(mine, f"/u/{other.pk}/")
    theirs.post("/me/privacy/", {"online": "nobody", "invite": "friends", "ask": "all"})
    assert "在大厅" not in text(mine, f"/u/{other.pk}/")
    theirs.post(f"/u/{one.pk}/block/")
    assert "解除屏蔽" in text(theirs, f"/u/{one.pk}/")
    refused = mine.post(f"/u/{other.pk}/ask/", follow=True).content.decode()
    assert "现在不接受好友申请" in refused
    assert mine.get(f"/u/{other.pk}/ask/").status_code == 405
    assert mine.post(f"/u/{other.pk}/adore/").status_code == 404
    text(mine, "/u/99999999/", 404)
    assert Client().get("/friends/").status_code == 302


def test_reputation_is_the_share_of_finished_hands():
    player = person()
    for outcome in ("win", "lose", "draw", "escape"):
        services.record(player.pk, "huanle", outcome, 1)
    page = Page(text(browser(person()), f"/u/{player.pk}/"))
    assert any(said == "信誉 75%" or (said.startswith("信誉") and "75%" in said) for _a, said in page.find("div"))
    assert player.username not in text(browser(person()), f"/u/{player.pk}/"), "the account's name is its owner's"


def test_a_private_table_from_its_opening_to_a_visitor_with_the_link():
    room, host, friend = rooms(), person(), person()
    mine = browser(host)
    friends.ask(host, friend.pk)
    friends.accept(friend, host.pk)
    presence.seen(friend)
    answer = mine.post(f"/r/{room.pk}/private/", {"password": "茶馆"}, follow=True)
    assert answer.redirect_chain == [("/company/", 302)]
    table = Table.objects.get(host=host)
    assert f"/t/{table.pk}/door/?key={table.invite}" in answer.content.decode()
    assert "邀请发出了" in mine.post(f"/company/invite/{friend.pk}/", follow=True).content.decode()
    theirs = browser(friend)
    assert "口令" in text(theirs, f"/t/{table.pk}/door/")
    wrong = theirs.post(f"/t/{table.pk}/come-in/", {"key": "x"}, follow=True)
    assert "口令不对" in wrong.content.decode()
    assert theirs.post(f"/t/{table.pk}/come-in/", {"key": "茶馆"})["Location"] == f"/t/{table.pk}/"
    visitor = Client()
    assert "直接坐下" in text(visitor, f"/t/{table.pk}/door/?key={table.invite}")
    visitor.post(f"/t/{table.pk}/come-in/", {"key": table.invite})
    assert Seat.objects.filter(table=table).count() == 3
    guest = Player.objects.get(is_guest=True)
    assert "已经请他离开" in mine.post(f"/company/kick/{guest.pk}/", follow=True).content.decode()
    assert "机器人坐下了" in mine.post("/company/fill/", follow=True).content.decode()
    assert (
        "请离这张桌子" in visitor.post(f"/t/{table.pk}/come-in/", {"key": table.invite}, follow=True).content.decode()
    )


def test_a_table_is_found_by_its_number_and_a_taken_seat_leads_to_the_free_ones():
    room, host, other = rooms(), person(), person()
    table = lobby.sit_anywhere(host, room.pk).table
    client = browser(other)
    assert f"/t/{table.pk}/door/" in text(client, "/find/?number=1")
    assert client.get(f"/find/?number=1&room={room.pk}")["Location"] == f"/t/{table.pk}/door/"
    for asked in ("9", "x", "٣", "9" * 30, ""):
        assert f"/t/{table.pk}/" not in text(client, f"/find/?number={asked}")
    answer = client.post(f"/t/{table.pk}/sit/0/", follow=True)
    assert answer.redirect_chain == [(f"/r/{room.pk}/", 302)]
    assert "刚刚有人坐下" in answer.content.decode()
    own = lobby.open_private(person(), room.pk).table
    assert client.post(f"/t/{own.pk}/sit/1/")["Location"] == f"/t/{own.pk}/door/"


def test_closing_and_keeping_the_account():
    player = person()
    client = browser(player)
    assert "撤销注销" in client.post("/me/account/close/", follow=True).content.decode()
    player.refresh_from_db()
    assert player.closes_at
    assert "撤销了" in client.post("/me/account/keep/", follow=True).content.decode()
    player.refresh_from_db()
    assert player.closes_at is None
