"""Hands that show what a test wants to see: a deal and the line that four people play through it.

A line is played by the rules alone, everybody knowing all tiles; the hero is whose screen is looked at, the others play
into his hands. Deals are tried from a number on that is known to do, so that a rule that changes costs a search and no
test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots.mahjong import decide
from games.rules.core import Action, Decision, Event
from games.rules.mahjong.claims import runs_with
from games.rules.mahjong.melds import ADDED, CHOW, CONCEALED, MELDED, PUNG
from games.rules.mahjong.rounds import Mahjong
from games.rules.mahjong.tiles import face
from games.rules.seats import known
from tests.mahjong.table import START, config

Move = dict[str, Any]
Choose = Callable[[Mahjong, int, Decision], Move]

HERO = "hero"
"""The hero's share of the shuffle; the others' is the number of the deal, as they know where he sits."""
SEED = bytes(32)
TRIES = 20_000


@dataclass
class Part:
    """A seat's part of a line."""

    turns: Iterator[Move]
    claims: Mapping[int, Move]

    def answer(self, decision: Mapping[str, Any]) -> Move:
        """What the seat answers to its open decision, as it is told of it; to be asked once about each."""
        if decision["kind"] == "open":
            return {"kind": "open"}
        return next(self.turns) if decision["kind"] == "turn" else self.claims[decision["mine"]["tile"]]


@dataclass
class Line:
    """A hand from its deal to its end.

    `nonces`: everybody's share of the shuffle. `turns`: by seat what it does in each own turn; `claims`: by seat and
    tile what it answers when it is asked about that tile.
    """

    seed: bytes
    nonces: Sequence[str]
    state: Mahjong
    turns: list[list[Move]] = field(default_factory=lambda: [[] for _ in range(4)])
    claims: list[dict[int, Move]] = field(default_factory=lambda: [{} for _ in range(4)])
    told: list[Event] = field(default_factory=list)

    def part(self, seat: int) -> Part:
        """What the seat has to do."""
        return Part(iter(self.turns[seat]), self.claims[seat])

    def kinds(self, seat: int) -> list[str]:
        """What happened to a seat, in order: the kinds of its events, of a set its own kind."""
        return [
            event.data["meld"]["kind"] if event.kind == "meld" else event.kind
            for event in self.told
            if event.data.get("seat") == seat or event.only == frozenset({seat})
        ]


def seed_of(number: int) -> bytes:
    """The seed of the deal with this number."""
    return number.to_bytes(32, "big")


def play(
    seed: bytes,
    choose: Choose,
    *,
    minimum: int = 0,
    nonces: Sequence[str] = ("",) * 4,
    carry: Mapping[str, Any] | None = None,
    longest: int = 200,
) -> Line:
    """Play a hand of four people who choose so; at most `longest` discards, then the hand is left as it is."""
    state = Mahjong.start(config(minimum), seed, carry or {}, START)
    line = Line(seed, nonces, state)
    now = START

    def enter(kind: str, seat: int | None, decision: Decision, data: Mapping[str, Any]) -> None:
        line.told += state.apply(Action(kind, seat, decision.id, data, now))

    opening = state.decisions[0]
    for seat, nonce in enumerate(nonces):
        if nonce:
            enter("nonce", seat, opening, {"nonce": nonce})
    for seat in range(4):
        enter("open", seat, opening, {})
    while state.result is None and state.discards < longest:
        (decision,) = state.decisions
        for seat in decision.seats:
            move = choose(state, seat, decision)
            if decision.kind == "turn":
                line.turns[seat].append(move)
            else:
                line.claims[seat][known(state.window).tile] = move
            enter(move["kind"], seat, decision, {name: value for name, value in move.items() if name != "kind"})
        if decision.id in {one.id for one in state.decisions}:
            now = max(now, known(decision.due))
            enter("timeout", None, decision, {})
    return line


def find(shows: Callable[[Line], bool], played: Callable[[int], Line], first: int) -> Line:
    """The first line from the number `first` on that shows what is wanted."""
    for number in range(first, first + TRIES):
        line = played(number)
        if shows(line):
            return line
    raise AssertionError(f"no deal of {TRIES} from {first} on shows it")


