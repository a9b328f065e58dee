"""Locked parts are sold: what stands on the shelves, and what buying changes."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from avatars import selectors, services, setup
from avatars.catalogue import PARTS, STARTERS
from avatars.errors import Refused
from shop.models import Item, Offer, Prop

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return Player.objects.create(username=uuid.uuid4().hex, nickname="小满")


def owns(player: Player, part: str, **limits: object) -> Item:
    return Item.objects.create(player=player, prop=Prop.objects.get(params={"part": part}), **limits)


def test_every_locked_part_is_sold_once_and_expressions_end():
    locked = {code for code, part in PARTS.items() if part.locked}
    setup.migrated()
    props = Prop.objects.filter(effect="part")
    assert sorted(prop.params["part"] for prop in props) == sorted(locked)
    assert Offer.objects.filter(prop__effect="part").count() == len(locked)
    assert set(selectors.sold()) == locked
    for prop in props:
        prop.full_clean()
        assert (prop.days is not None) == (prop.category == "expression") == ("expression-" in prop.params["part"])


def test_what_was_bought_can_be_worn_until_it_ends(player: Player):
    choice = STARTERS["f1"].as_dict() | {"expression": "starry"}
    item = owns(player, "expression-starry", until=timezone.now() + timedelta(days=1))
    assert selectors.recipe(services.save(player, choice)).expression == "starry"
    item.until = timezone.now() - timedelta(seconds=1)
    item.save()
    with pytest.raises(Refused) as refused:
        services.save(player, choice)
    assert refused.value.code == "locked"
