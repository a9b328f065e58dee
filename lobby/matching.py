"""Carries out the plans of `lobby.matchmaking`: the only code that seats people out of the queue.

One process at a time matches a room. It looks at the queue without a lock, plans, and makes each match in a
transaction of its own that skips whatever somebody else holds, such as a ticket that is being cancelled; a match that
can no longer be made is left to the next look.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts import care
from lobby import company, notify, seating, selectors
from lobby.matchmaking import Match, Vacancy, Waiting, plan
from lobby.models import Ban, Room, Seat, Table, Ticket
from wallet import locks

TICKET_LEASE = timedelta(seconds=30)
"""A ticket lapses this long after its owner's last sign of life."""
LOCK = 0x4D41
"""The first number of the advisory locks of this module; the second is the room's."""
ASKED_KEPT = 2
"""Seconds after which a look that was asked for and never came may be asked for again; the beat asks anyway."""


def rooms_with_work() -> list[int]:
    """Rooms where somebody waits: in the queue, or ready at a table without a hand."""
    waiting = Q(tickets__isnull=False)
    ready = Q(
        tables__hand=None,
        tables__taken__player__isnull=False,
        tables__taken__ready_at__isnull=False,
    )
    working = Room.objects.filter(waiting | ready, contest=False)
    return list(working.order_by("pk").values_list("pk", flat=True).distinct())


def match_room(room_id: int) -> int:
    """Make every match that can be made in the room now; how many were made. None, while another process is at it:
    that one looks again for whoever asked meanwhile."""
    made = 0
    with locks.alone(LOCK, room_id) as alone:
        while alone:
            cache.delete(_asked(room_id))  # before the look: whoever asks from here on is looked for again
            begun = _look(room_id)
            made += begun or 0
            if begun is None or not (begun or cache.get(_asked(room_id))):
                break
    return made


def ask(room_id: int) -> bool:
    """Note that the room has to be looked at; whether nobody has asked for that since the last look began."""
    return bool(cache.add(_asked(room_id), True, ASKED_KEPT))


def _asked(room_id: int) -> str:
    return f"lobby:asked:{room_id}"


def _look(room_id: int) -> int | None:
    """Look at the room once and do what can be done; how many hands began. None: there is no such room."""
    room = Room.objects.filter(pk=room_id).first()
    if room is None:
        return None
    now = timezone.now()
    begun = 0
    open_tables: dict[int, list[Seat]] = {}
    for table_id in _ready_tables(room):
        hand, seats = _attend(table_id)
        begun += hand is not None
        if seats:
            open_tables[table_id] = seats
    waiting = {ticket.player_id: ticket for ticket in Ticket.objects.filter(room=room)}
    if not waiting and not open_tables:
        return begun
    have = selectors.balances_of(waiting)
    tickets = _fit_tickets(room, waiting, have, now)
    seated = [seat.player_id for seats in open_tables.values() for seat in seats if seat.player_id is not None]
    known = company.known(room, [*tickets, *seated], have)
    vacancies = []
    for table_id, seats in open_tables.items():
        people = [_waiting(s.player_id, s.ready_at or now, (), known) for s in seats if s.player_id is not None]
        since = min(selectors.ms(seat.ready_at or now) for seat in seats)
        vacancies.append(Vacancy(table_id, room.seats - len(seats), since, tuple(people)))
    avoided = _avoided(tickets, open_tables, now)
    matches = plan(
        [_waiting(t.player_id, t.created_at, avoided[t.player_id], known) for t in tickets.values()],
        vacancies,
        seats=room.seats,
        needed=room.needed,
        wait=room.bot_wait,
        bots=room.bots_allowed,
        now=selectors.ms(now),
        apart=known.apart,
    )
    for number, match in enumerate(matches):
        # Whether old company will do was judged by the queue as it was: looked at again after other matches.
        if number and match.again:
            break
        # A match whose hand cannot start must not hold up the next one.
        begun += _make(room, match)
    return begun


def _avoided(tickets: dict[int, Ticket], tables: Collection[int], now: datetime) -> dict[int, set[int]]:
    """Per player the table just left, and those of `tables` where he may not sit yet, sent away from there."""
    avoided = {pk: set() if ticket.avoid_id is None else {ticket.avoid_id} for pk, ticket in tickets.items()}
    if tables:
        bans = Ban.objects.filter(player__in=tickets, table__in=tables, until__gt=now)
        for player_id, table_id in bans.values_list("player", "table"):
            avoided[player_id].add(table_id)
    return avoided


def _waiting(player_id: int, since: datetime, avoid: Iterable[int], known: company.Known) -> Waiting:
    return Waiting(
        player_id,
        selectors.ms(since),
        frozenset(avoid),
        known.wealth.get(player_id, 0),
        known.levels.get(player_id, 1),
        known.company.get(player_id, ()),
    )


