"""排行: the leaderboards and what one reached in seasons that are over, as pages without JavaScript."""

from __future__ import annotations

from datetime import date
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import Player
from lobby import ladder
from lobby.errors import Refused
from platform_site.views import modes

Json = dict[str, Any]
PERIODS = {ladder.WEEK: _("本周"), ladder.MONTH: _("本月"), ladder.ALL: _("总榜")}
MEDALS = 3
"""So many places are drawn with a medal."""


@require_GET
@never_cache
def boards(request: HttpRequest, mode: str = "huanle") -> HttpResponse:
    """One page of a mode's board: a period, everybody or friends, the present season or an earlier one."""
    if mode not in modes.MODES:
        raise Http404
    player = request.user if isinstance(request.user, Player) else None
    asked = request.GET
    period = asked.get("period", ladder.WEEK)
    friends = player is not None and asked.get("friends") == "1"
    start = _day(asked.get("start", ""))
    try:
        board = ladder.board(mode, period, player=player, friends=friends, start=start, page=_number(asked.get("page")))
    except Refused as refused:
        raise Http404(refused.text) from refused
    kept = {"period": period} | ({"friends": "1"} if friends else {}) | ({"start": asked["start"]} if start else {})

    def to(page: int) -> str:
        return "?" + urlencode({**kept, "page": page})

    circle = {"friends": "1"} if friends else {}
    context = {
        "board": board,
        "title": modes.MODES[mode],
        "modes": [
            (code, name, reverse("boards", args=[code]) + "?" + urlencode({"period": period} | circle))
            for code, name in modes.MODES.items()
        ],
        "periods": [(code, name, "?" + urlencode({"period": code} | circle)) for code, name in PERIODS.items()],
        "everybody": "?" + urlencode({name: value for name, value in kept.items() if name != "friends"}),
        "friends": "?" + urlencode({**kept, "friends": "1"}),
        "past": ladder.past(period, mode),
        "present": "?" + urlencode({"period": period} | circle),
        "start": asked.get("start", "") if start else "",
        "prizes": ladder.prizes(period),
        "before": to(board["page"] - 1) if board["page"] > 1 else None,
        "after": to(board["page"] + 1) if board["page"] < board["pages"] else None,
        "apart": board["own"] and all(row["player"] != board["own"]["player"] for row in board["rows"]),
        "own_page": board["own"] and to(-(-board["own"]["place"] // ladder.PAGE)),
    }
    return render(request, "pages/boards.html", context)


@login_required
@never_cache
@require_GET
def honours(request: HttpRequest) -> HttpResponse:
    """The reader's places and prizes of seasons that are over, filtered by mode and period."""
    rows = ladder.honours(cast(Player, request.user).pk, limit=200)
    mode, period = request.GET.get("mode", ""), request.GET.get("period", "")
    shown = [
        {**row, "title": modes.MODES.get(row["mode"], row["mode"])}
        for row in rows
        if (not mode or row["mode"] == mode) and (not period or row["period"] == period)
    ]
    context = {
        "rows": shown,
        "modes": modes.MODES.items(),
        "mode": mode,
        "period": period,
        "periods": [(ladder.WEEK, _("周榜")), (ladder.MONTH, _("月榜"))],
        "filtered": bool(mode or period),
    }
    return render(request, "pages/honours.html", context)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else 1
