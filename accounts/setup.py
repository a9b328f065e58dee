"""The rows that an installation starts with; tables that an admin has filled are left alone."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.models import AgeBand, CareRules

EVENING = (time(20), time(21))
BANDS = (
    # name, below, caps per order, day and month in fen
    (_("未满 8 岁"), 8, 0, 0, 0),
    (_("8 至 15 岁"), 16, 5_000, None, 20_000),
    (_("16、17 岁"), 18, 10_000, None, 40_000),
)
"""What the rules on minors in online games ask for: an hour on Friday, Saturday and Sunday evenings and on holidays."""


def migrated(**_kwargs: Any) -> None:
    """Fill what is empty."""
    if not CareRules.objects.exists():
        CareRules.objects.create()
    if not AgeBand.objects.exists():
        AgeBand.objects.bulk_create(
            AgeBand(
                name=name,
                below=below,
                play_from=EVENING[0],
                play_until=EVENING[1],
                order_cap=order,
                day_cap=day,
                month_cap=month,
            )
            for name, below, order, day, month in BANDS
        )
