"""The contract of an effect, and the registry."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

Params = Mapping[str, Any]


class Pinned(StrEnum):
    """What of an effect a hand takes along from its start to its end."""

    NO = "no"
    SEAT = "seat"
    """Told with the seat to everybody at the table: a look of its owner."""
    HAND = "hand"
    """Changes what its owner knows or wins: in the hand's configuration, and told to the others."""


class Effect:
    """One effect. A subclass says what it is; it holds nothing, so one instance serves all."""

    key: ClassVar[str]
    worn: ClassVar[bool] = False
    """It is put on and off, and of all props with this effect one is on at a time; others are used."""
    pinned: ClassVar[Pinned] = Pinned.NO

    def fault(self, params: Params) -> str | None:
        """What is wrong with a row's parameters, for the admin; None: nothing."""
        return "no parameters" if params else None

    def takes_use(self, outcome: str, points: int) -> bool:
        """Whether a hand that ended so for its owner takes one use: it has done its work."""
        return False


class Choice(Effect):
    """An effect with one parameter `param`, out of `choices`."""

    param: ClassVar[str]
    choices: ClassVar[frozenset[str]]

    def fault(self, params: Params) -> str | None:
        if set(params) == {self.param} and params[self.param] in self.choices:
            return None
        return f"{self.param}: " + " | ".join(sorted(self.choices))


_effects: dict[str, Effect] = {}


def register(effect: type[Effect]) -> type[Effect]:
    """Class decorator: make the effect known. Raises ValueError for a key that another class has."""
    if type(_effects.get(effect.key)) not in (effect, type(None)):
        raise ValueError(f"two effects are called {effect.key!r}")
    _effects[effect.key] = effect()
    return effect


def of(key: str) -> Effect | None:
    """The effect of that key; None where no floor of this release registers it."""
    return _effects.get(key)


def known() -> dict[str, Effect]:
    """Every registered effect by its key."""
    return dict(_effects)
