"""Playing with measure: breaks, limits on spending, reminders, and what minors may do.

A player's own settings protect from the player's own haste: what restrains more holds at once, what restrains less
holds after `CareRules.raise_hours`, and a break that was begun cannot be cut short. Money is in the smallest unit of
the house's currency. Days and hours are those of the house's time zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from django.db import transaction
from django.utils import timezone

from accounts.errors import CareRefused
from accounts.models import AgeBand, Care, CareRules, OpenDay, Player

BREAKS = (1, 7, 30, 180, 365, 1825)
"""Lengths of a break in days: up to 30 a cooling-off, from 180 a self-exclusion."""
REMINDERS = (0, 15, 30, 60, 120)
"""Minutes of play between two reminders; 0 is none."""
OLDEST = 130
MOST = 10**12
"""No limit is higher than this many of the smallest unit."""

Kind = Literal["play", "pay"]


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that may be spent at once, in a day and in a month; None allows everything."""

    order: int | None
    day: int | None
    month: int | None


def of(player_id: int) -> Care:
    """The player's settings; unsaved ones, with nothing set, where there are none yet."""
    return Care.objects.filter(player=player_id).first() or Care(player_id=player_id)


def rules() -> CareRules:
    return CareRules.objects.order_by("pk").first() or CareRules()


def age(born: date, today: date) -> int:
    """Whole years; who is born on 29 February has the birthday on 1 March where there is none."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def band_of(care: Care) -> AgeBand | None:
    """The age band of a minor; None for an adult, for an unknown age, and where minors mode is off."""
    return _band(care, _bands()) if care.born is not None else None


def may_play(player_id: int) -> CareRefused | None:
    """Why the player may not sit down now (play_break, minor_hours), or None. For `lobby`, which asks before it seats
    anybody; a hand that runs already is played to its end."""
    return barred([player_id]).get(player_id)


def barred(player_ids: Iterable[int]) -> dict[int, CareRefused]:
    """`may_play` for many: those who may not play now, and why."""
    now = timezone.now()
    rows = list(Care.objects.filter(player__in=list(player_ids)))
    bands = _bands() if any(row.born for row in rows) else []
    found = {}
    for row in rows:
        if row.no_play_until is not None and row.no_play_until > now:
            found[row.player_id] = CareRefused("play_break", until=_moment(row.no_play_until))
            continue
        band = _band(row, bands)
        if band is not None and not _open(band, timezone.localtime(now)):
            found[row.player_id] = CareRefused("minor_hours", hours=hours(band))
    return found


def _bands() -> list[AgeBand]:
    """The age bands that are in force, the youngest first."""
    return list(AgeBand.objects.order_by("below")) if rules().minors_mode else []


def _band(care: Care, bands: list[AgeBand]) -> AgeBand | None:
    if care.born is None:
        return None
    years = age(care.born, timezone.localdate())
    return next((band for band in bands if years < band.below), None)


def may_pay(player_id: int) -> CareRefused | None:
    """Why the player may not pay with money now (pay_break, age_unknown), or None; amounts are `caps`'s matter."""
    care = of(player_id)
    if care.no_pay_until is not None and care.no_pay_until > timezone.now():
        return CareRefused("pay_break", until=_moment(care.no_pay_until))
    if care.born is None and rules().ask_age:
        return CareRefused("age_unknown")
    return None


def caps(player_id: int) -> Caps:
    """What the player may spend: the lower one of the own limits and those of the age band."""
    care = of(player_id)
    day, month = limits(care)
    band = band_of(care)
    if band is None:
        return Caps(None, day, month)
    return Caps(band.order_cap, _lower(day, band.day_cap), _lower(month, band.month_cap))


def limits(care: Care) -> tuple[int | None, int | None]:
    """The player's own limits per day and month that hold now."""
    now = timezone.now()
    day = care.next_day_limit if care.next_day_at is not None and care.next_day_at <= now else care.day_limit
    month = care.next_month_limit if care.next_month_at is not None and care.next_month_at <= now else care.month_limit
    return day, month


