"""What has to exist: the opening amounts after migrating, a new player's accounts after it is made."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import Player
from wallet import locks, services
from wallet.models import AdjustmentLimit, Currency, Kind, OpeningGrant

OPENING_AMOUNT = 10_000
ALONE_A_DAY = 10_000
"""What one person may correct by hand in a day without a second."""


def migrated(**_kwargs: Any) -> None:
    """The platform's own accounts, so that no two hands make them at once, and one opening amount and one limit of
    corrections per currency; what the admin has set is kept."""
    chart = locks.Chart([])
    for currency in Currency.values:
        for kind in Kind.values:
            if kind != Kind.PLAYER:
                chart.id(kind, currency)
        OpeningGrant.objects.get_or_create(currency=currency, defaults={"amount": OPENING_AMOUNT})
        AdjustmentLimit.objects.get_or_create(currency=currency, defaults={"amount": ALONE_A_DAY})


def player_saved(instance: Player, created: bool, raw: bool = False, **_kwargs: Any) -> None:
    """Open a new player's accounts together with the player (fixtures bring their own)."""
    if created and not raw:
        with transaction.atomic():
            services.open_account(instance)
