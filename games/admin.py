"""Hands in the admin: to look at, never to change."""

from __future__ import annotations

from django.contrib import admin

from desk.admin import ShownAdmin, ShownInline
from games.models import Hand, HandSeat


class SeatInline(ShownInline):
    model = HandSeat
    fields = ["seat", "player", "carried", "outcome"]


@admin.register(Hand)
class HandAdmin(ShownAdmin):
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
