"""理性游戏: limits, breaks, reminders and the date of birth, each a form of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import care
from accounts.errors import CareRefused
from accounts.models import AgeBand, Player
from platform_site.views.topup import spent
from wallet.topup.money import read, shown


@login_required
@never_cache
@require_GET
def care_page(request: HttpRequest) -> HttpResponse:
    """What the reader has set, what it comes to, and how to change it."""
    player = cast(Player, request.user)
    row = care.of(player.pk)
    now = timezone.now()
    day, month = care.limits(row)
    waits = [
        (label, _amount(limit), at)
        for label, limit, at in (
            (_("每天"), row.next_day_limit, row.next_day_at),
            (_("每月"), row.next_month_limit, row.next_month_at),
        )
        if at is not None and at > now
    ]
    band = care.band_of(row)
    context = {
        "care": row,
        "day": _plain(day),
        "month": _plain(month),
        "waits": waits,
        "rules": care.rules(),
        "band": band and _told(band),
        **spent(player.pk),
        "no_play": row.no_play_until if row.no_play_until and row.no_play_until > now else None,
        "no_pay": row.no_pay_until if row.no_pay_until and row.no_pay_until > now else None,
        "breaks": [(days, days >= 180) for days in care.BREAKS],
        "reminders": care.REMINDERS,
        "today": timezone.localdate(),
    }
    return render(request, "pages/care.html", context)


@login_required
@require_POST
def limits(request: HttpRequest) -> HttpResponse:
    """Set the limits on spending; an empty field is no limit."""

    def work(player: Player) -> str:
        try:
            day, month = _typed(request, "day"), _typed(request, "month")
        except ValueError:
            raise CareRefused("bad_limit") from None
        row = care.set_limits(player, day, month)
        waits = row.next_day_at or row.next_month_at
        return _("已经保存。降低的立刻生效，提高的要等一等才生效。") if waits else _("已经保存，立刻生效。")

    return _set(request, work)


@login_required
@require_POST
def take_break(request: HttpRequest) -> HttpResponse:
    """Begin a break; the box that says one knows it cannot be undone has to be ticked."""

    def work(player: Player) -> str:
        days = request.POST.get("days", "")
        if not request.POST.get("sure"):
            raise CareRefused("not_sure")
        care.take_break(player, cast(care.Kind, request.POST.get("kind", "")), int(days) if days.isdecimal() else 0)
        return _("休息开始了。")

    return _set(request, work)


@login_required
@require_POST
def reminder(request: HttpRequest) -> HttpResponse:
    """How often to be reminded of the time played."""

    def work(player: Player) -> str:
        minutes = request.POST.get("minutes", "")
        care.set_reminder(player, int(minutes) if minutes.isdecimal() else -1)
        return _("已经保存。")

    return _set(request, work)


@login_required
@require_POST
def birthday(request: HttpRequest) -> HttpResponse:
    """Say once when one is born."""

    def work(player: Player) -> str:
        try:
            born = date.fromisoformat(request.POST.get("born", ""))
        except ValueError:
            raise CareRefused("bad_age") from None
        care.tell_birthday(player, born)
        return _("已经保存。")

    return _set(request, work)


def _set(request: HttpRequest, work: Callable[[Player], str]) -> HttpResponse:
    try:
        messages.success(request, work(cast(Player, request.user)))
    except CareRefused as refused:
        messages.error(request, refused.text)
    return redirect("care")


def _typed(request: HttpRequest, name: str) -> int | None:
    """The limit in a field; None where it is empty."""
    text = request.POST.get(name, "").strip()
    return read(text) if text else None


def _amount(limit: int | None) -> str:
    return _("不限") if limit is None else shown(limit, settings.TOPUP_MONEY)


def _plain(limit: int | None) -> str:
    """A limit as one would type it."""
    return "" if limit is None else f"{limit / 100:.2f}".removesuffix(".00")


def _told(band: AgeBand) -> dict[str, object]:
    """A minor's band in words."""
    return {
        "name": _(band.name),
        "days": "、".join(str(WEEKDAYS_ABBR[int(day) - 1]) for day in band.play_days),
        "hours": care.hours(band),
        "order": _amount(band.order_cap),
        "month": _amount(band.month_cap),
    }
