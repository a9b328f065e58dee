"""Rooms are tuned here; each change of a rule makes a new version. Tables and seats are shown, never edited: the
lobby's commands alone move people."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from desk.admin import ModelAdmin, ShownAdmin, ShownInline
from lobby import tuning
from lobby.models import Placing, Room, RoomRevision, Season, SeasonPrize, Seat, Table, Ticket, Zone


@admin.register(Zone)
class ZoneAdmin(ModelAdmin):
    """A zone that has rooms keeps its game and mode: theirs would change without a version of their own."""

    list_display = ["name", "code", "game", "mode", "order"]
    list_editable = ["order"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return ["game", "mode"] if obj is not None and obj.rooms.exists() else []


class RevisionInline(ShownInline):
    """Who changed what, from, to and why, the newest first."""

    model = RoomRevision
    fields = ["version", "created_at", "author", "changed", "why"]
    readonly_fields = fields
    ordering = ["-version"]
    verbose_name_plural = _("改动记录")

    @admin.display(description=_("改动"))
    def changed(self, revision: RoomRevision) -> str:
        return tuning.told(revision.changes)


@admin.register(Room)
class RoomAdmin(ModelAdmin):
    list_display = ["name", "zone", "currency", "initial", "n", "a", "minimum", "maximum", "is_open", "version"]
    list_filter = ["zone", "is_open"]
    readonly_fields = ["played", "version", "preview"]
    list_select_related = ["zone"]
    inlines = [RevisionInline]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change=change, **kwargs, form=tuning.form_for(obj))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return tuning.sections(obj, self.has_change_permission(request, obj))

    @admin.display(description=_("游戏和玩法"))
    def played(self, room: Room) -> str:
        return tuning.played(room)

    @admin.display(description=_("预览"))
    def preview(self, room: Room) -> str:
        return tuning.preview(room)

    def save_model(self, request: HttpRequest, obj: Room, form: Any, change: bool) -> None:
        obj.author, obj.why = request.user, form.cleaned_data["why"]
        super().save_model(request, obj, form, change)


@admin.register(RoomRevision)
class RoomRevisionAdmin(ShownAdmin):
    """The change log of all rooms, the newest first."""

    ordering = ["-created_at", "-pk"]
    list_display = ["room", "version", "created_at", "author", "changed", "why"]
    list_filter = ["room"]
    list_select_related = ["room__zone", "author"]

    @admin.display(description=_("改动"))
    def changed(self, revision: RoomRevision) -> str:
        return tuning.told(revision.changes)


class SeatInline(ShownInline):
    model = Seat
    fields = ["index", "player", "bot", "name", "ready_at", "since"]


@admin.register(Table)
class TableAdmin(ShownAdmin):
    list_display = ["room", "number", "hand"]
    list_filter = ["room"]
    inlines = [SeatInline]


@admin.register(Ticket)
class TicketAdmin(ShownAdmin):
    list_display = ["player", "room", "created_at", "seen_at"]


@admin.register(SeasonPrize)
class SeasonPrizeAdmin(ModelAdmin):
    list_display = ["period", "place", "until", "currency", "amount"]
    list_editable = ["until", "currency", "amount"]
    list_filter = ["period"]


@admin.register(Season)
class SeasonAdmin(ShownAdmin):
    list_display = ["period", "start", "closed_at"]
    list_filter = ["period"]


@admin.register(Placing)
class PlacingAdmin(ShownAdmin):
    list_display = ["season", "mode", "place", "player", "points", "currency", "amount"]
    list_filter = ["season", "mode"]
    list_select_related = ["season", "player"]
