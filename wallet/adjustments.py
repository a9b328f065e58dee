"""Corrections by hand: each with a reason, a large one only with a second person.

What one person may correct on his own word in a day and a currency is a row of the admin (`AdjustmentLimit`), all of
his corrections counted together, whichever way they went: cutting a large one into small ones does not get round it.
Nobody corrects his own balance, as the first person or the second. Who appoints the staff is never the second, for he
could make the first; superusers, who set the limits too, are.
"""

from __future__ import annotations

from datetime import datetime, time
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils import timezone

from accounts.models import Player
from wallet import locks
from wallet.errors import AlreadyDecided, AppointsStaff, KeyReused, NoReason, NotYours, OwnAdjustment, SamePerson
from wallet.ledger import Move, post
from wallet.models import Adjustment, AdjustmentLimit, Kind, Transfer

State = Adjustment.State


@transaction.atomic
def request(by: Player, player: Player, currency: str, amount: int, reason: str, key: UUID) -> Adjustment:
    """Correct the player's balance by `amount` (below zero: take it), once per `key`: at once where `by` may do so on
    his own word, else it waits for somebody else's `approve`.

    Raises `NoReason`, `OwnAdjustment`, `KeyReused` where the key stands for another
    correction, and `InsufficientFunds` where more would be taken than there is.
    """
    if not reason.strip():
        raise NoReason
    if by.pk == player.pk:
        raise OwnAdjustment
    if not amount:
        raise ValueError("a correction corrects something")
    # Whoever asks for several at once gets them one after the other, each counted for the next.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    if (asked := Adjustment.objects.filter(key=key).first()) is not None:
        if (asked.requested_by_id, asked.player_id, asked.currency, asked.amount, asked.reason) != (
            (by.pk, player.pk, currency, amount, reason.strip())
        ):
            raise KeyReused(key=str(key))
        return asked
    adjustment = Adjustment(
        key=key, player=player, currency=currency, amount=amount, reason=reason.strip(), requested_by=by
    )
    alone = spent_today(by, currency) + abs(amount) <= limit(currency)
    adjustment.save()
    if alone:
        _apply(adjustment, None)
    return adjustment


@transaction.atomic
def approve(adjustment_id: int, by: Player) -> Adjustment:
    """The second person agrees, and the money moves.

    Raises `SamePerson` (who asked), `AppointsStaff`, `NotYours` (whose balance it is), `AlreadyDecided`,
    `InsufficientFunds`; nothing has changed then.
    """
    adjustment = _pending(adjustment_id, by)
    if by.pk == adjustment.requested_by_id:
        raise SamePerson
    if by.has_perm("accounts.appoint_staff") and not by.is_superuser:
        raise AppointsStaff
    _apply(adjustment, by)
    return adjustment


@transaction.atomic
def refuse(adjustment_id: int, by: Player) -> Adjustment:
    """Somebody, who may be the one that asked, lets it be. Raises `NotYours`, `AlreadyDecided`."""
    adjustment = _pending(adjustment_id, by)
    adjustment.state, adjustment.decided_by, adjustment.decided_at = State.REFUSED, by, timezone.now()
    adjustment.save(update_fields=["state", "decided_by", "decided_at"])
    return adjustment


def limit(currency: str) -> int:
    """What one person may correct in a day on his own word; 0 where no row says."""
    row = AdjustmentLimit.objects.filter(currency=currency).values_list("amount", flat=True).first()
    return row or 0


def spent_today(by: Player, currency: str) -> int:
    """What this person corrected today on his own word, given and taken added up."""
    midnight = timezone.make_aware(datetime.combine(timezone.localdate(), time()))
    alone = Adjustment.objects.filter(
        requested_by=by, currency=currency, state=State.DONE, decided_by=None, requested_at__gte=midnight
    )
    return alone.aggregate(total=Sum(Abs("amount")))["total"] or 0


def _pending(adjustment_id: int, by: Player) -> Adjustment:
    """The correction, locked, if it still waits for a word and `by` is not the one it concerns."""
    adjustment = Adjustment.objects.select_for_update(no_key=True).get(pk=adjustment_id)
    if by.pk == adjustment.player_id:
        raise NotYours
    if adjustment.state != State.WAITING:
        raise AlreadyDecided(state=adjustment.state)
    return adjustment


def _apply(adjustment: Adjustment, second: Player | None) -> Transfer:
    chart = locks.Chart([adjustment.player_id])
    mint = chart.id(Kind.MINT, adjustment.currency)
    own = chart.id(Kind.PLAYER, adjustment.currency, adjustment.player_id)
    moves = [Move(mint, -adjustment.amount, "adjust"), Move(own, adjustment.amount, "adjust")]
    memo = {"by": adjustment.requested_by_id, "second": second and second.pk, "reason": adjustment.reason}
    transfer = post(f"adjust:{adjustment.pk}", "adjust", moves, memo)
    adjustment.state, adjustment.transfer = State.DONE, transfer
    adjustment.decided_by, adjustment.decided_at = second, timezone.now()
    adjustment.save(update_fields=["state", "transfer", "decided_by", "decided_at"])
    return transfer
