"""One hand with at least one viewer in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from games.models import Hand
from games.runtime import store
from games.runtime.alarm import Alarm
from games.runtime.folded import Folded, Proposal, fold
from games.runtime.stage import Stage, Viewer
from games.runtime.wire import Entry

NET_SECONDS = 1.0
"""How long after a due time this process does by itself what Celery should have done."""


class NoSuchHand(Exception):  # noqa: N818
    """There is no hand of this id."""


class Table:
    """A hand, who may come to it, and the stage its viewers look at. `net` is called some time after the system should
    have acted."""

    def __init__(self, hand: Hand, folded: Folded, net: Callable[[Table], None]) -> None:
        self.hand_id: UUID = hand.id
        self.folded = folded
        self.seats: dict[int, int] = {}
        names: list[dict[str, Any]] = []
        for seat in hand.seats.all():
            names.append(seat.display)
            if seat.player_id is not None:
                self.seats[seat.player_id] = seat.seat
        room: Any = hand.config.get("room")
        self.open_to_all = bool((room or {}).get("spectators"))
        self.stage = Stage(folded, {"hand": str(hand.id), "names": names, "room": room}, hand.notice)
        self.turn = asyncio.Lock()
        """One unstored command of a hand at a time."""
        self.pending: str | None = None
        """The command that the writer holds: its own echo from Redis is not news."""
        self.returning: set[int] = set()
        """Seats whose `back` is being entered."""
        self._net = Alarm(partial(net, self))
        self.set_net()

    @property
    def empty(self) -> bool:
        """Whether nobody looks at the hand here."""
        return not self.stage.viewers

    def accept(self, proposal: Proposal, sender: tuple[Viewer, str]) -> bool:
        """Go on to a proposal that is stored; whether the frame that shows it has answered its `sender`."""
        answered = self.stage.accept(proposal, sender)
        self.set_net()
        return answered

    def absorb(self, entry: Entry) -> None:
        """Fold an entry of the log that follows. Raises whatever the rules do where it does not fit."""
        self.stage.absorb(entry)
        self.set_net()

    def set_net(self) -> None:
        """Look after the hand some time after the system should have acted."""
        due = self.folded.due
        if due is None or self.folded.state.result is not None:
            self._net.set(None)
        else:
            self._net.set(asyncio.get_running_loop().time() + (due - store.now_ms()) / 1000 + NET_SECONDS)

    def stop(self) -> None:
        """Forget what was to be done later."""
        self.stage.stop()
        self._net.stop()


def read(hand_id: UUID) -> tuple[Hand, Folded]:
    """A hand with its seats, folded from its log. Blocking. Raises `NoSuchHand`."""
    hand = Hand.objects.prefetch_related("seats").filter(id=hand_id).first()
    if hand is None or hand.archived is not None:  # an archived hand is looked at as a replay
        raise NoSuchHand
    return hand, fold(store.origin(hand), store.entries(hand_id, -1))
