"""What every hand's opening has: the clients' shares of the shuffle, and everybody's word that it may be dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.rules.core import Event, IllegalAction, Json
from games.rules.seats import SeatedState

NONCE_CHARS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-")
NONCE_MAX = 64


class OpenedState(SeatedState):
    """A `SeatedState` whose first phase is the opening; a game deals once it is over."""

    unattended: ClassVar[frozenset[str]] = frozenset({"nonce"})

    seed: bytes
    phase: str
    nonces: list[str]
    """Each seat's share of the shuffle, "" where there is none."""
    opened: list[bool]

    def _await_opening(self, seed: bytes, at: int) -> None:
        """Ask the people whether it may be dealt. To be called at the end of `start`, instead of `_ready`."""
        self.seed = seed
        self.phase = "opening"
        self.nonces = [""] * self.seats
        self.opened = list(self.bots)
        if self.contest:
            self._keep_entrusted()
        people = [seat for seat in range(self.seats) if not self.bots[seat]]
        self._open("open", people, at + self._timer("opening"))
        self._ready()

    def verify_nonce(self, seat: int, data: Mapping[str, Json]) -> None:
        """Raise `IllegalAction` unless `data` holds the first nonce of a person's seat."""
        nonce = data.get("nonce")
        if type(nonce) is not str or not 0 < len(nonce) <= NONCE_MAX or not NONCE_CHARS.issuperset(nonce):
            raise IllegalAction("malformed", field="nonce")
        if self.contest:  # a share of one table's people would give it another deal than the others have
            raise IllegalAction("not_allowed", why="contest")
        if self.bots[seat] or self.nonces[seat]:
            raise IllegalAction("not_allowed", why="nonce")

    def _take_nonce(self, seat: int, nonce: str) -> list[Event]:
        self.nonces[seat] = nonce
        return [Event("nonce", {"seat": seat, "nonce": nonce})]

    def told_seed(self) -> str | None:
        """The seed as a finished hand tells it; None while other tables may still play this deal."""
        return None if self.contest else self.seed.hex()

    def _said_open(self, seat: int) -> list[Event]:
        """`seat` has nothing against the deal. The decision is the game's to answer."""
        self.opened[seat] = True
        return [Event("opened", {"seat": seat})]
