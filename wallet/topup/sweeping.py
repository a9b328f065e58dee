"""What nobody tells the house: orders that were not paid in time, payments and refunds whose message was lost."""

from __future__ import annotations

import logging
import time

from django.db.models import F, Q
from django.utils import timezone

from wallet import locks
from wallet.topup import services
from wallet.topup.errors import Refused
from wallet.topup.models import LIFETIME, Order

log = logging.getLogger(__name__)

WORK = 0x70FF
"""The number of the advisory lock: one sweep at a time."""
BUDGET = 20.0
"""Seconds after which a sweep takes up no further order; the next goes on where it left off."""


def sweep() -> int:
    """End what was not paid in time, unless it was paid after all, and go on with refunds; how many orders came to
    their end. None, while another sweep is at work.

    A provider that does not answer is asked once a sweep: its other orders wait for the next. What was never taken up
    goes first, then what was not for longest, so that orders which never end hold up no other.
    """
    with locks.alone(WORK) as free:
        return _sweep() if free else 0


def _sweep() -> int:
    begun, until = timezone.now(), time.monotonic() + BUDGET
    due = Order.objects.filter(
        Q(state__in=Order.OPEN, created__lt=begun - LIFETIME) | Q(state=Order.State.REFUNDING),
        Q(tried=None) | Q(tried__lt=begun),
    ).order_by(F("tried").asc(nulls_first=True), "created")
    silent: set[str] = set()
    ended = 0
    while time.monotonic() < until:
        order = due.exclude(provider__in=silent).first()
        if order is None:
            break
        Order.objects.filter(pk=order.pk).update(tried=timezone.now())
        try:
            ended += _finish(order)
        except Refused as refused:
            silent.add(order.provider)
            log.warning("order %s cannot be ended: %s", order.number, refused.code)
    return ended


def _finish(order: Order) -> bool:
    if order.state == Order.State.REFUNDING:
        return services.pay_back(order) != Order.State.REFUNDING
    return services.end(order, Order.State.EXPIRED)
