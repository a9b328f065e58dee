"""The Game contract: a hand is its configuration, its seed and an ordered list of actions.

Everything a table does is an `Action` applied to a `State`. A state is a plain value: the same configuration, seed,
carry and actions always give an equal state. No clock is read here: an action carries the server's time at which it
was entered, and a decision's deadline is computed from it.

Times are integer milliseconds since the epoch. Seats are integers from 0; `None` stands for the system as an actor
and for a spectator as a viewer.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Self

Json = Any
"""A value made of dict, list, str, int, bool and None."""


class IllegalAction(Exception):  # noqa: N818 - the field's term, as in python-chess
    """A refused action: a stable `code` for programs and the facts a sentence about it needs.

    The state that refused it is unchanged. Codes every game shares: `malformed`, `unknown_action`, `not_seated`,
    `not_your_turn`, `decision_closed`, `not_allowed`, `too_early`, `hand_over`.
    """

    def __init__(self, code: str, **facts: Json) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the log.

    `seat` is who acts (None: the system), `decision` the number of the decision it answers (None where it answers
    none, such as a lost connection), `at` the server's time of entry, `data` the kind's own fields.
    """

    kind: str
    seat: int | None = None
    decision: int | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    at: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that is open.

    `id` counts the decisions of the hand from 0 (not log entries: those would betray hidden answers). `seats` are
    those still to answer; it may be empty where the system alone waits for `due`. A `secret` decision does not show
    who has answered or may still answer to anyone but the seat itself.
    """

    id: int
    kind: str
    seats: tuple[int, ...]
    due: int | None
    secret: bool = False

    def seen_by(self, seat: int | None, mine: Mapping[str, Json]) -> dict[str, Json]:
        """The decision as `seat` may know it; `mine` (that seat's options) is added while it has yet to answer."""
        seen: dict[str, Json] = {"id": self.id, "kind": self.kind, "due": self.due}
        if not self.secret:
            seen["seats"] = list(self.seats)
        if seat is not None and seat in self.seats:
            seen["mine"] = dict(mine)
        return seen


@dataclass(frozen=True, slots=True)
class Event:
    """What an action made happen. `data` is public to the `only` seats (None: everyone, spectators included);
    `private` adds or replaces fields for single seats. `remark` is for whoever runs the house: the process that enters
    the action logs it as a warning, no viewer is told."""

    kind: str
    data: Mapping[str, Json] = field(default_factory=dict)
    private: Mapping[int, Mapping[str, Json]] = field(default_factory=dict)
    only: frozenset[int] | None = None
    remark: str = ""

    def seen_by(self, seat: int | None) -> dict[str, Json] | None:
        """The event as JSON for one viewer, or None when it is hidden from that viewer."""
        if self.only is not None and (seat is None or seat not in self.only):
            return None
        seen = {"kind": self.kind, **self.data}
        if seat is not None and seat in self.private:
            seen.update(self.private[seat])
        return seen


@dataclass(frozen=True, slots=True)
class Debt:
    """`payer` owes `payee` this many points, before the room's coefficient and anyone's means."""

    payer: int
    payee: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended, before anyone's means are looked at.

    `ending`: "played", "escape" (a seat fled or stayed away) or "void" (nothing moves).
    `outcomes`: per seat "win", "lose", "draw" or "escape" (empty when void).
    `debts`: who owes whom; `order` is the order in which seats' means are looked at and left-over coins are given.
    `pool`: instead of debts, what each seat won or lost in all, summing to zero: the losers pay into one pool that the
    winners share. `points`: level points per seat. `penalty`: (seat, points before the room's coefficient) of an
    escape. `facts`: the numbers behind the result, for the formula people see. `carry`: given to the table's next hand.
    `pauses`: per seat for how long nobody asks its player to get ready again, in ms (empty: not at all): the result is
    still being shown. `tired`: seats whose players have let so many hands go by that they lose their places.
    """

    ending: str
    outcomes: tuple[str, ...] = ()
    debts: tuple[Debt, ...] = ()
    order: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    penalty: tuple[int, Fraction] | None = None
    facts: Mapping[str, Json] = field(default_factory=dict)
    carry: Mapping[str, Json] = field(default_factory=dict)
    pool: tuple[int, ...] = ()
    pauses: tuple[int, ...] = ()
    tired: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that a room may change: what it is unless changed, and everything it may be."""

    usual: Json
    allowed: Sequence[Json]

    def takes(self, value: Json) -> bool:
        """Whether a room may set it to `value`; true is not 1 here, as it is none in JSON."""
        return type(value) is type(self.usual) and value in self.allowed


class Moves(ABC):
    """The moves a seat may make now: lists them lazily and can test a single one."""

    @abstractmethod
    def __iter__(self) -> Iterator[Action]:
        """Every legal move; where one set of cards may be several plays, each reading once."""

    @abstractmethod
    def refusal(self, action: Action) -> IllegalAction | None:
        """Why `action` is refused, or None when it is legal."""


class State(ABC):
    """A hand in progress. Mutable: `clone` before trying what may not be kept."""

    game: ClassVar[str]
    """The rules package's name, part of the hand's stored configuration."""

    versions: ClassVar[frozenset[int]] = frozenset({1})
    """The versions of these rules that this release reads: what `Hand.rules_version` may be."""

    phases: ClassVar[Mapping[str, int]]
    """The lengths of time that a room may tune ("timers" of the configuration), as they usually are, in ms."""

    switches: ClassVar[Mapping[str, Switch]] = {}
    """The rules that a room may change ("rules" of the configuration), by name."""

    draws_places: ClassVar[bool] = False
    """Whether people draw their places at the table whenever it starts over, with no `carry` from a hand before."""

    config: Mapping[str, Json]
    decisions: tuple[Decision, ...]
    result: Result | None

    @classmethod
    @abstractmethod
    def start(cls, config: Mapping[str, Json], seed: bytes, carry: Mapping[str, Json], at: int) -> Self:
        """A new hand. `seed`: 32 secret bytes; `carry`: the previous hand's `Result.carry` or {}."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy; cheap (immutable parts are shared)."""

    @abstractmethod
    def legal(self, seat: int) -> Moves:
        """The moves of `seat` in its open decision; empty when it has none."""

    @abstractmethod
    def check(self, action: Action) -> None:
        """Raise `IllegalAction` if `action` may not be entered now. Changes nothing."""

    @abstractmethod
    def apply(self, action: Action, *, trusted: bool = False) -> list[Event]:
        """Enter `action` and say what happened. Checks first unless `trusted` (an entry read back from the log);
        raises `IllegalAction` and leaves the state unchanged."""

    @abstractmethod
    def view(self, seat: int | None, now: int) -> dict[str, Json]:
        """The hand as `seat` may know it at `now`, JSON. `now` matters only while cards are dealt one by one."""

    @abstractmethod
    def hints(self, seat: int) -> list[Json]:
        """Sensible moves for a person in `seat`, smallest first: each the `kind` of an action and its data's fields."""

    @abstractmethod
    def automated(self, seat: int) -> bool:
        """Whether the system plays this seat now: a bot, or a person on trustee. It marks what it enters for it with
        `"auto": True` in the action's data, or the trustee's move would count as the person's return."""

    def away(self, seat: int) -> bool:
        """Whether the log says that the person in `seat` has lost the connection (action `lost`, ended by `back`)."""
        return False

    def next_reveal(self, after: int) -> int | None:
        """The next instant later than `after` at which a view changes by time alone; None when there is none."""
        return None

    def revealed(self, since: int, until: int) -> list[Event]:
        """What time alone made visible after `since` and no later than `until`."""
        return []

    def leaving(self, seat: int, now: int) -> Result | None:
        """The result if `seat` left now, as far as that seat can know: what its price takes from hidden cards is left
        out, or the price would tell them. None where the seat cannot leave or no price is known."""
        return None

    def seen_decisions(self, seat: int | None) -> list[dict[str, Json]]:
        """All open decisions as `seat` may know them."""
        return [d.seen_by(seat, self.options(seat, d) if seat in d.seats else {}) for d in self.decisions]

    def options(self, seat: int | None, decision: Decision) -> Mapping[str, Json]:
        """What `seat` is told about its own open decision (such as whether anything beats the table)."""
        return {}


def due(state: State) -> int | None:
    """The earliest deadline among the open decisions, or None."""
    return min((d.due for d in state.decisions if d.due is not None), default=None)


SHUFFLE_VERSION = 1
"""Which shuffle new hands are dealt with (docs/fairness.md); a hand keeps its own in its configuration, "shuffle"."""


def commitment(seed: bytes) -> str:
    """What is published before the deal: SHA-256 of the secret seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


class Stream:
    """Provable randomness of a hand, shuffle version 1.

    The key is SHA-256 over seed, NUL, every seat's nonce in seat order joined by "," (empty where a seat sent none),
    NUL and the label, text in UTF-8. Block i is SHA-256(key + i as 4 bytes, big-endian) and yields eight 32-bit
    big-endian words. A number below n takes the next word smaller than the greatest multiple of n that fits, modulo n.
    """

    def __init__(self, seed: bytes, nonces: Sequence[str], label: str) -> None:
        material = b"\0".join([seed, ",".join(nonces).encode(), label.encode()])
        self._key = hashlib.sha256(material).digest()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hashlib.sha256(self._key + self._block.to_bytes(4, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound); `bound` from 1 to 2**32."""
        limit = (1 << 32) - (1 << 32) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Fisher-Yates in place, from the last place down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
