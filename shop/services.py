"""Buying, giving, wearing, using, and taking back what is over.

Locks: the players' rows in the order of their ids, then items, then the wallet's accounts.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import levels
from accounts import selectors as people
from accounts.models import Player, Standing
from shop import effects, limits, selectors
from shop.errors import Refused
from shop.limits import Limited
from shop.models import Item, Offer, Purchase, Use
from wallet import services as wallet
from wallet.errors import InsufficientFunds
from wallet.models import Currency
from wallet.topup import members

MOST = 99
"""So many bundles at once."""


@transaction.atomic
def buy(
    player: Player,
    offer_id: int,
    quantity: int,
    key: str,
    to: int | None = None,
    price: int | None = None,
    now: datetime | None = None,
) -> Purchase:
    """Buy `quantity` bundles for oneself, or for the friend `to`: one transfer and one item, once per `key`.

    `price`: what the buyer was shown for all of it; another one is refused. Raises `Refused`: no_offer, bad_quantity,
    low_level, members_only, not_friends, not_again, friend_has_it, too_many, price_changed, not_enough, key_reused.
    """
    now = now or timezone.now()
    receiver_id = player.pk if to is None else to
    ids = sorted({player.pk, receiver_id})
    # Whoever buys twice at the same moment, or gives and buys the same thing, does one after the other.
    rows = {row.pk: row for row in Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")}
    if done := Purchase.objects.filter(player=player, key=key).first():
        if (done.offer_id, done.quantity, done.receiver_id) != (offer_id, quantity, receiver_id):
            raise Refused("key_reused")
        return done
    offer = selectors.offer(offer_id)
    if offer is None:
        raise Refused("no_offer")
    _check(player, offer, quantity)
    if to is not None and (to not in rows or to not in people.friend_ids(player.pk)):
        raise Refused("not_friends")
    cost = offer.cost(now) * quantity
    if price is not None and price != cost:
        raise Refused("price_changed", price=f"{cost:,}")
    try:
        item = _give(rows[receiver_id], offer, quantity, now)
    except Limited as limited:
        again = limited.code == "not_again" and to is not None and quantity * offer.bundle == 1
        raise Refused("friend_has_it" if again else limited.code) from limited
    memo = {"offer": offer.pk, "prop": offer.prop.code, "quantity": quantity, "to": to}
    try:
        transfer = wallet.spend(player, offer.currency, cost, "shop", f"shop:{player.pk}:{key}", memo)
    except InsufficientFunds as error:
        have = int(str(error.facts["have"]))
        raise Refused(
            "not_enough",
            currency=str(Currency(offer.currency).label),
            need=f"{cost:,}",
            have=f"{have:,}",
            missing=f"{cost - have:,}",
        ) from error
    return Purchase.objects.create(
        player=player,
        key=key,
        receiver_id=receiver_id,
        offer=offer,
        quantity=quantity,
        paid=cost,
        item=item,
        transfer=transfer,
        at=now,
    )


def _check(player: Player, offer: Offer, quantity: int) -> None:
    if not 1 <= quantity <= MOST:
        raise Refused("bad_quantity", most=MOST)
    if offer.level and offer.level > _best_level(player.pk):
        raise Refused("low_level", level=offer.level)
    if offer.members_only and members.membership(player.pk) is None:
        raise Refused("members_only")


def _best_level(player_id: int) -> int:
    points = Standing.objects.filter(player=player_id).values_list("points", flat=True)
    return max(map(levels.level, points), default=1)


def _give(player: Player, offer: Offer, quantity: int, now: datetime) -> Item:
    """Add what was bought to what the player holds of it. Expects the player's lock. Raises `Limited`."""
    prop = offer.prop
    item = Item.objects.select_for_update(no_key=True).filter(player=player, prop=prop, taken_back=None).first()
    if item and (why := limits.over(item.held, now)):
        _take_back(item, why, now)
        item = None
    held = limits.buy(item.held if item else None, prop.limits, quantity * offer.bundle, now)
    if item is None:
        effect = effects.of(prop.effect)
        # What is bought to be worn is put on where nothing else is, but for what each hand takes a use of.
        worn = effect is not None and effect.worn and held.uses is None and not _worn(player.pk, prop.effect)
        return Item.objects.create(player=player, prop=prop, got=now, until=held.until, uses=held.uses, worn=worn)
    item.until, item.uses = held.until, held.uses
    item.save(update_fields=["until", "uses"])
    return item


