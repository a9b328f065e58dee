"""Writes between two people: friendship and blocking. Each checks and does in one transaction, and refuses with
`Declined`; telling the people is for the floor that holds their sockets (`lobby.people`).

Both people's rows are locked in the order of their numbers, so that whatever two of them do to each other at once
happens one after the other.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import selectors
from accounts.errors import Declined
from accounts.models import Askers, Audience, Block, Friendship, Player, Privacy

FRIENDS = 200
"""So many friends a player may have."""
REQUESTS = 50
"""So many of a player's requests may be without an answer."""
BLOCKS = 500
"""So many people a player may block."""
ASK_AGAIN = timedelta(days=7)
"""After so long somebody who declined may be asked again by the same person."""


@transaction.atomic
def ask(player: Player, other_id: int) -> bool:
    """Ask for friendship; True when that makes them friends at once, because the other had asked before.

    Whoever is blocked is refused as anybody else whom the other lets not ask: a block is not told.
    """
    _lock_both(player.pk, other_id)
    now = timezone.now()
    blocks = set(Block.objects.filter(_between_blocks(player.pk, other_id)).values_list("player", flat=True))
    if player.pk in blocks:
        raise Declined("blocked_by_you")
    row = Friendship.objects.filter(**_pair(player.pk, other_id)).first()
    if row and row.accepted_at:
        raise Declined("friends_already")
    if row and row.asked_by_id == other_id:
        # What the other wished for needs no permission, and a refusal of one's own is taken back by asking.
        return _befriend(row)
    if row and (row.declined_at is None or now - row.declined_at < ASK_AGAIN):
        raise Declined("asked_already")
    if other_id in blocks or not _may_ask(player.pk, other_id):
        raise Declined("not_open")
    _refuse_full(player.pk)
    if Friendship.objects.filter(asked_by=player, accepted_at=None, declined_at=None).count() >= REQUESTS:
        raise Declined("too_many_requests", limit=REQUESTS)
    Friendship.objects.update_or_create(
        **_pair(player.pk, other_id), defaults={"asked_by": player, "asked_at": now, "declined_at": None}
    )
    return False


@transaction.atomic
def accept(player: Player, other_id: int) -> None:
    """Become friends with somebody who asked."""
    _lock_both(player.pk, other_id)
    _befriend(_request(player.pk, other_id))


@transaction.atomic
def decline(player: Player, other_id: int) -> None:
    """Do not become friends with somebody who asked; for a while that person cannot ask again."""
    _lock_both(player.pk, other_id)
    row = _request(player.pk, other_id)
    row.declined_at = timezone.now()
    row.save(update_fields=["declined_at"])


@transaction.atomic
def withdraw(player: Player, other_id: int) -> None:
    """Take an own request back. One that was declined meanwhile looks the same to whoever asked, and stays."""
    _lock_both(player.pk, other_id)
    row = Friendship.objects.filter(**_pair(player.pk, other_id), asked_by=player, accepted_at=None).first()
    if row is None:
        raise Declined("not_asked")
    if row.declined_at is None:
        row.delete()


@transaction.atomic
def remove(player: Player, other_id: int) -> None:
    """End a friendship."""
    _lock_both(player.pk, other_id)
    gone, _rows = Friendship.objects.filter(**_pair(player.pk, other_id), accepted_at__isnull=False).delete()
    if not gone:
        raise Declined("not_friends")


@transaction.atomic
def block(player: Player, other_id: int) -> bool:
    """Block somebody, which ends a friendship and drops requests between the two; whether they were friends.
    Again changes nothing."""
    _lock_both(player.pk, other_id)
    if Block.objects.filter(player=player, blocked=other_id).exists():
        return False
    if Block.objects.filter(player=player).count() >= BLOCKS:
        raise Declined("too_many_blocks", limit=BLOCKS)
    Block.objects.create(player=player, blocked_id=other_id)
    were = Friendship.objects.filter(**_pair(player.pk, other_id)).first()
    if were:
        were.delete()
    return bool(were and were.accepted_at)


@transaction.atomic
def unblock(player: Player, other_id: int) -> None:
    """End a block; nothing happens where there is none."""
    Block.objects.filter(player=player, blocked=other_id).delete()


def set_privacy(player: Player, online: str, invite: str, ask: str) -> Privacy:
    """What the player lets others do, each one of the choices of `Privacy`. Raises ValueError for another word."""
    if online not in Audience.values or invite not in Audience.values or ask not in Askers.values:
        raise ValueError(f"unknown choice among {online!r}, {invite!r}, {ask!r}")
    row, _new = Privacy.objects.update_or_create(
        player=player, defaults={"online": online, "invite": invite, "ask": ask}
    )
    return row


def _lock_both(player_id: int, other_id: int) -> None:
    if player_id == other_id:
        raise Declined("yourself")
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=(player_id, other_id)).order_by("pk")
    if not any(row.pk == other_id and row.erased_at is None for row in rows):
        raise Declined("no_player")


def _pair(player_id: int, other_id: int) -> dict[str, Any]:
    return {"low_id": min(player_id, other_id), "high_id": max(player_id, other_id)}


def _between_blocks(one: int, other: int) -> Q:
    return Q(player=one, blocked=other) | Q(player=other, blocked=one)


def _may_ask(player_id: int, other_id: int) -> bool:
    asks = selectors.privacy([other_id])[other_id].ask
    if asks == Askers.MUTUAL:
        return bool(selectors.friend_ids(player_id) & selectors.friend_ids(other_id))
    return asks == Askers.ALL


def _request(player_id: int, asker_id: int) -> Friendship:
    row = Friendship.objects.filter(
        **_pair(player_id, asker_id), asked_by=asker_id, accepted_at=None, declined_at=None
    ).first()
    if row is None:
        raise Declined("not_asked")
    return row


def _befriend(row: Friendship) -> bool:
    for player_id in (row.low_id, row.high_id):
        _refuse_full(player_id)
    row.accepted_at, row.declined_at = timezone.now(), None
    row.save(update_fields=["accepted_at", "declined_at"])
    return True


def _refuse_full(player_id: int) -> None:
    if len(selectors.friend_ids(player_id)) >= FRIENDS:
        raise Declined("too_many_friends", limit=FRIENDS)
