"""Reads: what somebody looks like, and what he may wear."""

from __future__ import annotations

from django.core.cache import cache
from django.urls import reverse

from accounts.models import Player
from avatars.catalogue import PARTS, STARTERS, parts_in
from avatars.compose import Recipe, compose, other
from avatars.drawings.others import OTHERS
from avatars.effects import Wearable
from avatars.models import Look
from shop import selectors as shop
from shop.models import Offer
from wallet.topup import members

__all__ = ["address", "drawing", "face", "figure", "is_for_ever", "parts_in", "recipe", "sold", "wearable"]

KEPT = 7 * 24 * 3600
"""Seconds for which a composed drawing stays in the cache. It can be composed again at any time."""


def face(player: Player) -> str:
    """The address of the player's face."""
    return address(player.avatar)


def address(code: str, mood: str = "") -> str:
    """The address of the face with this code, at rest or in one of the five moods."""
    return reverse("avatar-mood", args=[code, mood]) if mood else reverse("avatar", args=[code])


def recipe(code: str) -> Recipe | None:
    """What the face is composed of; None for a bot's, for an unknown one, and where there is no such code."""
    if code in STARTERS:
        return STARTERS[code]
    look = Look.objects.filter(pk=code).first()
    return look.recipe if look else None


def drawing(code: str, mood: str = "") -> str | None:
    """The face as SVG; None where there is no such code. Raises ValueError for a mood that is none of the five.

    A bot's face and an unknown one have no moods: they stay as they are.
    """
    if code in OTHERS:
        return other(code)
    key = f"avatar:{code}:{mood}"
    svg: str | None = cache.get(key)
    if svg is None and (made := recipe(code)):
        svg = compose(made.in_mood(mood) if mood else made)
        cache.set(key, svg, KEPT)
    return svg


def is_for_ever(code: str) -> bool:
    """Whether the code names its content, so that browsers may keep it; a starter's drawing may be mended."""
    return code not in STARTERS and code not in OTHERS


def figure(player: Player) -> Recipe:
    """What the player's figure is made of; of a starter where it has none."""
    return recipe(player.avatar) or STARTERS["f1"]


def wearable(player_id: int) -> frozenset[str]:
    """The codes of all parts that the player may wear now: free ones, bought ones, and those of a membership."""
    free = frozenset(code for code, part in PARTS.items() if not part.locked)
    bought = frozenset(item.prop.params["part"] for item in shop.usable(player_id, Wearable.key, None))
    return free | bought | members.parts(player_id)


def sold() -> dict[str, Offer]:
    """The cheapest offer on the shelves of each part that is sold, by the part's code."""
    offers = [offer for offer in shop.offers() if offer.prop.effect == Wearable.key]
    dearest_first = sorted(offers, key=lambda offer: -offer.price)
    return {offer.prop.params["part"]: offer for offer in dearest_first}
