"""What chat does when something happened below."""

from __future__ import annotations

from accounts.closing import NOBODY
from accounts.events import PlayerErased
from chat.models import Report, Sanction
from outbox.registry import subscribe


@subscribe(PlayerErased)
def forget_words(event: PlayerErased) -> None:
    """What an erased player wrote and said is forgotten. That he was judged, and why, stays: the log of acts is for
    those who judge, and names him by his number alone."""
    Report.objects.filter(by=event.player_id).update(text="")
    Sanction.objects.filter(player=event.player_id).update(appeal="")
    for row in Report.objects.filter(player=event.player_id).exclude(lines=[]):
        row.lines = [{**line, "name": NOBODY, "text": ""} for line in row.lines]
        row.save(update_fields=["lines"])
