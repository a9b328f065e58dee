"""What a seat may do in its open decision, and what is worth suggesting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.rules.core import Action, Decision, Json
from games.rules.mahjong.claims import CHOW, KONG, PASS, PUNG, WIN
from games.rules.mahjong.tiles import SUITED, face
from games.rules.seats import SeatMoves

if TYPE_CHECKING:
    from games.rules.mahjong.rounds import Mahjong


class Choices(SeatMoves):
    """What a seat may do in its open decision, the best known first; of equal tiles one."""

    _state: Mahjong

    def __iter__(self) -> Iterator[Action]:
        for decision in self._state.decisions:
            if self._seat in decision.seats:
                for kind, data in self._answers(decision):
                    yield Action(kind, self._seat, decision.id, data)

    def _answers(self, decision: Decision) -> Iterator[tuple[str, dict[str, Json]]]:
        state, seat = self._state, self._seat
        if decision.kind == "open":
            yield "open", {}
        elif decision.kind == "turn":
            if state.self_drawn(seat) is not None:
                yield WIN, {}
            for kong in state.own_kongs(seat):
                yield KONG, {"tile": kong.tiles[-1]}
            for tile in {face(tile): tile for tile in state.hands[seat]}.values():
                yield "discard", {"tile": tile}
        elif state.window is not None:
            offer = state.window.offers[seat]
            if offer is not None:
                for kind, so in ((WIN, offer.win is not None), (KONG, offer.kong), (PUNG, offer.pung)):
                    if so:
                        yield kind, {}
                for pair in offer.chows:
                    yield CHOW, {"tiles": list(pair)}
                yield PASS, {}


def hints(state: Mahjong, seat: int) -> list[Json]:
    """Every choice; of the discards first those that leave the hand ready for most tiles, then the loosest tiles."""
    decision = next((d for d in state.decisions if seat in d.seats), None)
    if decision is None:
        return []
    moves: list[Json] = [{"kind": move.kind, **move.data} for move in state.legal(seat)]
    if decision.kind != "turn":
        return moves
    ready = state.options(seat, decision)["waits"]
    faces = [face(tile) for tile in state.hands[seat]]

    def place(move: dict[str, Json]) -> tuple[int, int, int]:
        if move["kind"] != "discard":
            return (0, 0, 0)
        own = face(move["tile"])
        return (1, -len(ready.get(str(own), ())), _ties(faces, own))

    return sorted(moves, key=place)


def _ties(faces: list[int], own: int) -> int:
    """How much a tile is tied to the others of the hand: three for an equal one, two for a neighbour, one for the next
    but one."""
    ties = 3 * (faces.count(own) - 1)
    if own < SUITED:
        for distance, weight in ((1, 2), (2, 1)):
            ties += weight * sum(other // 9 == own // 9 and abs(other - own) == distance for other in faces)
    return ties
