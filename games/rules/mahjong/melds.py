"""Sets that are laid down (2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.core import Json
from games.rules.mahjong.tiles import face

CHOW, PUNG = "chow", "pung"
MELDED, ADDED, CONCEALED = "melded", "added", "concealed"
KONGS = frozenset({MELDED, ADDED, CONCEALED})


@dataclass(frozen=True, slots=True)
class Meld:
    """A set of a seat.

    `kind`: "chow", "pung", or how a kong came about: "melded" (明杠, a discard), "added" (加杠, to a pung), "concealed"
    (暗杠). `taken` is the tile that was claimed and `source` the seat that had discarded it, None in a concealed kong.
    """

    kind: str
    tiles: tuple[int, ...]
    taken: int | None = None
    source: int | None = None

    @property
    def face(self) -> int:
        """Its face, of a run the lowest."""
        return face(self.tiles[0])

    @property
    def is_kong(self) -> bool:
        """Whether it has four tiles."""
        return self.kind in KONGS

    @property
    def is_claimed(self) -> bool:
        """Whether a discard is part of it: everything but a concealed kong."""
        return self.kind != CONCEALED

    def seen(self, is_open: bool) -> dict[str, Json]:
        """The set as JSON; the tiles of a concealed kong where they are `is_open` (2.3 no. 20)."""
        shown = is_open or self.is_claimed
        return {
            "kind": self.kind,
            "tiles": list(self.tiles) if shown else None,
            "taken": self.taken,
            "from": self.source,
        }


def meld_of(seen: Mapping[str, Json], hidden: Sequence[int] = ()) -> Meld:
    """The set that `Meld.seen` told of; `hidden` stands for tiles it kept to itself."""
    return Meld(seen["kind"], tuple(seen["tiles"] or hidden), seen["taken"], seen["from"])
