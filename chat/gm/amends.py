"""What the desk does to hands and balances: dissolve, compensate, grant and take, each with its reason in the log.

Money moves through `wallet.adjustments` alone: what is too much for one person's word waits for an accountant's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from accounts.models import Player
from chat import acts
from chat.errors import DeskRefused
from chat.models import Act
from games import lost
from games import selectors as games
from lobby.models import Table
from wallet import adjustments
from wallet.errors import InsufficientFunds, KeyReused, OwnAdjustment
from wallet.models import Adjustment, Currency

WHY = "dissolved"
"""Why a hand that was dissolved is void (`games.lost.void`)."""


def dissolve(by: Player, table_id: int, reason: str) -> UUID:
    """Void the hand of a table: its holds are given back and nobody is penalised. The hand.

    Raises `DeskRefused`: `no_table`, `no_hand`, `contest_table`, `no_reason`; and what `games.lost.void` raises.
    """
    why = acts.why(reason)
    table = Table.objects.select_related("room").filter(pk=table_id).first()
    if table is None:
        raise DeskRefused("no_table")
    if table.hand is None:
        raise DeskRefused("no_hand")
    if table.room.contest:
        raise DeskRefused("contest_table")
    # Outside a transaction of our own: the entry is written and told by itself. A hand of which nobody wrote down who
    # ended it would be worse than an act that found the hand just over, so it is the act that waits for the hand.
    if not lost.void(table.hand, WHY):
        raise DeskRefused("no_hand")
    with transaction.atomic():
        facts: dict[str, Any] = {"table": table.pk, "place": str(table), "hand": str(table.hand)}
        for player in (None, *games.people_of(table.hand)):
            acts.note(by, Act.Kind.DISSOLVE, why, player, **facts)
    return table.hand


@transaction.atomic
def adjust(by: Player, player: Player, currency: str, amount: int, reason: str, key: UUID) -> Adjustment:
    """Give the player `amount`, or take it where it is below zero, once per `key`; it may wait for a second person
    (`wallet.adjustments`). Raises `DeskRefused`: `no_reason`, `bad_amount`, `yourself`, `not_enough`, `sent_already`.
    """
    return _adjust(by, player, currency, amount, acts.why(reason), key, Act.Kind.ADJUST)


@transaction.atomic
def compensate(by: Player, hand_id: UUID, currency: str, amount: int, reason: str, key: UUID) -> list[Adjustment]:
    """Give each person of a hand but `by` `amount`, once per `key`. Raises as `adjust`, and `no_hand` where it had
    none."""
    why = acts.why(reason)
    people = [player for player in games.people_of(hand_id) if player.erased_at is None and player.pk != by.pk]
    if not people:
        raise DeskRefused("no_hand")
    if amount < 0:
        raise DeskRefused("bad_amount")
    kind = Act.Kind.COMPENSATE
    return [_adjust(by, one, currency, amount, why, uuid5(key, str(one.pk)), kind, hand_id) for one in people]


def _adjust(
    by: Player,
    player: Player,
    currency: str,
    amount: int,
    why: str,
    key: UUID,
    kind: Act.Kind,
    hand_id: UUID | None = None,
) -> Adjustment:
    if not amount or abs(amount) > MOST or currency not in Currency.values:
        raise DeskRefused("bad_amount")
    again = Adjustment.objects.filter(key=key).exists()
    with _refusing():
        asked = adjustments.request(by, player, currency, amount, why, key)
    if not again:
        facts = {"adjustment": asked.pk, "currency": currency, "amount": amount}
        acts.note(by, kind, why, player, **facts, **({"hand": str(hand_id)} if hand_id else {}))
    return asked


MOST = 10**12
"""No correction is larger: a slip of the hand is refused before a second person has to notice it."""


@contextmanager
def _refusing() -> Iterator[None]:
    """The wallet's refusals as the desk's."""
    try:
        yield
    except OwnAdjustment as no:
        raise DeskRefused("yourself") from no
    except InsufficientFunds as no:
        raise DeskRefused("not_enough") from no
    except KeyReused as no:
        raise DeskRefused("sent_already") from no
