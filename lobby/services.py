"""What a player may do in the lobby. Each command checks, does, and tells who looks after commit.

A refused command raises `lobby.errors.Refused` (codes: docs/lobby-protocol.md 3) and changes nothing.
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from accounts.origins import UNKNOWN, Origin
from games import selectors as hands
from games import services as games
from lobby import company, notify, presence, private, seating, selectors, tasks
from lobby.errors import Refused
from lobby.models import Room, Seat, Table, Ticket


@transaction.atomic
def join(player: Player, room_id: int, origin: Origin = UNKNOWN) -> Ticket:
    """Wait for a match in the room. Again in the same room renews the ticket, in another room it moves."""
    player = seating.lock_player(player.pk)
    _refuse_seated(player)
    room = _open_room(room_id, player)
    seating.check_entry(player, room)
    company.came_from(player, origin)
    now = timezone.now()
    ticket = Ticket.objects.filter(player=player).first()
    if ticket and ticket.room_id == room.pk:
        Ticket.objects.filter(pk=ticket.pk).update(seen_at=now)
        return ticket
    _refuse_full(room, player)
    if ticket:
        ticket.delete()
    return _queue(player, room)


@transaction.atomic
def cancel(player: Player) -> None:
    """Give the ticket back. Refused with `matched` when a seat came first."""
    seating.lock_player(player.pk)
    ticket = Ticket.objects.select_for_update().filter(player=player).first()
    if ticket is None:
        if seat := Seat.objects.select_related("table").filter(player=player).first():
            raise Refused("matched", **_whereabouts(seat))
        raise Refused("no_ticket")
    ticket.delete()
    notify.player_changed(player.pk)


def sit(player: Player, table_id: int, index: int | None, origin: Origin = UNKNOWN, *, key: str = "") -> Seat:
    """Sit on that seat (None: on the first free one), not ready yet. A ticket held is given back.

    `key`: what a private table asks for, the secret of its link or its password.
    """
    opened = private.unlock(player, table_id, key)
    return _sit_down(player, table_id, index, origin, opened)


@transaction.atomic
def _sit_down(player: Player, table_id: int, index: int | None, origin: Origin, opened: str | None) -> Seat:
    player = seating.lock_player(player.pk)
    _refuse_seated(player)
    table = seating.lock_table(table_id)
    if table.invite != opened:
        raise Refused("private" if table.private else "wrong_key", table=table.pk)
    if private.was_sent_away(player, table):
        raise _instead("sent_away", table, player)
    room = _open_room(table.room_id, player)
    _refuse_by_hand(room)
    seating.check_entry(player, room)
    _refuse_full(room, player)
    if table.hand:
        raise _instead("hand_open", table, player, hand=str(table.hand))
    if index is not None and not 0 <= index < room.seats:
        raise Refused("not_allowed")
    free = seating.free_indexes(table)
    if not free:
        raise _instead("table_full", table, player)
    if index is None:
        index = free[0]
    if index not in free:
        raise Refused("seat_taken", table=table.pk, room=room.pk, free=free)
    company.came_from(player, origin)
    if company.strangers(room, player.pk, [s.player_id for s in table.taken.all() if s.player_id]):
        raise _instead("kept_apart", table, player)
    return _sit(player, table, index, ready=False)


@transaction.atomic
def sit_anywhere(player: Player, room_id: int, origin: Origin = UNKNOWN) -> Seat:
    """Sit at an empty table of the room, ready; company comes from the queue."""
    player = seating.lock_player(player.pk)
    _refuse_seated(player)
    room = _open_room(room_id, player)
    _refuse_by_hand(room)
    seating.check_entry(player, room)
    _refuse_full(room, player)
    company.came_from(player, origin)
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    seat = _sit(player, seating.free_table(room), 0, ready=True)
    tasks.match_soon(room.pk)
    return seat


def open_private(player: Player, room_id: int, password: str = "", origin: Origin = UNKNOWN) -> Seat:
    """Open a private table in the room and sit there, not ready yet; its link is `Table.invite`."""
    return _open_private(player, room_id, private.hashed(password), origin)


@transaction.atomic
def _open_private(player: Player, room_id: int, password: str, origin: Origin) -> Seat:
    player = seating.lock_player(player.pk)
    _refuse_seated(player)
    room = _open_room(room_id, player)
    _refuse_by_hand(room)
    seating.check_entry(player, room)
    _refuse_full(room, player)
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    company.came_from(player, origin)
    table = seating.free_table(room)
    private.set_up(table, player, password)
    return _sit(player, table, 0, ready=False)


@transaction.atomic
def ready(player: Player, show: bool = False) -> str | None:
    """Ready for the next hand, with an open hand where `show` (明牌开始). The id of the hand if this starts it."""
    player = seating.lock_player(player.pk)
    seat, table = seating.own_table(player.pk)
    private.refuse_contest(table)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    seating.check_entry(player, table.room)
    now = timezone.now()
    seat.ready_at = seat.ready_at or now
    seat.since = now
    seat.show = show
    seat.save(update_fields=["ready_at", "since", "show"])
    hand = seating.start_if_ready(table)
    seating.touch(table)
    notify.player_changed(player.pk)
    if hand is None:
        tasks.match_soon(table.room_id)
    return hand


@transaction.atomic
def unready(player: Player) -> None:
    """Not ready after all; too late once the hand is open."""
    seating.lock_player(player.pk)
    seat, table = seating.own_table(player.pk)
    private.refuse_contest(table)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    seat.ready_at, seat.show, seat.since = None, False, timezone.now()
    seat.save(update_fields=["ready_at", "since", "show"])
    seating.touch(table)
    notify.player_changed(player.pk)


def leave(player: Player, flee: bool = False) -> None:
    """Give the seat up. While a hand is open this is an escape: refused with its price unless `flee`.

    The escape is entered first, in the hand's log, and the seat is freed after it; if this process dies between the
    two, the settled hand frees the seat.
    """
    with transaction.atomic():
        seating.lock_player(player.pk)
        seat = Seat.objects.select_related("table__room").filter(player=player).first()
    if seat is None:
        raise Refused("not_seated")
    private.refuse_contest(seat.table)
    hand = seat.table.hand
    if hand and hands.is_live(hand):
        if not flee:
            raise Refused("would_flee", **_price(seat.table, hand, player.pk))
        try:
            games.flee(hand, player.pk)
        except games.Unavailable as error:
            raise Refused("unavailable") from error
    with transaction.atomic():
        seating.lock_player(player.pk)
        seat, table = seating.own_table(player.pk)
        # A hand that began since the look above was not meant to be fled.
        if table.hand and table.hand != hand:
            raise Refused("would_flee", **_price(table, table.hand, player.pk))
        seating.clear_seat(table, seat)
        seating.touch(table)


@transaction.atomic
def change_table(player: Player) -> Ticket:
    """Leave for another table of the same room, by way of its queue. Never while a hand is open."""
    player = seating.lock_player(player.pk)
    seat, table = seating.own_table(player.pk)
    private.refuse_contest(table)
    if table.hand:
        raise Refused("hand_open", table=table.pk, hand=str(table.hand))
    room = _open_room(table.room_id, player)
    seating.check_entry(player, room)
    seating.clear_seat(table, seat)
    seating.touch(table)
    return _queue(player, room, avoid=table)


def renew(player: Player) -> None:
    """The player is still there: its friends see it, its ticket does not lapse."""
    presence.seen(player)
    Ticket.objects.filter(player=player).update(seen_at=timezone.now())


def _queue(player: Player, room: Room, avoid: Table | None = None) -> Ticket:
    now = timezone.now()
    ticket = Ticket.objects.create(player=player, room=room, created_at=now, seen_at=now, avoid=avoid)
    notify.player_changed(player.pk)
    tasks.match_soon(room.pk)
    return ticket


def _sit(player: Player, table: Table, index: int, *, ready: bool) -> Seat:
    seat = seating.seat_person(table, index, player, ready=ready)
    seating.touch(table)
    return seat


def _open_room(room_id: int, player: Player) -> Room:
    room = Room.objects.filter(pk=room_id).first()
    if room is None:
        raise Refused("no_room")
    if not room.is_open:
        raise Refused("room_closed", room=selectors.nearest_room(room, selectors.balances(player.pk)))
    return room


def _refuse_full(room: Room, player: Player) -> None:
    # Counted without a lock: two who come at once may overshoot the limit by one, which costs nothing.
    if selectors.crowd(room.pk) >= room.capacity:
        raise Refused("room_full", room=selectors.nearest_room(room, selectors.balances(player.pk)))


def _refuse_by_hand(room: Room) -> None:
    """Where names are hidden nobody chooses with whom to play."""
    if room.hidden_names:
        raise Refused("matched_only", room=room.pk)


def _instead(code: str, table: Table, player: Player, **facts: Any) -> Refused:
    """The refusal of a seat at this table, with the one to take instead."""
    return Refused(code, table=table.pk, room=table.room_id, next=seating.next_seat(table, player.pk), **facts)


def _refuse_seated(player: Player) -> None:
    if seat := Seat.objects.select_related("table").filter(player=player).first():
        raise Refused("seated", **_whereabouts(seat))
    # Where a hand goes on without whoever fled it, he stays bound to it to its end (rules of Thirteen Water, 1.11).
    if hand := hands.live_hand_of(player.pk):
        raise Refused("fled", hand=str(hand))


def _whereabouts(seat: Seat) -> dict[str, Any]:
    return {
        "table": seat.table_id,
        "room": seat.table.room_id,
        "hand": seat.table.hand and str(seat.table.hand),
    }


def _price(table: Table, hand: UUID, player_id: int) -> dict[str, Any]:
    price = hands.flight_price(hand, player_id)
    return {"table": table.pk, "hand": str(hand), "currency": table.room.currency or None, **price}