def hasty(state: Mahjong, seat: int, _decision: Decision) -> Move:
    """What is suggested first."""
    move: Move = state.hints(seat)[0]
    return move


def skilled(state: Mahjong, seat: int, decision: Decision) -> Move:
    """What the weak bot does."""
    return decide(state.view(seat, 0), state.options(seat, decision), 0, "easy")


class Story:
    """What the four play so that the hero comes to see something: by default he plays for himself, and the others win
    and claim nothing and discard what he can use."""

    minimum = 0
    longest = 90
    """From so many discards on it is not worth looking at."""

    def __init__(self, hero: int, number: int) -> None:
        self.hero = hero
        self.luck = random.Random(number)
        self.number = number

    deals = (0, 0, 0, 0)
    """By the hero's seat a deal that does."""

    @classmethod
    def found(cls, hero: int) -> Line:
        """The line of the story, the hero sitting there."""
        return find(lambda line: cls(hero, 0).shows(line), lambda number: cls(hero, number).played(), cls.deals[hero])

    def played(self) -> Line:
        """The line of this deal."""
        return play(SEED, self.choose, minimum=self.minimum, nonces=self.nonces(), longest=self.longest)

    def nonces(self) -> list[str]:
        """What everybody adds to the shuffle."""
        return [HERO if seat == self.hero else f"deal-{self.number}" for seat in range(4)]

    def shows(self, line: Line) -> bool:
        """Whether the line is the story."""
        raise NotImplementedError

    def choose(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        if seat == self.hero:
            return self.own_turn(state, decision) if decision.kind == "turn" else self.own_claim(state, decision)
        if decision.kind == "turn":
            return self.others_turn(state, seat, decision)
        return self.others_claim(state, seat, decision)

    def own_turn(self, state: Mahjong, decision: Decision) -> Move:
        return skilled(state, self.hero, decision)

    def own_claim(self, state: Mahjong, decision: Decision) -> Move:
        return skilled(state, self.hero, decision)

    def others_claim(self, _state: Mahjong, _seat: int, _decision: Decision) -> Move:
        return {"kind": "pass"}

    def others_turn(self, state: Mahjong, seat: int, _decision: Decision) -> Move:
        useful = [tile for tile in state.hands[seat] if self.useful(state, seat, tile)]
        return {"kind": "discard", "tile": self.luck.choice(useful or state.hands[seat])}

    def useful(self, _state: Mahjong, _seat: int, _tile: int) -> bool:
        """Whether a tile that `seat` holds is one that the hero shall get."""
        return False


def wins_with(state: Mahjong, seat: int, tile: int) -> bool:
    """Whether `seat` could win on the tile, but for what it has let pass."""
    return state.worth(seat, (*state.hands[seat], tile), state.how(seat, tile)) is not None


class Kongs(Story):
    """A chow, a kong of a discard and one that is added to a pung; then the hero wins on a discard."""

    deals = (1942, 6719, 63, 4600)
    longest = 40
    wanted = frozenset({CHOW, MELDED, ADDED})

    def has_all(self, state: Mahjong) -> bool:
        """Whether the hero has laid down what he shall."""
        return self.wanted <= {meld.kind for meld in state.melds[self.hero]}

    def own_turn(self, state: Mahjong, decision: Decision) -> Move:
        for kong in state.own_kongs(self.hero):
            if kong.kind == ADDED:
                return {"kind": "kong", "tile": kong.tiles[-1]}
        options = {**state.options(self.hero, decision), "win": None}
        hand = state.hands[self.hero]
        if self.has_all(state):
            return decide(state.view(self.hero, 0), options, 0, "easy")
        faces = [face(tile) for tile in hand]
        worth = {
            tile: 9 * faces.count(face(tile)) + sum(0 < abs(face(tile) - other) < 3 for other in faces if other < 27)
            for tile in hand
        }
        return {"kind": "discard", "tile": min(hand, key=lambda tile: (worth[tile], tile))}

    def own_claim(self, state: Mahjong, decision: Decision) -> Move:
        window = known(state.window)
        offer = known(window.offers[self.hero])
        have = {meld.kind for meld in state.melds[self.hero]}
        if self.has_all(state):
            return skilled(state, self.hero, decision)
        if offer.kong and MELDED not in have:
            return {"kind": "kong"}
        if offer.pung and not {PUNG, ADDED} & have and not offer.kong and self.fourth(state, window.tile):
            return {"kind": "pung"}
        if offer.chows and CHOW not in have:
            return {"kind": "chow", "tiles": list(offer.chows[0])}
        return {"kind": "pass"}

    def fourth(self, state: Mahjong, tile: int) -> bool:
        """Whether the last tile of that face will soon be drawn."""
        return any(face(one) == face(tile) for one in state.wall[:24])

    def useful(self, state: Mahjong, seat: int, tile: int) -> bool:
        if self.has_all(state):
            return wins_with(state, self.hero, tile)
        hand = state.hands[self.hero]
        have = {meld.kind for meld in state.melds[self.hero]}
        equal = sum(face(one) == face(tile) for one in hand)
        if equal >= 2:
            return MELDED not in have if equal == 3 else not {PUNG, ADDED} & have
        return CHOW not in have and (seat + 1) % 4 == self.hero and bool(runs_with(hand, tile))

    def shows(self, line: Line) -> bool:
        won = line.state.wins
        return (
            {PUNG, *self.wanted} <= set(line.kinds(self.hero))
            and len(won) == 1
            and won[0].seat == self.hero
            and won[0].source is not None
        )


class LetPass(Story):
    """The hero makes a concealed kong, lets a win pass, moves, and wins with what he draws himself."""

    deals = (6955, 22694, 16288, 105)
    longest = 60
    let_pass = False

    def own_turn(self, state: Mahjong, decision: Decision) -> Move:
        for kong in state.own_kongs(self.hero):
            return {"kind": "kong", "tile": kong.tiles[-1]}
        if self.let_pass or state.self_drawn(self.hero) is None:
            return skilled(state, self.hero, decision)
        return {"kind": "discard", "tile": known(state.drawn).tile}

    def own_claim(self, state: Mahjong, decision: Decision) -> Move:
        if known(known(state.window).offers[self.hero]).win is None:
            return skilled(state, self.hero, decision)
        self.let_pass = True
        return {"kind": "pass"}

    def useful(self, state: Mahjong, _seat: int, tile: int) -> bool:
        return not self.let_pass and wins_with(state, self.hero, tile)

    def shows(self, line: Line) -> bool:
        won = line.state.wins
        return (
            {CONCEALED, "locked"} <= set(line.kinds(self.hero))
            and len(won) == 1
            and (won[0].seat, won[0].source) == (self.hero, None)
        )


class Liable(Story):
    """The hero feeds the fourth set of the seat after him though he is warned, and pays its self-draw for all three."""

    longest = 80

    @property
    def claimer(self) -> int:
        """Who lays down four sets."""
        return (self.hero + 1) % 4

    def own_turn(self, state: Mahjong, decision: Decision) -> Move:
        options = {**state.options(self.hero, decision), "win": None}
        risky = {risk["face"] for risk in options["risks"]}
        for tile in state.hands[self.hero]:
            if face(tile) in risky and self.takes(state, tile):
                return {"kind": "discard", "tile": tile}
        return decide(state.view(self.hero, 0), options, 0, "easy")

    def takes(self, state: Mahjong, tile: int) -> bool:
        """Whether the claimer can make a set of the hero's discard."""
        offer = state._offer(self.claimer, self.hero, tile, robbing=False)
        return offer is not None and (offer.pung or bool(offer.chows))

    def own_claim(self, _state: Mahjong, _decision: Decision) -> Move:
        return {"kind": "pass"}

    def others_claim(self, state: Mahjong, seat: int, _decision: Decision) -> Move:
        window = known(state.window)
        offer = known(window.offers[seat])
        if seat != self.claimer or (len(state.melds[seat]) == 3 and window.seat != self.hero):
            return {"kind": "pass"}
        if offer.pung:
            return {"kind": "pung"}
        return {"kind": "chow", "tiles": list(offer.chows[0])} if offer.chows else {"kind": "pass"}

    def others_turn(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        if seat != self.claimer:
            return super().others_turn(state, seat, decision)
        if state.liable and state.self_drawn(seat) is not None:
            return {"kind": "win"}
        return {"kind": "discard", "tile": min(state.hands[seat], key=lambda tile: (self.kept(state, tile), tile))}

    def kept(self, state: Mahjong, tile: int) -> int:
        """What a tile is worth to the claimer: with four sets laid down, how many of it are left."""
        hand = state.hands[self.claimer]
        if len(state.melds[self.claimer]) == 4:
            return sum(face(one) == face(tile) for one in state.wall)
        return sum(face(one) == face(tile) for one in hand)

    def useful(self, state: Mahjong, _seat: int, tile: int) -> bool:
        laid = len(state.melds[self.claimer])
        return laid < 3 and sum(face(one) == face(tile) for one in state.hands[self.claimer]) >= 2

    def shows(self, line: Line) -> bool:
        won = line.state.wins
        return len(won) == 1 and (won[0].seat, won[0].cause) == (self.claimer, "twelve")


class Robbed(Story):
    """The hero and another one rob a kong that a third adds to his pung."""

    longest = 60
    deals = (1487, 14, 173, 709)

    def others_turn(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        for kong in state.own_kongs(seat):
            if kong.kind == "added" and self.robbers(state, kong.tiles[-1], seat) >= 2:
                return {"kind": "kong", "tile": kong.tiles[-1]}
        if self.adds(seat):
            hand = state.hands[seat]
            faces = [face(tile) for tile in hand]
            pungs = {meld.face for meld in state.melds[seat]}
            loose = [tile for tile in hand if face(tile) not in pungs] or hand
            return {
                "kind": "discard",
                "tile": min(loose, key=lambda tile: (faces.count(face(tile)), self.luck.random())),
            }
        return self.patient(state, seat, decision)

    def own_turn(self, state: Mahjong, decision: Decision) -> Move:
        return self.patient(state, self.hero, decision)

    def patient(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        """As the weak bot, but no win is taken."""
        options = {**state.options(seat, decision), "win": None}
        return decide(state.view(seat, 0), options, 0, "easy")

    def adds(self, seat: int) -> bool:
        return seat == (self.hero + 2) % 4

    def robbers(self, state: Mahjong, tile: int, seat: int) -> int:
        able = [other for other in range(4) if other != seat and wins_with(state, other, tile)]
        return len(able) if self.hero in able else 0

    def own_claim(self, state: Mahjong, decision: Decision) -> Move:
        return self.others_claim(state, self.hero, decision)

    def others_claim(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        window = known(state.window)
        offer = known(window.offers[seat])
        if window.robbing:
            return {"kind": "win"}
        if self.adds(seat) and offer.pung:
            return {"kind": "pung"}
        if self.adds(seat) or offer.win is not None:
            return {"kind": "pass"}
        return decide(state.view(seat, 0), state.options(seat, decision), 0, "easy")

    def shows(self, line: Line) -> bool:
        won = line.state.wins
        return len(won) >= 2 and won[0].cause == "robbed" and self.hero in {win.seat for win in won}


class Nobody(Story):
    """Everybody discards what he draws, and nobody claims anything: the wall runs out."""

    longest = 200

    def choose(self, state: Mahjong, seat: int, decision: Decision) -> Move:
        if decision.kind == "claim":
            return {"kind": "pass"}
        return {"kind": "discard", "tile": known(state.drawn).tile}

    def shows(self, line: Line) -> bool:
        return line.state.exhausted


STORIES: Mapping[str, type[Story]] = {
    "kongs": Kongs, "pass": LetPass, "liable": Liable, "robbed": Robbed, "drawn": Nobody,
}  # fmt: skip
