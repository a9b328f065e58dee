"""The moves on seats that services and matching share. Each states the locks it expects to be held."""

import logging
import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef
from django.utils import timezone, translation

from accounts import bots as outside
from accounts import care
from accounts import selectors as accounts
from accounts.models import Player, Standing
from games import selectors as hands
from games import services as games
from lobby import bots, company, notify, selectors
from lobby.after import after_commit
from lobby.errors import Refused
from lobby.models import Ban, KickVote, Room, Seat, Table, Ticket
from shop import selectors as props
from wallet.errors import InsufficientFunds

logger = logging.getLogger(__name__)

LUCK = secrets.SystemRandom()

RULES_VERSION = 1
"""The version of the rules that hands are started with."""


def lock_player(player_id: int) -> Player:
    """The player as he is now, locked: this transaction is the only one that moves him between seats and queues.
    Raises Refused `account_closed`: a socket may outlive the account it was opened for."""
    player = hold_player(player_id)
    if not player.is_active:
        raise Refused("account_closed")
    return player


def hold_player(player_id: int) -> Player:
    """As `lock_player`, also of an account that is closed."""
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def lock_table(table_id: int) -> Table:
    """The table, locked. Raises Refused `no_table`."""
    table = (
        Table.objects.select_for_update(no_key=True, of=("self",)).select_related("room").filter(pk=table_id).first()
    )
    if table is None:
        raise Refused("no_table")
    return table


def own_table(player_id: int) -> tuple[Seat, Table]:
    """The player's seat and its table, locked. Expects the player's lock. Raises Refused `not_seated`."""
    table_id = Seat.objects.filter(player=player_id).values_list("table", flat=True).first()
    table = lock_table(table_id) if table_id else None
    # Between the two reads the table's own work (a settled hand, an idle sweep) may have taken the seat away.
    seat = Seat.objects.filter(player=player_id, table=table).first() if table else None
    if seat is None or table is None:
        raise Refused("not_seated")
    return seat, table


def check_entry(player: Player, room: Room) -> None:
    """Raise Refused: `no_bots` of a bot account where the room takes none, `play_break` or `minor_hours` while the
    player may not play at all, `not_enough`, with the nearest room that fits, below the room's minimum."""
    if player.is_bot and not room.outside_bots:
        raise Refused("no_bots", room=room.pk)
    if barred := care.may_play(player.pk):
        raise Refused(barred.code, **barred.facts)
    have = selectors.balances(player.pk)
    if short := selectors.shortage(room, have):
        raise Refused("not_enough", **short, currency=room.currency, room=selectors.nearest_room(room, have))


def touch(table: Table) -> None:
    """The table changed: count its version up and tell whoever looks. Expects the table's lock."""
    table.v += 1
    _note_company(table)
    table.save(update_fields=["v", "hand", "carry", "alone_since"])
    notify.table_changed(table.pk)


def _note_company(table: Table) -> None:
    """Keep `alone_since`; whoever gets company has the whole time to get ready before him again."""
    now = timezone.now()
    if table.hand is None and table.taken.filter(player__isnull=False).count() == 1:
        table.alone_since = table.alone_since or now
    elif table.alone_since is not None:
        table.alone_since = None
        table.taken.filter(player__isnull=False, ready_at=None).update(since=now)


def free_table(room: Room) -> Table:
    """An empty table of the room, locked; the lowest number, or a new one. Expects the room's lock."""
    empty = ~Exists(Seat.objects.filter(table=OuterRef("pk")))
    for candidate in Table.objects.filter(empty, room=room, hand=None).order_by("number").values_list("pk", flat=True):
        locked = Table.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=candidate, hand=None).first()
        # Read again under the lock: somebody may have sat down since.
        if locked and not locked.taken.exists():
            locked.room = room
            if locked.private:  # its people are gone without having left, as a row that was deleted by hand
                _make_public(locked)
            return locked
    last = Table.objects.filter(room=room).aggregate(last=Max("number"))["last"] or 0
    return Table.objects.create(room=room, number=last + 1)


NEXT_TABLES = 20
"""So many tables are looked at for a seat to take instead."""


