"""Buying and giving: one transfer and one item, or nothing at all."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import friends
from accounts import services as accounts
from shop import effects, selectors, services, setup
from shop.errors import SENTENCES, Refused
from shop.models import Category, Item, Offer, Prop, Purchase
from tests.shop import things
from tests.together import at_once
from wallet import audit, reasons
from wallet import selectors as money
from wallet.models import Account, Transfer


def code(call: Callable[[], object]) -> str:
    """What the call is refused with; nothing was bought."""
    before = Purchase.objects.count(), Transfer.objects.count(), Item.objects.count()
    with pytest.raises(Refused) as refused:
        call()
    assert (Purchase.objects.count(), Transfer.objects.count(), Item.objects.count()) == before
    assert refused.value.text
    assert refused.value.code in SENTENCES
    return refused.value.code


@pytest.mark.django_db
def test_buying_is_one_transfer_and_one_item_however_often_it_is_asked_for() -> None:
    player, offer = things.player(), things.offer(things.prop(days=7), price=800)
    had, key = money.balance(player.pk, "coins"), uuid.uuid4().hex
    first = services.buy(player, offer.pk, 1, key)
    assert services.buy(player, offer.pk, 1, key) == first
    assert money.balance(player.pk, "coins") == had - 800
    assert Account.objects.get(kind="shop", currency="coins").balance == 800
    assert Transfer.objects.filter(kind="shop").count() == Item.objects.count() == 1
    assert first.item.until == first.at + timedelta(days=7)
    assert reasons.text("shop") == "商城购物"
    assert not list(audit.faults())
    assert code(lambda: services.buy(player, offer.pk, 2, key)) == "key_reused"


@pytest.mark.django_db
def test_bundles_add_up_and_time_runs_on_from_what_is_left() -> None:
    player = things.player()
    horn = things.offer(things.prop(uses=1), bundle=5, price=600)
    for _ in range(2):
        things.bought(player, horn, 2)
    [item] = Item.objects.all()
    assert item.uses == 20
    week = things.offer(things.prop("back", days=7))
    now = timezone.now()
    first = things.bought(player, week, now=now).item
    again = things.bought(player, week, now=now + timedelta(days=3)).item
    assert again.pk == first.pk
    assert again.until == now + timedelta(days=14)
    late = things.bought(player, week, now=now + timedelta(days=30)).item
    assert late.pk != first.pk, "what was over is taken back, not prolonged"
    assert late.until == now + timedelta(days=37)


@pytest.mark.django_db
def test_what_stands_against_a_purchase_is_said() -> None:
    player, offer = things.player(0), things.offer(price=600_000)
    buy = services.buy
    assert code(lambda: buy(player, 0, 1, "a")) == "no_offer"
    assert code(lambda: buy(player, offer.pk, 0, "a")) == "bad_quantity"
    with pytest.raises(Refused) as refused:
        buy(player, offer.pk, 1, "a")
    assert refused.value.code == "not_enough"
    have = money.balance(player.pk, "coins")
    assert refused.value.facts["missing"] == f"{600_000 - have:,}"
    assert not Item.objects.exists()
    cheap = things.offer()
    assert code(lambda: buy(player, cheap.pk, 1, "a", price=99)) == "price_changed"
    once = things.offer(things.prop(days=3, adds=False))
    things.bought(player, once)
    assert code(lambda: things.bought(player, once)) == "not_again"
    off = things.offer(is_on=False)
    assert code(lambda: things.bought(player, off)) == "no_offer"
    unwired = things.offer(things.prop("not registered"))
    assert code(lambda: things.bought(player, unwired)) == "no_offer"


@pytest.mark.django_db
def test_a_level_or_a_membership_may_be_asked_for() -> None:
    player = things.player()
    high, members = things.offer(level=3), things.offer(members_only=True)
    assert code(lambda: things.bought(player, high)) == "low_level"
    assert code(lambda: things.bought(player, members)) == "members_only"
    accounts.record(player.pk, "huanle", "win", 60)
    assert things.bought(player, high).item


@pytest.mark.django_db
def test_a_sale_counts_while_it_is_on() -> None:
    now = timezone.now()
    offer = things.offer(price=100, sale_price=70, sale_from=now, sale_until=now + timedelta(days=1))
    assert [offer.cost(now + timedelta(hours=hours)) for hours in (-1, 0, 23, 24)] == [100, 70, 70, 100]
    assert things.bought(things.player(), offer, now=now).paid == 70
    with pytest.raises(IntegrityError), transaction.atomic():
        things.offer(price=100, sale_price=100)


@pytest.mark.django_db
def test_gifts_go_to_friends() -> None:
    giver, friend, stranger = things.player(), things.player(), things.player()
    friends.ask(giver, friend.pk)
    friends.accept(friend, giver.pk)
    offer = things.offer(things.prop(days=7, adds=False))
    assert code(lambda: things.bought(giver, offer, to=stranger.pk)) == "not_friends"
    had = money.balance(friend.pk, "coins")
    gift = things.bought(giver, offer, to=friend.pk)
    assert gift.item.player_id == friend.pk
    assert money.balance(friend.pk, "coins") == had
    assert not Item.objects.filter(player=giver).exists()
    assert code(lambda: things.bought(giver, offer, to=friend.pk)) == "friend_has_it"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same_key", [True, False])
def test_eight_purchases_at_once_with_money_for_one(same_key: bool) -> None:
    player, offer = things.player(1), things.offer(things.prop(days=7))
    Offer.objects.filter(pk=offer.pk).update(price=money.balance(player.pk, "coins"))
    keys = ["k" if same_key else f"k{number}" for number in range(8)]
    got = at_once(*(lambda key=key: services.buy(player, offer.pk, 1, key) for key in keys))
    bought = [one for one in got if isinstance(one, Purchase)]
    assert {one.pk for one in bought} == {Purchase.objects.get().pk}
    assert [one.code for one in got if isinstance(one, Refused)] == ([] if same_key else ["not_enough"] * 7)
    assert len(bought) == (8 if same_key else 1)
    assert Item.objects.count() == Transfer.objects.filter(kind="shop").count() == 1
    assert money.balance(player.pk, "coins") == 0
    assert not list(audit.faults())


@pytest.mark.django_db(transaction=True)
def test_the_last_use_is_used_once_by_eight_at_once() -> None:
    player = things.player()
    things.given(player, uses=1)
    got = at_once(*(lambda: services.use(player, "name", None) for _ in range(8)))
    assert [one.code for one in got if isinstance(one, Refused)] == ["no_effect"] * 7
    [item] = Item.objects.all()
    assert (item.uses, item.why) == (0, "used_up")


@pytest.mark.django_db
def test_one_thing_of_a_kind_is_worn_and_nothing_that_is_over() -> None:
    player, other = things.player(), things.player()
    gold, jade = things.given(player, days=7), things.given(player, params={"colour": "jade"}, days=7)
    assert selectors.looks(player.pk, "doudizhu") == {"name": "gold"}, "the first is put on at once"
    services.wear(player, jade.pk)
    assert selectors.looks(player.pk, "doudizhu") == {"name": "jade"}
    assert code(lambda: services.wear(other, gold.pk)) == "no_item"
    services.wear(player, jade.pk, on=False)
    assert selectors.looks(player.pk, "doudizhu") == {}
    later = timezone.now() + timedelta(days=7)
    assert code(lambda: services.wear(player, gold.pk, now=later)) == "expired"
    gold.refresh_from_db()
    assert gold.taken_back == later
    shown = selectors.owned(player.pk, later + timedelta(days=6))
    assert [one.gone for one in shown] == ["expired", "expired"]
    assert [one.item.pk for one in selectors.owned(player.pk, later + timedelta(days=8))] == [jade.pk]
    services.reclaim(later)
    assert selectors.owned(player.pk, later + timedelta(days=8)) == []


@pytest.mark.django_db
def test_an_effect_works_in_its_games_alone() -> None:
    player = things.player()
    things.given(player, days=7, games=["doudizhu"])
    assert selectors.looks(player.pk, "doudizhu")
    assert not selectors.looks(player.pk, "mahjong")
    assert code(lambda: services.use(player, "name", "mahjong")) == "wrong_game"


@pytest.mark.django_db
def test_the_starting_props_fit_the_registry_and_an_admins_rows_stay() -> None:
    for prop in Prop.objects.all():
        prop.full_clean()
        assert prop.offers.exists()
    assert {start.category for start in setup.PROPS} == set(Category.values)
    sold = {offer.prop.effect for offer in selectors.offers()}
    assert sold <= set(effects.known())
    Offer.objects.update(price=77)
    setup.migrated()
    assert set(Offer.objects.values_list("price", flat=True)) == {77}
    assert not Offer.objects.exclude(level=0, members_only=False).exists()


@pytest.mark.django_db
def test_a_row_that_means_nothing_is_refused() -> None:
    for wrong in ({"effect": "x"}, {"params": {"colour": "mud"}}, {"params": []}, {"games": ["chess"]}):
        with pytest.raises(ValidationError):
            things.prop(**wrong).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        things.prop(category="expression")
