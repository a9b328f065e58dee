"""Who pays for a win, and who has made himself liable for another's self-draw (4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.core import Debt, Json
from games.rules.mahjong.fans import Score
from games.rules.mahjong.melds import CHOW, Meld
from games.rules.mahjong.tiles import DRAGONS, WINDS

SAN_YUAN, SI_XI, TWELVE = "san_yuan", "si_xi", "twelve"
ROBBED, FED = "robbed", "fed"
ALL_SHARES = 3


@dataclass(frozen=True, slots=True)
class Liability:
    """`payer` fed `payee` what makes him pay all of its self-draw: "twelve" (the fourth claimed set), "san_yuan" or
    "si_xi" (the third dragon, the fourth wind)."""

    payer: int
    payee: int
    cause: str


def after_claim(
    seat: int, melds: Sequence[Meld], liable: Sequence[Liability], big_liability: bool
) -> tuple[Liability, ...]:
    """The liabilities once `seat` has claimed the discard that is in the last of its `melds` (4 no. 5)."""
    source = melds[-1].source
    if source is None or any(one.payer == source and one.payee != seat for one in liable):
        return tuple(liable)  # the first liability excludes later ones
    new = [Liability(source, seat, cause) for cause in _causes(melds, big_liability)]
    return (*liable, *(one for one in new if one not in liable))


def _causes(melds: Sequence[Meld], big_liability: bool) -> Iterator[str]:
    """What the last meld completes."""
    last = melds[-1]
    claimed = [meld.face for meld in melds if meld.is_claimed and meld.kind != CHOW]
    if big_liability and last.kind != CHOW:
        for cause, faces in ((SAN_YUAN, DRAGONS), (SI_XI, WINDS)):
            if last.face in faces and set(faces) <= set(claimed):
                yield cause
    if len(melds) == 4 and all(meld.is_claimed for meld in melds):
        yield TWELVE


@dataclass(frozen=True, slots=True)
class Win:
    """A seat's win: the winning tile, who discarded it or was robbed of it (None: self-drawn), what it is worth, and
    who pays how many shares of 2**fan units. `cause` says why one seat pays three shares, None where it is as usual."""

    seat: int
    tile: int
    source: int | None
    score: Score
    shares: tuple[tuple[int, int], ...]
    cause: str | None = None

    def debts(self) -> tuple[Debt, ...]:
        """What is owed, in units of the room's coefficient."""
        unit = 2**self.score.fan
        return tuple(Debt(payer, self.seat, Fraction(shares * unit)) for payer, shares in self.shares)

    def as_json(self) -> dict[str, Json]:
        """For the wire: the numbers behind what is paid."""
        return {
            "seat": self.seat,
            "tile": self.tile,
            "from": self.source,
            "fan": self.score.fan,
            "items": [list(item) for item in self.score.items],
            "shares": [list(share) for share in self.shares],
            "cause": self.cause,
        }


def by_discard(seat: int, tile: int, source: int, score: Score) -> Win:
    """The discarder pays one share, even where he is liable (4 no. 1)."""
    return Win(seat, tile, source, score, ((source, 1),))


def by_robbing(seat: int, tile: int, source: int, score: Score) -> Win:
    """The robbed seat pays for all three (2.3 no. 19)."""
    return Win(seat, tile, source, score, ((source, ALL_SHARES),), ROBBED)


def by_self_draw(seat: int, tile: int, score: Score, seats: int, fed: int | None, liable: Iterable[Liability]) -> Win:
    """Each other seat pays a share, or one liable seat all three: who `fed` the kong that brought the tile, else who is
    liable for a big hand, else for twelve tiles (4 nos. 2 and 5)."""
    if fed is not None:
        return Win(seat, tile, None, score, ((fed, ALL_SHARES),), FED)
    causes = {one.cause: one.payer for one in reversed(tuple(liable)) if one.payee == seat}
    for cause in (SAN_YUAN, SI_XI, TWELVE):
        if cause in causes:
            return Win(seat, tile, None, score, ((causes[cause], ALL_SHARES),), cause)
    others = [(seat + step) % seats for step in range(1, seats)]
    return Win(seat, tile, None, score, tuple((other, 1) for other in others))
