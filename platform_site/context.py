"""What the bar at the top of every page shows."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import Player
from wallet import selectors as wallet


def purse(request: HttpRequest) -> dict[str, Any]:
    """`purse`: what the viewer can spend, read only by pages that show it."""
    user = getattr(request, "user", None)
    if not isinstance(user, Player):
        return {}
    return {"purse": SimpleLazyObject(lambda: wallet.balances(user.pk))}
