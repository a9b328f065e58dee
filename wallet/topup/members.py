"""Membership (会员): terms one after the other, and what a member has.

A term begins when it is bought, or when the one before it has ended; one that was voided ends then. Nothing of this is
stored, so a refund moves what was bought after it by itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from wallet import services
from wallet.errors import InsufficientFunds
from wallet.models import Currency
from wallet.topup.errors import Refused
from wallet.topup.models import Order, Plan, Term


@dataclass(frozen=True, slots=True)
class Stretch:
    """When a term runs: from `start` until before `end`; the two are equal where a refund left nothing of it."""

    term: Term
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Membership:
    """What somebody is a member by now. `until`: when this plan's days end; `ends`: when all that was bought ends."""

    plan: Plan
    until: datetime
    ends: datetime


def stretches(terms: Iterable[Term]) -> list[Stretch]:
    """When each of one player's terms runs, in the order in which they were bought."""
    found: list[Stretch] = []
    for term in sorted(terms, key=lambda one: (one.bought, one.pk)):
        start = max(term.bought, found[-1].end) if found else term.bought
        end = start + timedelta(days=term.days)
        if term.voided is not None:
            end = max(start, min(end, term.voided))
        found.append(Stretch(term, start, end))
    return found


def membership(player_id: int) -> Membership | None:
    """The player's membership now, or None."""
    now = timezone.now()
    left = [one for one in stretches(Term.objects.filter(player=player_id).select_related("plan")) if now < one.end]
    if not left or now < left[0].start:
        return None
    plan = left[0].term.plan
    run = itertools.takewhile(lambda one: one.term.plan_id == plan.pk, left)
    return Membership(plan, [one.end for one in run][-1], left[-1].end)


def sign_in_percent(player_id: int) -> int:
    """How much of the daily sign-in the player gets: 100 without a membership."""
    found = membership(player_id)
    return found.plan.sign_in_percent if found else 100


def parts(player_id: int) -> frozenset[str]:
    """Codes of avatar parts that the player may wear as a member; none without a membership."""
    found = membership(player_id)
    return frozenset(found.plan.parts.split()) if found else frozenset()


@transaction.atomic
def buy(player: Player, plan_id: int, token: str) -> Term:
    """Buy a plan for coins, once per `token`. Raises `Refused`: no_product, not_enough."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    key = f"member:{player.pk}:{token}"
    if bought := Term.objects.filter(transfer__key=key).first():
        return bought
    plan = Plan.objects.filter(pk=plan_id, is_on=True, coins__isnull=False).first()
    if plan is None or plan.coins is None:
        raise Refused("no_product")
    try:
        transfer = services.spend(player, Currency.COINS, plan.coins, "member", key, {"plan": plan.pk})
    except InsufficientFunds as error:
        raise Refused("not_enough", need=f"{plan.coins:,}", have=f"{error.facts['have']:,}") from error
    return Term.objects.create(player=player, plan=plan, days=plan.days, bought=timezone.now(), transfer=transfer)


def begin(order: Order) -> Term:
    """The membership that a paid order bought. Part of the caller's transaction."""
    assert order.plan is not None  # noqa: S101 - the table sees to it
    return Term.objects.create(
        player=order.player, plan=order.plan, days=order.days, bought=timezone.now(), order=order
    )


def void(order: Order, when: datetime | None) -> None:
    """Take back what is left of an order's membership at that instant; None: give it again. Part of the caller's
    transaction."""
    Term.objects.filter(order=order).update(voided=when)
