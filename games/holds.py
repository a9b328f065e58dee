"""What seats put aside for a hand, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from games.models import Hand
from wallet import audit, services
from wallet.services import Holder

PREFIX = "hand"


def key(hand_id: UUID) -> str:
    """The idempotency key of everything the ledger does for a hand."""
    return f"{PREFIX}:{hand_id}"


def open_for(hand: Hand, players: Iterable[int | None], carried: Iterable[int]) -> None:
    """Put each seat's carried amount aside, in the transaction that creates the hand; nothing in a mode of points.

    Raises `wallet.errors.InsufficientFunds`.
    """
    currency = hand.config.get("currency")
    if currency is not None:
        holders = [Holder(player, currency, amount) for player, amount in zip(players, carried, strict=True)]
        services.open_holds(key(hand.pk), holders)


@audit.owner_of(PREFIX)
def still_owned(keys: Iterable[str]) -> set[str]:
    """Of these keys, those whose hand runs or waits for its settlement."""
    ids = [found.removeprefix(f"{PREFIX}:") for found in keys]
    waiting = Hand.objects.filter(pk__in=ids, status__in=(Hand.Status.LIVE, Hand.Status.OVER))
    return {key(pk) for pk in waiting.values_list("pk", flat=True)}
