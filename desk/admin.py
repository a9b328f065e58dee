"""The look of every admin page, and pages that only show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html
from unfold.admin import ModelAdmin as ThemedAdmin
from unfold.admin import TabularInline as ThemedInline


class ModelAdmin(ThemedAdmin):
    """A model's pages in the house's theme."""

    warn_unsaved_form = True
    list_filter_submit = True
    list_per_page = 50
    compressed_fields = False


def as_json(field: models.JSONField) -> Callable[[models.Model], str]:
    """A read-only column for a field of JSON. The theme's own has inline styles, which the policy forbids."""

    @admin.display(description=field.verbose_name)
    def shown(row: models.Model) -> str:
        text = json.dumps(getattr(row, field.attname), ensure_ascii=False, indent=2)
        return format_html('<pre class="overflow-auto text-xs whitespace-pre-wrap">{}</pre>', text)

    shown.__name__ = field.attname
    return shown


class Inline(ThemedInline):
    """Rows of another model beneath a page."""

    extra = 0


class ReadOnly:
    """Shown to whoever may see the model, and changed by nobody here: its rows are written by services alone."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ShownAdmin(ReadOnly, ModelAdmin):
    """A model's pages, to look at."""

    warn_unsaved_form = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        kinds = {field.name: field for field in self.model._meta.get_fields()}
        names = super().get_fields(request, obj)
        return [as_json(kinds[name]) if isinstance(kinds.get(name), models.JSONField) else name for name in names]


class ShownInline(ReadOnly, Inline):
    """Rows of another model beneath a page, to look at."""
