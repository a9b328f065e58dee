"""The page of a finished hand, and the list of one's own hands."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import Player
from games import replay as replays
from games.api import STATUS
from games.messages import sentence
from games.models import Hand, HandSeat
from games.selectors import OwnHand, Wanted, hands_of
from lobby import selectors as lobby
from platform_site.views.lobby import viewer
from platform_site.views.pages import MODES

PAGE = 20
OUTCOMES = {
    "win": gettext_lazy("胜"),
    "lose": gettext_lazy("负"),
    "draw": gettext_lazy("平"),
    "escape": gettext_lazy("逃跑"),
    "void": gettext_lazy("作废"),
}
"""How a hand may have gone for a player, by `HandSeat.outcome`."""


@require_GET
def replay(request: HttpRequest, hand_id: UUID) -> HttpResponse:
    """The shell that the replay's island fills; what cannot be replayed is said in a sentence."""
    try:
        hand = replays.finished(hand_id)
    except replays.Refused as refused:
        text = sentence(refused.code, get_language() or "")
        return render(request, "replay/refused.html", {"code": refused.code, "text": text}, status=STATUS[refused.code])
    player = viewer(request)
    boot = _boot(hand, HandSeat.index_of(hand.pk, player.pk) if player else None)
    context = {"boot": boot, "hand": hand, "names": [name["name"] for name in boot["table"]["seats"]]}
    return render(request, "replay/replay.html", context)


def _boot(hand: Hand, seat: int | None) -> dict[str, Any]:
    """What the island starts from beside the hand itself: where it was played, and which seat was the reader's own."""
    room: dict[str, Any] = hand.config.get("room") or {}
    place = lobby.place_of(hand.table_key)
    names = [{**display, "player": None, "ready": True, "show": False} for display in _displays(hand)]
    number = place["number"] if place else 0
    return {
        "hand": str(hand.pk),
        "data": reverse("replay-data", args=[hand.pk]),
        "seat": seat,
        "place": place_name(hand.mode, room.get("name", ""), number),
        "room": {
            **room,
            "code": place["code"] if place else "",
            "mode": hand.mode,
            "seats": len(names),
            "currency": hand.config.get("currency"),
        },
        "table": {"id": 0, "number": number, "room": room.get("id"), "v": 0, "hand": str(hand.pk), "seats": names},
    }


def _displays(hand: Hand) -> list[dict[str, Any]]:
    return list(hand.seats.order_by("seat").values_list("display", flat=True))


def place_name(mode: str, room: str, number: int) -> str:
    """Where a hand was played, in the reader's language: mode, room and, where it is still known, the table."""
    parts = [str(MODES.get(mode, mode)), *([_(room)] if room else [])]
    return "·".join(parts) + (" " + _("%(number)s 桌") % {"number": number} if number else "")


@login_required
@never_cache
@require_GET
def hands(request: HttpRequest) -> HttpResponse:
    """我的牌局: the reader's own hands, the newest first, filtered and paged by the address alone."""
    player = request.user
    assert isinstance(player, Player)  # noqa: S101 - login_required lets nobody else in
    asked = request.GET
    wanted = Wanted(
        mode=asked.get("mode") if asked.get("mode") in MODES else None,
        outcome=asked.get("outcome") if asked.get("outcome") in OUTCOMES else None,
        room=int(asked["room"]) if asked.get("room", "").isdecimal() else None,
        since=_day(asked.get("since", "")),
        until=_day(asked.get("until", ""), timedelta(days=1)),
    )
    found = hands_of(player.pk, wanted, PAGE + 1, _mark(asked.get("before", "")))
    rows = found[:PAGE]
    older = None
    if len(found) > PAGE:
        kept = {name: asked[name] for name in ("mode", "outcome", "room", "since", "until") if asked.get(name)}
        older = "?" + urlencode({**kept, "before": _mark_of(rows[-1])})
    context = {
        "rows": [_row(row) for row in rows],
        "older": older,
        "later": "before" in asked,
        "asked": asked,
        "modes": MODES.items(),
        "outcomes": OUTCOMES.items(),
        "rooms": [(str(pk), place_name(mode, name, 0)) for pk, mode, name in lobby.room_names()],
        "filtered": wanted != Wanted(),
    }
    return render(request, "lobby/hands.html", context)


def _row(hand: OwnHand) -> dict[str, Any]:
    seconds = max(0, round((hand.ended - hand.created).total_seconds()))
    return {
        "hand": hand,
        "outcome": OUTCOMES.get(hand.outcome, ""),
        "place": place_name(hand.mode, hand.room_name, 0),
        "others": [name for seat, name in enumerate(hand.names) if seat != hand.seat],
        "minutes": seconds // 60,
        "seconds": seconds % 60,
        "sign": "+" if hand.change > 0 else "−" if hand.change < 0 else "",
        "amount": abs(hand.change),
    }


def _day(text: str, later: timedelta = timedelta()) -> datetime | None:
    """The start of a day in the house's time zone, or so much later; None for what is no date."""
    try:
        return timezone.make_aware(datetime.combine(date.fromisoformat(text) + later, time()))
    except (ValueError, OverflowError):
        return None


def _mark_of(hand: OwnHand) -> str:
    """Where the next page starts, as the address carries it."""
    return f"{hand.ended.astimezone(UTC):%Y%m%d%H%M%S%f}-{hand.id.hex}"


def _mark(text: str) -> tuple[datetime, UUID] | None:
    """What `_mark_of` wrote; None (the first page) for anything else."""
    ended, _dash, hand = text.partition("-")
    try:
        return datetime.strptime(ended, "%Y%m%d%H%M%S%f").replace(tzinfo=UTC), UUID(hand)
    except ValueError:
        return None


@require_GET
def fairness(request: HttpRequest) -> HttpResponse:
    """How cards are dealt and how anybody can check it."""
    return render(request, "help/fairness.html")


@require_GET
def verifier(request: HttpRequest) -> FileResponse:
    """The independent program, to be taken away."""
    try:
        file = (settings.BASE_DIR / "docs" / "verify_deal.py").open("rb")
    except FileNotFoundError:  # an installation without its documentation
        raise Http404 from None
    return FileResponse(
        file, as_attachment=True, filename="verify_deal.py", content_type="text/x-python; charset=utf-8"
    )
