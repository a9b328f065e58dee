"""A hand of Thirteen Water: opening, deal, everybody arranges at once, all are compared.

What a seat has handed in is its own secret until the last one has: others learn that it has locked, nothing more (1.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from games.rules.core import Action, Decision, Event, IllegalAction, Json, Moves, Result, Stream, Switch, commitment
from games.rules.opening import OpenedState
from games.rules.seats import SeatMoves, known, result_json
from games.rules.thirteen import arrange, specials
from games.rules.thirteen.arrangement import NAMES, SIZES, Rows, is_foul
from games.rules.thirteen.cards import DECK, HAND, by_rank
from games.rules.thirteen.reveal import RESULT_MS, reveal_ms
from games.rules.thirteen.scoring import Score, score
from games.rules.thirteen.settings import SWITCHES, Settings

MODE = "thirteen"
"""The only mode: what differs between rooms are their switches."""
SEATS = range(2, 5)
"""How many may play: thirteen cards each of 52 (1.1, D40)."""
TIRED_AFTER = 3
"""Hands in a row that a player may let go by before he is stood up (1.11)."""


class Thirteen(OpenedState):
    """A hand for two to four seats. Hands are kept from high to low."""

    game: ClassVar[str] = "thirteen"
    phases: ClassVar[Mapping[str, int]] = {"opening": 5_000, "arrange": 30_000, **OpenedState.phases}
    switches: ClassVar[Mapping[str, Switch]] = SWITCHES

    settings: Settings
    hands: list[tuple[int, ...]]
    specials: list[str | None]
    locked: list[Rows | None]
    score: Score | None

    @classmethod
    def start(cls, config: Mapping[str, Json], seed: bytes, carry: Mapping[str, Json], at: int) -> Self:
        if config["mode"] != MODE or config["seats"] not in SEATS:
            raise KeyError(config["mode"], config["seats"])
        state = cls.__new__(cls)
        state._seat(config, carry)
        count = state.seats
        state.settings = Settings.of(config.get("rules") or {})
        state.hands = [()] * count
        state.specials = [None] * count
        state.locked = [None] * count
        state.score = None
        state._keep_entrusted()
        state._await_opening(seed, at)
        return state

    # -- what may be entered -------------------------------------------------------------------------------------------

    def _verify_move(self, action: Action, seat: int) -> Rows | None:
        if action.kind == "nonce":
            self.answer_to(action, ("open",))
            self.verify_nonce(seat, action.data)
            return None
        kinds = {"open": ("open",), "submit": ("arrange",)}.get(action.kind)
        if kinds is None:
            raise IllegalAction("unknown_action", kind=action.kind)
        decision = self.answer_to(action, kinds)
        if seat not in decision.seats:
            raise IllegalAction("decision_closed", decision=decision.id)
        return self._rows_of(seat, action.data) if action.kind == "submit" else None

    def _read(self, action: Action) -> Rows | None:
        return self._rows_of(known(action.seat), action.data) if action.kind == "submit" else None

    def _rows_of(self, seat: int, data: Mapping[str, Json]) -> Rows:
        """The rows a seat hands in, as they will be compared (1.2, 1.5). Raises `malformed`, `not_in_hand`, `foul`."""
        front, middle, back = (_cards(data, name, size) for name, size in zip(NAMES, SIZES, strict=True))
        declare = data.get("special", True)
        if type(declare) is not bool:
            raise IllegalAction("malformed", field="special")
        if sorted((*front, *middle, *back)) != sorted(self.hands[seat]):
            raise IllegalAction("not_in_hand")
        rows = Rows(front, middle, back, self.specials[seat] if declare else None)
        if rows.special or not is_foul(rows, self.settings):
            return rows
        if not is_foul(rows.swapped(), self.settings):
            return rows.swapped()
        if self.settings.foul_mode == "adjust":
            raise IllegalAction("foul")
        return rows

    # -- entering a move -----------------------------------------------------------------------------------------------

    def _move(self, action: Action, seat: int, move: Any) -> list[Event]:
        match action.kind:
            case "nonce":
                return self._take_nonce(seat, action.data["nonce"])
            case "open":
                events = self._said_open(seat)
                return events + self._deal(action.at) if self._answered(self._asking(), seat) else events
            case _:
                if action.data.get("auto"):
                    self._missed(seat)
                swapped = list(move.middle) != list(action.data["middle"])
                return self._lock(seat, move, swapped=swapped)

    def _time_out(self, decision: Decision, at: int) -> list[Event]:
        if decision.kind == "open":
            return self._deal(at)
        events: list[Event] = []
        for seat in decision.seats:
            self._missed(seat)
            events += self._overslept(seat)
            events += self._done_for(seat, self._lock(seat, self._best(seat)))
        return events

    def _missed(self, seat: int) -> None:
        """A hand that the trustee of somebody's time-outs arranged is one more that its player let go by (1.11)."""
        if self.trustees[seat] == "timeouts":
            self.late[seat] += 1

    def _deal(self, at: int) -> list[Event]:
        """Cards go round one by one from seat 0; those left over are never shown (1.1)."""
        self._close(self._asking().id)
        deck = list(DECK)
        Stream(self.seed, self.nonces, "deck:1").shuffle(deck)
        for seat in range(self.seats):
            self.hands[seat] = tuple(by_rank(deck[seat : HAND * self.seats : self.seats]))
            special = specials.find(self.hands[seat], self.settings)
            self.specials[seat] = None if special is None else special.key
        self.phase = "arrange"
        decision = self._open("arrange", range(self.seats), at + self._timer("arrange"))
        facts: dict[str, Json] = {"count": HAND, "nonces": list(self.nonces)}
        events = [Event("dealt", facts, {seat: {"hand": list(hand)} for seat, hand in enumerate(self.hands)})]
        for seat in decision.seats:
            if self.fled[seat]:
                events += self._lock(seat, self._best(seat))
        return events

    def _best(self, seat: int) -> Rows:
        """What the system hands in for a seat: the best rows, a special hand declared (D33, D34)."""
        rows, _ = arrange.valued(self.hands[seat], self.seats, self.settings)
        return replace(rows, special=self.specials[seat])

    def _lock(self, seat: int, rows: Rows, *, swapped: bool = False) -> list[Event]:
        self.locked[seat] = rows
        last = self._answered(self._asking(), seat)
        own: dict[str, Json] = {"rows": _rows_json(rows), "special": rows.special, "swapped": swapped}
        event = Event("locked", {"seat": seat}, {seat: own})
        return [event, *self._compare()] if last else [event]

    # -- the end -------------------------------------------------------------------------------------------------------

    def _compare(self) -> list[Event]:
        self.score = score([known(rows) for rows in self.locked], self.settings)
        points = self._with_fines(self.score.points)
        return self._end(
            Result(
                "played",
                outcomes=tuple(self._outcome(seat, points[seat]) for seat in range(self.seats)),
                order=tuple(range(self.seats)),
                pool=points,
                points=points,
                facts=self._facts(self.score, points),
                pauses=self._pauses(self.score),
                tired=tuple(seat for seat in range(self.seats) if self.late[seat] >= TIRED_AFTER),
            )
        )

    def _pauses(self, scored: Score) -> tuple[int, ...]:
        """While the compare and its result are shown nobody has to get ready; whoever has lost the connection keeps the
        seat for as long as a lost one is waited for (1.2, 1.11)."""
        shown = reveal_ms(scored, [known(rows).special for rows in self.locked]) + RESULT_MS
        kept = self._timer("return") - (self.config.get("timers") or {}).get("ready", 0)
        return tuple(max(shown, kept) if self.absences[seat] else shown for seat in range(self.seats))

    def _with_fines(self, points: Sequence[int]) -> tuple[int, ...]:
        """The points with what an escaper owes every other seat besides (D37)."""
        fine = self.settings.escape_fine
        total = list(points)
        for seat in range(self.seats):
            if self.fled[seat]:
                total[seat] -= fine * self.seats
                total = [value + fine for value in total]
        return tuple(total)

    def _outcome(self, seat: int, points: int) -> str:
        if self.fled[seat]:
            return "escape"
        return "win" if points > 0 else "lose" if points < 0 else "draw"

    def _facts(self, scored: Score, points: Sequence[int]) -> dict[str, Json]:
        """The numbers behind the result: each pair's rows, sum, who shot whom and final points."""
        return {
            "rows": [_rows_json(known(rows)) for rows in self.locked],
            "specials": [known(rows).special for rows in self.locked],
            "pairs": [
                {"a": p.a, "b": p.b, "rows": list(p.rows), "raw": p.raw, "shot_by": p.shot_by, "final": p.final}
                for p in scored.pairs
            ],
            "homerun": scored.homerun,
            "fouls": list(scored.fouls),
            "points": list(points),
        }

    def _leave(self, seat: int, why: str, at: int) -> list[Event]:
        """Leaving saves nothing: the seat is arranged at once and settled with the others (1.11)."""
        self.fled[seat] = True
        events = [Event("fled", {"seat": seat, "why": why})]
        asked = self._asking()
        if seat not in asked.seats:
            return events
        if asked.kind == "arrange":
            return events + self._lock(seat, self._best(seat))
        return events + self._deal(at) if self._answered(asked, seat) else events

    def _escape(self, seat: int, at: int) -> Result:
        """What leaving costs for sure: the room's fine (D37)."""
        fine = self.settings.escape_fine * (self.seats - 1)
        points = tuple(-fine if s == seat else 0 for s in range(self.seats))
        return Result("escape", points=points, penalty=(seat, Fraction(fine)))

    def leaving(self, seat: int, now: int) -> Result | None:
        return None if self.result is not None or self.bots[seat] or self.fled[seat] else self._escape(seat, now)

    def _over(self, result: Result) -> Event:
        return Event(
            "over",
            {
                "hands": {str(seat): list(hand) for seat, hand in enumerate(self.hands)},
                "rows": [None if rows is None else _rows_json(rows) for rows in self.locked],
                "specials": [None if rows is None else rows.special for rows in self.locked],
                "seed": self.told_seed(),
                "result": result_json(result),
            },
        )

    def _end(self, result: Result) -> list[Event]:
        self.phase = "over"
        return super()._end(result)

    # -- what a viewer may know ----------------------------------------------------------------------------------------

    def view(self, seat: int | None, now: int) -> dict[str, Json]:
        over = self.phase == "over"
        return {
            "game": self.game,
            "mode": self.config["mode"],
            "rules": asdict(self.settings),
            "phase": self.phase,
            "seat": seat,
            "seats": [self._seen(who, seat, over) for who in range(self.seats)],
            "commitment": commitment(self.seed),
            "seed": self.told_seed() if over else None,
            "nonces": list(self.nonces),
            "decisions": self.seen_decisions(seat),
            "result": None if self.result is None else result_json(self.result),
        }

    def _seen(self, who: int, viewer: int | None, over: bool) -> dict[str, Json]:
        open_to = over or who == viewer
        rows = self.locked[who]
        return {
            "count": len(self.hands[who]),
            "cards": list(self.hands[who]) if open_to and self.hands[who] else None,
            "opened": self.opened[who],
            "locked": rows is not None,
            "rows": _rows_json(rows) if open_to and rows is not None else None,
            "special": rows.special if open_to and rows is not None else None,
            **self._seat_view(who, viewer),
        }

    def options(self, seat: int | None, decision: Decision) -> Mapping[str, Json]:
        if seat is None or decision.kind != "arrange":
            return {}
        return {"special": self.specials[seat]}

    def legal(self, seat: int) -> Moves:
        return Choices(self, seat)

    def hints(self, seat: int) -> list[Json]:
        decision = next((d for d in self.decisions if seat in d.seats), None)
        if decision is None:
            return []
        if decision.kind == "open":
            return [{"kind": "open"}]
        found = arrange.suggestions(self.hands[seat], self.seats, self.settings)
        return [{"kind": "submit", "name": name, **_rows_json(rows), "special": False} for name, rows in found.items()]


class Choices(SeatMoves):
    """What a seat may do in its open decision. Of the thousands of arrangements those of different strengths are listed
    that no other one beats in every row, the most promising first."""

    _state: Thirteen

    def __iter__(self) -> Iterator[Action]:
        state, seat = self._state, self._seat
        for decision in state.decisions:
            if seat not in decision.seats:
                continue
            if decision.kind == "open":
                yield Action("open", seat, decision.id)
                continue
            for rows in arrange.candidates(state.hands[seat], state.seats, state.settings):
                yield Action("submit", seat, decision.id, {**_rows_json(rows), "special": False})
            if state.specials[seat]:
                yield Action("submit", seat, decision.id, {**_rows_json(rows), "special": True})


def _cards(data: Mapping[str, Json], name: str, size: int) -> tuple[int, ...]:
    """A row of an action's data. Raises `malformed`."""
    row = data.get(name)
    if not isinstance(row, list | tuple) or len(row) != size or not all(type(card) is int for card in row):
        raise IllegalAction("malformed", field=name)
    return tuple(row)


def _rows_json(rows: Rows) -> dict[str, Json]:
    return {name: list(row) for name, row in zip(NAMES, rows.all, strict=True)}
