"""The log of what game masters do: the one way into it, and what a player may read of it."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from chat.errors import DeskRefused
from chat.models import Act
from chat.plain import plain
from wallet.models import Adjustment

REASON_LONGEST = 100


def why(reason: str) -> str:
    """The reason in plain text. Raises `DeskRefused` `no_reason` or `reason_long`."""
    found = plain(reason)
    if not found:
        raise DeskRefused("no_reason")
    if len(found) > REASON_LONGEST:
        raise DeskRefused("reason_long", limit=REASON_LONGEST)
    return found


def note(by: Player, kind: Act.Kind, reason: str, player: Player | None = None, **facts: Any) -> Act:
    """Write an act down, in the transaction of the act itself. `reason` as `why` gave it."""
    return Act.objects.create(by=by, kind=kind, player=player, reason=reason, facts=facts)


def about(player_id: int, limit: int | None = 50) -> list[Act]:
    """What was done about a player, as far as he may know it, the newest first; never by whom. Money that still waits
    for a second person's word is not told yet. `limit` None: all of it."""
    found = list(Act.objects.filter(player=player_id).exclude(kind__in=Act.HIDDEN).defer("by")[:limit])
    corrections = [act.facts["adjustment"] for act in found if "adjustment" in act.facts]
    done = set(Adjustment.objects.filter(pk__in=corrections, state=Adjustment.State.DONE).values_list("pk", flat=True))
    return [act for act in found if act.facts.get("adjustment") in done or "adjustment" not in act.facts]
