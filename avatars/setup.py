"""The locked parts as props, put on the shelves after migrating. What an admin has changed is left alone."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from avatars.catalogue import PARTS, Part
from shop.models import Category
from shop.setup import Start, stock

PRICES = {"hair": 1_600, "outfit": 2_400, "expression": 600, "scene": 1_200, "accessory": 1_500}
"""In coins. What is bought is kept, but for expressions."""
DAYS = 30
"""How long a bought expression may be worn; it always ends."""
AFTER = 100
"""Where the parts begin in the order of the shelves: behind the house's other props."""


def start_of(part: Part) -> Start:
    """A locked part as a prop with one offer."""
    moves = part.slot == "expression"
    with translation.override(None):
        # The sources' own word, which is translated where it is read.
        name = str(part.name)
    return Start(
        code=f"part-{part.code}",
        name=name,
        category=Category.EXPRESSION if moves else Category.CLOTHES,
        effect="part",
        offers=((1, "coins", PRICES[part.slot]),),
        params={"part": part.code},
        days=DAYS if moves else None,
    )


def migrated(**_kwargs: Any) -> None:
    """Add the parts that are missing."""
    stock([start_of(part) for part in PARTS.values() if part.locked], first=AFTER)
