"""What a seat may do in its open decision, and what is worth suggesting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.rules.core import Action, Decision, Json
from games.rules.doudizhu.hints import hints as play_hints
from games.rules.doudizhu.moves import plays
from games.rules.doudizhu.patterns import readings
from games.rules.seats import SeatMoves

if TYPE_CHECKING:
    from games.rules.doudizhu.rounds import Doudizhu

YES_NO = {"open": "show", "call": "yes", "rob": "yes", "double": "yes"}
"""Actions that are a yes or no, and the field that says it."""


class Choices(SeatMoves):
    """What a seat may do in its open decision."""

    _state: Doudizhu

    def __iter__(self) -> Iterator[Action]:
        state, seat = self._state, self._seat
        for decision in state.decisions:
            if seat not in decision.seats:
                continue
            for kind, data in self._answers(decision):
                yield Action(kind, seat, decision.id, data)

    def _answers(self, decision: Decision) -> Iterator[tuple[str, dict[str, Json]]]:
        state, seat = self._state, self._seat
        field = YES_NO.get(decision.kind)
        if field is not None:
            yield decision.kind, {field: False}
            if decision.kind != "open" or state.preset.show:
                yield decision.kind, {field: True}
        if decision.kind == "bid":
            for points in state.callable():
                yield "bid", {"points": points}
        if decision.kind == "deal" or (decision.kind in ("double", "play") and state.may_show_late(seat)):
            yield "show", {}
        if decision.kind == "play":
            yield from self._plays()

    def _plays(self) -> Iterator[tuple[str, dict[str, Json]]]:
        state = self._state
        lead = state.to_beat()
        for play, cards in plays(state.hands[self._seat], lead, state.rules):
            data: dict[str, Json] = {"cards": list(cards)}
            if len(cards) > 1 and len(readings(cards, state.rules)) > 1:
                data["as"] = {"type": play.type, "rank": play.rank}
            yield "play", data
        if lead is not None:
            yield "pass", {}


def hints(state: Doudizhu, seat: int) -> list[Json]:
    """For a turn of play the sensible plays, smallest first, a pass last where one may pass; else every choice."""
    decision = next((d for d in state.decisions if seat in d.seats), None)
    if decision is None:
        return []
    if decision.kind != "play":
        return [{"kind": move.kind, **move.data} for move in state.legal(seat)]
    found = play_hints(state.hands[seat], state.to_beat(), state.rules)
    sensible: list[Json] = [{"kind": "play", "cards": list(cards)} for cards in found]
    return sensible if state.lead is None else [*sensible, {"kind": "pass"}]