def next_seat(table: Table, player_id: int) -> dict[str, int] | None:
    """A free seat in the same room for somebody who does not get one at this table, {"table", "number", "index"}: where
    most people wait whom he may meet; None where nobody waits, and pressing 加入 is the way."""
    room = table.room
    bans = Ban.objects.filter(player=player_id, until__gt=timezone.now()).values("table")
    waiting = (
        Table.objects.filter(room=room, hand=None, invite=None)
        .exclude(pk=table.pk)
        .exclude(pk__in=bans)
        .annotate(people=Count("taken"))
        .filter(people__gte=1, people__lt=room.seats)
        .order_by("-people", "number")
    )
    for other in waiting[:NEXT_TABLES]:
        taken = list(other.taken.all())
        if not company.strangers(room, player_id, [seat.player_id for seat in taken if seat.player_id]):
            free = set(range(room.seats)) - {seat.index for seat in taken}
            return {"table": other.pk, "number": other.number, "index": min(free)}
    return None


def free_indexes(table: Table) -> list[int]:
    taken = set(Seat.objects.filter(table=table).values_list("index", flat=True))
    return [index for index in range(table.room.seats) if index not in taken]


def seat_person(table: Table, index: int, player: Player, *, ready: bool) -> Seat:
    """Give the seat to the player, whose ticket ends. Expects the locks of player and table; the caller touches the
    table."""
    return seat_people(table, {index: player}, ready=ready)[0]


def seat_people(table: Table, places: Mapping[int, Player], *, ready: bool) -> list[Seat]:
    """As `seat_person` of several people, by their seats.

    What the last hand carried over counts its seats: it ends where the company changes.
    """
    people = list(places.values())
    ranks = accounts.standings([player.pk for player in people], table.room.mode)
    Ticket.objects.filter(player__in=people).delete()
    now = timezone.now()
    table.carry = {}
    seats = Seat.objects.bulk_create(
        Seat(
            table=table,
            index=index,
            player=player,
            name=player.nickname,
            avatar=player.avatar,
            level=ranks[player.pk].level,
            title=title_of(ranks[player.pk]),
            ready_at=now if ready else None,
            since=now,
        )
        for index, player in places.items()
    )
    for player in people:
        notify.player_changed(player.pk)
    return seats


def title_of(standing: Standing) -> str:
    """The title in the first language: it is shown to all, whoever sits down."""
    with translation.override(settings.LANGUAGE_CODE):
        return standing.title


def seat_bots(table: Table, count: int) -> None:
    """Fill so many free seats with labelled bots, ready at once. Expects the table's lock; the caller touches it."""
    seat_bots_at(table, free_indexes(table)[:count] if count else [])


def seat_bots_at(table: Table, indexes: Collection[int]) -> None:
    """As `seat_bots`, on these free seats."""
    if not indexes:
        return
    names = list(table.taken.values_list("name", flat=True))
    now = timezone.now()
    seats = []
    for index in indexes:
        names.append(bots.pick_name(names))
        seats.append(
            Seat(
                table=table,
                index=index,
                bot=table.room.bot_level,
                name=names[-1],
                avatar=bots.FACE,
                ready_at=now,
                since=now,
            )
        )
    table.carry = {}
    Seat.objects.bulk_create(seats)


def clear_seat(table: Table, seat: Seat) -> None:
    """Take a person's seat away. Expects the table's lock; the caller touches the table.

    What the last hand carried over ends with its company: a newcomer must not inherit a leaver's time-outs. Bots
    do not stay among themselves.
    """
    seat.delete()
    table.carry = {}
    if table.private and table.host_id == seat.player_id:
        _pass_on(table)
    drop_lonely_bots(table)
    if seat.player_id:
        notify.player_changed(seat.player_id)


def _pass_on(table: Table) -> None:
    """The private table belongs to whoever has sat there longest now. Expects the table's lock."""
    # A seat's number tells who came first; its `since` begins anew with whatever he does.
    heir = table.taken.filter(player__isnull=False).order_by("pk").first()
    table.host_id = heir.player_id if heir else None
    table.save(update_fields=["host"])


