"""Which moves of mahjong are refused, and why (docs/protocol.md, section 5). Nothing here changes a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.core import Action, Decision, IllegalAction
from games.rules.mahjong.claims import CHOW, KONG, PASS, PUNG, WIN, Claim, Offer, same_face
from games.rules.mahjong.fans import Score
from games.rules.mahjong.melds import ADDED, CONCEALED, Meld
from games.rules.mahjong.tiles import DECK, face
from games.rules.seats import known

if TYPE_CHECKING:
    from games.rules.mahjong.rounds import Mahjong

Move = int | Score | Meld | Claim | None
"""What was read in a move: the tile of a discard, the worth of a self-draw, the set of a kong, a claim."""

ANSWERS = {
    "nonce": ("open",),
    "open": ("open",),
    "discard": ("turn",),
    WIN: ("turn", "claim"),
    KONG: ("turn", "claim"),
    PUNG: ("claim",),
    CHOW: ("claim",),
    PASS: ("claim",),
}
"""For each kind of action the kinds of decision it may name."""


def verify(state: Mahjong, action: Action, seat: int) -> Move:
    """Raise `IllegalAction` if the game refuses this move of `seat`; else what it says."""
    if action.kind not in ANSWERS:
        raise IllegalAction("unknown_action", kind=action.kind)
    decision = state.answer_to(action, ANSWERS[action.kind])
    if action.kind == "nonce":
        state.verify_nonce(seat, action.data)
        return None
    if seat not in decision.seats:
        raise _not_asked(state, seat, decision)
    if decision.kind == "open":
        return None
    return _claim(state, action, seat) if decision.kind == "claim" else _own_turn(state, action, seat)


def _not_asked(state: Mahjong, seat: int, decision: Decision) -> IllegalAction:
    """Why a seat may not answer; what a seat that was never asked could not claim it can see in its own hand."""
    if decision.kind == "turn":
        return IllegalAction("not_your_turn", seats=list(decision.seats))
    if decision.kind == "claim" and known(state.window).offers[seat] is None:
        return IllegalAction("not_allowed", why="claim")
    return IllegalAction("decision_closed", decision=decision.id)


def _own_turn(state: Mahjong, action: Action, seat: int) -> Move:
    if action.kind == WIN:
        score = state.self_drawn(seat)
        if score is None:
            raise IllegalAction("not_allowed", why=WIN)
        return score
    tile = action.data.get("tile")
    if type(tile) is not int or tile not in DECK:
        raise IllegalAction("malformed", field="tile")
    if tile not in state.hands[seat]:
        raise IllegalAction("not_in_hand")
    if action.kind == "discard":
        return tile
    kong = next((one for one in state.own_kongs(seat) if face(one.tiles[0]) == face(tile)), None)
    if kong is None:
        raise IllegalAction("not_allowed", why=KONG)
    return kong


def own_kong(hand: tuple[int, ...], melds: tuple[Meld, ...], tile: int) -> Meld | None:
    """The kong that a seat makes with its own `tile`: four in hand, or one more for a pung (2.3 no. 14)."""
    four = same_face(hand, tile)
    if len(four) == 4:
        return Meld(CONCEALED, four)
    for meld in melds:
        if meld.kind == PUNG and meld.face == face(tile):
            return Meld(ADDED, (*meld.tiles, tile), meld.taken, meld.source)
    return None


def _claim(state: Mahjong, action: Action, seat: int) -> Claim:
    window = known(state.window)
    offer = known(window.offers[seat])
    auto = bool(action.data.get("auto"))
    if action.kind == PASS:
        return Claim(PASS, auto=auto)
    if not _offered(offer, action.kind):
        raise IllegalAction("not_allowed", why=action.kind)
    if action.kind == CHOW:
        return Claim(CHOW, _run(state, action, seat, offer), auto)
    equal = same_face(state.hands[seat], window.tile)
    return Claim(action.kind, {PUNG: equal[:2], KONG: equal}.get(action.kind, ()), auto)


def _offered(offer: Offer, kind: str) -> bool:
    return {WIN: offer.win is not None, KONG: offer.kong, PUNG: offer.pung, CHOW: bool(offer.chows)}[kind]


def _run(state: Mahjong, action: Action, seat: int, offer: Offer) -> tuple[int, ...]:
    """The two own tiles that a chow names. Raises `malformed`, `not_in_hand`, `not_allowed` (they make no run)."""
    tiles = action.data.get("tiles")
    if not isinstance(tiles, list | tuple) or len(tiles) != 2 or not all(type(tile) is int for tile in tiles):
        raise IllegalAction("malformed", field="tiles")
    if tiles[0] == tiles[1] or not set(tiles) <= set(state.hands[seat]):
        raise IllegalAction("not_in_hand")
    pair = tuple(sorted(tiles))
    if tuple(face(tile) for tile in pair) not in {tuple(face(tile) for tile in sorted(one)) for one in offer.chows}:
        raise IllegalAction("not_allowed", why=CHOW)
    return pair
