"""账本: the statement as a page without JavaScript, and as CSV."""

import csv
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client

from accounts.models import Player
from tests.pages.conftest import Page
from wallet import services, statement
from wallet.services import Holder, Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]
HAND = uuid.UUID(int=3)


@pytest.fixture
def played(guest) -> tuple[Client, Player]:
    client, player = guest
    other = Player.objects.create_user("other", nickname="=1+1")
    services.open_holds(f"hand:{HAND}", [Holder(player.pk, "beans", 3000), Holder(other.pk, "beans", 2000)])
    lines = [Line(0, "stake", -600), Line(1, "stake", 600), Line(0, "rake", -5), Line(1, "rake", -5)]
    services.settle(f"hand:{HAND}", lines)
    return client, player


def test_the_statement_needs_a_player(client):
    for address in ("/me/statement/", "/me/statement.csv"):
        assert client.get(address)["Location"] == f"/accounts/login/?next={address}"


def test_ones_own_page_leads_to_the_statement(guest):
    client, _ = guest
    assert Page(client.get("/me/").content.decode()).find("a", href="/me/statement/")


def test_each_movement_tells_reason_other_side_change_balance_and_hand(played):
    client, _ = played
    body = client.get("/me/statement/?currency=beans").content.decode()
    page = Page(body)
    rows = [text for attrs, text in page.find("tr") if attrs.get("class")]
    assert len(rows) == 5
    for part in ("输赢", "=1+1", "−600", "欢乐豆", "余额 9,400", "冻结 0"):
        assert part in rows[1], rows[1]
    assert "入局冻结 牌局冻结" in rows[3]
    assert "余额 7,000" in rows[3]
    assert "冻结 3,000" in rows[3]
    assert len(page.find("a", href=f"/replay/{HAND}/")) == 4
    assert not page.find("script", id="boot"), "the page needs no script of its own"


def test_the_page_speaks_the_readers_language(played):
    client, _ = played
    body = client.get("/me/statement/", headers={"accept-language": "en"}).content.decode()
    for part in ("Stakes", "Fines", "Opening grant", "Balance"):
        assert part in body


def test_filters_are_kept_on_the_next_page_in_the_form_and_in_the_export(played, monkeypatch):
    client, _ = played
    monkeypatch.setattr("platform_site.views.statement.PAGE", 2)
    page = Page(client.get("/me/statement/?currency=beans").content.decode())
    ((older, _text),) = page.find("a", rel="next")
    assert older["href"].startswith("?currency=beans&before=")
    assert page.find("a", href="/me/statement.csv?currency=beans")
    second = Page(client.get("/me/statement/" + older["href"]).content.decode())
    assert [text for attrs, text in second.find("option") if "selected" in attrs] == ["欢乐豆"]
    assert len([1 for attrs, _text in second.find("tr") if attrs.get("class")]) == 2
    only = Page(client.get("/me/statement/?reason=rake").content.decode())
    assert len([1 for attrs, _text in only.find("tr") if attrs.get("class")]) == 1


@pytest.mark.parametrize("query", ["currency=x", "reason=x", "since=x", "until=99999-1-1", "before=x", "before=²"])
def test_a_filter_that_means_nothing_is_left_out(played, query):
    client, _ = played
    page = Page(client.get(f"/me/statement/?{query}").content.decode())
    assert len([1 for attrs, _text in page.find("tr") if attrs.get("class")]) == 6


def test_the_export_streams_all_of_it_as_a_table(played):
    client, _ = played
    answer = client.get("/me/statement.csv?currency=beans")
    assert answer.streaming
    assert answer.is_async, "a synchronous stream would be collected whole before it left"
    assert answer["Content-Disposition"].startswith('attachment; filename="statement-')
    with pytest.warns(Warning, match="asynchronous iterators"):
        text = b"".join(answer).decode("utf-8-sig")
    rows = list(csv.reader(text.splitlines()))
    assert rows[0][:4] == ["时间", "货币", "缘由", "变动"]
    assert [(row[2], row[3], row[4]) for row in rows[1:]] == [
        ("台费", "-5", "9395"),
        ("输赢", "-600", "9400"),
        ("散局解冻", "3000", "10000"),
        ("入局冻结", "-3000", "7000"),
        ("开户赠送", "10000", "10000"),
    ]
    assert rows[2][6] == "'=1+1", "a nickname is no formula"
    assert rows[2][7] == f"http://testserver/replay/{HAND}/"
    assert rows[5][7] == ""


@pytest.mark.django_db(transaction=True)
async def test_the_export_leaves_in_pieces_on_the_real_edge(monkeypatch):
    player = await sync_to_async(Player.objects.create_user)("long")
    monkeypatch.setattr(
        "platform_site.views.statement.everything", lambda pk, wanted: statement.everything(pk, wanted, chunk=1)
    )
    client = AsyncClient()
    await client.aforce_login(player)
    answer = await client.get("/me/statement.csv", headers={"accept-language": "en"})
    pieces = [piece async for piece in answer.streaming_content]
    assert len(pieces) == 3
    assert "Opening grant" in pieces[1].decode()
