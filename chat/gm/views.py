"""The desk's pages. Every act is a form with a reason; what is refused is said in a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import selectors as accounts
from accounts.models import Player
from chat import broadcasts, reports, sanctions
from chat.errors import DeskRefused
from chat.gm import amends, reads
from chat.models import Broadcast, Sanction
from lobby.models import Room, Zone

View = Callable[..., HttpResponse]

MINUTES = {
    10: gettext_lazy("10 分钟"),
    60: gettext_lazy("1 小时"),
    1440: gettext_lazy("1 天"),
    10080: gettext_lazy("7 天"),
    43200: gettext_lazy("30 天"),
}
"""The lengths on offer, for sanctions and for broadcasts (which end after a week at the latest)."""
FOR_GOOD = 0
GAMES = {
    "doudizhu": gettext_lazy("斗地主"),
    "thirteen": gettext_lazy("十三水"),
    "mahjong": gettext_lazy("广东麻将"),
}


def masters_only(view: View) -> View:
    """A page of those who work at the desk; 403 to everybody else."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not cast(Any, request.user).has_perm("chat.work_desk"):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return never_cache(guarded)


@masters_only
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """What waits, what is said to all, and the ways to a player, a table and the log."""
    return _desk(request, {})


def _desk(request: HttpRequest, asked: dict[str, Any], status: int = 200) -> HttpResponse:
    now = timezone.now()
    rooms = Room.objects.filter(is_open=True).select_related("zone")
    context = _waiting() | {
        "asked": asked,
        "said": broadcasts.to_come(now),
        "now": now,
        "games": [(code, GAMES.get(code, code)) for code in dict.fromkeys(Zone.objects.values_list("game", flat=True))],
        "rooms": rooms,
        "lasting": [(minutes, name) for minutes, name in MINUTES.items() if minutes <= 10080],
        "longest": Broadcast.LONGEST,
    }
    return render(request, "gm/desk.html", context, status=status)


def _waiting() -> dict[str, Any]:
    return {
        "figures": reads.now(),
        "reports": reports.open_reports(),
        "appeals": reads.appeals(),
        "lengths": [*MINUTES.items(), (FOR_GOOD, gettext_lazy("永久"))],
    }


@masters_only
@require_GET
def now(request: HttpRequest) -> HttpResponse:
    """The part of the desk that its script asks for again."""
    return render(request, "gm/now.html", _waiting())


@masters_only
@require_POST
def broadcast(request: HttpRequest) -> HttpResponse:
    """Preview a broadcast, or publish it."""
    asked: dict[str, Any] = {
        name: request.POST.get(name, "") for name in ("text", "place", "starts", "minutes", "reason")
    }
    try:
        starts = _moment(asked["starts"])
        ends = (starts or timezone.now()) + _length(asked["minutes"])
        scope, _colon, where = asked["place"].partition(":")
        place: dict[str, Any] = {"starts_at": starts}
        if scope == "game":
            place["game"] = where
        elif scope == "room":
            asked["room"] = place["room_id"] = _number(where)
        if request.POST.get("what") != "publish":
            shown = broadcasts.draft(_me(request), asked["text"], scope, ends, **place)
            return _desk(request, asked | {"preview": shown})
        row = broadcasts.publish(_me(request), asked["text"], scope, asked["reason"], ends, **place)
    except DeskRefused as no:
        messages.error(request, no.text)
        return _desk(request, asked, status=409)
    messages.success(request, _("公告已发出。") if row.sent_at else _("公告会按时发出。"))
    return redirect("gm")


@masters_only
@require_POST
def recall(request: HttpRequest, broadcast_id: int) -> HttpResponse:
    """Take a broadcast back."""
    return _done(request, _("公告已撤回。"), "gm", broadcasts.recall, broadcast_id, _reason(request))


@masters_only
@require_POST
def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """Close a report."""
    what = request.POST.get("what", "")

    def decide(by: Player) -> None:
        length = _chosen(request.POST.get("minutes", "")) if what == "suspend" else None
        reports.decide(by, report_id, what, _reason(request), length)

    return _done(request, _("举报已处理。"), "gm", decide)


@masters_only
@require_GET
def players(request: HttpRequest) -> HttpResponse:
    """Look somebody up; a single one who fits is shown at once."""
    words = request.GET.get("q", "")[:100]
    found = reads.find(words)
    if len(found) == 1:
        return redirect("gm-player", found[0].pk)
    return render(request, "gm/players.html", {"words": words, "found": found})