def _fit_tickets(
    room: Room, tickets: dict[int, Ticket], have: dict[int, dict[str, int]], now: datetime
) -> dict[int, Ticket]:
    """Those of the room's tickets, by player, that go on; those that ended are dropped and said so."""
    barred = care.barred(tickets)
    unwanted = seating.unwanted_bots(room, tickets)
    fit = {}
    for player_id, ticket in tickets.items():
        short = selectors.shortage(room, have[player_id])
        if not room.is_open:
            _drop(ticket, "room_closed", {"room": selectors.nearest_room(room, have[player_id])})
        elif now - ticket.seen_at > TICKET_LEASE:
            _drop(ticket, "lapsed", {"room": room.pk})
        elif player_id in unwanted:
            _drop(ticket, "no_bots", {"room": room.pk})
        elif player_id in barred:
            _drop(ticket, barred[player_id].code, barred[player_id].facts)
        elif short:
            nearest = selectors.nearest_room(room, have[player_id])
            _drop(ticket, "not_enough", {**short, "currency": room.currency, "room": nearest})
        else:
            fit[player_id] = ticket
    return fit


@transaction.atomic
def _drop(ticket: Ticket, code: str, facts: dict[str, object]) -> None:
    """End a ticket that is still as it was seen; one that was renewed or given back meanwhile is left alone."""
    gone = Ticket.objects.select_for_update(skip_locked=True).filter(pk=ticket.pk, seen_at=ticket.seen_at).first()
    if gone is not None:
        gone.delete()
        notify.withdrawn(ticket.player_id, code, facts)
        notify.player_changed(ticket.player_id)


def _ready_tables(room: Room) -> list[int]:
    """Tables between hands whose people are all ready."""
    here = Seat.objects.filter(table=OuterRef("pk"))
    people, unready = Exists(here.filter(player__isnull=False)), Exists(here.filter(ready_at=None))
    tables = Table.objects.filter(people, ~unready, room=room, hand=None)
    return list(tables.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _attend(table_id: int) -> tuple[str | None, list[Seat]]:
    """See to a table between hands: the hand that could begin there, and the seats that are taken where all are ready
    and some are wanting; none at a private table, for no stranger is matched to it."""
    table = _lock_table(table_id)
    if table is None or not all(seat.ready_at for seat in table.taken.all()):
        return None, []
    # Whoever cannot play any more is seen now: a match with him could never start, and would be tried for ever.
    changed = seating.drop_barred(table)
    seats = list(table.taken.all())
    hand = None
    if len(seats) >= table.room.needed:
        # Enough and ready, yet not begun: money was missing for a moment. Begin it, or free who cannot pay.
        hand = seating.start_if_ready(table)
        changed = changed or hand is not None or table.taken.count() < len(seats)
        if hand:
            _announce(table, [s.player_id for s in seats if s.player_id], hand)
    if changed:
        seating.touch(table)
    if hand or table.private or len(seats) >= table.room.needed or not any(seat.player_id for seat in seats):
        return hand, []
    return None, seats


def _lock_table(table_id: int) -> Table | None:
    """The table between hands, locked; None when somebody else is at it."""
    return (
        Table.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        .select_related("room")
        .filter(pk=table_id, hand=None)
        .first()
    )


class _CannotStart(Exception):  # noqa: N818 - undoes a match, never leaves this module
    pass


def _make(room: Room, match: Match) -> bool:
    """Seat the match and start its hand. All or nothing: when the hand cannot start the queue stays as it was."""
    try:
        with transaction.atomic():
            tickets = _claim_tickets(room, match.players)
            if match.table is None:
                room = Room.objects.select_for_update(no_key=True).get(pk=room.pk)
                table = seating.free_table(room)
            else:
                table = _claim_vacancy(match)
            free = seating.free_indexes(table)
            seating.seat_people(
                table, {free[at]: tickets[pk].player for at, pk in enumerate(match.players)}, ready=True
            )
            seating.seat_bots(table, match.bots)
            hand = seating.start_if_ready(table)
            if hand is None:
                raise _CannotStart
            _announce(table, [*match.people, *match.players], hand)  # first: everybody waits for nothing else
            seating.touch(table)
    except _CannotStart:
        return False
    return True


def _claim_tickets(room: Room, players: Iterable[int]) -> dict[int, Ticket]:
    """The players' tickets, locked together with the players. Raises _CannotStart where one is held or gone."""
    wanted = list(players)
    rows = (
        Ticket.objects.select_related("player")
        .select_for_update(no_key=True, skip_locked=True, of=("self", "player"))
        .filter(room=room, player__in=wanted)
    )
    tickets = {ticket.player_id: ticket for ticket in rows}
    if len(tickets) < len(wanted):
        raise _CannotStart
    return tickets


def _claim_vacancy(match: Match) -> Table:
    """The match's table, locked. Raises _CannotStart where it is no longer waiting as it was."""
    table = _lock_table(match.table) if match.table else None
    if table is None or table.private:
        raise _CannotStart
    seats = list(table.taken.all())
    people = frozenset(seat.player_id for seat in seats if seat.player_id)
    if people != match.people or not all(seat.ready_at for seat in seats):
        raise _CannotStart
    return table


def _announce(table: Table, people: Iterable[int], hand: str) -> None:
    for player_id in people:
        notify.matched(player_id, table.pk, table.room_id, hand)
