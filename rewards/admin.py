"""Every amount and limit of the rewards is set here; what players got is shown, never edited."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from desk.admin import ModelAdmin
from rewards.models import LevelGift, PlanMember, PlanRate, PlanRule, Relief, SignInGift, Task


@admin.register(SignInGift)
class SignInGiftAdmin(ModelAdmin):
    list_display = ["day", "currency", "amount"]
    list_editable = ["currency", "amount"]


@admin.register(Relief)
class ReliefAdmin(ModelAdmin):
    list_display = ["currency", "below", "amount", "per_day", "is_on"]
    list_editable = ["below", "amount", "per_day", "is_on"]


@admin.register(Task)
class TaskAdmin(ModelAdmin):
    list_display = ["name", "activity", "mode", "goal", "period", "currency", "amount", "order", "is_on"]
    list_editable = ["goal", "amount", "order", "is_on"]
    list_filter = ["period", "activity", "is_on"]


@admin.register(PlanRule)
class PlanRuleAdmin(ModelAdmin):
    list_display = ["activity", "points", "per_day"]
    list_editable = ["points", "per_day"]


@admin.register(PlanRate)
class PlanRateAdmin(ModelAdmin):
    list_display = ["points", "beans"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return not PlanRate.objects.exists()


@admin.register(PlanMember)
class PlanMemberAdmin(ModelAdmin):
    """A member can be suspended, nothing else."""

    list_display = ["player", "points", "exchanges", "suspended"]
    list_filter = ["suspended"]
    search_fields = ["player__username", "player__nickname"]
    readonly_fields = ["player", "points", "exchanges"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PlanMember | None = None) -> bool:
        # The count of exchanges names their transfers: begun anew it would name old ones, which pay nothing.
        return False


@admin.register(LevelGift)
class LevelGiftAdmin(ModelAdmin):
    list_display = ["level", "currency", "amount"]
    list_editable = ["currency", "amount"]
