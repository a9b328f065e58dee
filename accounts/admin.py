"""Players, standings, and who may do what, in the admin."""

from __future__ import annotations

from allauth.account.admin import EmailAddressAdmin as PlainEmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.models import Block, Friendship, Player, Standing
from desk.admin import ModelAdmin, ShownAdmin

for model in (Group, EmailAddress):
    # Registered by their own apps, which know nothing of the theme.
    admin.site.unregister(model)


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    """Django's own user page, with what a player has more."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "nickname", "is_guest", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "nickname", "email"]
    fieldsets = [
        *(UserAdmin.fieldsets or []),
        (_("玩家"), {"fields": ["nickname", "avatar", "is_guest", "language"]}),
    ]


@admin.register(Group)
class GroupAdmin(PlainGroupAdmin, ModelAdmin):
    pass


@admin.register(EmailAddress)
class EmailAddressAdmin(PlainEmailAddressAdmin, ModelAdmin):
    pass


@admin.register(Standing)
class StandingAdmin(ShownAdmin):
    """Standings come from settled hands alone, so they are only shown."""

    list_display = ["player", "mode", "points", "level", "title", "win", "lose", "draw", "escape"]
    list_filter = ["mode"]
    search_fields = ["player__username", "player__nickname"]


@admin.register(Friendship)
class FriendshipAdmin(ShownAdmin):
    """Friendships and requests are the players' own affair: shown where somebody complains."""

    list_display = ["low", "high", "asked_by", "asked_at", "accepted_at", "declined_at"]
    search_fields = ["low__username", "low__nickname", "high__username", "high__nickname"]


@admin.register(Block)
class BlockAdmin(ShownAdmin):
    """So are blocks."""

    list_display = ["player", "blocked", "at"]
    search_fields = ["player__username", "player__nickname", "blocked__username", "blocked__nickname"]
