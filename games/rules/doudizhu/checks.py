"""Which moves of Dou Dizhu are refused, and why (docs/protocol.md, section 5). Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.rules.core import Action, Decision, IllegalAction, Json
from games.rules.doudizhu.bidding import HIGHEST
from games.rules.doudizhu.choices import YES_NO
from games.rules.doudizhu.patterns import Play, default, readings, refusal

if TYPE_CHECKING:
    from games.rules.doudizhu.rounds import Doudizhu

ANSWERS = {
    "nonce": ("open",),
    "open": ("open",),
    "show": ("deal", "double", "play"),
    "bid": ("bid",),
    "call": ("call",),
    "rob": ("rob",),
    "double": ("double",),
    "play": ("play",),
    "pass": ("play",),
}
"""For each kind of action the kinds of decision it may name."""


def verify(state: Doudizhu, action: Action, seat: int) -> Play | None:
    """Raise `IllegalAction` if the game refuses this move of `seat`; else the play that a `play` makes."""
    if action.kind not in ANSWERS:
        raise IllegalAction("unknown_action", kind=action.kind)
    decision = state.answer_to(action, ANSWERS[action.kind])
    if action.kind == "nonce":
        state.verify_nonce(seat, action.data)
        return None
    if action.kind == "show":
        _verify_show(state, seat, decision)
        return None
    if seat not in decision.seats:
        raise _out_of_turn(state, seat, decision)
    if action.kind in YES_NO:
        field = YES_NO[action.kind]
        if type(action.data.get(field)) is not bool:
            raise IllegalAction("malformed", field=field)
        if action.kind == "open" and action.data["show"] and not state.preset.show:
            raise IllegalAction("not_allowed", why="mode")
        return None
    if action.kind == "bid":
        _verify_bid(state, action.data.get("points"))
        return None
    if action.kind == "pass":
        if state.lead is None:
            raise IllegalAction("must_lead")
        return None
    return _verify_play(state, seat, action.data)


def _out_of_turn(state: Doudizhu, seat: int, decision: Decision) -> IllegalAction:
    """Why a seat that is not asked may not answer."""
    if decision.kind == "double" and state.doubles[seat] is None:
        return IllegalAction("below_threshold", threshold=state.threshold())
    if decision.kind in ("open", "double"):
        return IllegalAction("decision_closed", decision=decision.id)
    return IllegalAction("not_your_turn", seats=list(decision.seats))


def _verify_show(state: Doudizhu, seat: int, decision: Decision) -> None:
    """During the deal anybody may open a hand, afterwards the landlord before its first play (K9, K10)."""
    if not state.preset.show:
        raise IllegalAction("not_allowed", why="mode")
    if state.shows[seat]:
        raise IllegalAction("already_shown")
    if decision.kind != "deal" and not state.may_show_late(seat):
        raise IllegalAction("not_allowed", why="landlord_before_first_play")


def _verify_bid(state: Doudizhu, points: Json) -> None:
    """A pass, or more than every call before (K1)."""
    if type(points) is not int or not 0 <= points <= HIGHEST:
        raise IllegalAction("malformed", field="points")
    if points not in state.callable():
        raise IllegalAction("not_allowed", why="points")


def _verify_play(state: Doudizhu, seat: int, data: Mapping[str, Json]) -> Play:
    cards, named = data.get("cards"), _named(data.get("as"))
    if not isinstance(cards, list | tuple) or not all(type(card) is int for card in cards):
        raise IllegalAction("malformed", field="cards")
    if not cards or len(set(cards)) != len(cards):
        raise IllegalAction("malformed", field="cards")
    play, code = refusal(tuple(cards), state.hands[seat], state.to_beat(), state.rules, named)
    if play is None:
        raise IllegalAction(code or "no_pattern")
    return play


def read(state: Doudizhu, action: Action) -> Play | None:
    """The play that a legal `play` action makes; what made it legal is not looked at again."""
    found, named = readings(action.data["cards"], state.rules), _named(action.data.get("as"))
    if named is not None:
        found = tuple(play for play in found if (play.type, play.rank) == named)
    return found[0] if len(found) == 1 else default(found, state.to_beat(), state.rules)


def _named(wanted: Json) -> tuple[str, int] | None:
    """The reading that an action names: `{"type": "plane_solo", "rank": 3}`. Raises "malformed"."""
    if wanted is None:
        return None
    if not isinstance(wanted, dict) or type(wanted.get("type")) is not str or type(wanted.get("rank")) is not int:
        raise IllegalAction("malformed", field="as")
    return wanted["type"], wanted["rank"]
