"""Three rows, and whether they stand in order (1.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.thirteen.rows import strength
from games.rules.thirteen.settings import USUAL, Settings

SIZES = (3, 5, 5)
NAMES = ("front", "middle", "back")

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A whole arrangement; `special` is the special hand that its owner declares, or None."""

    front: Row
    middle: Row
    back: Row
    special: str | None = None

    @property
    def all(self) -> tuple[Row, Row, Row]:
        """Front, middle and back."""
        return self.front, self.middle, self.back

    def swapped(self) -> Rows:
        """Middle and back exchanged."""
        return replace(self, middle=self.back, back=self.middle)


def is_foul(rows: Rows, settings: Settings = USUAL) -> bool:
    """Whether front ≤ middle ≤ back is broken (相公). Equal rows are in order, and so is a front that ends where the
    middle goes on (D6, D7)."""
    front, middle, back = (strength(row, settings) for row in rows.all)
    return not front <= middle <= back
