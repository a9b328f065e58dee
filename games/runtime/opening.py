"""Entry 0: a hand begins."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction

from games.models import Hand
from games.runtime import fanout, leases, store
from games.runtime.leases import Seat
from games.runtime.wire import Entry


def write(hand: Hand, people: Collection[int]) -> None:
    """Append entry 0 in the caller's transaction; the clock is armed after it commits. The seats of `people` count as
    present for one lease, so that somebody who never comes is found missing too."""
    entry = store.write_first(hand)
    transaction.on_commit(partial(_arm, hand, entry, [(hand.id, seat) for seat in people]))


def _arm(hand: Hand, entry: Entry, seats: list[Seat]) -> None:
    fanout.arm([store.Head(hand.id, entry.seq, entry.due)])
    leases.grant(seats, entry.at)