def part(table: Table) -> bool:
    """Take a seat from each two of whom one blocks the other; whether there were any. Expects the table's lock, and no
    hand there; the caller touches the table.

    Whoever blocks goes, for a block is not told; from a private table of one's own the other does.
    """
    seats = {seat.player_id: seat for seat in table.taken.all() if seat.player_id is not None}
    parted = False
    for blocker, blocked in sorted(accounts.blocks_among(seats)):
        if blocker in seats and blocked in seats:
            gone = blocked if table.private and table.host_id == blocker else blocker
            clear_seat(table, seats.pop(gone))
            notify.notice(gone, "parted", {"table": table.pk, "room": table.room_id})
            parted = True
    return parted


def dissolve(table: Table) -> None:
    """Take everybody's seat and tell the people why. Expects the table's lock; the caller touches the table."""
    for seat in table.taken.filter(player__isnull=False):
        clear_seat(table, seat)
        if seat.player_id:
            notify.notice(seat.player_id, "dissolved", {"table": table.pk, "room": table.room_id})


def drop_lonely_bots(table: Table) -> None:
    """Between hands, bots leave a table without people, and a private one is anybody's again. Expects the table's
    lock."""
    if table.hand is None and not table.taken.filter(player__isnull=False).exists():
        table.taken.all().delete()
        table.carry = {}
        if table.private:
            _make_public(table)


def _make_public(table: Table) -> None:
    """A private table that is left is anybody's again. Expects the table's lock."""
    table.invite, table.password, table.host = None, "", None
    table.save(update_fields=["invite", "password", "host"])
    Ban.objects.filter(table=table).delete()


Purses = Mapping[int, dict[str, int]]
"""What people can spend, per player and currency."""


def drop_barred(table: Table) -> bool:
    """Take the seats of people who no longer have the room's minimum or may not play now, and of bot accounts that the
    room does not take any more; whether there were any.
    Expects the table's lock; the caller touches the table."""
    seats = list(table.taken.all())
    return _drop_barred(table, seats, _purses(table.room, seats))


def _purses(room: Room, seats: Iterable[Seat]) -> Purses:
    return selectors.balances_of([seat.player_id for seat in seats if seat.player_id]) if room.currency else {}


def _drop_barred(table: Table, seats: Iterable[Seat], have: Purses) -> bool:
    room = table.room
    barred_ones: list[tuple[int, Seat, str, dict[str, Any]]] = []
    people = {seat.player_id: seat for seat in seats if seat.player_id is not None}
    barred = care.barred(people)
    unwanted = unwanted_bots(room, people)
    for player_id, seat in people.items():
        if player_id in unwanted:
            barred_ones.append((player_id, seat, "no_bots", {"room": room.pk}))
        elif player_id in barred:
            barred_ones.append((player_id, seat, barred[player_id].code, barred[player_id].facts))
        elif short := selectors.shortage(room, have.get(player_id, {})):
            nearest = selectors.nearest_room(room, have.get(player_id, {}))
            facts = {**short, "currency": room.currency, "room": nearest}
            barred_ones.append((player_id, seat, "left_short", facts))
    for player_id, seat, code, facts in barred_ones:
        clear_seat(table, seat)
        notify.notice(player_id, code, facts)
    return bool(barred_ones)


def unwanted_bots(room: Room, player_ids: Iterable[int]) -> set[int]:
    """Those of these players that are bots, where the room takes none."""
    return set() if room.outside_bots else outside.among(player_ids)


