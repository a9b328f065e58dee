"""What the clock does with contests: announces them, begins them or calls them off, takes them from round to round and
pays the prizes.

Every step is one transaction that looks at what is stored, does one thing and stores it. So whatever dies, the next
look goes on from there, and looking twice, or two at once, does nothing twice.
"""

from __future__ import annotations

import logging
import random
import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from games import lost
from games import selectors as hands
from games import services as games
from games.rules.core import commitment
from lobby import notify
from lobby.challenge import pairing, purse, scoring, services, standings, tables
from lobby.challenge.models import Board, Challenge, Entry, Play, Round, RoundTable, Schedule, Sitting
from wallet import locks, pools

log = logging.getLogger(__name__)

LOCK = 0x4348
"""The first number of the advisory locks of this module; the second is the contest's."""
WARN = timedelta(minutes=2)
"""So long before the start those who entered are called."""
LATE = timedelta(minutes=10)
"""A contest that could not begin within so long is called off: its people have gone."""
AHEAD = 20
"""So many contests of one schedule are announced at a time at most."""


def announce(now: datetime | None = None) -> int:
    """Announce the contests that schedules have due; how many."""
    now = now or timezone.now()
    made = 0
    for schedule in Schedule.objects.filter(is_on=True).select_related("room"):
        if schedule.start == Schedule.Start.FULL:
            if not schedule.challenges.filter(status=Challenge.Status.OPEN, starts_at=None).exists():
                made += _announce(schedule, None)
            continue
        for starts_at in upcoming(schedule, now):
            if not schedule.challenges.filter(starts_at=starts_at).exists():
                made += _announce(schedule, starts_at)
    return made


