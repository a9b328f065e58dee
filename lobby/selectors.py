"""Reads: the JSON shapes of docs/lobby-protocol.md 2 and what the pages start from (4)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts import selectors as accounts
from accounts.models import Player
from games import selectors as games
from lobby.errors import Refused
from lobby.models import PEOPLE, RESULT_KEPT, Room, Seat, Table, Ticket, Zone
from wallet import selectors as wallet

Json = dict[str, Any]

MASKS = tuple(f"牌友{mark}" for mark in "甲乙丙丁戊己庚辛壬癸")
"""What people are called, by their seats, where names are hidden; names like any others, in one language."""


def ms(moment: datetime) -> int:
    """Milliseconds since the epoch."""
    return int(moment.timestamp() * 1000)


def now_ms() -> int:
    return ms(timezone.now())


def balances(player_id: int) -> dict[str, int]:
    """What the player can spend now, per currency."""
    return dict(wallet.balances(player_id))


def balances_of(player_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """`balances` of many people, with one query."""
    return wallet.balances_of(player_ids)


def shortage(room: Room, have: dict[str, int]) -> Json | None:
    """What is missing to enter the room: {need, have}, or None when the minimum is met."""
    if not room.currency or have.get(room.currency, 0) >= room.minimum:
        return None
    return {"need": room.minimum, "have": have.get(room.currency, 0)}


def nearest_room(room: Room, have: dict[str, int]) -> Json | None:
    """The dearest other open room of the same game, mode and size that these balances allow and that has space; None if
    there is none."""
    others = Room.objects.filter(is_open=True, game=room.game, mode=room.mode, seats=room.seats).exclude(pk=room.pk)
    for other in others.order_by("-minimum", "order"):
        if shortage(other, have) is None and sum(head_count(other.pk)) < other.capacity:
            return {"id": other.pk, "name": other.name, "minimum": other.minimum}
    return None


def instead_of(player: Player, room_id: int) -> Json | None:
    """`nearest_room` to this one for what the player has."""
    return nearest_room(Room.objects.get(pk=room_id), balances(player.pk))


def head_count(room_id: int) -> tuple[int, int]:
    """People seated in the room, and people waiting for a match in it; bots are not counted."""
    seated = Seat.objects.filter(PEOPLE, table__room=room_id).count()
    return seated, Ticket.objects.filter(PEOPLE, room=room_id).count()


def crowd(room_id: int) -> int:
    """How many take a place in the room or wait for one, bot accounts too."""
    seated = Seat.objects.filter(table__room=room_id, player__isnull=False).count()
    return seated + Ticket.objects.filter(room=room_id).count()


def head_counts() -> dict[int, list[int]]:
    """`head_count` of every open room."""
    counts = {room: [0, 0] for room in Room.objects.filter(is_open=True).values_list("pk", flat=True)}
    people = Seat.objects.filter(PEOPLE).order_by().values_list("table__room").annotate(Count("id"))
    tickets = Ticket.objects.filter(PEOPLE).order_by().values_list("room").annotate(Count("id"))
    for place, rows in enumerate((people, tickets)):
        for room, number in rows:
            if room in counts:
                counts[room][place] = number
    return counts


def me(player: Player) -> Json:
    """`Me`: the player with balances, seat and ticket."""
    return _mes({player.pk: player})[player.pk]


def mes(player_ids: Collection[int]) -> dict[int, Json]:
    """`Me` of many people, each as the account is now, with four queries."""
    return _mes(Player.objects.in_bulk(player_ids))


def _mes(players: Mapping[int, Player]) -> dict[int, Json]:
    seats = {seat.player_id: seat for seat in Seat.objects.select_related("table").filter(player__in=players)}
    tickets = {ticket.player_id: ticket for ticket in Ticket.objects.select_related("room").filter(player__in=players)}
    have = balances_of(players.keys())
    return {pk: _me(player, have[pk], seats.get(pk), tickets.get(pk)) for pk, player in players.items()}


def _me(player: Player, have: dict[str, int], seat: Seat | None, ticket: Ticket | None) -> Json:
    return {
        "id": player.pk,
        "name": player.nickname,
        "avatar": player.avatar,
        "guest": player.is_guest,
        "bot": player.is_bot,
        "balances": have,
        "seat": seat
        and {
            "table": seat.table_id,
            "number": seat.table.number,
            "room": seat.table.room_id,
            "index": seat.index,
            "ready": seat.ready_at is not None,
            "hand": seat.table.hand and str(seat.table.hand),
        },
        "ticket": ticket
        and {
            "room": ticket.room_id,
            "since": ms(ticket.created_at),
            "bots_at": ms(ticket.created_at) + ticket.room.bot_wait if ticket.room.bots_allowed else None,
        },
    }


def zones(player: Player | None, game: str | None = None) -> list[Json]:
    """Zones with their open rooms, in order; those of one game where `game` is given."""
    shelf = Zone.objects.filter(Q(game=game) if game else Q()).prefetch_related("rooms")
    rooms = [room for zone in shelf for room in zone.rooms.all() if room.is_open]
    by_zone: dict[int, list[Json]] = {zone.pk: [] for zone in shelf}
    for shown in _rooms(rooms, player):
        by_zone[shown["zone"]].append(shown)
    return [
        {
            "id": zone.pk,
            "code": zone.code,
            "name": zone.name,
            "game": zone.game,
            "mode": zone.mode,
            "players": sum(room["players"] + room["waiting"] for room in by_zone[zone.pk]),
            "rooms": by_zone[zone.pk],
        }
        for zone in shelf
    ]


def room(player: Player | None, room_id: int) -> Json:
    """One room. Raises Refused `no_room`."""
    return _rooms([_find_room(room_id)], player)[0]


def tables(room_id: int) -> list[Json]:
    """The room's tables by number, empty ones too."""
    return [_table(t) for t in _whole(Table.objects.filter(room=room_id))]


