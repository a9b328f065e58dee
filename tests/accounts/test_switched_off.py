"""What the floors above hear when staff switches an account off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib import admin

from accounts.admin import PlayerAdmin
from accounts.models import Player
from outbox.models import Event

pytestmark = pytest.mark.django_db


def saved(player: Player, *changed: str) -> list[tuple[str, Any]]:
    form: Any = SimpleNamespace(changed_data=list(changed))
    request: Any = None
    PlayerAdmin(Player, admin.site).save_model(request, player, form, change=True)
    return list(Event.objects.values_list("type", "payload"))


def test_switching_an_account_off_is_told_once_and_switching_it_on_is_not() -> None:
    player = Player.objects.create_user("zhou")
    assert saved(player, "nickname") == []
    player.is_active = False
    told = [("accounts.AccountSwitchedOff", {"player_id": player.pk})]
    assert saved(player, "is_active") == told
    player.is_active = True
    assert saved(player, "is_active") == told
