"""What accounts tells the floors above."""

from __future__ import annotations

import msgspec


class PlayerErased(msgspec.Struct, frozen=True):
    """An account was closed for good: whoever keeps a copy of the player's name or picture forgets it."""

    player_id: int


class AccountSwitchedOff(msgspec.Struct, frozen=True):
    """Staff switched an account off: whatever it has open ends. It may be switched on again."""

    player_id: int


class LevelReached(msgspec.Struct, frozen=True):
    """A player's points in a mode rose from the step `before` to `level`. It may happen again after a fall."""

    player_id: int
    mode: str
    before: int
    level: int
