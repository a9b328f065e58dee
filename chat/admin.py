"""The game masters' work in the admin, to look at; it is done at their desk."""

from __future__ import annotations

from django.contrib import admin

from chat.models import Act, Broadcast, Message, Report, Sanction
from desk.admin import ShownAdmin


@admin.register(Act)
class ActAdmin(ShownAdmin):
    """Who did what to whom, and why: never changed."""

    list_display = ["at", "by", "kind", "player", "reason"]
    list_filter = ["kind"]
    search_fields = ["player__nickname", "by__nickname", "reason"]
    list_select_related = ["by", "player"]


@admin.register(Sanction)
class SanctionAdmin(ShownAdmin):
    """Warnings, mutes, suspensions and their appeals."""

    list_display = ["at", "player", "kind", "until", "ended_at", "by", "reason"]
    list_filter = ["kind", "granted"]
    search_fields = ["player__nickname", "reason"]
    list_select_related = ["by", "player"]


@admin.register(Report)
class ReportAdmin(ShownAdmin):
    """What players told of each other."""

    list_display = ["at", "by", "player", "reason", "text", "state"]
    list_filter = ["reason", "state"]
    search_fields = ["player__nickname", "by__nickname", "text"]
    list_select_related = ["by", "player"]


@admin.register(Broadcast)
class BroadcastAdmin(ShownAdmin):
    """What was said to all, to a game or to a room."""

    list_display = ["text", "scope", "game", "room", "starts_at", "ends_at", "sent_at", "recalled_at", "by"]
    list_filter = ["scope"]
    search_fields = ["text"]
    list_select_related = ["by", "room__zone"]


@admin.register(Message)
class MessageAdmin(ShownAdmin):
    """What players said."""

    list_display = ["at", "player", "room", "table", "text"]
    search_fields = ["player__nickname", "text"]
    list_select_related = ["player", "room__zone", "table__room__zone"]
