"""A round's table at a table of the lobby: people are brought to it and its boards are dealt, one after another.

Each call does what can be done now, in one transaction, and may be repeated at any time.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone
from redis import RedisError

from accounts import selectors as accounts
from accounts.models import Player
from games import lost
from games import selectors as hands
from games import services as games
from lobby import notify, presence, seating
from lobby.challenge.models import Play, Round, RoundTable, Sitting
from lobby.models import Room, Seat, Table

PATIENCE = timedelta(seconds=90)
"""So long the first board waits for somebody whose hand elsewhere is not over; then the trustee plays for him."""
GRACE = timedelta(minutes=5)
"""So long after the round's time a board that was begun may last; then it is void."""


def waiting(found: Round, now: datetime) -> list[int]:
    """The round's tables that may go on now: nobody has been called to them yet, their next board is due, or the one
    that they play has had its time."""
    playing = Exists(Play.objects.filter(table=OuterRef("pk"), points=None))
    due = Q(table=None) | (~playing & (Q(next_at__lte=now) | Q(next_at=None)))
    rows = found.tables.filter(done=False)
    return list((rows if now > found.until else rows.filter(due)).values_list("pk", flat=True))


def attend(table_id: int, now: datetime) -> None:
    """Take a round's table on as far as it can go now."""
    overdue = _attend(table_id, now)
    if overdue is not None:
        lost.void(overdue, "time")


@transaction.atomic
def _attend(table_id: int, now: datetime) -> UUID | None:
    """As `attend`; a hand that has had its time, which is ended outside this transaction."""
    rows = RoundTable.objects.select_for_update(no_key=True, of=("self",)).select_related("round__challenge__room")
    place = rows.get(pk=table_id)
    plays = list(place.plays.order_by("board__number"))
    if place.done:
        return None
    if plays and plays[-1].points is None:
        return plays[-1].hand if now > place.round.until + GRACE else None
    ended = len(plays) >= place.round.challenge.boards or now >= place.round.until
    sittings = list(place.sittings.select_related("entry__player"))
    busy, table = _gather(place, sittings, ended=ended)
    if table.hand is not None:
        return None  # the lobby has yet to hear that it is over
    if ended:
        place.done = True
        place.save(update_fields=["done"])
    elif now >= (place.next_at or now) and not (busy and now < place.round.began_at + PATIENCE):
        _deal(place, table, sittings, len(plays) + 1)
    return None


def _gather(place: RoundTable, sittings: list[Sitting], *, ended: bool) -> tuple[set[int], Table]:
    """Seat whoever can be seated, people who have not given up on their own seats and bots on the others; those who
    still play elsewhere, and the table, locked."""
    room = place.round.challenge.room
    wanted = {
        sitting.entry.player_id: sitting.index
        for sitting in sittings
        if sitting.entry is not None and sitting.entry.left_at is None
    }
    people = Player.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk").in_bulk()
    busy = set() if ended else _free(people, place.table_id)
    table = _table(place, room)
    taken = {seat.index: seat for seat in table.taken.all()}
    missing = {index: people[pk] for pk, index in wanted.items() if pk not in busy and index not in taken}
    empty = [s.index for s in sittings if s.index not in taken and s.index not in wanted.values()]
    if ended or table.hand is not None or not (missing or empty):
        return busy, table
    seating.seat_people(table, missing, ready=False)
    seating.seat_bots_at(table, empty)
    seating.touch(table)
    facts = {"challenge": place.round.challenge_id, "name": place.round.challenge.name, "table": table.number}
    for player in missing.values():
        notify.notice(player.pk, "challenge_round", {**facts, "round": place.round.number, "at": table.pk})
    return busy, table


def _free(people: Collection[int], own: int | None) -> set[int]:
    """Take these people from where they only wait: other tables, the queue; those whose hand elsewhere is not over.
    Expects their locks."""
    busy = set()
    elsewhere = Seat.objects.filter(player__in=people).exclude(table=own).order_by("table").values_list("pk", "table")
    for seat_id, table_id in elsewhere:
        table = seating.lock_table(table_id)
        seat = table.taken.filter(pk=seat_id).first()
        if seat is None or seat.player_id is None:
            continue
        if table.hand is not None:
            busy.add(seat.player_id)
            continue
        seating.clear_seat(table, seat)
        seating.touch(table)
    return busy


