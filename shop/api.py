"""The shop over HTTP: what is sold, the bag, buying, putting on.

What is refused is 409 (404 where there is no such thing) and {code, text, facts}; its codes stand in `shop.errors`.
"""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import DENIED, NOT_READ, REFUSED, SLOW_DOWN, OwnView
from accounts.models import Player, Scope
from shop import selectors, services
from shop.models import Category, Prop
from wallet.models import Currency


class PropAnswer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    category = serializers.ChoiceField(Category.choices)
    effect = serializers.CharField()
    days = serializers.IntegerField(
        allow_null=True, help_text="Days one piece lasts from the purchase; null: for ever."
    )
    uses = serializers.IntegerField(allow_null=True, help_text="Uses of one piece; null: not counted.")
    games = serializers.ListField(child=serializers.CharField(), help_text="Where it can be used; empty: everywhere.")
    adds = serializers.BooleanField(help_text="Bought again, its days and uses are added.")


class OfferAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    prop = PropAnswer()
    bundle = serializers.IntegerField(help_text="Pieces in one bundle.")
    currency = serializers.ChoiceField(Currency.choices)
    cost = serializers.IntegerField(help_text="What a bundle costs now.")
    price = serializers.IntegerField(help_text="What it costs without a sale.")
    barred = serializers.CharField(allow_null=True, help_text="The code of the limit that stands against buying it.")
    missing = serializers.IntegerField(help_text="So much more of the currency the asker would need.")


class ItemAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    prop = PropAnswer()
    until = serializers.DateTimeField(allow_null=True)
    uses = serializers.IntegerField(allow_null=True)
    worn = serializers.BooleanField()
    gone = serializers.ChoiceField(["expired", "used_up"], allow_null=True, help_text="Why it was taken back.")


class Buy(serializers.Serializer[Any]):
    key = serializers.CharField(
        max_length=40, help_text="Yours: asked for again under the same key, it is bought once."
    )
    quantity = serializers.IntegerField(default=1)
    to = serializers.IntegerField(required=False, help_text="A friend who gets it.")
    price = serializers.IntegerField(required=False, help_text="What all of it may cost; otherwise it is refused.")


class Wear(serializers.Serializer[Any]):
    on = serializers.BooleanField(default=True)


class Bought(serializers.Serializer[Any]):
    paid = serializers.IntegerField()
    item = ItemAnswer()


class Offers(OwnView):
    """What is on sale, as the asker sees it."""

    @extend_schema(tags=["shop"], responses={200: OfferAnswer(many=True), **DENIED, 429: SLOW_DOWN})
    def get(self, request: Request) -> Response:
        rows = selectors.wares(cast(Player, request.user).pk, selectors.offers())
        return Response(
            [
                {
                    "id": ware.offer.pk,
                    "prop": _prop(ware.offer.prop),
                    "bundle": ware.offer.bundle,
                    "currency": ware.offer.currency,
                    "cost": ware.cost,
                    "price": ware.offer.price,
                    "barred": ware.barred,
                    "missing": ware.missing,
                }
                for ware in rows
            ]
        )


class Bag(OwnView):
    """What the asker has, what ends soonest first; what was taken back is shown for seven days."""

    @extend_schema(tags=["shop"], responses={200: ItemAnswer(many=True), **DENIED, 429: SLOW_DOWN})
    def get(self, request: Request) -> Response:
        return Response([_item(one) for one in selectors.owned(cast(Player, request.user).pk)])


class BuyOffer(OwnView):
    """Buy bundles of an offer, for oneself or a friend."""

    scope = Scope.SHOP

    @extend_schema(
        tags=["shop"],
        operation_id="shop_buy",
        request=Buy,
        responses={200: Bought, 400: NOT_READ, **DENIED, 404: REFUSED, 409: REFUSED, 429: SLOW_DOWN},
    )
    def post(self, request: Request, offer_id: int) -> Response:
        asked = Buy(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        done = services.buy(
            cast(Player, request.user),
            offer_id,
            given["quantity"],
            given["key"],
            to=given.get("to"),
            price=given.get("price"),
        )
        return Response({"paid": done.paid, "item": _item(selectors.Owned(done.item, done.item.why or None, None))})


class WearItem(OwnView):
    """Put an item on, or take it off."""

    scope = Scope.SHOP

    @extend_schema(
        tags=["shop"],
        operation_id="shop_wear",
        request=Wear,
        responses={200: ItemAnswer, 400: NOT_READ, **DENIED, 404: REFUSED, 409: REFUSED, 429: SLOW_DOWN},
    )
    def post(self, request: Request, item_id: int) -> Response:
        asked = Wear(data=request.data)
        asked.is_valid(raise_exception=True)
        item = services.wear(cast(Player, request.user), item_id, asked.validated_data["on"])
        return Response(_item(selectors.Owned(item, None, None)))


def _prop(prop: Prop) -> dict[str, Any]:
    texts = {"name": str(prop), "about": prop.told}
    return {name: texts.get(name, getattr(prop, name)) for name in PropAnswer().get_fields()}


def _item(one: selectors.Owned) -> dict[str, Any]:
    item = one.item
    return {
        "id": item.pk,
        "prop": _prop(item.prop),
        "until": item.until and item.until.isoformat(),
        "uses": item.uses,
        "worn": item.worn,
        "gone": one.gone,
    }


urlpatterns = [
    path("", Offers.as_view(), name="shop-api"),
    path("bag/", Bag.as_view(), name="shop-bag-api"),
    path("<int:offer_id>/", BuyOffer.as_view(), name="shop-buy-api"),
    path("bag/<int:item_id>/", WearItem.as_view(), name="shop-wear-api"),
]
