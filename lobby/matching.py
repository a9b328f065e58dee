"""Carries out the plans of `lobby.matchmaking`: the only code that seats people out of the queue.

One transaction makes one match. It holds the room's lock and skips whatever somebody else holds, a room that is being
matched by another process as well as a ticket that is being cancelled; the next tick finds it again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lobby import notify, seating, selectors
from lobby.matchmaking import Match, Vacancy, Waiting, plan
from lobby.models import Room, Seat, Table, Ticket

TICKET_LEASE = timedelta(seconds=30)
"""A ticket lapses this long after its owner's last sign of life."""


def rooms_with_work() -> list[int]:
    """Rooms where somebody waits: in the queue, or ready at a table without a hand."""
    waiting = Q(tickets__isnull=False)
    ready = Q(tables__hand=None, tables__taken__player__isnull=False, tables__taken__ready_at__isnull=False)
    return list(Room.objects.filter(waiting | ready).order_by("pk").values_list("pk", flat=True).distinct())


def match_room(room_id: int) -> int:
    """Make every match that can be made in the room now; how many were made."""
    made = 0
    while _match_once(room_id):
        made += 1
    return made


@transaction.atomic
def _match_once(room_id: int) -> bool:
    """Make the room's most urgent match; False when there is none, or another process is at it."""
    room = Room.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=room_id).first()
    if room is None:
        return False
    now = timezone.now()
    tickets = _claim_tickets(room, now)
    open_tables = _claim_tables(room)
    vacancies = []
    for table, seats in open_tables.values():
        if len(seats) >= room.needed:
            # Enough and ready, yet not begun: money was missing for a moment. Begin it, or free who cannot pay.
            hand = seating.start_if_ready(table)
            if hand or table.taken.count() < len(seats):
                seating.touch(table)
                if hand:
                    _announce(table, [s.player_id for s in seats if s.player_id], hand)
                return True
            continue
        since = min(selectors.ms(seat.ready_at or now) for seat in seats)
        vacancies.append(Vacancy(table.pk, room.seats - len(seats), since))
    matches = plan(
        [Waiting(t.player_id, selectors.ms(t.created_at), t.avoid_id) for t in tickets.values()],
        vacancies,
        seats=room.seats,
        needed=room.needed,
        wait=room.bot_wait,
        bots=room.bots_allowed,
        now=selectors.ms(now),
    )
    # A match whose hand cannot start must not hold up the next one.
    return any(_make(room, match, tickets, open_tables) for match in matches)


def _claim_tickets(room: Room, now: datetime) -> dict[int, Ticket]:
    """The room's tickets by player, locked together with their players; those that ended are dropped and said so."""
    claimed = {}
    rows = (
        Ticket.objects.select_related("player")
        .select_for_update(no_key=True, skip_locked=True, of=("self", "player"))
        .filter(room=room)
        .order_by("created_at", "id")
    )
    for ticket in rows:
        if not room.is_open:
            _drop(ticket, "room_closed", {"room": None})
        elif now - ticket.seen_at > TICKET_LEASE:
            _drop(ticket, "lapsed", {"room": room.pk})
        else:
            have = selectors.balances(ticket.player_id)
            short = selectors.shortage(room, have)
            if short:
                nearest = selectors.nearest_room(room, have)
                _drop(ticket, "not_enough", {**short, "currency": room.currency, "room": nearest})
            else:
                claimed[ticket.player_id] = ticket
    return claimed


def _drop(ticket: Ticket, code: str, facts: dict[str, object]) -> None:
    ticket.delete()
    notify.withdrawn(ticket.player_id, code, facts)
    notify.player_changed(ticket.player_id)
    notify.queue_changed(ticket.room_id)


def _claim_tables(room: Room) -> dict[int, tuple[Table, list[Seat]]]:
    """Tables between hands whose people are all ready, locked, with their seats."""
    candidates = (
        Table.objects.filter(room=room, hand=None, taken__player__isnull=False, taken__ready_at__isnull=False)
        .order_by("pk")
        .values_list("pk", flat=True)
        .distinct()
    )
    claimed = {}
    for pk in candidates:
        table = Table.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=pk, hand=None).first()
        if table is None:
            continue
        table.room = room
        # Whoever cannot pay any more is seen now: a match with him could never start, and would be tried for ever.
        if all(seat.ready_at for seat in table.taken.all()) and seating.drop_short(table):
            seating.touch(table)
        seats = list(table.taken.all())
        if any(seat.player_id for seat in seats) and all(seat.ready_at for seat in seats):
            claimed[pk] = (table, seats)
    return claimed


class _CannotStart(Exception):  # noqa: N818 - undoes a match, never leaves this module
    pass


def _make(
    room: Room, match: Match, tickets: dict[int, Ticket], open_tables: dict[int, tuple[Table, list[Seat]]]
) -> bool:
    """Seat the match and start its hand. All or nothing: when the hand cannot start the queue stays as it was."""
    try:
        with transaction.atomic():
            table = open_tables[match.table][0] if match.table else seating.free_table(room)
            for index, player_id in zip(seating.free_indexes(table), match.players, strict=False):
                seating.seat_person(table, index, tickets[player_id].player, ready=True)
            seating.seat_bots(table, match.bots)
            people = [seat.player_id for seat in table.taken.all() if seat.player_id]
            hand = seating.start_if_ready(table)
            if hand is None:
                raise _CannotStart
            seating.touch(table)
            notify.queue_changed(room.pk)
            _announce(table, people, hand)
    except _CannotStart:
        return False
    return True


def _announce(table: Table, people: Iterable[int], hand: str) -> None:
    for player_id in people:
        notify.matched(player_id, table.pk, table.room_id, hand)
