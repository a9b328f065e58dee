"""What the shop shows, and what a player has: reads only.

A limit that has run out counts from its very instant, whether or not the sweep has been there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from shop import effects, limits
from shop.models import Category, Item, Offer
from wallet import selectors as money

REMEMBERED = timedelta(days=7)
"""For so long the bag still shows what was taken back."""


@dataclass(frozen=True, slots=True)
class Owned:
    """An item of the bag. `gone`: why it was or is to be taken back, and None while it can be used."""

    item: Item
    gone: str | None
    effect: effects.Effect | None


def offers(category: str | None = None, game: str | None = None, order: str = "") -> list[Offer]:
    """What is on sale: of one category, usable in one game, `order` "price" the cheapest first. What no floor of this
    release gives an effect to is not sold."""
    rows = Offer.objects.filter(is_on=True, prop__effect__in=effects.known()).select_related("prop")
    if category in Category.values:
        rows = rows.filter(prop__category=category)
    found = [row for row in rows if not game or not row.prop.games or game in row.prop.games]
    now = timezone.now()
    return sorted(found, key=lambda row: row.cost(now)) if order == "price" else found


def offer(offer_id: int) -> Offer | None:
    """One that is on sale."""
    rows = Offer.objects.filter(pk=offer_id, is_on=True, prop__effect__in=effects.known())
    return rows.select_related("prop").first()


@dataclass(frozen=True, slots=True)
class Ware:
    """An offer as one player sees it: what one bundle costs, what he would hold after buying it, or why he cannot."""

    offer: Offer
    cost: int
    after: limits.Held | None
    adds: bool
    """It adds to what he has."""
    barred: str | None
    """Why the limits stand against it."""
    missing: int
    """So much more of the currency he would need."""
    on_sale: bool


def wares(player_id: int, rows: Iterable[Offer], now: datetime | None = None) -> list[Ware]:
    """These offers as the player sees them."""
    now = now or timezone.now()
    held = {row.prop_id: row.held for row in Item.objects.filter(player=player_id, taken_back=None)}
    have = money.balances(player_id)
    found = []
    for row in rows:
        own = held.get(row.prop_id)
        after, barred = None, None
        try:
            after = limits.buy(own, row.prop.limits, row.bundle, now)
        except limits.Limited as limited:
            barred = limited.code
        cost = row.cost(now)
        adds = own is not None and limits.over(own, now) is None
        found.append(Ware(row, cost, after, adds, barred, max(0, cost - have[row.currency]), row.on_sale(now)))
    return found


def owned(player_id: int, now: datetime | None = None) -> list[Owned]:
    """The bag: what ends soonest first, then what is endless, then what was taken back in the last seven days."""
    now = now or timezone.now()
    rows = Item.objects.filter(
        Q(taken_back=None) | Q(taken_back__gt=now - REMEMBERED), player=player_id
    ).select_related("prop")
    found = [Owned(row, row.why or limits.over(row.held, now), effects.of(row.prop.effect)) for row in rows]
    return sorted(found, key=lambda one: _place(one, now))


def _place(one: Owned, now: datetime) -> tuple[Any, ...]:
    item = one.item
    if one.gone:
        return (2, now - (item.taken_back or now))
    return (0, item.until - now) if item.until else (1, timedelta(0))


def usable(player_id: int, effect_key: str, game: str | None, now: datetime | None = None) -> list[Item]:
    """The items with that effect which can be used in `game` now, what ends soonest first."""
    now = now or timezone.now()
    rows = Item.objects.filter(player=player_id, prop__effect=effect_key, taken_back=None).select_related("prop")
    fit = [row for row in rows if limits.barred(row.held, row.prop.limits, game, now) is None]
    return sorted(fit, key=lambda row: (row.until is None, row.until or now, row.pk))


def has(player_id: int, effect_key: str, game: str | None = None, now: datetime | None = None) -> bool:
    """Whether the player has something with that effect which can be used in `game` now."""
    return bool(usable(player_id, effect_key, game, now))


def active(player_ids: Iterable[int], game: str | None, now: datetime | None = None) -> dict[int, list[Item]]:
    """Per player what is worn and works in `game` now; with one query."""
    now = now or timezone.now()
    found: dict[int, list[Item]] = {player_id: [] for player_id in player_ids}
    rows = Item.objects.filter(player__in=found, worn=True, taken_back=None).select_related("prop").order_by("pk")
    for row in rows:
        if row.prop.effect in effects.known() and limits.barred(row.held, row.prop.limits, game, now) is None:
            found[row.player_id].append(row)
    return found


@dataclass(frozen=True, slots=True)
class Pins:
    """What a hand takes along of one player's props. `look`: what all see of him, by effect; `effects`: what changes
    the hand for him, as {"key", "item"}."""

    look: dict[str, Any]
    effects: list[dict[str, Any]]


def pins(player_ids: Iterable[int], game: str, now: datetime | None = None) -> dict[int, Pins]:
    """What a hand of `game` that starts now takes along, per player; with one query."""
    found = {}
    for player_id, items in active(player_ids, game, now).items():
        known = [(row, effects.known()[row.prop.effect]) for row in items]
        found[player_id] = Pins(
            {
                e.key: row.prop.params[e.param]
                for row, e in known
                if e.pinned == "seat" and isinstance(e, effects.Choice)
            },
            [{"key": e.key, "item": row.pk} for row, e in known if e.pinned == "hand"],
        )
    return found


def looks(player_id: int, game: str | None, now: datetime | None = None) -> dict[str, str]:
    """What the player wears in `game` now, by effect key, for effects with one parameter."""
    return {
        row.prop.effect: row.prop.params[effect.param]
        for row in active([player_id], game, now)[player_id]
        if isinstance(effect := effects.of(row.prop.effect), effects.Choice)
    }
