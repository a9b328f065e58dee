"""The room kinds and what a room may change about the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from games.rules.core import Json, Switch
from games.rules.mahjong.fans import FANS, LIMIT, Fans

SEATS = 4


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches of a room.

    `minimum`: the least fan that may win (3.1), the mode's. `limit`: what a base with its add-ons comes to at most.
    `fans`: the fan table, None for a pattern that does not count. `big_liability`: who feeds the last set of 大三元 or
    大四喜 pays for its self-draw (4 no. 5). `triple_win_min_fan`: when three win on one tile each wins at least so much
    (2.3 no. 17). `escape_fine`: units that whoever leaves owes every other seat besides (2.1 no. 6).
    """

    minimum: int = 0
    limit: int = LIMIT
    fans: Fans = field(default_factory=lambda: dict(FANS))
    big_liability: bool = True
    triple_win_min_fan: int = 0
    escape_fine: int = 0

    @classmethod
    def of(cls, rules: Mapping[str, Json], minimum: int) -> Self:
        """The settings that `rules` names, each pattern by its own name, the others as usual for a room of that
        `minimum`; unknown names are another part's."""
        named = {name: rules[name] for name in _PLAIN if name in rules}
        fans = {name: rules.get(name, usual) for name, usual in FANS.items()}
        return cls(minimum, **named, fans={name: None if fan < 0 else fan for name, fan in fans.items()})

    def as_json(self) -> dict[str, Json]:
        """For the wire."""
        return {**{name: getattr(self, name) for name in ("minimum", *_PLAIN)}, "fans": dict(self.fans)}


MOST_FAN = 13
_PLAIN = {
    "limit": Switch(LIMIT, range(MOST_FAN + 1)),
    "big_liability": Switch(True, (False, True)),
    "triple_win_min_fan": Switch(0, range(MOST_FAN + 1)),
    "escape_fine": Switch(0, range(513)),
}
SWITCHES: Mapping[str, Switch] = {
    **_PLAIN,
    **{name: Switch(fan, range(-1, MOST_FAN + 1)) for name, fan in FANS.items()},
}
"""What a room may set each of them to; a pattern that is -1 does not count."""


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
