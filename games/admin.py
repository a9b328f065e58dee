"""Hands in the admin: to look at, never to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Hand, HandSeat


class ReadOnly:
    """Nothing here may be added, changed or deleted by hand: hands are computed from their log."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = HandSeat
    fields = ["seat", "player", "display", "carried"]


@admin.register(Hand)
class HandAdmin(ReadOnly, admin.ModelAdmin):
    """The seed is left out: an administrator who plays must not be able to know a live deck."""

    list_display = ["id", "game", "mode", "table_key", "status", "created", "ended"]
    list_filter = ["game", "mode", "status"]
    search_fields = ["id", "table_key", "seats__player__username"]
    date_hierarchy = "created"
    fields = [
        "id",
        "game",
        "mode",
        "rules_version",
        "table_key",
        "status",
        "created",
        "ended",
        "commitment",
        "config",
        "carry",
        "result",
    ]
    inlines = [SeatInline]
