"""Choosing a figure: what is refused, what is kept, and the address that shows it."""

import uuid

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from avatars import selectors, services
from avatars.catalogue import STARTERS
from avatars.compose import compose, digest
from avatars.errors import Refused
from avatars.models import Look
from wallet.topup import members

pytestmark = pytest.mark.django_db
CHOICE = STARTERS["f2"].as_dict() | {"scene": "bamboo", "accessory": ""}


@pytest.fixture
def player() -> Player:
    return Player.objects.create(username=uuid.uuid4().hex, nickname="小满")


def test_a_figure_is_kept_and_shown(player: Player):
    code = services.save(player, CHOICE)
    player.refresh_from_db()
    assert player.avatar == code == digest(selectors.drawing(code))
    assert selectors.face(player) == f"/avatars/{code}.svg"
    assert selectors.recipe(code).as_dict() == CHOICE


def test_the_same_choice_of_two_players_is_one_look(player: Player):
    other = Player.objects.create(username="other", nickname="谷雨")
    assert services.save(player, CHOICE) == services.save(other, CHOICE) == services.save(player, CHOICE)
    assert Look.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"base": "x"}, "no_base"),
        ({"base": ""}, "no_base"),
        ({"hair": "short"}, "no_part"),
        ({"hair": ""}, "no_part"),
        ({"scene": '"/><script>alert(1)</script>'}, "no_part"),
        ({"outfit": "hair-bob"}, "no_part"),
        ({"accessory": "beard"}, "no_part"),
        ({"skin": "#fff"}, "no_colour"),
        ({"cloth": "url(http://a)"}, "no_colour"),
        ({"outfit": "gown"}, "locked"),
        ({"expression": "starry"}, "locked"),
    ],
)
def test_what_is_refused_changes_nothing(player: Player, change: dict[str, str], code: str):
    before = player.avatar
    with pytest.raises(Refused) as refused:
        services.save(player, CHOICE | change)
    player.refresh_from_db()
    assert (refused.value.code, player.avatar, Look.objects.count()) == (code, before, 0)


def test_a_bot_keeps_its_face(player: Player):
    bot = Player.objects.create(username="bot", nickname="BOT 木头", owner=player, avatar="bot")
    with pytest.raises(Refused) as refused:
        services.save(bot, CHOICE)
    assert (refused.value.code, Player.objects.get(pk=bot.pk).avatar) == ("for_people", "bot")


def test_a_membership_opens_its_parts(player: Player, monkeypatch: pytest.MonkeyPatch):
    assert "outfit-gown" not in selectors.wearable(player.pk)
    monkeypatch.setattr(members, "parts", lambda player_id: frozenset({"outfit-gown"}))
    services.save(player, CHOICE | {"outfit": "gown"})
    with pytest.raises(Refused):
        services.save(player, CHOICE | {"outfit": "robe"})


def test_a_face_outlives_the_cache_and_may_be_kept_for_ever(player: Player, client: Client):
    code = services.save(player, CHOICE)
    first = client.get(f"/avatars/{code}.svg")
    cache.clear()
    again = client.get(f"/avatars/{code}.svg")
    assert first.content == again.content == compose(selectors.recipe(code)).encode()
    assert again["Content-Type"] == "image/svg+xml"
    assert {"immutable", "public", "max-age=31536000"} == set(again["Cache-Control"].split(", "))
    assert "Cookie" not in again.get("Vary", "")


def test_a_mood_has_an_address_of_its_own(player: Player, client: Client):
    code = services.save(player, CHOICE)
    address = selectors.address(code, "angry")
    assert address == f"/avatars/{code}/angry.svg"
    assert b'id="expression-angry"' in client.get(address).content
    assert client.get(f"/avatars/{code}/starry.svg").status_code == 404
    assert client.get("/avatars/bot/sad.svg").content == client.get("/avatars/bot.svg").content


def test_starters_are_shown_for_a_day(client: Client):
    answer = client.get("/avatars/f1.svg")
    assert answer.content == compose(STARTERS["f1"]).encode()
    assert "immutable" not in answer["Cache-Control"]


@pytest.mark.parametrize("code", ["0123456789abcdef", "f9", "..%2Fsettings", "F1"])
def test_an_unknown_face_is_not_found(client: Client, code: str):
    assert client.get(f"/avatars/{code}.svg").status_code == 404
