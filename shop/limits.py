"""The three limits of a prop as arithmetic: time, uses and games. PURE: no database, and the clock is an argument.

A limit that is None (of games: empty) is none. Time runs from the purchase and counts for everything that is held of a
prop: bought again, a prop that adds up has its days and its uses added to what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

LONGEST = timedelta(days=3650)
"""Time adds up to ten years and no further: nobody buys eternity by the day."""
MOST = 9_999
"""And uses to so many."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one piece of a prop comes with. `adds`: bought again while it is held, it adds up."""

    time: timedelta | None = None
    uses: int | None = None
    games: frozenset[str] = frozenset()
    adds: bool = True


@dataclass(frozen=True, slots=True)
class Held:
    """What is left of a prop: usable before `until`, `uses` times more."""

    until: datetime | None = None
    uses: int | None = None


class Limited(Exception):  # noqa: N818 - says what the caller sees
    """A limit stands against it; `code`: expired, used_up, wrong_game, not_again, too_many."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def buy(held: Held | None, limits: Limits, pieces: int, now: datetime) -> Held:
    """What is held after buying `pieces` (1 or more) on top of `held`, None or over meaning nothing is.

    Raises `Limited`: not_again (it does not add up, or never runs out), too_many (beyond `LONGEST` or `MOST`).
    """
    if held is not None and over(held, now):
        held = None
    endless = limits.time is None and limits.uses is None
    if (held is not None or pieces > 1) and (endless or not limits.adds):
        raise Limited("not_again")
    # What was got without a limit keeps being so, should an admin have set one since.
    until = uses = None
    if limits.time is not None and not (held and held.until is None):
        until = (held.until if held and held.until else now) + limits.time * pieces
        if until - now > LONGEST:
            raise Limited("too_many")
    if limits.uses is not None and not (held and held.uses is None):
        uses = (held.uses if held and held.uses else 0) + limits.uses * pieces
        if uses > MOST:
            raise Limited("too_many")
    return Held(until, uses)


def over(held: Held, now: datetime) -> str | None:
    """Why it is to be taken back: "expired", "used_up"; None: it is not. At the very instant of `until` it is."""
    if held.until is not None and held.until <= now:
        return "expired"
    return "used_up" if held.uses is not None and held.uses <= 0 else None


def barred(held: Held, limits: Limits, game: str | None, now: datetime) -> str | None:
    """Why it cannot be used in `game` (None: outside any game) now; None: it can.

    Outside any game a limit of games bars nothing.
    """
    if why := over(held, now):
        return why
    return "wrong_game" if game is not None and limits.games and game not in limits.games else None


def use(held: Held, limits: Limits, game: str | None, now: datetime) -> Held:
    """What is left after one use. Raises `Limited` as `barred` says; nothing is taken then."""
    if why := barred(held, limits, game, now):
        raise Limited(why)
    return held if held.uses is None else replace(held, uses=held.uses - 1)
