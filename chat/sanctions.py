"""Warnings, mutes and suspensions: each with a reason, in the log, and with one appeal that another GM decides.

A suspension switches the account off as the admin does (`accounts.services.switch_off`): no signing in, sockets and
waiting seats end, an open hand goes on as for somebody who stays away. `sweep` ends it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Player
from chat import acts
from chat.errors import DeskRefused
from chat.models import Act, Sanction
from chat.plain import plain

Kind = Sanction.Kind

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=366)
APPEAL_LONGEST = 200


def muted_until(player: Player | int, now: datetime) -> datetime | None:
    """Until when the player may say nothing to others; None where he may."""
    pk = player if isinstance(player, int) else player.pk
    held = Sanction.objects.filter(player=pk, kind=Kind.MUTE, ended_at=None, until__gt=now)
    until: datetime | None = held.aggregate(until=Max("until"))["until"]
    return until


def warn(by: Player, player: Player, reason: str, now: datetime | None = None) -> Sanction:
    """Tell the player that something was not right. Raises `DeskRefused`."""
    return _give(by, player, Kind.WARN, reason, None, now)


def mute(by: Player, player: Player, reason: str, length: timedelta, now: datetime | None = None) -> Sanction:
    """Let the player say nothing for `length`. Raises `DeskRefused`, also `bad_length`."""
    return _give(by, player, Kind.MUTE, reason, _checked(length), now)


def suspend(by: Player, player: Player, reason: str, length: timedelta | None, now: datetime | None = None) -> Sanction:
    """Switch the account off for `length`, None: for good. Raises `DeskRefused`, also `bad_length`."""
    return _give(by, player, Kind.SUSPEND, reason, length and _checked(length), now)


@transaction.atomic
def lift(by: Player, sanction_id: int, reason: str) -> Sanction:
    """End a mute or a suspension before its time. Raises `DeskRefused` `no_sanction`, `sanction_over`, `no_reason`,
    and `yourself`."""
    why = acts.why(reason)
    row = _locked(sanction_id)
    if row.player_id == by.pk:
        raise DeskRefused("yourself")
    if not row.holds(timezone.now()):
        raise DeskRefused("sanction_over")
    _end(row)
    acts.note(by, Act.Kind.LIFT, why, row.player, sanction=row.pk)
    return row


@transaction.atomic
def appeal(player: Player, sanction_id: int, text: str) -> Sanction:
    """The player asks another game master to look at it again, once. Raises `DeskRefused` `no_sanction` (also of
    somebody else's), `appealed_already`, `sanction_over`, `no_text`, `text_long`."""
    words = plain(text)
    if not words:
        raise DeskRefused("no_text")
    if len(words) > APPEAL_LONGEST:
        raise DeskRefused("text_long", limit=APPEAL_LONGEST)
    row = _locked(sanction_id)
    if row.player_id != player.pk:
        raise DeskRefused("no_sanction")
    if row.appealed_at is not None:
        raise DeskRefused("appealed_already")
    if row.kind != Kind.WARN and not row.holds(timezone.now()):
        raise DeskRefused("sanction_over")
    row.appeal, row.appealed_at = words, timezone.now()
    row.save(update_fields=["appeal", "appealed_at"])
    return row


@transaction.atomic
def decide(by: Player, sanction_id: int, grant: bool, answer: str) -> Sanction:
    """Answer an appeal; where it is granted the sanction ends. Raises `DeskRefused` `no_sanction`, `not_appealed`,
    `decided_already`, `another` (who gave it, or whom it concerns), `no_reason`."""
    why = acts.why(answer)
    row = _locked(sanction_id)
    if by.pk in (row.by_id, row.player_id):
        raise DeskRefused("another")
    if row.appealed_at is None:
        raise DeskRefused("not_appealed")
    if row.decided_at is not None:
        raise DeskRefused("decided_already")
    row.granted, row.answer, row.decided_by, row.decided_at = grant, why, by, timezone.now()
    row.save(update_fields=["granted", "answer", "decided_by", "decided_at"])
    if grant and row.ended_at is None:
        _end(row)
    acts.note(by, Act.Kind.LIFT if grant else Act.Kind.UPHOLD, why, row.player, sanction=row.pk, appeal=True)
    return row


def sweep(now: datetime | None = None) -> int:
    """End the suspensions that have run out, each in a transaction of its own; how many."""
    moment = now or timezone.now()
    due = Sanction.objects.filter(kind=Kind.SUSPEND, ended_at=None, until__lte=moment).values_list("pk", flat=True)
    return sum(_run_out(pk, moment) for pk in list(due))


@transaction.atomic
def _run_out(sanction_id: int, now: datetime) -> bool:
    row = Sanction.objects.select_for_update(skip_locked=True).filter(pk=sanction_id, ended_at=None).first()
    if row is None:  # ended meanwhile, or at work elsewhere
        return False
    _end(row, now)
    return True


@transaction.atomic
def _give(
    by: Player, player: Player, kind: Sanction.Kind, reason: str, length: timedelta | None, now: datetime | None
) -> Sanction:
    why = acts.why(reason)
    if by.pk == player.pk:
        raise DeskRefused("yourself")
    if (player.is_staff or player.is_superuser) and not by.is_superuser:
        raise DeskRefused("staff")
    moment = now or timezone.now()
    off = kind == Kind.SUSPEND and _switch_off(player, moment)
    row = Sanction.objects.create(
        player=player,
        kind=kind,
        reason=why,
        by=by,
        at=moment,
        until=None if length is None else moment + length,
        switched_off=off,
    )
    until = row.until and row.until.isoformat(timespec="seconds")
    acts.note(by, Act.Kind(kind.value), why, player, sanction=row.pk, until=until)
    return row


def _switch_off(player: Player, now: datetime) -> bool:
    """Whether switching the account on again is this suspension's affair: it was on, or another suspension's."""
    if accounts.switch_off(player.pk):
        return True
    return Sanction.objects.filter(player=player, kind=Kind.SUSPEND, ended_at=None, switched_off=True).exists()


def _end(row: Sanction, now: datetime | None = None) -> None:
    row.ended_at = now or timezone.now()
    row.save(update_fields=["ended_at"])
    others = Sanction.objects.filter(player=row.player_id, kind=Kind.SUSPEND, ended_at=None, switched_off=True)
    if row.switched_off and not others.exists():
        accounts.switch_on(row.player_id)


def _checked(length: timedelta) -> timedelta:
    if not SHORTEST <= length <= LONGEST:
        raise DeskRefused("bad_length")
    return length


def _locked(sanction_id: int) -> Sanction:
    """The sanction, its player's row locked first: suspensions of one person end one after the other."""
    row = Sanction.objects.filter(pk=sanction_id).first()
    if row is None:
        raise DeskRefused("no_sanction")
    accounts.hold(row.player_id)
    return Sanction.objects.select_for_update(of=("self",)).select_related("player").get(pk=sanction_id)