def with_rooms(tables: QuerySet[Table]) -> list[Json]:
    """Each of these tables with its room, as nobody in particular sees it: {"table", "room"}."""
    found = list(_whole(tables))
    rooms = {shown["id"]: shown for shown in _rooms({t.room for t in found}, None)}
    return [{"table": _table(t), "room": rooms[t.room_id]} for t in found]


def table(table_id: int) -> Json:
    """One table. Raises Refused `no_table`."""
    found = tables_of([table_id])
    if not found:
        raise Refused("no_table")
    return found[table_id]


def tables_of(table_ids: Collection[int]) -> dict[int, Json]:
    """Those of these tables that there are."""
    return {t.pk: _table(t) for t in _whole(Table.objects.filter(pk__in=table_ids))}


def place_of(table_key: str) -> Json | None:
    """The room's code and the table's number behind the name by which games knows a table; None when it is gone."""
    number = Table.pk_of(table_key)
    found = None if number is None else Table.objects.select_related("room").filter(pk=number).first()
    return None if found is None else {"code": found.room.code, "number": found.number}


def room_names() -> list[tuple[int, str, str]]:
    """Id, mode and name of every room there is, closed ones too, in order."""
    return list(Room.objects.values_list("pk", "mode", "name"))


def hall_boot(player: Player | None, game: str | None = None) -> Json:
    """What the hall, or the zones of one game, start from."""
    return {"s": now_ms(), "me": player and me(player), "zones": zones(player, game)}


def room_boot(player: Player | None, room_id: int) -> Json:
    """What a room's page starts from. Raises Refused `no_room`."""
    return {
        "s": now_ms(),
        "me": player and me(player),
        "room": room(player, room_id),
        "tables": tables(room_id),
        "friends": sorted(accounts.friend_ids(player.pk)) if player else [],
    }


