"""Tables by hand: private ones with a link and a password, invitations, and sending somebody away before the start.

Locks as everywhere in the lobby: player, room, table. A password is hashed and checked before any lock is taken, for
that takes its time on purpose; what was checked then is compared again under the lock.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import selectors as accounts
from accounts.models import Player
from lobby import notify, presence, seating, selectors
from lobby.errors import Refused
from lobby.models import Ban, KickVote, Seat, Table

PASSWORD_CHARACTERS = 32
TRIES, TABLE_TRIES, TRIES_KEPT = 5, 30, 600
"""So many wrong keys of one player, or of all, at one table within so many seconds, and the next one is not even looked
at: neither one guesses nor do many accounts together. The link's secret is always taken."""
INVITED_KEPT = 20
"""Seconds in which the same person is not invited to the same table again."""
AWAY = timedelta(minutes=10)
"""For so long whoever was sent away may not sit at that table again; at a private one as long as that lasts."""
FEWEST_VOTES = 2
"""Nobody is sent away by one person alone, except by the host of a private table."""


def hashed(password: str) -> str:
    """What a table keeps of its password; empty for none. Raises Refused `password_long`."""
    if len(password) > PASSWORD_CHARACTERS:
        raise Refused("password_long", limit=PASSWORD_CHARACTERS)
    return make_password(password) if password else ""


def set_up(table: Table, host: Player, password: str) -> None:
    """Make an empty table a private one of `host`, with a `hashed` password. Expects the table's lock."""
    table.invite = secrets.token_urlsafe(9)
    table.password = password
    table.host = host
    table.save(update_fields=["invite", "password", "host"])
    # Who was sent away by the company before is not whom this host sent away.
    Ban.objects.filter(table=table).delete()


def unlock(player: Player, table_id: int, key: str) -> str | None:
    """The `invite` of the table if `key` opens it; None for a table that is not private.

    Raises Refused `private` without a key, `wrong_key`, and `too_many_tries` once somebody guesses.
    """
    table = Table.objects.filter(pk=table_id).only("invite", "password").first()
    if table is None or table.invite is None:
        return None
    if not key:
        raise Refused("private", table=table_id)
    if secrets.compare_digest(key.encode(), table.invite.encode()):
        return table.invite
    # The link's secret tells one private table from the next one that has the same number.
    here = f"key-tries:{table_id}:{table.invite}"
    tries = f"{here}:{player.pk}"
    # Counted before the look, so that many at once get no more than their share.
    if _counted(tries) > TRIES or _counted(here) > TABLE_TRIES:
        raise Refused("too_many_tries", table=table_id)
    if not (table.password and len(key) <= PASSWORD_CHARACTERS and check_password(key, table.password)):
        raise Refused("wrong_key", table=table_id)
    cache.delete(tries)
    with suppress(ValueError):  # the table's count may just have ended
        cache.decr(here)
    return table.invite


def _counted(tries: str) -> int:
    cache.add(tries, 0, TRIES_KEPT)
    return int(cache.incr(tries))


def was_sent_away(player: Player, table: Table) -> bool:
    """Whether the player was sent away from there: lately, or by a private table's host for as long as it lasts."""
    bans = Ban.objects.filter(table=table, player=player)
    return (bans if table.private else bans.filter(until__gt=timezone.now())).exists()


def refuse_contest(table: Table) -> None:
    """Raise Refused `contest` at a table whose people a contest seats and moves."""
    if table.room.contest:
        raise Refused("contest", table=table.pk)


