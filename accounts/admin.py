"""Players, standings, and who may do what, in the admin."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.admin import EmailAddressAdmin as PlainEmailAddressAdmin
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts import bots, levels
from accounts.errors import TokenRefused
from accounts.events import AccountSwitchedOff
from accounts.models import (
    AgeBand,
    Block,
    BotAccount,
    Care,
    CareRules,
    Friendship,
    OpenDay,
    Player,
    Standing,
    Step,
    Token,
)
from desk.admin import ModelAdmin, ShownAdmin
from outbox.services import emit

for model in (Group, EmailAddress):
    # Registered by their own apps, which know nothing of the theme.
    admin.site.unregister(model)


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    """Django's own user page, with what a player has more.

    Who may change players does not get to be more by it: staff and their roles are for those with `appoint_staff`, what
    a superuser is, and single permissions, for superusers alone.
    """

    APPOINTED = ("is_staff", "groups")
    SUPREME = ("is_superuser", "user_permissions")

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

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active:
            emit(AccountSwitchedOff(obj.pk))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        allowed: bool = super().has_change_permission(request, obj)
        by: Any = request.user
        if not allowed or obj is None or by.is_superuser:
            return allowed
        return not obj.is_superuser and (not obj.is_staff or by.has_perm("accounts.appoint_staff"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        by: Any = request.user
        fixed = [*super().get_readonly_fields(request, obj), "last_login", "date_joined"]
        if not by.is_superuser:
            fixed += self.SUPREME
        if not by.has_perm("accounts.appoint_staff"):
            fixed += self.APPOINTED
        return fixed


class BotForm(forms.ModelForm):
    """A new bot account: whose, and its name without the mark."""

    name = forms.CharField(label=_("名字"), max_length=bots.NAME_LONGEST, widget=UnfoldAdminTextInputWidget)

    class Meta:
        model = BotAccount
        fields = ["owner"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"].required = True

    def clean_owner(self) -> Player:
        owner: Player = self.cleaned_data["owner"]
        if owner.is_guest or owner.is_bot:
            raise forms.ValidationError(TokenRefused("guests_have_none").text)
        return owner

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not bots.NAME.fullmatch(name):
            raise forms.ValidationError(TokenRefused("bad_bot_name", limit=bots.NAME_LONGEST).text)
        return name


@admin.register(BotAccount)
class BotAccountAdmin(ModelAdmin):
    """Bot accounts and who answers for them. One that the desk makes does not count towards its owner's limit; what
    it is told afterwards, its tokens too, is the owner's affair. Switched off under 玩家."""

    list_display = ["nickname", "owner", "is_active", "date_joined"]
    list_filter = ["is_active"]
    list_select_related = ["owner"]
    search_fields = ["nickname", "owner__username", "owner__nickname"]
    raw_id_fields = ["owner"]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = BotForm if obj is None else forms.ModelForm
        return super().get_form(request, obj, change=change, **kwargs, form=form)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(owner__isnull=False)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["owner", "name"] if obj is None else ["nickname", "owner", "is_active", "date_joined"]

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        made = bots.create(form.cleaned_data["owner"], form.cleaned_data["name"], limited=False)
        return BotAccount.objects.get(pk=made.pk)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """It is saved already."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing hangs on it."""


@admin.register(Token)
class TokenAdmin(ShownAdmin):
    """Who has tokens for what; what they are nobody knows. One ends with its account being switched off."""

    list_display = ["player", "name", "scopes", "created_at", "expires_at", "used_at"]
    list_select_related = ["player"]
    search_fields = ["player__username", "player__nickname"]
    exclude = ["digest"]


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


class LadderFormSet(forms.BaseModelFormSet):
    """All steps together: each starts above the one below it."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        starts = dict(Step.objects.values_list("level", "start"))
        starts |= {form.instance.level: form.cleaned_data["start"] for form in self.forms}
        wrong = levels.misplaced([starts[number] for number in sorted(starts)])
        if wrong is not None:
            raise forms.ValidationError(
                gettext("%(level)s 级的起始分必须高于前一级（1 级从 0 开始）") % {"level": wrong}, code="misplaced"
            )


@admin.register(Step)
class StepAdmin(ModelAdmin):
    """The ladder, set as a whole in its list."""

    list_display = ["level", "start", "title", "title_en"]
    list_editable = ["start", "title", "title_en"]
    list_display_links = None
    actions = None

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        return super().get_changelist_formset(request, **kwargs, formset=LadderFormSet)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """A step alone is not set: it stands between two others."""
        return redirect("admin:accounts_step_changelist")
