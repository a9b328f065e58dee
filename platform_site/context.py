"""What the top of every page shows, and what watches over the time played."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts import care
from accounts.models import Player
from chat import broadcasts
from wallet import selectors as wallet

PLACES = {"game": "game", "room_id": "room", "table_id": "table"}
"""The parts of addresses that say what a page looks at -> what its socket calls them."""
PUT_AWAY = "put_away"
"""The cookie that names the broadcasts a reader has put away, with dots between (static/js/chat/notices.js)."""
PLAYS = ("hall", "zone", "room", "table")


def purse(request: HttpRequest) -> dict[str, Any]:
    """`purse`: what the viewer can spend, read only by pages that show it. `remind`: after how many minutes of play to
    say so, on the pages where one plays or looks for a game; 0 is never."""
    user = getattr(request, "user", None)
    if not isinstance(user, Player):
        return {}
    match = request.resolver_match
    plays = match is not None and match.url_name in PLAYS
    return {
        "purse": SimpleLazyObject(lambda: wallet.balances(user.pk)),
        "remind": care.of(user.pk).remind_minutes if plays else 0,
    }


def said(request: HttpRequest) -> dict[str, Any]:
    """`broadcasts`: what game masters say to whoever looks at this page, without what this browser has put away.
    `looks`: where that is, as the page's socket asks for more (`chat.consumers`)."""
    given = request.resolver_match.kwargs if request.resolver_match else {}
    here = {
        name: given[key] for name, key in (("game", "game"), ("room", "room_id"), ("table", "table_id")) if key in given
    }
    return {"broadcasts": SimpleLazyObject(lambda: _said(request, here)), "looks": urlencode(here)}


def _said(request: HttpRequest, here: dict[str, Any]) -> list[dict[str, Any]]:
    away = request.COOKIES.get(PUT_AWAY, "").split(".")
    rows = broadcasts.in_force(timezone.now(), here.get("game"), here.get("room"), here.get("table"))
    return [broadcasts.frame(row) for row in rows if str(row.pk) not in away]
