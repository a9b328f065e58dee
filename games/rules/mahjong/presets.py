"""The room kinds and what a room may change about the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from games.rules.core import Json
from games.rules.mahjong.fans import FANS, LIMIT, Fans

SEATS = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches of a room.

    `minimum`: the least fan that may win (3.1). `limit`: what a base with its add-ons comes to at most. `fans`: the
    fan table; the rules of a room name only what differs, None for a pattern that does not count. `big_liability`: who
    feeds the last set of 大三元 or 大四喜 pays for its self-draw (4 no. 5). `triple_win_min_fan`: when three win on one
    tile each wins at least so much (2.3 no. 17). `escape_fine`: units that whoever leaves owes every other seat besides
    (2.1 no. 6).
    """

    minimum: int = 0
    limit: int = LIMIT
    fans: Fans = field(default_factory=lambda: dict(FANS))
    big_liability: bool = True
    triple_win_min_fan: int = 0
    escape_fine: int = 0

    @classmethod
    def of(cls, rules: Mapping[str, Json], minimum: int) -> Self:
        """The settings that `rules` names, the others as usual for a room of that `minimum`; unknown names are another
        part's. Raises `ValueError` for a pattern that there is not."""
        changed = rules.get("fans") or {}
        unknown = sorted(set(changed) - set(FANS))
        if unknown:
            raise ValueError(f"no pattern {unknown[0]!r}")
        named = {one.name: rules[one.name] for one in fields(cls) if one.name in rules}
        return cls(**{"minimum": minimum, **named, "fans": {**FANS, **changed}})


@dataclass(frozen=True, slots=True)
class Preset:
    """A room kind: its mode and the least fan that may win there."""

    mode: str
    minimum: int


PRESETS: Mapping[tuple[str, int], Preset] = {
    (f"guangdong-{minimum}", SEATS): Preset(f"guangdong-{minimum}", minimum) for minimum in (0, 1, 3)
}


def preset(mode: str, seats: int) -> Preset:
    """The row of a mode for so many players. Raises `KeyError` for a mode that is not played so."""
    return PRESETS[mode, seats]
