"""People from where one sits: friends with what they do now, and the commands between two people, with their notices.

The commands themselves are those of `accounts.friends`; only this floor can tell somebody at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache
from django.db import transaction

from accounts import friends
from accounts import selectors as accounts
from accounts.models import Player
from games import selectors as games
from lobby import notify, presence, seating
from lobby.models import Seat

Json = dict[str, object]
OFFLINE, HALL, TABLE, PLAYING = "offline", "hall", "table", "playing"
ORDER = (HALL, TABLE, PLAYING, OFFLINE)
"""Friends are listed by who could play now."""
OPPONENTS = 12
TOLD_KEPT = 3600
"""Seconds in which nobody is told the same of the same person again."""


@transaction.atomic
def ask(player: Player, other_id: int) -> bool:
    """`accounts.friends.ask`, and a word to the other one."""
    at_once = friends.ask(player, other_id)
    _tell(player, other_id, "friend_accepted" if at_once else "friend_asked")
    if at_once:
        notify.friends_changed(player.pk)
    return at_once


@transaction.atomic
def accept(player: Player, other_id: int) -> None:
    """`accounts.friends.accept`, and a word to whoever asked."""
    friends.accept(player, other_id)
    _tell(player, other_id, "friend_accepted")
    notify.friends_changed(player.pk)


@transaction.atomic
def remove(player: Player, other_id: int) -> None:
    """`accounts.friends.remove`; the other one's list changes without a word."""
    friends.remove(player, other_id)
    for each in (player.pk, other_id):
        notify.friends_changed(each)


@transaction.atomic
def block(player: Player, other_id: int) -> None:
    """`accounts.friends.block`; a friend disappears from both lists without a word, and at a table between hands the
    two are parted (`seating.part`); after an open hand they are, too."""
    friends.block(player, other_id)
    shared = Seat.objects.filter(player=player, table__taken__player=other_id).values_list("table", flat=True).first()
    if shared is not None:
        table = seating.lock_table(shared)
        if table.hand is None and seating.part(table):
            seating.touch(table)
    for each in (player.pk, other_id):
        notify.friends_changed(each)


def states(viewer_id: int, player_ids: Iterable[int]) -> dict[int, Json]:
    """What each of these people does now, as far as the viewer may see it: {"state", "table", "number", "room"}.

    The place is told only where it can be looked at: not that of a private table, nor where names are hidden.
    """
    wanted = set(player_ids)
    shown = presence.here(accounts.allowing("online", viewer_id, wanted))
    seats = {s.player_id: s for s in Seat.objects.filter(player__in=shown).select_related("table__room")}
    found: dict[int, Json] = {pk: {"state": OFFLINE, "table": None, "number": None, "room": None} for pk in wanted}
    for pk in shown:
        seat = seats.get(pk)
        if seat is None:
            found[pk]["state"] = HALL
            continue
        found[pk]["state"] = PLAYING if seat.table.hand else TABLE
        if not seat.table.private and not seat.table.room.hidden_names:
            found[pk] |= {"table": seat.table_id, "number": seat.table.number, "room": seat.table.room_id}
    return found


def friends_of(player: Player) -> list[Json]:
    """The player's friends with what they do, those who could play now first.

    `invitable`: whether an invitation would reach the friend now.
    """
    people = accounts.friends(player.pk)
    if not people:
        return []
    now = states(player.pk, [one.pk for one in people])
    may = accounts.allowing("invite", player.pk, now)
    shown: list[Json] = [
        {
            "id": one.pk,
            "name": one.nickname,
            "avatar": one.avatar,
            **now[one.pk],
            "invitable": one.pk in may and now[one.pk]["state"] in (HALL, TABLE),
        }
        for one in people
    ]
    return sorted(shown, key=lambda one: ORDER.index(str(one["state"])))


def column(player: Player) -> Json:
    """What the hall's column of friends shows: `friends`, and how many `requests` wait for an answer."""
    return {"friends": friends_of(player), "requests": len(accounts.requests_to(player.pk))}


def recent_opponents(player_id: int) -> list[tuple[Player, object]]:
    """Whom the player met last at a table, and when, the newest first; nobody whose account is gone."""
    met = games.met_lately(player_id, OPPONENTS)
    people = Player.objects.filter(pk__in=met, erased_at=None).in_bulk()
    return [(people[pk], when) for pk, when in met.items() if pk in people]


def _tell(player: Player, other_id: int, code: str) -> None:
    # Asking and withdrawing by turns must not ring somebody's bell again and again.
    if cache.add(f"told:{code}:{player.pk}:{other_id}", True, TOLD_KEPT):
        notify.notice(other_id, code, {"player": player.pk, "name": player.nickname})
    notify.friends_changed(other_id)
