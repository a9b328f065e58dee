"""The shop and the bag as pages: they say what a limit is, until when, what is missing; a double click buys once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from platform_site.views.shop import when
from shop import services
from shop.models import Item, Offer, Purchase
from shop.setup import PROPS
from tests.shop import things
from wallet.models import Transfer

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_shop_says_the_limits_until_when_and_what_is_missing() -> None:
    client, player = Client(), things.player()
    assert client.get("/shop/").status_code == 302, "a stranger signs in first"
    client.force_login(player)
    Offer.objects.exclude(prop__code="back-crane").update(is_on=False)
    week = things.offer(things.prop(name="周卡", days=7, uses=3, games=["doudizhu"]))
    dear = things.offer(things.prop(name="贵的"), price=2_000_000)
    text = page(client, "/shop/")
    assert "7 天" in text
    assert "3 次" in text
    assert f"至 {when(timezone.now() + timedelta(days=7))}"[:-3] in text
    missing = 2_000_000 - 100_000 - 10_000
    assert f"还差 {missing:,}" in text
    assert 'data-try="back" data-value="crane"' in text
    assert "2,000,000" not in page(client, "/shop/?category=special")
    assert "周卡" not in page(client, "/shop/?game=mahjong")
    cheap_first = page(client, "/shop/?order=price")
    assert cheap_first.index("周卡") < cheap_first.index("贵的")
    assert dear.pk != week.pk


def test_a_double_click_buys_once_and_the_bag_shows_it() -> None:
    client, player = Client(), things.player()
    client.force_login(player)
    offer = things.offer(things.prop(name="金名", days=7))
    text = page(client, "/shop/")
    form = text[text.index(f'action="/shop/{offer.pk}/"') :]
    key = re.search(r'name="key" value="(\w+)"', form)[1]  # type: ignore[index]
    for _ in range(2):
        answer = client.post(f"/shop/{offer.pk}/", {"key": key, "unit": "100", "quantity": "2"})
        assert answer.headers["Location"] == "/bag/"
    assert Purchase.objects.get().quantity == 2
    assert Transfer.objects.filter(kind="shop").count() == 1
    shown = page(client, "/bag/")
    assert "金名" in shown
    assert "穿戴中" in shown
    item = Item.objects.get()
    client.post(f"/bag/{item.pk}/", {"on": "0"})
    item.refresh_from_db()
    assert not item.worn
    services.reclaim(timezone.now() + timedelta(days=15))
    assert "已到期，系统收回了" in page(client, "/bag/")


def test_what_is_refused_is_said_on_the_page() -> None:
    client, player = Client(), things.player()
    client.force_login(player)
    offer = things.offer()
    for wrong in ({"unit": "99"}, {"quantity": "0"}, {"to": str(things.player().pk)}, {"quantity": "100"}):
        client.post(f"/shop/{offer.pk}/", wrong)
        assert "notice-error" in page(client, "/shop/")
    assert not Purchase.objects.exists()
    client.post("/bag/999/", {"on": "1"})
    assert "notice-error" in page(client, "/bag/")


def test_the_own_table_wears_what_the_reader_wears() -> None:
    """Backs and cloths are the reader's alone: they are in his page, and nowhere in what others are sent."""
    from lobby import services as lobby
    from tests.lobby.people import person, rooms

    room = rooms(fewest=2)
    player, other = person(), person()
    things.given(player, "back")
    things.given(player, "cloth", params={"cloth": "plum"})
    table = lobby.open_private(player, room.pk).table
    lobby.sit(other, table.pk, None, key=table.invite)
    for who, seen in ((player, True), (other, False)):
        client = Client()
        client.force_login(who)
        text = page(client, f"/t/{table.pk}/")
        assert ('data-back="crane"' in text) == seen
        assert ('data-cloth="plum"' in text) == seen
        assert ('id="back-crane"' in text) == seen


def test_starting_texts_are_told_in_english() -> None:
    client, player = Client(headers={"accept-language": "en"}), things.player()
    client.force_login(player)
    text = page(client, "/shop/")
    assert "Crane backs" in text
    assert not [start.name for start in PROPS if start.name in text]
