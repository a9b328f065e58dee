"""What a player sees of the game masters' work: reporting somebody, what was done about himself and why, appeals, and
the page of an account that is switched off."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import selectors as accounts
from accounts.adapter import SWITCHED_OFF
from accounts.models import Player
from chat import acts, reports, sanctions
from chat.errors import DeskRefused
from chat.models import Report, Sanction
from platform_site.views.people import reader

SHOWN = 30


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, player_id: int) -> HttpResponse:
    """Tell the game masters of a player, or of one of his messages (`line`)."""
    shown = accounts.person(player_id)
    if shown is None or shown.pk == reader(request).pk:
        raise Http404(_("没有这个玩家"))
    asked = {name: request.POST.get(name, request.GET.get(name, "")) for name in ("reason", "text", "line")}
    if request.method == "POST":
        try:
            reports.report(reader(request), player_id, asked["reason"], asked["text"], asked["line"])
        except DeskRefused as no:
            messages.error(request, no.text)
        else:
            messages.success(request, _("举报收到了，GM 会看，处理好了在「举报与处理」里能看到。"))
            return redirect("profile", player_id)
    context = {"shown": shown, "reasons": Report.Reason.choices, "asked": asked, "longest": reports.TEXT_LONGEST}
    return render(request, "people/report.html", context)


@login_required
@never_cache
@require_GET
def conduct(request: HttpRequest) -> HttpResponse:
    """What game masters did about the reader, why and until when, with the way to appeal; what became of reports."""
    return render(request, "people/conduct.html", _conduct(reader(request)))


@never_cache
@require_GET
def switched_off(request: HttpRequest) -> HttpResponse:
    """An account that is switched off: to its holder, why and until when; to anybody else, only that it is."""
    player = _holder(request)
    return render(request, "people/switched_off.html", _conduct(player) if player else {})


@require_POST
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Ask another game master to look at it again; also with an account that is switched off."""
    player = request.user if request.user.is_authenticated else _holder(request)
    if player is None:
        raise PermissionDenied
    try:
        sanctions.appeal(player, sanction_id, request.POST.get("text", ""))
    except DeskRefused as no:
        messages.error(request, no.text)
    else:
        messages.success(request, _("申诉发出了，由另一位 GM 答复。"))
    return redirect("conduct" if request.user.is_authenticated else "account_inactive")


def _conduct(player: Player) -> dict[str, object]:
    now = timezone.now()
    rows = list(Sanction.objects.filter(player=player)[:SHOWN])
    for row in rows:
        running = row.holds(now)
        row.running = running  # type: ignore[attr-defined]
        row.can_appeal = row.appealed_at is None and (running or row.kind == Sanction.Kind.WARN)  # type: ignore[attr-defined]
    return {
        "holder": player,
        "sanctions": rows,
        "acts": acts.about(player.pk, SHOWN),
        "reports": reports.own(player.pk),
        "longest": sanctions.APPEAL_LONGEST,
    }


def _holder(request: HttpRequest) -> Player | None:
    """Whose account, that is switched off, this session proved to hold: by its password just now, or by being signed in
    when it was switched off."""
    if (pk := request.session.get(SWITCHED_OFF)) is not None:
        return Player.objects.filter(pk=pk, is_active=False, erased_at=None).first()
    key = request.session.get(SESSION_KEY, "")
    if not str(key).isdecimal():
        return None
    player = Player.objects.filter(pk=int(key), is_active=False, erased_at=None).first()
    kept = request.session.get(HASH_SESSION_KEY, "")
    return player if player and constant_time_compare(kept, player.get_session_auth_hash()) else None