def table_boot(player: Player | None, table_id: int) -> Json:
    """What a table's page starts from; `seat` is the viewer's own. Raises Refused `no_table`.

    `last` is the hand whose result the viewer has not put away: between hands, until ready for the next; for a while
    also the one that ended because he stayed away, though his seat is gone, and any where names are hidden.
    """
    shown = table(table_id)
    own = list(Seat.objects.filter(table=table_id, player=player).values_list("index", flat=True)) if player else []
    kept = room(player, shown["room"])
    last = None
    if player and not own and kept["hidden_names"]:
        last = games.last_hand_of(player.pk, Table(pk=table_id).key, timezone.now() - RESULT_KEPT)
    elif player and not own:
        last = games.last_absence_of(player.pk, Table(pk=table_id).key, timezone.now() - RESULT_KEPT)
    elif player and shown["hand"] is None and not shown["seats"][own[0]]["ready"]:
        key = Table(pk=table_id).key
        last = games.last_hand_of(player.pk, key, timezone.now() - RESULT_KEPT)
    return {
        "s": now_ms(),
        "me": player and me(player),
        "room": kept,
        "table": shown,
        "seat": own[0] if own else None,
        "hand": shown["hand"],
        "last": last and str(last),
    }


def _whole(tables: QuerySet[Table]) -> QuerySet[Table]:
    """With what `_table` reads of each."""
    taken = Prefetch("taken", Seat.objects.select_related("player"))
    return tables.select_related("room").prefetch_related(taken, "taken__votes")


def _find_room(room_id: int) -> Room:
    found = Room.objects.filter(pk=room_id).first()
    if found is None:
        raise Refused("no_room")
    return found


def _rooms(rooms: Iterable[Room], player: Player | None) -> list[Json]:
    rooms = list(rooms)
    ids = [r.pk for r in rooms]
    seated = Counter(
        dict(
            Seat.objects.filter(PEOPLE, table__room__in=ids).order_by().values_list("table__room").annotate(Count("id"))
        )
    )
    tickets = Ticket.objects.filter(PEOPLE, room__in=ids)
    waiting = Counter(dict(tickets.order_by().values_list("room").annotate(Count("id"))))
    have = balances(player.pk) if player else None
    return [
        {
            "id": r.pk,
            "zone": r.zone_id,
            "code": r.code,
            "name": r.name,
            "game": r.game,
            "mode": r.mode,
            "seats": r.seats,
            "fewest": r.needed,
            "switches": r.switches,
            "currency": r.currency or None,
            "coef_n": r.n,
            "rake": r.a,
            "initial": r.initial,
            "coef": format(r.coef.normalize(), "f"),
            "minimum": r.minimum,
            "maximum": r.maximum,
            "threshold": r.threshold,
            "bots": r.bots_allowed,
            "bot_wait": r.bot_wait,
            "spectators": r.spectators,
            "spectator_delay": r.spectator_delay,
            "hidden_names": r.hidden_names,
            "outside_bots": r.outside_bots,
            "contest": r.contest,
            "capacity": r.capacity,
            "players": seated[r.pk],
            "waiting": waiting[r.pk],
            "version": r.version,
            "fits": None if have is None else shortage(r, have),
        }
        for r in rooms
    ]


def masked(seat: Seat) -> Json:
    """How a person looks where names are hidden: nothing in it depends on who it is."""
    return {"name": MASKS[seat.index], "avatar": "unknown", "bot": False, "level": 0, "title": ""}


def _table(t: Table) -> Json:
    taken = list(t.taken.all())
    # Whoever sat here before the room was given fewer seats still does.
    seats: list[Json | None] = [None] * max(t.room.seats, *(seat.index + 1 for seat in taken), 0)
    for seat in taken:
        until = t.given_up(seat)
        shown: Json = {
            "player": seat.player_id,
            "name": seat.name,
            "avatar": seat.avatar,
            "bot": seat.automatic,
            "ready": seat.ready_at is not None,
            "show": seat.show,
            "level": seat.level,
            "title": seat.title,
            "until": until and ms(until[0]),
            "votes": len(seat.votes.all()),
        }
        if t.room.hidden_names and not seat.bot:
            shown |= {"player": None, **masked(seat)}
        seats[seat.index] = shown
    return {
        "id": t.pk,
        "number": t.number,
        "room": t.room_id,
        "v": t.v,
        "hand": t.hand and str(t.hand),
        "seats": seats,
        "watchable": t.room.spectators and not t.private,
        "private": t.private,
        "host": t.host_id,
    }