def _worn(player_id: int, effect_key: str) -> bool:
    return Item.objects.filter(player=player_id, prop__effect=effect_key, worn=True).exists()


def wear(player: Player, item_id: int, on: bool = True, now: datetime | None = None) -> Item:
    """Put an item on, and what was worn of its effect off; or take it off. Raises `Refused`: no_item, not_worn,
    expired, used_up. What is over is taken back."""
    now = now or timezone.now()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        item = Item.objects.select_related("prop").filter(pk=item_id, player=player).first()
        if item is None:
            raise Refused("no_item")
        why = item.why or limits.over(item.held, now)
        if not why:
            effect = effects.of(item.prop.effect)
            if effect is None or not effect.worn:
                raise Refused("not_worn")
            if on:
                Item.objects.filter(player=player, prop__effect=item.prop.effect, worn=True).update(worn=False)
            item.worn = on
            item.save(update_fields=["worn"])
            return item
        if not item.taken_back:
            _take_back(item, why, now)
    # Outside the transaction: what was taken back stays so.
    raise Refused(why)


def use(player: Player, effect_key: str, game: str | None, now: datetime | None = None) -> Use:
    """Use what the player has with that effect, what ends soonest first; one use is taken, and the item with the last.

    Raises `Refused`: no_effect, or why none of what he has can be used: expired, used_up, wrong_game. What is over is
    taken back. Call it outside a transaction, or inside one that a refusal does not undo, for that to stay.
    """
    now = now or timezone.now()
    why = "no_effect"
    with transaction.atomic():
        rows = Item.objects.select_for_update(no_key=True, of=("self",)).select_related("prop")
        held = rows.filter(player=player, prop__effect=effect_key, taken_back=None).order_by("until", "pk")
        for item in held:
            try:
                left = limits.use(item.held, item.prop.limits, game, now)
            except Limited as limited:
                why = limited.code
                if limits.over(item.held, now):
                    _take_back(item, why, now)
                continue
            _left(item, left, now)
            return Use.objects.create(item=item, game=game or "", at=now)
    raise Refused(why)


@transaction.atomic
def take_for_hand(item_id: int, hand_id: str, now: datetime | None = None) -> bool:
    """Take the use that a hand has earned of an item pinned on it, once per hand; whether one was taken. Nothing is
    taken of what has no uses, and of what is gone meanwhile."""
    now = now or timezone.now()
    item = Item.objects.select_for_update(no_key=True).filter(pk=item_id, taken_back=None).first()
    if item is None or not item.uses or Use.objects.filter(item=item, hand=hand_id).exists():
        return False
    _left(item, limits.Held(item.until, item.uses - 1), now)
    Use.objects.create(item=item, hand=hand_id, at=now)
    return True


def _left(item: Item, left: limits.Held, now: datetime) -> None:
    item.uses = left.uses
    item.save(update_fields=["uses"])
    if why := limits.over(left, now):
        _take_back(item, why, now)


def _take_back(item: Item, why: str, now: datetime) -> None:
    """Take an item back. Expects its lock or its player's."""
    item.taken_back, item.why, item.worn = now, why, False
    item.save(update_fields=["taken_back", "why", "worn"])


def reclaim(now: datetime | None = None, most: int = 1_000) -> int:
    """Take back what is over, whether its owner is there or not; how many. One that somebody else is at work on waits
    for the next turn."""
    now = now or timezone.now()
    with transaction.atomic():
        rows = Item.objects.select_for_update(no_key=True, skip_locked=True)
        over = list(rows.filter(until__lte=now, taken_back=None).order_by("until")[:most])
        for item in over:
            _take_back(item, "expired", now)
    return len(over)