@masters_only
@require_GET
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Everything about one player, and what can be done."""
    context = {
        "card": reads.card(_person(player_id)),
        "lengths": [*MINUTES.items(), (FOR_GOOD, gettext_lazy("永久"))],
        "kinds": Sanction.Kind.choices,
        "currencies": reads.currencies(),
        "key": uuid4(),
        "now": timezone.now(),
    }
    return render(request, "gm/player.html", context)


@masters_only
@require_POST
def sanction(request: HttpRequest, player_id: int) -> HttpResponse:
    """Warn, mute or suspend somebody."""
    kind = request.POST.get("kind", "")

    def give(by: Player) -> None:
        one, reason = _person(player_id), _reason(request)
        if kind == Sanction.Kind.WARN:
            sanctions.warn(by, one, reason)
        elif kind == Sanction.Kind.MUTE:
            sanctions.mute(by, one, reason, _length(request.POST.get("minutes", "")))
        elif kind == Sanction.Kind.SUSPEND:
            sanctions.suspend(by, one, reason, _chosen(request.POST.get("minutes", "")))
        else:
            raise DeskRefused("no_sanction")

    return _done(request, _("处罚已生效，玩家能看到原因。"), ("gm-player", player_id), give)


@masters_only
@require_POST
def adjust(request: HttpRequest, player_id: int) -> HttpResponse:
    """Grant or take money."""

    def give(by: Player) -> str:
        currency, amount, key = _money(request)
        made = amends.adjust(by, _person(player_id), currency, amount, _reason(request), key)
        return "" if made.state == made.State.DONE else _("数额较大，等财务里第二个人同意后入账。")

    return _done(request, _("已入账。"), ("gm-player", player_id), give)


@masters_only
@require_POST
def lift(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """End a sanction early."""
    return _done(request, _("处罚已解除。"), _card_of(sanction_id), sanctions.lift, sanction_id, _reason(request))


@masters_only
@require_POST
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Answer an appeal."""
    grant = request.POST.get("what") == "grant"
    return _done(request, _("申诉已答复。"), "gm", sanctions.decide, sanction_id, grant, _reason(request))


@masters_only
@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """Tables with people."""
    room, number = (_number(request.GET.get(name, "")) for name in ("room", "number"))
    context = {
        "tables": reads.tables(room, number),
        "rooms": Room.objects.filter(is_open=True).select_related("zone"),
        "room": room,
        "number": number,
        "currencies": reads.currencies(),
        "key": uuid4(),
    }
    return render(request, "gm/tables.html", context)


@masters_only
@require_POST
def dissolve(request: HttpRequest, table_id: int) -> HttpResponse:
    """Void a table's hand, and give its people something for it where an amount is named."""

    def work(by: Player) -> str:
        named = request.POST.get("amount", "").strip()
        money = _money(request) if named not in ("", "0") else None
        hand = amends.dissolve(by, table_id, _reason(request))
        if money is None:
            return ""
        made = amends.compensate(by, hand, *money[:2], _reason(request), money[2])
        return (
            "" if all(one.state == one.State.DONE for one in made) else _("补偿数额较大，等财务里第二个人同意后入账。")
        )

    return _done(request, _("牌局已解散，冻结的都退回了。"), "gm-tables", work)


@masters_only
@require_GET
def audit(request: HttpRequest) -> HttpResponse:
    """The log of acts."""
    rows = reads.log(_number(request.GET.get("before", "")))
    return render(request, "gm/audit.html", {"rows": rows, "older": rows[-1].pk if len(rows) == 50 else None})


def _done(
    request: HttpRequest, said: str, back: str | tuple[str, int], work: Callable[..., object], *args: Any
) -> HttpResponse:
    """Do it as this game master, say what came of it (the work may say it in its own words), and go back."""
    try:
        own = work(_me(request), *args)
    except DeskRefused as no:
        messages.error(request, no.text)
    else:
        messages.success(request, own if isinstance(own, str) and own else said)
    return redirect(back) if isinstance(back, str) else redirect(*back)


def _me(request: HttpRequest) -> Player:
    return cast(Player, request.user)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")


def _person(player_id: int) -> Player:
    found = accounts.person(player_id)
    if found is None:
        raise Http404(_("没有这个玩家"))
    return found


def _card_of(sanction_id: int) -> str | tuple[str, int]:
    owner = Sanction.objects.filter(pk=sanction_id).values_list("player", flat=True).first()
    return "gm" if owner is None else ("gm-player", owner)


def _number(text: str) -> int | None:
    """A number that a row can have, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _length(text: str) -> timedelta:
    """One of the lengths on offer. Raises `DeskRefused` `bad_length`."""
    minutes = _number(text)
    if minutes not in MINUTES:
        raise DeskRefused("bad_length")
    return timedelta(minutes=minutes)


def _chosen(text: str) -> timedelta | None:
    """As `_length`, or None for good."""
    return None if text == str(FOR_GOOD) else _length(text)


def _moment(text: str) -> datetime | None:
    """When a broadcast starts, in the house's time; None: now. Raises `DeskRefused` `bad_time`."""
    if not text.strip():
        return None
    try:
        found = parse_datetime(text.strip())
        return timezone.make_aware(found) if found is not None and timezone.is_naive(found) else _refuse_time()
    except (ValueError, OverflowError):
        return _refuse_time()


def _refuse_time() -> datetime:
    raise DeskRefused("bad_time")


def _money(request: HttpRequest) -> tuple[str, int, UUID]:
    """Currency, amount and the form's own key, by which a form sent twice counts once. Raises `DeskRefused`
    `bad_amount`."""
    text = request.POST.get("amount", "").strip().replace(",", "")
    currency, digits = request.POST.get("currency", ""), text.removeprefix("-").removeprefix("+")
    known = digits.isascii() and digits.isdecimal() and len(digits) < 16 and currency in dict(reads.currencies())
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        known = False
    if not known:
        raise DeskRefused("bad_amount")
    return currency, int(text), key