def upcoming(schedule: Schedule, now: datetime) -> list[datetime]:
    """When contests start for which one can enter now."""
    if schedule.first_at is None:
        return []
    opens = timedelta(minutes=schedule.opens_before)
    if schedule.every is None:
        return [schedule.first_at] if schedule.first_at - opens <= now < schedule.first_at else []
    every = timedelta(minutes=schedule.every)
    number = max(0, (now - schedule.first_at) // every + 1)
    times = (schedule.first_at + every * (number + more) for more in range(AHEAD))
    return [at for at in times if at - opens <= now]


def _announce(schedule: Schedule, starts_at: datetime | None) -> bool:
    try:
        with transaction.atomic():
            Challenge.objects.create(**schedule.terms(), schedule=schedule, starts_at=starts_at)
    except IntegrityError:  # another process did at this very moment
        return False
    return True


def at_work(now: datetime | None = None) -> list[int]:
    """The contests that may have something to do."""
    now = now or timezone.now()
    status = Challenge.Status
    due = Q(status=status.OPEN, starts_at__lte=now) | Q(status=status.OPEN, starts_at__lte=now + WARN, warned=False)
    stopped = Q(status=status.CANCELLED, rounds__isnull=False, rounds__ended_at=None)
    found = Challenge.objects.filter(due | stopped | Q(status=status.RUNNING)).values_list("pk", flat=True)
    filling = Challenge.objects.filter(status=status.OPEN, starts_at=None).annotate(count=Count("entries"))
    full = filling.filter(count__gte=F("most")).values_list("pk", flat=True)
    return sorted({*found, *full})


def step(challenge_id: int, now: datetime | None = None) -> None:
    """Take a contest on as far as it can go now. Nothing, while another process is at it."""
    with locks.alone(LOCK, challenge_id) as alone:
        if alone:
            _step(challenge_id, now or timezone.now())


def _step(challenge_id: int, now: datetime) -> None:
    contest = Challenge.objects.filter(pk=challenge_id).first()
    if contest is None:
        return
    if contest.status == Challenge.Status.OPEN:
        begin(challenge_id, now)
    elif contest.status == Challenge.Status.CANCELLED:
        _stop(contest)
    elif contest.status == Challenge.Status.RUNNING:
        found = contest.rounds.filter(number=contest.round).first()
        if found is None or found.ended_at is not None:
            open_round(challenge_id, now)
            return
        for table_id in tables.waiting(found, now):
            try:
                tables.attend(table_id, now)
            except Exception:  # one table's trouble must not stop the others; it is tried again with the next look
                log.exception("table %s of contest %s could not go on", table_id, challenge_id)
        close_round(found.pk, now)


# -- the start ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def begin(challenge_id: int, now: datetime) -> bool:
    """Begin a contest whose time has come, or call it off where too few want to play, or it is too late; whether it
    began. Before that, its people are called."""
    contest = services.lock(challenge_id)
    if contest.status != Challenge.Status.OPEN:
        return False
    count = contest.entries.count()
    if contest.starts_at is None:
        if count < contest.most:
            return False
    elif now < contest.starts_at:
        _warn(contest, now)
        return False
    elif now >= contest.starts_at + LATE or count < contest.fewest:
        late = now >= contest.starts_at + LATE
        services.call_off(contest.pk, Challenge.Why.LATE if late else Challenge.Why.FEW)
        return False
    contest.status, contest.began_at, contest.next_at = Challenge.Status.RUNNING, now, now
    contest.pool, contest.house = purse.filled(contest.fee, count, contest.rake, contest.guaranteed)
    contest.v += 1
    contest.save(update_fields=["status", "began_at", "next_at", "pool", "house", "v"])
    return True


def _warn(contest: Challenge, now: datetime) -> None:
    if contest.warned or contest.starts_at is None or now < contest.starts_at - WARN:
        return
    contest.warned = True
    contest.save(update_fields=["warned"])
    for player_id in contest.entries.values_list("player", flat=True):
        notify.notice(player_id, "challenge_soon", {"challenge": contest.pk, "name": contest.name})


# -- rounds ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def open_round(challenge_id: int, now: datetime) -> Round | None:
    """Seat whoever is in at the tables of the next round, with its boards; None where it is not time yet, or too few
    are left to play: then the contest ends as they stand."""
    contest = services.lock(challenge_id)
    newest = contest.rounds.filter(number=contest.round).first()
    if contest.status != Challenge.Status.RUNNING or (newest is not None and newest.ended_at is None):
        return None
    if contest.next_at is not None and now < contest.next_at:
        return None
    entries = list(contest.entries.filter(place=None, left_at=None).order_by("rank", "pk"))
    seats = contest.room.seats
    if len(entries) < (2 if contest.bots else seats):
        last = contest.entries.filter(place=None).order_by(F("left_at").asc(nulls_first=True), "rank", "pk")
        _place(list(enumerate(last, 1)))
        _finish(contest, now)
        return None
    luck = random.SystemRandom()
    if newest is None:
        resting = 0 if contest.bots else len(entries) % seats
        rest = entries[resting:]
        luck.shuffle(rest)
        entries[resting:] = rest
    seated, _resting = pairing.tables(entries, seats, bots=contest.bots, luck=luck)
    found = Round.objects.create(
        challenge=contest,
        number=contest.round + 1,
        going_on=pairing.going_on(len(entries), seats, contest.keep),
        compare=contest.compare and len(seated) > 1,
        began_at=now,
        until=now + timedelta(minutes=contest.minutes),
    )
    for number in range(1, contest.boards + 1):
        seed = secrets.token_bytes(32)
        Board.objects.create(round=found, number=number, seed=seed, commitment=commitment(seed))
    places = RoundTable.objects.bulk_create(
        RoundTable(round=found, number=number, next_at=now + contest.breath) for number in range(1, len(seated) + 1)
    )
    Sitting.objects.bulk_create(
        Sitting(table=place, index=index, entry=entry)
        for place, people in zip(places, seated, strict=True)
        for index, entry in enumerate(people)
    )
    contest.round, contest.next_at = found.number, None
    contest.v += 1
    contest.save(update_fields=["round", "next_at", "v"])
    return found


@transaction.atomic
def close_round(round_id: int, now: datetime) -> bool:
    """End a round whose tables are done: everybody's score and rank, who goes on, who is out; after the final the
    prizes too. False while it is not time."""
    challenge_id = Round.objects.values_list("challenge", flat=True).get(pk=round_id)
    contest = services.lock(challenge_id)
    found = Round.objects.select_related("challenge").get(pk=round_id)
    if found.ended_at is not None or contest.status != Challenge.Status.RUNNING:
        return False
    if found.tables.filter(done=False).exists() or not tables.clear(found):
        return False
    stands = standings.of(found)
    _write_down(found, stands)
    staying = [stand for stand in stands if stand.entry.left_at is None][: found.going_on]
    out = stands[len(staying) :]
    _place([(place, stand.entry) for place, stand in scoring.places([(s.key, s) for s in out], first=len(staying) + 1)])
    found.ended_at = now
    found.save(update_fields=["ended_at"])
    games.unseal(list(Play.objects.filter(table__round=found).values_list("hand", flat=True)))
    contest.v += 1
    contest.next_at = now + contest.breath
    contest.save(update_fields=["v", "next_at"])
    if not staying:
        _finish(contest, now)
        return True
    facts = {"challenge": contest.pk, "name": contest.name}
    for stand in staying:
        more = {"round": found.number, "rank": stand.entry.rank}
        notify.notice(stand.entry.player_id, "challenge_on", facts | more)
    for stand in out:
        notify.notice(stand.entry.player_id, "challenge_out", facts | {"place": stand.entry.place})
    return True


def _write_down(found: Round, stands: list[standings.Stand]) -> None:
    """Keep what the round came to, of bots too."""
    sittings = list(Sitting.objects.filter(table__round=found))
    results = standings.worth(found, sittings)
    for sitting in sittings:
        sitting.score, sitting.points = results[sitting.pk]
    Sitting.objects.bulk_update(sittings, ["score", "points"])
    for rank, stand in enumerate(stands, 1):
        stand.entry.rank = rank
        stand.entry.total += stand.points
    Entry.objects.bulk_update([stand.entry for stand in stands], ["rank", "total"])


def _place(placed: list[tuple[int, Entry]]) -> None:
    for place, entry in placed:
        entry.place = place
    Entry.objects.bulk_update([entry for _place, entry in placed], ["place"])


def _finish(contest: Challenge, now: datetime) -> None:
    """Pay the prizes, for everybody has a place. Expects the contest's lock, in the transaction that gave the last
    places."""
    entries = list(contest.entries.order_by("place", "rank", "pk"))
    prizes = purse.shared(contest.pool, contest.prizes, [(entry.place or 0, entry) for entry in entries])
    for entry in entries:
        entry.prize = prizes.get(entry, 0)
    Entry.objects.bulk_update(entries, ["prize"])
    pools.share_out(
        f"{contest.key}:prizes",
        [entry.key for entry in entries] if contest.fee else [],
        {entry.player_id: amount for entry, amount in prizes.items()},
        contest.currency,
        contest.house,
        {"challenge": contest.pk},
    )
    contest.status, contest.ended_at, contest.next_at = Challenge.Status.FINISHED, now, None
    contest.v += 1
    contest.save(update_fields=["status", "ended_at", "next_at", "v"])
    for entry in entries:
        facts = {"challenge": contest.pk, "name": contest.name, "place": entry.place, "prize": entry.prize}
        notify.notice(entry.player_id, "challenge_won" if entry.prize else "challenge_out", facts)
        notify.player_changed(entry.player_id)


# -- one that was called off -------------------------------------------------------------------------------------------


def _stop(contest: Challenge) -> None:
    """End the hands of a contest that was called off, and let its people go."""
    for found in contest.rounds.filter(ended_at=None):
        played = Play.objects.filter(table__round=found)
        for hand in played.filter(points=None).values_list("hand", flat=True):
            if hands.is_live(hand):
                lost.void(hand, "cancelled")
        with transaction.atomic():
            services.lock(contest.pk)
            if tables.clear(found):
                Round.objects.filter(pk=found.pk).update(ended_at=timezone.now())
                games.unseal(list(played.values_list("hand", flat=True)))
