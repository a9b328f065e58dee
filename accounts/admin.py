"""Players and standings in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Player, Standing


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Django's own user page, with what a player has more."""

    list_display = ["username", "nickname", "is_guest", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "nickname", "email"]
    fieldsets = [
        *(UserAdmin.fieldsets or []),
        (_("玩家"), {"fields": ["nickname", "avatar", "is_guest", "language"]}),
    ]


@admin.register(Standing)
class StandingAdmin(admin.ModelAdmin):
    """Standings come from settled hands alone, so they are only shown."""

    list_display = ["player", "mode", "points", "level", "title", "win", "lose", "draw", "escape"]
    list_filter = ["mode"]
    search_fields = ["player__username", "player__nickname"]

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: Standing | None = None) -> bool:
        return False
