"""What a room may change about the rules (1.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

from games.rules.core import Json, Switch


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches of a room.

    `wheel`: where A2345 stands among the straights, "second" or "lowest" (D1). `suit_tiebreak`: suits decide rows that
    are equal otherwise (1.4). `row_bonus`: row types pay more than 1 (1.6). `shoot`: what three won rows multiply a
    pair by (D11), `homerun`: what shooting everybody multiplies by again, at tables of at least `homerun_seats` (D12,
    D13). `foul_mode`: "adjust" refuses a foul arrangement, "penalty" lets it lose (1.5). `shuang`: which pattern is
    双怪冲三, "seed" or "classic" (D21). `specials`: special hands count. `escape_fine`: points an escaper owes every
    other seat besides (D37).
    """

    wheel: str = "second"
    suit_tiebreak: bool = False
    row_bonus: bool = True
    shoot: int = 2
    homerun: int = 2
    homerun_seats: int = 4
    foul_mode: str = "adjust"
    shuang: str = "seed"
    specials: bool = True
    escape_fine: int = 0

    @classmethod
    def of(cls, rules: Mapping[str, Json]) -> Self:
        """The settings that `rules` names, the others as usual; unknown names are another part's."""
        return cls(**{field.name: rules[field.name] for field in fields(cls) if field.name in rules})


USUAL = Settings()

SWITCHES: Mapping[str, Switch] = {
    "wheel": Switch(USUAL.wheel, ("second", "lowest")),
    "suit_tiebreak": Switch(USUAL.suit_tiebreak, (False, True)),
    "row_bonus": Switch(USUAL.row_bonus, (False, True)),
    "shoot": Switch(USUAL.shoot, range(1, 5)),
    "homerun": Switch(USUAL.homerun, range(1, 5)),
    "homerun_seats": Switch(USUAL.homerun_seats, (3, 4)),
    "foul_mode": Switch(USUAL.foul_mode, ("adjust", "penalty")),
    "shuang": Switch(USUAL.shuang, ("seed", "classic")),
    "specials": Switch(USUAL.specials, (False, True)),
    "escape_fine": Switch(USUAL.escape_fine, range(109)),
}
"""What a room may set each of them to; a fine at most as high as the highest special hand."""
