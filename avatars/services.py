"""Writes: choosing a figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import transaction

from accounts.models import Player
from accounts.services import show_as
from avatars import selectors
from avatars.catalogue import BASES, PALETTES, PARTS, SLOTS
from avatars.compose import NOTHING, Recipe, compose, digest
from avatars.errors import Refused
from avatars.models import Look


def read(choice: Mapping[str, Any]) -> Recipe:
    """The recipe that a form chose; what is not one of its fields is ignored.

    Raises `Refused`: no_base, no_part (unknown, or drawn for the other figure), no_colour.
    """
    chosen = {field.name: str(choice.get(field.name, "")) for field in fields(Recipe)}
    if chosen["base"] not in BASES:
        raise Refused("no_base")
    for slot in SLOTS:
        if slot == "accessory" and chosen[slot] == NOTHING:
            continue
        part = PARTS.get(f"{slot}-{chosen[slot]}")
        if part is None or chosen["base"] not in part.bases:
            raise Refused("no_part", slot=slot)
    for field, palette in PALETTES.items():
        if chosen[field] not in palette:
            raise Refused("no_colour", field=field)
    return Recipe(**chosen)


def save(player: Player, choice: Mapping[str, Any]) -> str:
    """Give the player the figure that `choice` describes, from the next seat on; returns its code.

    Raises `Refused` as `read` does, or with locked (a part that is neither free nor the player's) or for_people.
    """
    if player.is_bot:
        raise Refused("for_people")
    recipe = read(choice)
    wearable = selectors.wearable(player.pk)
    for part in selectors.parts_in(recipe):
        if part.code not in wearable:
            raise Refused("locked", part=part.code, name=str(part.name))
    code = digest(compose(recipe))
    with transaction.atomic():
        # Saying the same thing twice is no error: the row is the same for everybody.
        Look.objects.bulk_create([Look(code=code, parts=recipe.as_dict())], ignore_conflicts=True)
        show_as(player, code)
    return code
