"""What a viewer may know of a hand of mahjong (docs/protocol.md, section 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.rules.core import Decision, Event, Json, Result, commitment
from games.rules.mahjong.claims import score_json
from games.rules.mahjong.complete import waits
from games.rules.mahjong.fans import score
from games.rules.mahjong.payment import Liability
from games.rules.mahjong.risks import Risk, risks
from games.rules.mahjong.tiles import COPIES, FACES, counts_of, face
from games.rules.seats import result_json

if TYPE_CHECKING:
    from games.rules.mahjong.rounds import Mahjong


def view(state: Mahjong, seat: int | None) -> dict[str, Json]:
    """The whole hand as `seat` may know it."""
    over = state.phase == "over"
    return {
        "game": state.game,
        "mode": state.preset.mode,
        "rules": state.settings.as_json(),
        "phase": state.phase,
        "seat": seat,
        **state.match.as_carry(),
        "wall": len(state.wall),
        "rest": list(state.wall) if over else None,
        "turn": state.turn,
        "drawn": _drawn(state, seat),
        "last": state.last,
        "adding": _adding(state),
        "seats": [_seat(state, who, seat, over) for who in range(state.seats)],
        "liable": [liability(one) for one in state.liable],
        "commitment": commitment(state.seed),
        "seed": state.told_seed() if over else None,
        "nonces": list(state.nonces),
        "decisions": state.seen_decisions(seat),
        "result": None if state.result is None else result_json(state.result),
    }


def _seat(state: Mahjong, who: int, viewer: int | None, over: bool) -> dict[str, Json]:
    own = who == viewer
    hand = state.hands[who]
    return {
        "wind": None if state.match.dealer is None else (who - state.match.dealer) % state.seats,
        "count": len(hand),
        "tiles": list(hand) if (own or over) and state.phase != "opening" else None,
        "melds": [meld.seen(own or over) for meld in state.melds[who]],
        "river": [{"tile": one.tile, "drawn": one.drawn} for one in state.rivers[who]],
        "passed": sorted(state.passed[who]),
        "locked": sorted(state.locked[who]) if own else None,
        "waits": waits_of(state, who) if own else None,
        "answer": _answer(state, who) if own else None,
        "opened": state.opened[who],
        **state._seat_view(who, viewer),
    }


def _drawn(state: Mahjong, viewer: int | None) -> dict[str, Json] | None:
    if state.drawn is None:
        return None
    shown = viewer == state.turn or state.phase == "over"
    return {"tile": state.drawn.tile if shown else None, "replacement": state.drawn.replacement}


def _answer(state: Mahjong, seat: int) -> dict[str, Json] | None:
    """What a seat has answered in the window that is still open, and whether the system did it for a person."""
    answer = None if state.window is None else state.window.answers[seat]
    return None if answer is None else {"choice": answer.kind, "auto": answer.auto and not state.bots[seat]}


def _adding(state: Mahjong) -> dict[str, Json] | None:
    """The tile that is being added to a pung."""
    window = state.window
    return {"seat": window.seat, "tile": window.tile} if window is not None and window.robbing else None


def liability(one: Liability) -> dict[str, Json]:
    """A liability for the wire: everybody knows it."""
    return {"payer": one.payer, "payee": one.payee, "cause": one.cause}


def dealt(state: Mahjong) -> Event:
    """The event that brings everybody's tiles."""
    facts: dict[str, Json] = {"dealer": state.match.dealer, "east": state.match.east, "wall": len(state.wall)}
    facts["nonces"] = list(state.nonces)
    own: dict[int, dict[str, Json]] = {}
    for seat, hand in enumerate(state.hands):
        own[seat] = {"tiles": list(hand), "waits": waits_of(state, seat)}
        if state.drawn is not None and seat == state.match.dealer:
            own[seat]["drawn"] = state.drawn.tile
    return Event("dealt", facts, own)


def over(state: Mahjong, result: Result) -> Event:
    """The end of a hand: everything is open, the seed included. A tile that was won lies where it was."""
    return Event(
        "over",
        {
            "hands": {str(seat): list(hand) for seat, hand in enumerate(state.hands)},
            "melds": {str(seat): [meld.seen(is_open=True) for meld in melds] for seat, melds in enumerate(state.melds)},
            "rest": list(state.wall),
            "drawn": _drawn(state, None),
            "seed": state.told_seed(),
            "result": result_json(result),
        },
    )


# -- what a seat is told about its choices -----------------------------------------------------------------------------


def options(state: Mahjong, seat: int, decision: Decision) -> Mapping[str, Json]:
    """In a turn: what the drawn tile wins, the kongs, what each discard would wait for, and which ones make liable. In
    a claim: what may be claimed of whom, and until when."""
    if decision.kind == "claim":
        window = state.window
        offer = None if window is None else window.offers[seat]
        if window is None or offer is None or decision.due is None:
            return {}
        due = decision.due + (window.rest if window.pausing else 0)
        return {**offer.as_json(), "tile": window.tile, "from": window.seat, "due": due}
    if decision.kind != "turn":
        return {}
    won = state.self_drawn(seat)
    return {
        "win": None if won is None else score_json(won),
        "kongs": [{"kind": kong.kind, "tiles": list(kong.tiles)} for kong in state.own_kongs(seat)],
        "waits": _waits_after(state, seat),
        "risks": [{"face": risk.face, "payee": risk.payee, "cause": risk.cause} for risk in risks_of(state, seat)],
    }


def waits_of(state: Mahjong, seat: int) -> list[dict[str, Json]] | None:
    """The faces that complete a hand which is not to discard, with what each wins by discard and self-drawn, whether or
    not that is enough here; None while it has to discard."""
    faces = [face(tile) for tile in state.hands[seat]]
    return _waits(state, seat, faces) if len(faces) % 3 == 1 else None


def _waits_after(state: Mahjong, seat: int) -> dict[str, Json]:
    """For each face whose discard leaves a ready hand: what it waits for."""
    faces = [face(tile) for tile in state.hands[seat]]
    found: dict[str, Json] = {}
    for out in sorted(set(faces)):
        left = faces.copy()
        left.remove(out)
        waiting = _waits(state, seat, left)
        if waiting:
            found[str(out)] = waiting
    return found


def _waits(state: Mahjong, seat: int, faces: list[int]) -> list[dict[str, Json]]:
    found = []
    for one in waits(counts_of(faces)):
        entry: dict[str, Json] = {"face": one}
        for name, self_drawn in (("fan", False), ("self", True)):
            how = state.how(seat, one * COPIES, self_drawn=self_drawn)
            counts = counts_of((*faces, one))
            worth = score(counts, state.melds[seat], how, state.settings.fans, state.settings.limit)
            entry[name] = None if worth is None else worth.fan
        found.append(entry)
    return found


def risks_of(state: Mahjong, seat: int) -> list[Risk]:
    """What the seat in turn risks with each discard; nothing once nobody can claim any more."""
    if not state.wall:
        return []
    own = [face(tile) for tile in state.hands[seat]]
    unseen = [COPIES] * FACES
    for tile in (
        *state.hands[seat],
        *(one.tile for river in state.rivers for one in river),
        *(tile for melds in state.melds for meld in melds for tile in meld.tiles if meld.is_claimed),
        *(tile for meld in state.melds[seat] if not meld.is_claimed for tile in meld.tiles),
    ):
        unseen[face(tile)] -= 1
    return list(risks(seat, own, unseen, state.melds, state.liable, state.settings.big_liability))
