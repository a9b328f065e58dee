"""Players, standings, and who may do what, in the admin."""

from __future__ import annotations

from typing import ClassVar

from allauth.account.admin import EmailAddressAdmin as PlainEmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.models import AgeBand, Block, Care, CareRules, Friendship, OpenDay, Player, Standing
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


@admin.register(Care)
class CareAdmin(ModelAdmin):
    """A player's own limits and breaks bind the player, so nobody lifts them; staff may mend the date of birth, and
    Django's own log of changes says who did."""

    list_display = ["player", "born", "day_limit", "month_limit", "no_play_until", "no_pay_until"]
    search_fields = ["player__username", "player__nickname"]
    list_select_related = ["player"]
    SHOWN: ClassVar[list[str]] = [
        "player",
        "born",
        "day_limit",
        "next_day_limit",
        "next_day_at",
        "month_limit",
        "next_month_limit",
        "next_month_at",
        "no_play_until",
        "no_pay_until",
        "remind_minutes",
    ]

    fields = (*SHOWN,)

    def get_readonly_fields(self, request: HttpRequest, obj: Care | None = None) -> list[str]:
        return [name for name in self.SHOWN if name != "born"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Care | None = None) -> bool:
        return False


@admin.register(CareRules)
class CareRulesAdmin(ModelAdmin):
    list_display = ["__str__", "minors_mode", "ask_age", "raise_hours"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return not CareRules.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: CareRules | None = None) -> bool:
        return False


@admin.register(AgeBand)
class AgeBandAdmin(ModelAdmin):
    list_display = ["name", "below", "play_days", "play_from", "play_until", "order_cap", "day_cap", "month_cap"]


@admin.register(OpenDay)
class OpenDayAdmin(ModelAdmin):
    list_display = ["day"]
