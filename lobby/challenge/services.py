"""What people may do about a contest: enter, take the entry back, give up; and the house: call it off.

A refused command raises `lobby.errors.Refused` and changes nothing. What the clock does is in `lobby.challenge.engine`.
"""

from __future__ import annotations

from celery import current_app
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from accounts.origins import UNKNOWN, Origin
from lobby import company, notify, seating
from lobby.after import after_commit
from lobby.challenge.models import Challenge, Entry
from lobby.errors import Refused
from lobby.models import Seat
from wallet import pools
from wallet import services as wallet
from wallet.errors import InsufficientFunds


def lock(challenge_id: int) -> Challenge:
    """The contest, locked, with its room. Raises Refused `no_challenge`."""
    rows = Challenge.objects.select_for_update(no_key=True, of=("self",)).select_related("room")
    found = rows.filter(pk=challenge_id).first()
    if found is None:
        raise Refused("no_challenge")
    return found


def touch(challenge_id: int) -> None:
    """Something of the contest that people can see has changed."""
    Challenge.objects.filter(pk=challenge_id).update(v=F("v") + 1)


def step_soon(challenge_id: int) -> None:
    """Take the contest on right after this transaction. A broker that is away costs a second: the beat comes next."""
    after_commit(_ask, challenge_id)


def _ask(challenge_id: int) -> None:
    # By its name: the module of the tasks imports this one.
    current_app.send_task("lobby.challenge.tasks.step", (challenge_id,), expires=5, retry=False)


@transaction.atomic
def enter(player: Player, challenge_id: int, origin: Origin = UNKNOWN) -> Entry:
    """Take part, the fee put on hold. Again changes nothing, and costs nothing.

    Refused: `challenge_closed`, `challenge_full`, `challenge_busy` (he plays another one), `fee_short`, and what keeps
    him from playing at all.
    """
    contest = lock(challenge_id)
    player = seating.lock_player(player.pk)
    if entered := contest.entries.filter(player=player).first():
        return entered
    if contest.status != Challenge.Status.OPEN:
        raise Refused("challenge_closed")
    count = contest.entries.count()
    if count >= contest.most:
        raise Refused("challenge_full")
    seating.check_entry(player, contest.room)
    if playing(player.pk):
        raise Refused("challenge_busy")
    entry = Entry.objects.create(challenge=contest, player=player)
    if contest.fee:
        try:
            wallet.open_holds(entry.key, [wallet.Holder(player.pk, contest.currency, contest.fee)])
        except InsufficientFunds as short:
            raise Refused("fee_short", need=contest.fee, have=short.facts["have"], currency=contest.currency) from short
    company.came_from(player, origin)
    touch(contest.pk)
    notify.player_changed(player.pk)
    if contest.start == Challenge.Start.FULL and count + 1 == contest.most:
        step_soon(contest.pk)
    return entry


def playing(player_id: int) -> bool:
    """Whether the player is in a contest that is running."""
    running = Entry.objects.filter(player=player_id, challenge__status=Challenge.Status.RUNNING)
    return running.filter(place=None, left_at=None).exists()


@transaction.atomic
def take_back(player: Player, challenge_id: int) -> None:
    """Take the entry back before the start, and have the fee. Refused: `not_entered`, `challenge_begun`."""
    contest = lock(challenge_id)
    entry = contest.entries.filter(player=player).first()
    if entry is None:
        raise Refused("not_entered")
    if contest.status != Challenge.Status.OPEN:
        raise Refused("challenge_begun")
    if contest.fee:
        wallet.release(entry.key)
    entry.delete()
    touch(contest.pk)
    notify.player_changed(player.pk)


@transaction.atomic
def give_up(player: Player, challenge_id: int) -> None:
    """Leave a contest that runs: the fee stays, the trustee ends his hand, a bot sits on the seat for the rest of the
    round, and his place is the last of those that the round decides. Again changes nothing.

    Refused: `not_entered`, `challenge_idle`.
    """
    contest = lock(challenge_id)
    entry = contest.entries.filter(player=player).first()
    if entry is None:
        raise Refused("not_entered")
    if contest.status != Challenge.Status.RUNNING or entry.place is not None:
        raise Refused("challenge_idle")
    if entry.left_at is not None:
        return
    entry.left_at = timezone.now()
    entry.save(update_fields=["left_at"])
    seating.hold_player(player.pk)
    seat = Seat.objects.filter(player=player.pk, table__room=contest.room_id).first()
    if seat is not None:
        table = seating.lock_table(seat.table_id)
        seating.clear_seat(table, seat)
        seating.touch(table)
    touch(contest.pk)


@transaction.atomic
def call_off(challenge_id: int, why: str = Challenge.Why.HOUSE) -> bool:
    """Cancel a contest that is not over and give all fees back; False when it was over before. Hands that are being
    played are ended by the engine."""
    contest = lock(challenge_id)
    if contest.over:
        return False
    contest.status, contest.why, contest.ended_at = Challenge.Status.CANCELLED, why, timezone.now()
    contest.v += 1
    contest.save(update_fields=["status", "why", "ended_at", "v"])
    entries = list(contest.entries.all())
    pools.give_back(f"{contest.key}:refund", [entry.key for entry in entries])
    for entry in entries:
        notify.notice(entry.player_id, "challenge_off", {"challenge": contest.pk, "name": contest.name})
        notify.player_changed(entry.player_id)
    step_soon(contest.pk)
    return True