def hours(band: AgeBand) -> str:
    """The hours in which the band may play, such as "20:00–21:00"; the days are `AgeBand.play_days`."""
    if band.play_from is None or band.play_until is None:
        return "00:00–24:00"
    return f"{band.play_from:%H:%M}–{band.play_until:%H:%M}"


@transaction.atomic
def set_limits(player: Player, day: int | None, month: int | None) -> Care:
    """Set the own limits: a lower one holds at once, a higher one after the wait.

    Asked again for what already waits, the wait goes on; asked for what holds now, it ends. Raises `CareRefused`:
    bad_limit.
    """
    if any(limit is not None and not 0 <= limit <= MOST for limit in (day, month)):
        raise CareRefused("bad_limit")
    care = _locked(player)
    now = timezone.now()
    due = now + timedelta(hours=rules().raise_hours)
    day_now, month_now = limits(care)
    day_wait, month_wait = _waiting(care.next_day_at, now), _waiting(care.next_month_at, now)
    care.day_limit, care.next_day_limit, care.next_day_at = _changed(day_now, day, (care.next_day_limit, day_wait), due)
    care.month_limit, care.next_month_limit, care.next_month_at = _changed(
        month_now, month, (care.next_month_limit, month_wait), due
    )
    care.save()
    return care


@transaction.atomic
def take_break(player: Player, kind: Kind, days: int) -> Care:
    """Begin a break of so many days from paying, or from playing and paying. Raises `CareRefused`: bad_break,
    break_longer."""
    if days not in BREAKS or kind not in ("play", "pay"):
        raise CareRefused("bad_break")
    care = _locked(player)
    until = timezone.now() + timedelta(days=days)
    standing = care.no_play_until if kind == "play" else care.no_pay_until
    if standing is not None and standing >= until:
        raise CareRefused("break_longer")
    if kind == "play":
        care.no_play_until = until
    care.no_pay_until = max(until, care.no_pay_until or until)
    care.save()
    return care


@transaction.atomic
def tell_birthday(player: Player, born: date) -> Care:
    """Say when one is born, once. Raises `CareRefused`: bad_age, age_known."""
    if not 0 <= age(born, timezone.localdate()) <= OLDEST:
        raise CareRefused("bad_age")
    care = _locked(player)
    if care.born is not None:
        raise CareRefused("age_known")
    care.born = born
    care.save()
    return care


@transaction.atomic
def set_reminder(player: Player, minutes: int) -> Care:
    """Be reminded after so many minutes of play, again and again; 0: never. Raises `CareRefused`: bad_reminder."""
    if minutes not in REMINDERS:
        raise CareRefused("bad_reminder")
    care = _locked(player)
    care.remind_minutes = minutes
    care.save()
    return care


def _locked(player: Player) -> Care:
    """The player's row. The player is locked before it, as by all that spends, so that no order slips past a change."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    care, _made = Care.objects.get_or_create(player=player)
    return care


def _changed(
    now: int | None, wanted: int | None, waiting: tuple[int | None, datetime | None], due: datetime
) -> tuple[int | None, int | None, datetime | None]:
    """The limit that holds, the one that waits, and until when, once `wanted` is asked for."""
    if _lower(now, wanted) == wanted:
        return wanted, None, None
    limit, until = waiting
    # Asking for less than what waits restrains more, so it need not wait anew.
    if until is not None and _lower(limit, wanted) == wanted:
        return now, wanted, until
    return now, wanted, due


def _waiting(at: datetime | None, now: datetime) -> datetime | None:
    return at if at is not None and at > now else None


def _lower(a: int | None, b: int | None) -> int | None:
    """The lower one of two limits, of which None is the highest."""
    if a is None or b is None:
        return b if a is None else a
    return min(a, b)


def _open(band: AgeBand, now: datetime) -> bool:
    """Whether the band may play at this local time."""
    if str(now.isoweekday()) not in band.play_days and not OpenDay.objects.filter(day=now.date()).exists():
        return False
    if band.play_from is None or band.play_until is None:
        return True
    return band.play_from <= now.time() < band.play_until


def _moment(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"
