"""Common conduct of every game: bots, trustees, lost connections, time-outs, leaving, voiding.

`SeatedState` turns what happens around a game (and is the same in all of them) into actions of the log. A game derives
from it, keeps its own moves and says what a decision's time-out means.

Actions that the system alone may enter (`SYSTEM_KINDS`): `timeout`, `lost`, `back`, `extend`, `void`. A socket must
never pass them on. An action which the system enters for a seat it plays carries `"auto": True` in its data, so that a
person's own action can be told from a trustee's: the person's takes the seat back, the trustee's is refused once the
person has done so. The event of a move that the system made for a person, as his trustee or because his time ran out,
is marked likewise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self, TypeVar

from games.rules.core import Action, Debt, Decision, Event, IllegalAction, Json, Moves, Result, State

SYSTEM_KINDS = frozenset({"timeout", "lost", "back", "extend", "void"})
"""Kinds of action that only the system enters."""

TRUSTEE_AFTER = 2
"""Time-outs in a row after which the system plays on for a person."""

MOVE_FIELDS = ("cards", "yes", "points", "tile", "choice")
"""The fields of a move's event that say what was chosen."""


T = TypeVar("T")


def known(value: T | None) -> T:
    """A value that cannot be missing here (the seat of a checked move, the landlord of a hand in play).

    Raises `RuntimeError` where it is: the log holds an entry that its rules would have refused.
    """
    if value is None:
        raise RuntimeError("an entry does not fit its hand")
    return value


@dataclass(frozen=True, slots=True)
class Absence:
    """A lost connection: the `return` decision that waits for it, until when, and whether the seat had been handed to
    the trustee by its player beforehand (then staying away is no escape)."""

    decision: int
    due: int
    excused: bool


