"""Props and their prices are set here; what players have, bought and used is shown, never edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from desk.admin import Inline, ModelAdmin, ShownAdmin
from shop.models import Item, Offer, Prop, Purchase, Use


class OfferInline(Inline):
    model = Offer


@admin.register(Prop)
class PropAdmin(ModelAdmin):
    list_display = ["name", "code", "category", "effect", "days", "uses", "games", "adds", "order"]
    list_editable = ["order"]
    list_filter = ["category", "effect"]
    search_fields = ["name", "code"]
    inlines = [OfferInline]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # The starting rows would come back; what is not to be sold is switched off.
        return False


@admin.register(Offer)
class OfferAdmin(ModelAdmin):
    list_display = ["prop", "bundle", "currency", "price", "sale_price", "sale_until", "level", "members_only", "is_on"]
    list_editable = ["price", "sale_price", "is_on"]
    list_filter = ["is_on", "currency", "prop__category"]
    list_select_related = ["prop"]


@admin.register(Item)
class ItemAdmin(ShownAdmin):
    list_display = ["player", "prop", "got", "until", "uses", "worn", "taken_back", "why"]
    list_filter = ["why", "prop__category"]
    search_fields = ["player__username", "player__nickname", "prop__code"]
    list_select_related = ["player", "prop"]


@admin.register(Purchase)
class PurchaseAdmin(ShownAdmin):
    list_display = ["at", "player", "receiver", "offer", "quantity", "paid", "transfer"]
    search_fields = ["player__username", "player__nickname", "key"]
    list_select_related = ["player", "receiver", "offer__prop", "transfer"]


@admin.register(Use)
class UseAdmin(ShownAdmin):
    list_display = ["at", "item", "game", "hand"]
    search_fields = ["item__player__username", "hand"]
    list_select_related = ["item"]
