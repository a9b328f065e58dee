"""The editor's page: trying on, saving, what is locked and what buying it changes."""

import re
import uuid

import pytest
from django.test import Client

from accounts.models import Player
from avatars import selectors
from avatars.catalogue import STARTERS, fitted, parts_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return Player.objects.create(username=uuid.uuid4().hex, nickname="小满")


@pytest.fixture
def page(client: Client, player: Player) -> Client:
    client.force_login(player)
    return client


def test_the_page_shows_the_figure_and_what_fits_it(page: Client):
    text = page.get("/avatar/?base=m&hair=spiky").content.decode()
    chosen = dict(re.findall(r'name="(\w+)" value="(\w*)" ?[^>]*checked', text))
    assert (chosen["base"], chosen["hair"]) == ("m", "spiky")
    assert set(re.findall(r'name="hair" value="(\w+)"', text)) == {part.key for part in parts_of("hair", "m")}


def test_a_saved_figure_is_in_the_editor_again(page: Client, player: Player):
    choice = STARTERS["m2"].as_dict() | {"scene": "blossom", "tint": "red"}
    assert page.post("/avatar/", choice).headers["Location"] == "/me/"
    player.refresh_from_db()
    assert selectors.figure(player).as_dict() == choice
    assert f"/avatars/{player.avatar}.svg" in page.get("/me/").content.decode()


def test_a_refused_choice_stays_in_the_form(page: Client, player: Player):
    answer = page.post("/avatar/", STARTERS["f1"].as_dict() | {"outfit": "gown"}, follow=True)
    player.refresh_from_db()
    assert player.avatar == "f1"
    text = answer.content.decode()
    assert re.search(r'name="outfit" value="gown" checked data-locked', text)
    assert "晚礼服" in text


def test_preview_composes_what_is_locked_too_and_nothing_else(client: Client):
    choice = STARTERS["f1"].as_dict()
    assert b'id="outfit-gown"' in client.get("/avatar/preview.svg", choice | {"outfit": "gown"}).content
    assert client.get("/avatar/preview.svg", choice | {"outfit": "<script>"}).status_code == 404
    assert client.get("/avatar/preview.svg").status_code == 404


def test_what_does_not_fit_gives_way():
    mixed = fitted({"base": "m", "hair": "buns", "scene": "<b>", "skin": "tan"}, STARTERS["f1"])
    assert (mixed.base, mixed.hair, mixed.outfit, mixed.accessory) == ("m", "short", "changshan", "")
    assert (mixed.scene, mixed.skin, mixed.cloth) == ("courtyard", "tan", "red")
    assert fitted({}, STARTERS["f1"]) == STARTERS["f1"]
