"""Closing an account: asked for, taken back within the days of grace, and then done for good.

What is left afterwards names nobody: the row with its number, because the ledger's entries and the hands of others
refer to it. Name, address, password, tokens, level points, friends, blocks, limits and date of birth
are gone; the floors above hear `PlayerErased`. A person's bots go with the person.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.errors import Declined
from accounts.events import PlayerErased
from accounts.models import Block, Care, Friendship, Player, Privacy, Standing, Token
from outbox.services import emit

logger = logging.getLogger(__name__)

GRACE = timedelta(days=14)
"""For so long a closed account can be taken back; it works as before meanwhile."""
NOBODY = "已注销"
"""The name of somebody whose account is gone, and his face."""
FACE = "f1"


@transaction.atomic
def close(player: Player, password: str = "") -> Player:
    """Have the account erased after the days of grace. A guest has no password to give.

    Raises `Declined`: `wrong_password`, `closing_already`, `staff_stays`.
    """
    row = _locked(player)
    if row.is_staff:
        raise Declined("staff_stays")
    if row.closes_at:
        raise Declined("closing_already")
    if row.has_usable_password() and not row.check_password(password):
        raise Declined("wrong_password")
    return _set(player, row, timezone.now() + GRACE)


@transaction.atomic
def keep(player: Player) -> Player:
    """Take the closing back. Raises `Declined` `not_closing`."""
    row = _locked(player)
    if not row.closes_at:
        raise Declined("not_closing")
    return _set(player, row, None)


def erase_due() -> int:
    """Erase the accounts whose grace is over, each in a transaction of its own; how many."""
    due = Player.objects.filter(closes_at__lte=timezone.now()).order_by("closes_at").values_list("pk", flat=True)
    return sum(_erase(pk) for pk in list(due))


@transaction.atomic
def _erase(player_id: int) -> bool:
    row = (
        Player.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=player_id, closes_at__lte=timezone.now())
        .first()
    )
    if row is None:  # taken back meanwhile, or at work elsewhere
        return False
    for one in [row, *row.bots.filter(erased_at=None)]:
        _forget(one)
    return True


def _forget(row: Player) -> None:
    row.username = f"gone:{row.pk}"  # no registered name can hold a colon
    row.nickname, row.avatar, row.language = NOBODY, FACE, ""
    row.email = row.first_name = row.last_name = ""
    row.is_active, row.last_login = False, None
    row.closes_at, row.erased_at = None, timezone.now()
    row.set_unusable_password()
    row.save()
    Friendship.objects.filter(Q(low=row) | Q(high=row)).delete()
    Block.objects.filter(Q(player=row) | Q(blocked=row)).delete()
    Privacy.objects.filter(player=row).delete()
    Standing.objects.filter(player=row).delete()
    Care.objects.filter(player=row).delete()
    Token.objects.filter(player=row).delete()
    EmailAddress.objects.filter(user=row).delete()
    emit(PlayerErased(row.pk))


def _locked(player: Player) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _set(player: Player, row: Player, closes_at: object) -> Player:
    row.closes_at = closes_at  # type: ignore[assignment]
    row.save(update_fields=["closes_at"])
    player.closes_at = row.closes_at
    return row
