"""Who becomes landlord: by points (K1) or by call and rob (K4 to K8).

Immutable values; a seat's answer gives the next value. Both ways have the same fields for what a round asks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

HIGHEST = 3
"""The most points that may be called; it ends the bidding (K1)."""

Word = str | int
"""What a seat said last: points, or "call", "pass", "rob", "no_rob"."""


class Bidding(Protocol):
    """What a round of bidding tells, whichever way it goes.

    `kind` is what the next answer is; `turn` who gives it, None when it is settled; then `landlord` is known, or None
    for a new deal. `said` is each seat's last word, `base` the points of the highest call so far, `robs` how
    many robbed.
    """

    @property
    def kind(self) -> str: ...
    @property
    def first(self) -> int: ...
    @property
    def said(self) -> tuple[Word | None, ...]: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def landlord(self) -> int | None: ...
    @property
    def base(self) -> int: ...
    @property
    def robs(self) -> int: ...

    def answer(self, said: Any, /) -> Bidding: ...


@dataclass(frozen=True, slots=True)
class Points:
    """The bidding by points of one deal (K1): each seat speaks once, every call is higher than those before it.

    `turn` is who speaks, None when it is settled; then `landlord` is known, or None when nobody called. `said` is what
    each seat called, 0 for a pass and None before its turn; `base` is the highest call so far.
    """

    seats: int
    first: int
    said: tuple[Word | None, ...]
    turn: int | None
    landlord: int | None = None
    base: int = 0
    robs: int = 0

    @classmethod
    def begin(cls, seats: int, first: int) -> Points:
        return cls(seats, first, (None,) * seats, first)

    @property
    def kind(self) -> str:
        return "bid"

    @property
    def allowed(self) -> tuple[int, ...]:
        """What may be said next: a pass or more than the highest call."""
        return (0, *range(self.base + 1, HIGHEST + 1))

    def answer(self, points: int) -> Points:
        """The seat whose turn it is calls, or passes with 0. Raises `ValueError` for what is not allowed."""
        if self.turn is None or points not in self.allowed:
            raise ValueError("not allowed in this bidding")
        following = (self.turn + 1) % self.seats
        return replace(
            self,
            said=_with(self.said, self.turn, points),
            turn=None if points == HIGHEST or following == self.first else following,
            landlord=self.turn if points else self.landlord,
            base=points or self.base,
        )


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
    said: tuple[Word | None, ...] = ()
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
    def base(self) -> int:
        """What is called is always one point."""
        return 1

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


def _with(said: tuple[Word | None, ...], seat: int, word: Word) -> tuple[Word | None, ...]:
    return (*said[:seat], word, *said[seat + 1 :])
