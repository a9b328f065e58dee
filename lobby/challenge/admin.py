"""Schedules are set here, contests are shown; calling one off is the one thing to be done to it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.admin import ModelAdmin, ShownAdmin, ShownInline
from lobby.challenge import services
from lobby.challenge.models import Challenge, Entry, Round, Schedule

PERMISSION = "challenge.call_off_challenge"


@admin.register(Schedule)
class ScheduleAdmin(ModelAdmin):
    """What is changed here counts for the contests that are announced from now on."""

    list_display = ["name", "room", "start", "first_at", "every", "currency", "fee", "guaranteed", "is_on"]
    list_editable = ["is_on"]
    list_filter = ["is_on", "start", "currency"]
    list_select_related = ["room__zone"]
    fieldsets = [
        (gettext_lazy("赛程"), {"fields": [("name", "room"), ("start", "is_on", "order")]}),
        (gettext_lazy("时间"), {"fields": [("first_at", "every", "opens_before")]}),
        (
            gettext_lazy("钱"),
            {"fields": [("currency", "fee", "rake"), ("guaranteed", "prizes")]},
        ),
        (
            gettext_lazy("人和轮次"),
            {"fields": [("fewest", "most", "bots"), ("boards", "keep", "minutes", "pause"), "compare"]},
        ),
    ]


class EntryInline(ShownInline):
    model = Entry
    fields = ["player", "at", "rank", "total", "left_at", "place", "prize"]
    ordering = ["place", "rank", "pk"]


class RoundInline(ShownInline):
    model = Round
    fields = ["number", "began_at", "until", "ended_at"]


@admin.register(Challenge)
class ChallengeAdmin(ShownAdmin):
    list_display = ["__str__", "status", "why", "starts_at", "people", "round", "currency", "pool", "house"]
    list_filter = ["status", "schedule"]
    inlines = [RoundInline, EntryInline]
    actions = ["call_off"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).annotate(people=Count("entries"))

    @admin.display(description=gettext_lazy("人数"))
    def people(self, challenge: Any) -> int:
        return int(challenge.people)

    def has_call_off_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    @admin.action(description=gettext_lazy("取消比赛，退回全部报名费"), permissions=["call_off"])
    def call_off(self, request: HttpRequest, queryset: QuerySet[Challenge]) -> None:
        for challenge in queryset:
            if services.call_off(challenge.pk):
                self.log_change(request, challenge, "called off")
                self.message_user(request, _("已取消：%(name)s") % {"name": challenge.name}, messages.SUCCESS)
            else:
                self.message_user(request, _("已经结束：%(name)s") % {"name": challenge.name}, messages.WARNING)