class SeatMoves(Moves):
    """The moves of one seat: a game lists them, whether a single one is legal the state itself says."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    def refusal(self, action: Action) -> IllegalAction | None:
        if action.seat != self._seat:
            return IllegalAction("not_your_turn")
        try:
            self._state.check(action)
        except IllegalAction as refused:
            return refused
        return None


class SeatedState(State):
    """A `State` with seats: everything about a table that is not the game itself.

    A game calls `_seat` and `_ready` in `start`, opens and closes decisions with `_open` and `_close`, and implements
    the underscored hooks at the end of this class.
    """

    phases: ClassVar[Mapping[str, int]] = {"return": 60_000}
    """`return`: how long a lost connection may last."""
    unattended: ClassVar[frozenset[str]] = frozenset()
    """Kinds of action that a client sends by itself: no sign of a person at the table."""

    seats: int
    contest: bool
    """Whether other tables play the same deal for a prize ("contest" of the configuration): nobody can leave, whoever
    is away is played for, and nothing is told or mixed in that would make this table's deal known or different."""
    bots: tuple[bool, ...]
    trustees: list[str | None]
    late: list[int]
    absences: list[Absence | None]
    acted: list[tuple[Mapping[str, Json], ...]]
    """What the system did for each person since his last own action: `kind` and the `MOVE_FIELDS` of each move."""
    fled: list[bool]
    asked: int
    _lists: tuple[str, ...]

    def _seat(self, config: Mapping[str, Json], carry: Mapping[str, Json]) -> None:
        """Take the seats as the configuration and the table's previous hand say."""
        self.config = config
        self.seats = config["seats"]
        self.contest = bool(config.get("contest"))
        self.bots = tuple(bool(bot) for bot in config.get("bots") or [None] * self.seats)
        self.trustees = [None] * self.seats
        self.late = list(carry.get("late", ())) or [0] * self.seats
        self.absences = [None] * self.seats
        self.acted = [()] * self.seats
        self.fled = [False] * self.seats
        self.asked = 0
        self.decisions = ()
        self.result = None
        self._lists = ()

    def _keep_entrusted(self) -> None:
        """Whoever let so many turns of the table's last hand go by begins on trustee. For `start`."""
        for seat in range(self.seats):
            if self.late[seat] >= TRUSTEE_AFTER and not self.bots[seat]:
                self.trustees[seat] = "timeouts"

    def _ready(self) -> None:
        """To be called at the end of `start`: notes which fields are lists, for `clone`."""
        self._lists = tuple(name for name, value in self.__dict__.items() if type(value) is list)

    # -- decisions -------------------------------------------------------------------------------------------------

    def _open(self, kind: str, seats: Iterable[int], due: int | None, *, secret: bool = False) -> Decision:
        """Open a decision with the next number."""
        decision = Decision(self.asked, kind, tuple(seats), due, secret)
        self.asked += 1
        self.decisions = (*self.decisions, decision)
        return decision

    def _close(self, number: int) -> None:
        """Close a decision; nothing happens if it is closed already."""
        self.decisions = tuple([d for d in self.decisions if d.id != number])

    def _answered(self, decision: Decision, seat: int) -> bool:
        """Take `seat` out of those who still have to answer; whether nobody is left."""
        left = tuple(s for s in decision.seats if s != seat)
        self.decisions = tuple(replace(d, seats=left) if d.id == decision.id else d for d in self.decisions)
        return not left

    def decision(self, number: int | None) -> Decision | None:
        """The open decision of that number."""
        for decision in self.decisions:
            if decision.id == number:
                return decision
        return None

    def _asking(self, kind: str | None = None) -> Decision:
        """The one open decision of that kind; of None, the one of the game's present phase."""
        return next(d for d in self.decisions if (d.kind != "return" if kind is None else d.kind == kind))

    # -- State -----------------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy: lists are copied, everything in them is immutable."""
        twin = object.__new__(type(self))
        fields = twin.__dict__ = self.__dict__.copy()
        for name in self._lists:
            fields[name] = fields[name].copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]  # mutable

    def automated(self, seat: int) -> bool:
        return self.bots[seat] or self.trustees[seat] is not None

    def away(self, seat: int) -> bool:
        return self.absences[seat] is not None

    def check(self, action: Action) -> None:
        self._verify(action)

    def apply(self, action: Action, *, trusted: bool = False) -> list[Event]:
        if action.kind in SYSTEM_KINDS or action.kind in CONDUCT_KINDS:
            if not trusted:
                self._verify(action)
            return CONDUCT[action.kind](self, action)
        move = self._read(action) if trusted else self._verify(action)
        seat = known(action.seat)
        if action.data.get("auto"):
            return self._done_for(seat, self._move(action, seat, move))
        return self._taken_back(action, seat) + self._move(action, seat, move)

    # -- what may be entered ---------------------------------------------------------------------------------------

    def _verify(self, action: Action) -> object:
        """Raise `IllegalAction` if `action` may not be entered; else what the game read in its move."""
        if self.result is not None:
            raise IllegalAction("hand_over")
        if action.kind in SYSTEM_KINDS:
            self._verify_system(action)
            return None
        seat = action.seat
        if seat is None or not 0 <= seat < self.seats:
            raise IllegalAction("not_seated")
        if not action.data.get("auto"):
            if self.fled[seat]:
                raise IllegalAction("not_allowed", why="fled")
        elif not self.automated(seat):
            raise IllegalAction("not_allowed", why="taken_back")
        if action.kind == "trustee":
            self._verify_trustee(seat, action.data)
            return None
        if action.kind == "flee":
            if self.bots[seat] or self.contest:
                raise IllegalAction("not_allowed", why="contest" if self.contest else "bot")
            return None
        return self._verify_move(action, seat)

    def _verify_system(self, action: Action) -> None:
        kind, data = action.kind, action.data
        if kind in ("lost", "back"):
            seat = action.seat
            if seat is None or not 0 <= seat < self.seats:
                raise IllegalAction("not_seated")
            if self.bots[seat] or (self.absences[seat] is None) == (kind == "back"):
                raise IllegalAction("not_allowed", why=kind)
            return
        if action.seat is not None:
            raise IllegalAction("unknown_action", kind=kind)
        if kind == "timeout":
            decision = self.decision(action.decision)
            if decision is None or decision.due is None:
                raise IllegalAction("decision_closed")
            if action.at < decision.due:
                raise IllegalAction("too_early", due=decision.due)
        elif kind == "extend" and not (type(data.get("ms")) is int and data["ms"] > 0):
            raise IllegalAction("malformed", field="ms")

    def _verify_trustee(self, seat: int, data: Mapping[str, Json]) -> None:
        on = data.get("on")
        if type(on) is not bool:
            raise IllegalAction("malformed", field="on")
        if self.bots[seat] or (self.trustees[seat] == "self" if on else self.trustees[seat] is None):
            raise IllegalAction("not_allowed", why="trustee")

    def answer_to(self, action: Action, kinds: tuple[str, ...]) -> Decision:
        """The open decision of one of `kinds` that `action` names. Whether the seat is asked is not looked at."""
        decision = self.decision(action.decision)
        if decision is None:
            raise IllegalAction("decision_closed", decision=action.decision)
        if decision.kind not in kinds:
            raise IllegalAction("not_allowed", why=decision.kind)
        return decision

    # -- what happens ----------------------------------------------------------------------------------------------

    def _taken_back(self, action: Action, seat: int) -> list[Event]:
        """A person's own move ends the row of time-outs and takes the seat back from the trustee."""
        if self.bots[seat] or action.kind in self.unattended:
            return []
        self.late[seat] = 0
        self.acted[seat] = ()
        return [] if self.trustees[seat] is None else [self._entrust(seat, None)]

    def _done_for(self, seat: int, events: list[Event]) -> list[Event]:
        """Mark a move that the system made in `seat` and, for a person, keep it until he is seen to be back. The first
        of `events` is the move itself."""
        if self.bots[seat]:
            return events
        move, *rest = events
        self.acted[seat] += ({"kind": move.kind, **{f: move.data[f] for f in MOVE_FIELDS if f in move.data}},)
        return [replace(move, data={**move.data, "auto": True}), *rest]

    def _entrust(self, seat: int, why: str | None) -> Event:
        """Hand the seat to the trustee, or back when `why` is None."""
        self.trustees[seat] = why
        return Event("trustee", {"seat": seat, "on": why is not None, "why": why})

    def _overslept(self, seat: int) -> list[Event]:
        """A person let an own turn run out; after the second in a row the trustee takes over."""
        if self.automated(seat):
            return []
        self.late[seat] += 1
        events = [Event("late", {"seat": seat, "times": self.late[seat]})]
        if self.late[seat] >= TRUSTEE_AFTER:
            events.append(self._entrust(seat, "timeouts"))
        return events

    def _on_timeout(self, action: Action) -> list[Event]:
        decision = known(self.decision(action.decision))
        if decision.kind != "return":
            return self._time_out(decision, action.at)
        self._close(decision.id)
        for seat, absence in enumerate(self.absences):
            if absence is not None and absence.decision == decision.id:
                return self._stayed_away(seat, absence, action.at)
        return []

    def _stayed_away(self, seat: int, absence: Absence, at: int) -> list[Event]:
        """A lost player did not return in time: the room's `absence` policy decides."""
        if absence.excused or self.fled[seat]:
            return []
        if not self.contest and (self.config.get("room") or {}).get("absence", "end") == "end":
            return self._leave(seat, "absent", at)
        return [] if self.trustees[seat] else [self._entrust(seat, "absent")]

    def _on_lost(self, action: Action) -> list[Event]:
        seat = known(action.seat)
        due = action.at + self._timer("return")
        decision = self._open("return", (), due)
        self.absences[seat] = Absence(decision.id, due, self.trustees[seat] == "self")
        return [Event("lost", {"seat": seat, "due": due})]

    def _on_back(self, action: Action) -> list[Event]:
        seat = known(action.seat)
        absence = known(self.absences[seat])
        self._close(absence.decision)
        self.absences[seat] = None
        return [Event("back", {"seat": seat})]

    def _on_extend(self, action: Action) -> list[Event]:
        ms = action.data["ms"]
        self.decisions = tuple(d if d.due is None else replace(d, due=d.due + ms) for d in self.decisions)
        self.absences = [a and replace(a, due=a.due + ms) for a in self.absences]
        return [Event("extended", {"ms": ms, "why": action.data.get("why", "")})]

    def _on_void(self, action: Action) -> list[Event]:
        return self._end(Result("void", facts={"why": action.data.get("why", "")}))

    def _on_trustee(self, action: Action) -> list[Event]:
        seat = known(action.seat)
        self.late[seat] = 0
        self.acted[seat] = ()
        return [self._entrust(seat, "self" if action.data["on"] else None)]

    def _on_flee(self, action: Action) -> list[Event]:
        return self._leave(known(action.seat), "flee", action.at)

    def _leave(self, seat: int, why: str, at: int) -> list[Event]:
        """The hand ends as an escape of `seat`."""
        result = self._escape(seat, at)
        result = replace(result, facts={**result.facts, "why": why})
        self.fled[seat] = True
        return [Event("fled", {"seat": seat, "why": why}), *self._end(result)]

    def _end(self, result: Result) -> list[Event]:
        """Close the hand: no decision stays open, and what the next hand needs to know is carried on."""
        self.decisions = ()
        self.result = replace(result, carry=self._carry())
        return [self._over(self.result)]

    def _carry(self) -> dict[str, Json]:
        """What the table's next hand needs to know."""
        return {"late": list(self.late)}

    def _timer(self, name: str) -> int:
        """A length of time of the configuration, else the usual one, in milliseconds."""
        ms: int = (self.config.get("timers") or {}).get(name, self.phases[name])
        return ms

    def _seat_view(self, seat: int, viewer: int | None) -> dict[str, Json]:
        """What `viewer` may know about who sits there; what was done for a person he alone is told again."""
        absence = self.absences[seat]
        known = {
            "bot": self.bots[seat],
            "trustee": self.trustees[seat],
            "lost": None if absence is None else absence.due,
            "fled": self.fled[seat],
        }
        return {**known, "acted": list(self.acted[seat])} if seat == viewer else known

    # -- what a game says --------------------------------------------------------------------------------------------

    @abstractmethod
    def _verify_move(self, action: Action, seat: int) -> object:
        """Raise `IllegalAction` if the game refuses this move, else return what `_move` needs to enter it."""

    @abstractmethod
    def _read(self, action: Action) -> object:
        """As `_verify_move`, for an entry that is known to be legal."""

    @abstractmethod
    def _move(self, action: Action, seat: int, move: Any) -> list[Event]:
        """Enter a legal move of the game."""

    @abstractmethod
    def _time_out(self, decision: Decision, at: int) -> list[Event]:
        """What happens when a decision of the game runs out."""

    @abstractmethod
    def _escape(self, seat: int, at: int) -> Result:
        """The result if `seat` leaves now."""

    @abstractmethod
    def _over(self, result: Result) -> Event:
        """The event that ends the hand, all secrets open."""


CONDUCT = {
    "timeout": SeatedState._on_timeout,
    "lost": SeatedState._on_lost,
    "back": SeatedState._on_back,
    "extend": SeatedState._on_extend,
    "void": SeatedState._on_void,
    "trustee": SeatedState._on_trustee,
    "flee": SeatedState._on_flee,
}
CONDUCT_KINDS = frozenset(CONDUCT)


def result_json(result: Result) -> dict[str, Json]:
    """A result for the wire: fractions as text ("15" or "15/4"), everything else as it is. `carry` stays out."""
    return {
        "ending": result.ending,
        "outcomes": list(result.outcomes),
        "debts": [_debt_json(debt) for debt in result.debts],
        "order": list(result.order),
        "pool": list(result.pool),
        "points": list(result.points),
        "penalty": None if result.penalty is None else [result.penalty[0], str(Fraction(result.penalty[1]))],
        "facts": dict(result.facts),
    }


def _debt_json(debt: Debt) -> dict[str, Json]:
    return {"payer": debt.payer, "payee": debt.payee, "points": str(debt.points)}
