"""Which rules run which hand: the name stored with a hand, and its State."""

from games.rules.core import State
from games.rules.doudizhu.rounds import Doudizhu
from games.rules.thirteen.rounds import Thirteen

GAMES: dict[str, type[State]] = {Doudizhu.game: Doudizhu, Thirteen.game: Thirteen}
