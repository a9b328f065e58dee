"""Events in the admin: to see what is stuck, and to try it again."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from desk.admin import ShownAdmin
from outbox import services
from outbox.models import Event


@admin.register(Event)
class EventAdmin(ShownAdmin):
    """Events are shown, never edited."""

    list_display = ["pk", "type", "created", "delivered", "attempts", "error"]
    list_filter = ["type", ("delivered", admin.EmptyFieldListFilter)]
    actions = ["try_again"]

    @admin.action(description=_("再次投递"))
    def try_again(self, request: HttpRequest, queryset: QuerySet[Event]) -> None:
        for event_id in queryset.values_list("pk", flat=True):
            services.deliver(event_id)