def _table(place: RoundTable, room: Room) -> Table:
    """The lobby's table, locked; the lowest one that no round needs, or a new one, where there is none yet."""
    if place.table_id is not None:
        return seating.lock_table(place.table_id)
    Room.objects.select_for_update(no_key=True).get(pk=room.pk)
    needed = RoundTable.objects.filter(table=OuterRef("pk"), round__ended_at=None)
    free = Table.objects.filter(room=room, hand=None).exclude(Exists(needed)).order_by("number")
    found = free.exclude(Exists(Seat.objects.filter(table=OuterRef("pk")))).first()
    if found is None:
        last = Table.objects.filter(room=room).aggregate(last=Max("number"))["last"] or 0
        found = Table.objects.create(room=room, number=last + 1)
    place.table = found
    place.save(update_fields=["table"])
    return seating.lock_table(found.pk)


def _deal(place: RoundTable, table: Table, sittings: list[Sitting], number: int) -> None:
    """Start the hand of board `number`. Expects the locks of both tables and of the people."""
    seated = {seat.index: seat for seat in table.taken.select_related("player")}
    seats = [seated.get(sitting.index) or _absent(table, sitting) for sitting in sittings]
    here = _here([seat.player_id for seat in seats if seat.player_id is not None])
    late = [
        0
        if seat.player_id is None or sitting.entry is None
        else sitting.entry.late
        if seat.player_id in here and sitting.index in seated
        else games.AWAY
        for seat, sitting in zip(seats, sittings, strict=True)
    ]
    board = place.round.boards.get(number=number)
    config = seating.configuration(table.room, seats, [0] * len(seats))
    hand = games.start_hand(
        config,
        [seat.player_id for seat in seats],
        [seating.display(seat, table.room) for seat in seats],
        {"late": late},
        table.key,
        seed=bytes(board.seed),
    )
    Play.objects.create(table=place, board=board, hand=hand.pk)
    table.hand = hand.pk
    seating.touch(table)
    for seat in seated.values():
        if seat.player_id is not None:
            notify.matched(seat.player_id, table.pk, table.room_id, str(hand.pk))


def _absent(table: Table, sitting: Sitting) -> Seat:
    """How somebody is shown for whom the trustee plays, for he is still at another table."""
    entry = sitting.entry
    if entry is None:
        raise ValueError("a bot is never elsewhere")
    player = entry.player
    standing = accounts.standing(player, table.room.mode)
    return Seat(
        index=sitting.index,
        player=player,
        name=player.nickname,
        avatar=player.avatar,
        level=standing.level,
        title=seating.title_of(standing),
    )


def _here(people: Collection[int]) -> set[int]:
    """Those of them who have the site open; all, where that is not known."""
    try:
        return presence.here(people)
    except RedisError:
        return set(people)


@transaction.atomic
def played(hand_id: UUID, late: list[int]) -> Play | None:
    """Note what a settled hand brought; None where it is no contest's, or was noted before."""
    rows = RoundTable.objects.select_for_update(no_key=True, of=("self",)).select_related("round__challenge")
    place = rows.filter(plays__hand=hand_id).first()
    play = None if place is None else Play.objects.select_related("table__round").get(hand=hand_id)
    if place is None or play is None or play.points is not None:
        return None
    play.points = hands.score_of(hand_id) or []
    play.save(update_fields=["points"])
    place.next_at = timezone.now() + place.round.challenge.breath
    place.save(update_fields=["next_at"])
    for sitting in place.sittings.filter(entry__isnull=False).select_related("entry"):
        if sitting.entry is not None and sitting.index < len(late):
            sitting.entry.late = late[sitting.index]
            sitting.entry.save(update_fields=["late"])
    return play


def clear(found: Round) -> bool:
    """Take everybody's seat at the tables of a round; whether no hand is left there. Expects nothing to be locked but
    the contest."""
    clean = True
    places = found.tables.filter(table__isnull=False).order_by("table").values_list("table", flat=True)
    for table_id in places:
        table = seating.lock_table(table_id or 0)
        if table.hand is not None:
            clean = False
            continue
        for seat in table.taken.filter(player__isnull=False):
            seating.clear_seat(table, seat)
        seating.drop_lonely_bots(table)
        seating.touch(table)
    return clean
