"""The shop over HTTP: bought once per key, refused with a code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from shop.models import Item, Purchase
from tests.shop import things

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_asked_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_a_program_buys_and_wears() -> None:
    client, player = Client(), things.player()
    client.force_login(player)
    offer = things.offer(things.prop(days=7))
    told = {row["id"]: row for row in client.get("/api/shop/").json()}
    assert told[offer.pk]["cost"] == 100
    assert told[offer.pk]["barred"] is None
    for _ in range(2):
        answer = client.post(f"/api/shop/{offer.pk}/", {"key": "a", "price": 100}, "application/json")
        assert answer.status_code == 200
        assert answer.json()["paid"] == 100
    assert Purchase.objects.count() == 1
    [item] = client.get("/api/shop/bag/").json()
    assert item["worn"]
    off = client.post(f"/api/shop/bag/{item['id']}/", {"on": False}, "application/json")
    assert off.json()["worn"] is False
    assert not Item.objects.get().worn


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"key": "a", "quantity": 0}, 409, "bad_quantity"),
        ({"key": "a", "price": 1}, 409, "price_changed"),
        ({"key": "a", "to": 0}, 409, "not_friends"),
        ({"key": "a" * 41}, 400, "malformed"),
    ],
)
def test_what_is_refused_has_a_code(body: dict[str, object], status: int, code: str) -> None:
    client = Client()
    client.force_login(things.player())
    answer = client.post(f"/api/shop/{things.offer().pk}/", body, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert client.post("/api/shop/0/", {"key": "a"}, "application/json").status_code == 404
    assert not Purchase.objects.exists()
