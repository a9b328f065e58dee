"""What the bar at the top of every page shows, and what watches over the time played."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import care
from accounts.models import Player
from wallet import selectors as wallet

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