def start_if_ready(table: Table) -> str | None:
    """Start the table's next hand when all who sit there are ready and enough for the room; the hand's id, or None.
    Expects the table's lock. The hand's seats are those that are taken, in order; a company that is new to each other
    draws its places first where the game has it so.

    Whoever no longer has the room's minimum, or may not play now, loses the seat. Money that is spent between that
    check and the hold undoes the start; the next tick of matching tries again. The caller touches the table.
    """
    seats = list(table.taken.select_related("player").order_by("index"))
    if table.hand or len(seats) < table.room.needed or any(seat.ready_at is None for seat in seats):
        return None
    room = table.room
    have = _purses(room, seats)
    if _drop_barred(table, seats, have):
        return None
    if hands.draws_places(room.game) and not table.carry:
        seats = draw_places(table, seats)
    carried = [carry_in(room, have.get(seat.player_id or 0, {})) for seat in seats]
    stake = max([*carried, room.minimum if room.currency else 0])
    carried = [amount if seat.player_id else stake for seat, amount in zip(seats, carried, strict=True)]
    config = configuration(room, seats, carried)
    if table.private:
        config["room"]["spectators"] = False
    pins = props.pins([seat.player_id for seat in seats if seat.player_id], room.game)
    if any(pin.effects for pin in pins.values()):
        config["effects"] = [pins[seat.player_id].effects if seat.player_id else [] for seat in seats]
    try:
        with transaction.atomic():
            hand = games.start_hand(
                config,
                [seat.player_id for seat in seats],
                [display(seat, room, pins.get(seat.player_id or 0)) for seat in seats],
                table.carry,
                table.key,
            )
    except InsufficientFunds:
        logger.warning("the hand at %s could not start: somebody's money is gone", table.key)
        return None
    table.hand = hand.id
    company.met(seat.player_id for seat in seats if seat.player_id)
    KickVote.objects.filter(target__table=table).delete()
    for seat in seats:
        if seat.player_id:
            notify.player_changed(seat.player_id)
        if seat.player_id and seat.show:
            after_commit(games.open_shown, hand.id, seat.player_id)
    return str(hand.id)


def draw_places(table: Table, seats: list[Seat]) -> list[Seat]:
    """Deal the places that are taken out anew among those who sit there, all ways equally likely; the seats in their
    new order. Expects the table's lock."""
    drawn = [seat.index for seat in seats]
    LUCK.shuffle(drawn)
    # A place is taken once at any moment: everybody stands up before anybody sits down.
    table.taken.update(index=F("index") + table.room.seats)
    for seat, place in zip(seats, drawn, strict=True):
        seat.index = place
    Seat.objects.bulk_update(seats, ["index"])
    return sorted(seats, key=lambda seat: seat.index)


def carry_in(room: Room, have: dict[str, int]) -> int:
    """What a person takes to the table: all it has, up to the room's maximum; nothing in a room of points."""
    if not room.currency:
        return 0
    amount = have.get(room.currency, 0)
    return amount if room.maximum is None else min(amount, room.maximum)


def display(seat: Seat, room: Room, pins: props.Pins | None = None) -> dict[str, object]:
    """How the others see this seat during the hand, and "mask": how they do until it is settled, where names are
    hidden. What changes the hand for its player is told in either."""
    told = {"effects": [one["key"] for one in pins.effects]} if pins and pins.effects else {}
    mask = {"mask": selectors.masked(seat) | told} if room.hidden_names and not seat.bot else {}
    look = {"look": pins.look} if pins and pins.look else {}
    return {
        **mask,
        **told,
        **look,
        "name": seat.name,
        "avatar": seat.avatar,
        "bot": seat.automatic,
        "level": seat.level,
        "title": seat.title,
    }


def configuration(room: Room, seats: list[Seat], carried: list[int]) -> dict[str, Any]:
    """The hand's configuration: the room's rules as they are now, pinned."""
    return {
        "game": room.game,
        "mode": room.mode,
        "rules_version": RULES_VERSION,
        "seats": len(seats),
        "bots": [room.bot_level if seat.bot else None for seat in seats],
        "carried": carried,
        "currency": room.currency or None,
        "room": {
            "id": room.pk,
            "name": room.name,
            "version": room.version,
            **room.stakes(),
            "spectators": room.spectators,
            "spectator_delay": room.spectator_delay,
            "absence": room.absence,
        },
        "timers": dict(room.timers),
        "rules": dict(room.switches),
    }


def reset_for_next(table: Table, pauses: Mapping[int | None, int], now: datetime) -> None:
    """After a hand: a person has to get ready again, and is waited for from after his `pauses` (ms) on; a bot is ready.
    Expects the table's lock."""
    seats = list(table.taken.all())
    ranks = accounts.standings([seat.player_id for seat in seats if seat.player_id], table.room.mode)
    for seat in seats:
        seat.ready_at = now if seat.bot else None
        seat.show = False
        seat.since = now + timedelta(milliseconds=pauses.get(seat.player_id, 0))
        if seat.player_id is not None:
            seat.level, seat.title = ranks[seat.player_id].level, title_of(ranks[seat.player_id])
    Seat.objects.bulk_update(seats, ["ready_at", "show", "since", "level", "title"])
