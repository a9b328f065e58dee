"""The admin's pages: one theme for all, nothing that a strict Content-Security-Policy forbids, both languages."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Player
from desk.admin import Inline, ModelAdmin

FORBIDDEN = re.compile(r"<style|<script(?![^>]*\bsrc=)[^>]*>|\sstyle=\"|\son[a-z]+=\"", re.IGNORECASE)


@pytest.fixture
def boss(db: None) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss", nickname="Boss"))
    return client


def test_every_model_is_shown_in_the_theme() -> None:
    plain = [str(model) for model, pages in admin.site._registry.items() if not isinstance(pages, ModelAdmin)]
    plain += [
        str(inline)
        for pages in admin.site._registry.values()
        for inline in pages.inlines
        if not issubclass(inline, Inline)
    ]
    assert plain == []


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_page_opens_and_holds_nothing_the_policy_forbids(boss: Client, language: str) -> None:
    call_command("load_rooms", zone=["huanle"], verbosity=0)
    boss.cookies["django_language"] = language
    with translation.override(language):  # and back: a request leaves its language behind
        _open_everything(boss, {"zh-hans": "房间和牌桌", "en": "Rooms and tables"}[language])


def _open_everything(boss: Client, heading: str) -> None:
    addresses = [reverse("admin:index"), reverse("admin:password_change")]
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses += [reverse(f"{name}_changelist"), reverse(f"{name}_add")]
        if (row := model._default_manager.first()) is not None:
            addresses += [reverse(f"{name}_change", args=[row.pk]), reverse(f"{name}_history", args=[row.pk])]
    opened = 0
    for address in addresses:
        answer = boss.get(address, follow=True)
        assert answer.status_code in (200, 403 if address.endswith("/add/") else 200), address
        assert "unsafe" not in answer["Content-Security-Policy"]
        body = answer.content.decode()
        assert FORBIDDEN.findall(body) == [], address
        opened += answer.status_code == 200
    assert opened > 30
    assert heading in boss.get(reverse("admin:index")).content.decode()
