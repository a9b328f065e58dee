"""Which rules run which hand: the name stored with a hand, and its State."""

from games.rules.core import State

GAMES: dict[str, type[State]] = {}