@transaction.atomic
def invite(player: Player, friend_id: int) -> None:
    """Send somebody a notice that leads to a free seat at the player's own table.

    Somebody who is not there, does not want it, is in a hand, or lets this player not see whether he is there is
    `not_reachable` alike: which one is his own affair.
    """
    player = seating.lock_player(player.pk)
    _seat, table = seating.own_table(player.pk)
    refuse_contest(table)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    if not seating.free_indexes(table):
        raise Refused("table_full", table=table.pk, room=table.room_id)
    if seating.unwanted_bots(table.room, [friend_id]):
        raise Refused("no_bots", room=table.room_id)
    allowed = accounts.allowing("invite", player.pk, [friend_id]) & accounts.allowing("online", player.pk, [friend_id])
    reachable = presence.here(allowed)
    playing = Seat.objects.filter(player=friend_id, table__hand__isnull=False).exists()
    if friend_id == player.pk or friend_id not in reachable or playing:
        raise Refused("not_reachable")
    if not cache.add(f"invited:{table.pk}:{friend_id}", True, INVITED_KEPT):
        raise Refused("invited_already")
    facts = {
        "player": player.pk,
        "name": player.nickname,
        "table": table.pk,
        "number": table.number,
        "room": table.room_id,
        "room_name": table.room.name,
        "key": table.invite or "",
    }
    notify.notice(friend_id, "invited", facts)


@transaction.atomic
def kick(player: Player, target_id: int) -> bool:
    """Want somebody gone from the own table, before a hand; whether that is done now.

    The host of a private table decides alone. Elsewhere more than half of the others have to want it, and two at
    least: nobody is sent away by a single stranger, nor by bots, which have no vote. Again changes nothing.
    """
    if seating.lock_player(player.pk).is_bot:
        raise Refused("not_allowed")
    seat, table = seating.own_table(player.pk)
    refuse_contest(table)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    target = table.taken.filter(player=target_id).first()
    if target is None:
        raise Refused("not_here")
    if target == seat or (table.private and table.host_id == target_id):
        raise Refused("not_allowed")
    host = table.private and table.host_id == player.pk
    needed = votes_needed(table.taken.filter(player__isnull=False).count())
    if needed is None and not host:
        raise Refused("too_few_votes", needed=FEWEST_VOTES)
    KickVote.objects.get_or_create(voter=seat, target=target)
    gone = host or target.votes.count() >= (needed or 0)
    if gone:
        _send_away(table, target, target_id)
    seating.touch(table)
    return gone


def votes_needed(people: int) -> int | None:
    """How many have to want one of so many `people` gone; None where there are too few to decide."""
    others = people - 1
    needed = max(FEWEST_VOTES, others // 2 + 1)
    return needed if needed <= others else None


def _send_away(table: Table, seat: Seat, player_id: int) -> None:
    Ban.objects.update_or_create(table=table, player_id=player_id, defaults={"until": timezone.now() + AWAY})
    seating.clear_seat(table, seat)
    notify.notice(player_id, "kicked", {"table": table.pk, "room": table.room_id})


@transaction.atomic
def fill(player: Player) -> str | None:
    """Let bots take the seats left at the own private table; the hand's id if that starts it."""
    seating.lock_player(player.pk)
    _seat, table = seating.own_table(player.pk)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    if table.host_id != player.pk:
        raise Refused("not_host")
    if not table.room.bots_allowed:
        raise Refused("not_allowed")
    free = seating.free_indexes(table)
    if not free:
        raise Refused("table_full", table=table.pk, room=table.room_id)
    seating.seat_bots(table, len(free))
    hand = seating.start_if_ready(table)
    seating.touch(table)
    return hand


def company(player: Player) -> selectors.Json:
    """What the host's own page shows of the table: the link's secret, who sits there, whether bots may come.
    Raises Refused `not_seated`."""
    seat = Seat.objects.select_related("table__room").filter(player=player).first()
    if seat is None:
        raise Refused("not_seated")
    table = seat.table
    return {
        "table": selectors.table(table.pk),
        "room": selectors.room(player, table.room_id),
        "key": table.invite,
        "password": bool(table.password),
        "host": table.host_id == player.pk,
        "bots": table.private and table.room.bots_allowed,
    }


def find(number: int, room_id: int | None = None) -> list[selectors.Json]:
    """Tables with this number at which somebody sits, in open rooms (or in one), with their rooms, in the rooms'
    order."""
    taken = Exists(Seat.objects.filter(table=OuterRef("pk")))
    found = Table.objects.filter(taken, number=number, room__is_open=True)
    if room_id is not None:
        found = found.filter(room=room_id)
    return selectors.with_rooms(found.order_by("room__zone__order", "room__order", "room"))
