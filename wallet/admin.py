"""Money in the admin: everything to be seen, only the opening amounts to be set."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from desk.admin import ModelAdmin, ShownAdmin, ShownInline
from wallet.models import Account, Entry, Hold, OpeningGrant, Transfer


class EntryInline(ShownInline):
    model = Entry


@admin.register(Account)
class AccountAdmin(ShownAdmin):
    list_display = ["kind", "owner", "currency", "balance"]
    list_filter = ["kind", "currency"]
    list_select_related = ["owner"]
    search_fields = ["owner__username", "owner__nickname"]


@admin.register(Transfer)
class TransferAdmin(ShownAdmin):
    list_display = ["key", "kind", "created"]
    list_filter = ["kind"]
    search_fields = ["key"]
    inlines = [EntryInline]


@admin.register(Hold)
class HoldAdmin(ShownAdmin):
    list_display = ["key", "seat", "player", "amount", "currency", "opened", "closed"]
    list_filter = ["currency", ("closed", admin.EmptyFieldListFilter)]
    list_select_related = ["player"]
    search_fields = ["key", "player__username"]


@admin.register(OpeningGrant)
class OpeningGrantAdmin(ModelAdmin):
    """An amount of 0 gives nothing; rows are not removed, so that no migration brings one back."""

    list_display = ["currency", "amount"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: OpeningGrant | None = None) -> bool:
        return False
