"""Entry 0: a hand begins."""

from __future__ import annotations

from django.db import transaction

from games.models import Hand
from games.runtime import fanout, store


def write(hand: Hand) -> None:
    """Append entry 0 in the caller's transaction and arm the clock after it commits."""
    entry = store.write_first(hand)
    transaction.on_commit(lambda: fanout.arm([store.Head(hand.id, entry.seq, entry.due)]))
