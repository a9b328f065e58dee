"""Rooms are tuned here; each change of a rule makes a new version. Tables and seats are shown, never edited: the
lobby's commands alone move people."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from lobby.models import Room, RoomRevision, Seat, Table, Ticket, Zone


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Zone)
class ZoneAdmin(admin.ModelAdmin):
    list_display = ["name", "code", "game", "mode", "order"]
    list_editable = ["order"]


@admin.register(Room)
class RoomAdmin(admin.ModelAdmin):
    list_display = ["name", "zone", "currency", "initial", "n", "a", "minimum", "maximum", "is_open", "version"]
    list_filter = ["zone", "is_open"]
    readonly_fields = ["version"]


@admin.register(RoomRevision)
class RoomRevisionAdmin(ReadOnly):
    list_display = ["room", "version", "created_at"]
    list_filter = ["room"]


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    can_delete = False
    fields = ["index", "player", "bot", "name", "ready_at", "since"]
    readonly_fields = ["index", "player", "bot", "name", "ready_at", "since"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ["room", "number", "hand"]
    list_filter = ["room"]
    inlines = [SeatInline]


@admin.register(Ticket)
class TicketAdmin(ReadOnly):
    list_display = ["player", "room", "created_at", "seen_at"]
