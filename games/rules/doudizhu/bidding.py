"""Who becomes landlord: call and rob (K4 to K8). Immutable values; a seat's answer gives the next value."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class CallRob:
    """The calling and robbing of one deal.

    `kind` is "call" until somebody called, then "rob". `turn` is who speaks, None when it is settled; then `landlord`
    is known, or None for a new deal. `said` is each seat's last word: "call", "pass", "rob", "no_rob" or None. `shower`
    is the first seat that opened its hand before the calling.
    """

    seats: int
    first: int
    shower: int | None = None
    said: tuple[str | None, ...] = ()
    turn: int | None = None
    caller: int | None = None
    landlord: int | None = None
    robs: int = 0

    @classmethod
    def begin(cls, seats: int, first: int, shower: int | None = None) -> CallRob:
        """The first seat is to speak: who opened a hand first, else the one drawn for this deal (K7)."""
        first = first if shower is None else shower
        return cls(seats, first, shower, (None,) * seats, first)

    @property
    def kind(self) -> str:
        return "call" if self.caller is None else "rob"

    def answer(self, yes: bool) -> CallRob:
        """The seat whose turn it is accepts or declines. Raises `ValueError` when it is settled."""
        if self.turn is None:
            raise ValueError("the bidding is settled")
        return self._call(self.turn, yes) if self.caller is None else self._rob(self.turn, self.caller, yes)

    def _call(self, seat: int, yes: bool) -> CallRob:
        said = _with(self.said, seat, "call" if yes else "pass")
        following = (seat + 1) % self.seats
        if yes:
            called = replace(self, said=said, caller=seat, landlord=seat)
            return replace(called, turn=called._next_robber(seat, seat))
        if following != self.first:
            return replace(self, said=said, turn=following)
        return replace(self, said=said, turn=None, landlord=self.shower)  # K8: an open hand wins, else a new deal

    def _rob(self, seat: int, caller: int, yes: bool) -> CallRob:
        said = _with(self.said, seat, "rob" if yes else "no_rob")
        robbed = replace(self, said=said, robs=self.robs + yes, landlord=seat if yes else self.landlord)
        return replace(robbed, turn=None if seat == caller else robbed._next_robber(seat, caller))

    def _next_robber(self, after: int, caller: int) -> int | None:
        """The next seat that may rob: those who have not spoken (K6), then the caller if anybody robbed (K5)."""
        seat = (after + 1) % self.seats
        while seat != caller:
            if self.said[seat] is None:
                return seat
            seat = (seat + 1) % self.seats
        return caller if self.robs else None


def _with(said: tuple[str | None, ...], seat: int, word: str) -> tuple[str | None, ...]:
    return (*said[:seat], word, *said[seat + 1 :])
