"""Money in the admin: everything to be seen, only the opening amounts to be set."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from wallet.models import Account, Entry, Hold, OpeningGrant, Transfer


class ReadOnly:
    """The ledger is written by the services alone."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class EntryInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Entry
    extra = 0


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["kind", "owner", "currency", "balance"]
    list_filter = ["kind", "currency"]
    list_select_related = ["owner"]
    search_fields = ["owner__username", "owner__nickname"]


@admin.register(Transfer)
class TransferAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["key", "kind", "created"]
    list_filter = ["kind"]
    search_fields = ["key"]
    inlines = [EntryInline]


@admin.register(Hold)
class HoldAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["key", "seat", "player", "amount", "currency", "opened", "closed"]
    list_filter = ["currency", ("closed", admin.EmptyFieldListFilter)]
    list_select_related = ["player"]
    search_fields = ["key", "player__username"]


@admin.register(OpeningGrant)
class OpeningGrantAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An amount of 0 gives nothing; rows are not removed, so that no migration brings one back."""

    list_display = ["currency", "amount"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: OpeningGrant | None = None) -> bool:
        return False
