"""Which rules run which hand: the name stored with a hand, and its State."""

from games.rules.core import State
from games.rules.doudizhu.rounds import Doudizhu
from games.rules.mahjong.rounds import Mahjong
from games.rules.thirteen.rounds import Thirteen

GAMES: dict[str, type[State]] = {rules.game: rules for rules in (Doudizhu, Mahjong, Thirteen)}


class UnknownRules(Exception):  # noqa: N818
    """This release has no rules of that name and version."""


def rules_of(game: str, version: int) -> type[State]:
    """The rules that a hand was started with. Raises `UnknownRules`."""
    rules = GAMES.get(game)
    if rules is None or version not in rules.versions:
        raise UnknownRules(f"{game} {version}")
    return rules
