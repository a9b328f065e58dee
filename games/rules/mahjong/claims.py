"""What the others may do with a discard, or with a tile that is added to a pung (2.3).

All who have a choice are asked at once, in one decision. Their answers stay hidden until the window is settled: by
priority, win before kong and pung before chow, and no sooner than the base pause ends, so that nobody can tell from a
quick answer who had a choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from games.rules.core import Json
from games.rules.mahjong.fans import Score
from games.rules.mahjong.tiles import SUITED, face

WIN, KONG, PUNG, CHOW, PASS = "win", "kong", "pung", "chow", "pass"
PRIORITY = {WIN: 3, KONG: 2, PUNG: 2, CHOW: 1, PASS: 0}
"""A kong and a pung of one tile can never be claimed by two seats."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may claim: a win and its worth, a kong, a pung, and the pairs of own tiles that make a run."""

    win: Score | None = None
    kong: bool = False
    pung: bool = False
    chows: tuple[tuple[int, int], ...] = ()

    @property
    def best(self) -> int:
        """The priority of the most that it allows, 0 where it allows nothing."""
        if self.win is not None:
            return PRIORITY[WIN]
        return PRIORITY[PUNG] if self.kong or self.pung else PRIORITY[CHOW] if self.chows else 0

    def as_json(self) -> dict[str, Json]:
        """For the seat itself."""
        return {
            "win": None if self.win is None else score_json(self.win),
            "kong": self.kong,
            "pung": self.pung,
            "chows": [list(pair) for pair in self.chows],
        }


def score_json(score: Score) -> dict[str, Json]:
    """A hand's worth for the wire."""
    return {"fan": score.fan, "items": [list(item) for item in score.items]}


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat's answer: its kind, the own tiles it takes, and whether the system gave it for the seat."""

    kind: str
    tiles: tuple[int, ...] = ()
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The open window about `tile` of `seat`; `robbing`: it is being added to a pung.

    `offers` and `answers` are by seat, None where there is none. `pausing`: the base pause runs; `rest`: how many ms
    may be taken to answer after it.
    """

    seat: int
    tile: int
    robbing: bool
    offers: tuple[Offer | None, ...]
    answers: tuple[Claim | None, ...]
    rest: int
    pausing: bool = True

    def waiting(self) -> Iterator[int]:
        """The seats that have a choice and have not answered."""
        for seat, offer in enumerate(self.offers):
            if offer is not None and self.answers[seat] is None:
                yield seat

    def answered(self, seat: int, claim: Claim) -> Self:
        """With the answer of a seat."""
        return replace(self, answers=(*self.answers[:seat], claim, *self.answers[seat + 1 :]))

    def is_settled(self) -> bool:
        """Whether no answer that is missing could change anything: every win counts, below it the highest claim."""
        best = max((PRIORITY[claim.kind] for claim in self.answers if claim is not None), default=0)
        for seat in self.waiting():
            offer = self.offers[seat]
            if offer is not None and (offer.win is not None or offer.best > best):
                return False
        return True

    def chosen(self) -> list[tuple[int, Claim]]:
        """The claims that are carried out: all wins, counter-clockwise from the discarder, or the highest other one;
        nothing where everybody passed."""
        seats = len(self.offers)
        order = [(self.seat + step) % seats for step in range(1, seats)]
        made = [(seat, claim) for seat in order if (claim := self.answers[seat]) is not None and claim.kind != PASS]
        wins = [(seat, claim) for seat, claim in made if claim.kind == WIN]
        return wins or sorted(made, key=lambda one: -PRIORITY[one[1].kind])[:1]


def same_face(hand: Sequence[int], tile: int) -> tuple[int, ...]:
    """The tiles of a hand with the face of `tile`."""
    return tuple(one for one in hand if face(one) == face(tile))


def runs_with(hand: Sequence[int], tile: int) -> tuple[tuple[int, int], ...]:
    """The pairs of tiles of a hand that make a run with `tile`, one for each way, from the lowest run up."""
    middle = face(tile)
    if middle >= SUITED:
        return ()
    held: dict[int, int] = {}
    for one in hand:
        held.setdefault(face(one), one)
    found = []
    for low in range(max(middle - 2, middle // 9 * 9), min(middle, middle // 9 * 9 + 6) + 1):
        one, two = (other for other in range(low, low + 3) if other != middle)
        if one in held and two in held:
            found.append((held[one], held[two]))
    return tuple(found)
