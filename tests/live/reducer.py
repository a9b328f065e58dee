"""A client's view of a hand of Dou Dizhu, moved on by frames as docs/protocol.md 4 says: written from that page alone,
so that the page, the server and the browser's reducer are held against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

View = dict[str, Any]
Event = dict[str, Any]


def apply_frame(view: View, events: list[Event], decisions: list[dict[str, Any]]) -> None:
    """Move the view on in place. Raises `KeyError` for an event that the page does not name."""
    for event in events:
        _EFFECTS[event["kind"]](view, event)
        _note(view, event)
    view["decisions"] = decisions


_OWN = frozenset({"opened", "show", "bid", "call", "rob", "double", "play", "pass", "trustee"})


def _note(view: View, event: Event) -> None:
    """What the system did for the viewer, until he acts himself."""
    if event["kind"] not in _OWN or event["seat"] != view["seat"]:
        return
    own = _seat(view, event)
    if event.get("auto"):
        chosen = {name: event[name] for name in ("cards", "yes", "points") if name in event}
        own["acted"] = [*own["acted"], {"kind": event["kind"], **chosen}]
    elif event["kind"] != "trustee" or not event["on"] or event["why"] == "self":
        own["acted"] = []


def high_to_low(cards: list[int]) -> list[int]:
    """As `cards` of a seat are sorted: by rank from high to low, equal ranks as the numbers run."""
    return sorted(cards, key=lambda card: (-_rank(card), card))


def _rank(card: int) -> int:
    of_deck = card % 54
    return of_deck // 4 if of_deck < 52 else of_deck - 39


def _seat(view: View, event: Event) -> dict[str, Any]:
    seat: dict[str, Any] = view["seats"][event["seat"]]
    return seat


def _reveal(view: View, event: Event) -> None:
    for seat, cards in event["hands"].items():
        view["seats"][int(seat)]["cards"] = cards


def _set(name: str, of: Callable[[Event], Any]) -> Callable[[View, Event], None]:
    """An event that sets one field of its seat."""

    def effect(view: View, event: Event) -> None:
        _seat(view, event)[name] = of(event)

    return effect


def _nonce(view: View, event: Event) -> None:
    view["nonces"][event["seat"]] = event["nonce"]


def _show(view: View, event: Event) -> None:
    _seat(view, event).update(show=event["times"], cards=event["cards"])
    view["multiplier"] = event["multiplier"]


def _dealing(view: View, event: Event) -> None:
    view.update(phase="deal", deal=event["deal"], nonces=event["nonces"], first=None, hole=None, wilds=[], lead=None)
    view["short"] = []
    view["dealing"] = {name: event[name] for name in ("start", "step", "total")}
    for number, seat in enumerate(view["seats"]):
        seat.update(count=0, role=None, call=None, double=None, last=None, plays=0, played=[])
        seat["cards"] = [] if seat["show"] or number == view["seat"] else None


def _cards(view: View, event: Event) -> None:
    for seat in view["seats"]:
        seat["count"] = event["dealt"]
    for number, fresh in event["hands"].items():
        seat = view["seats"][int(number)]
        seat["cards"] = high_to_low([*(seat["cards"] or []), *fresh])


def _calling(view: View, event: Event) -> None:
    view.update(phase=event["phase"], first=event["first"], dealing=None)
    for seat, count in zip(view["seats"], event["counts"], strict=True):
        seat["count"] = count
    _reveal(view, event)


def _wilds(view: View, event: Event) -> None:
    view["wilds"] = event["wilds"]


def _bid(view: View, event: Event) -> None:
    _seat(view, event)["call"] = event["points"]
    view["base"] = event["base"]


def _call(view: View, event: Event) -> None:
    _seat(view, event)["call"] = "call" if event["yes"] else "pass"
    if event["yes"]:
        view["phase"] = "rob"
    view["multiplier"] = event["multiplier"]


def _rob(view: View, event: Event) -> None:
    _seat(view, event)["call"] = "rob" if event["yes"] else "no_rob"
    view["multiplier"] = event["multiplier"]


def _landlord(view: View, event: Event) -> None:
    view.update(phase=event["phase"], hole=event["hole"], short=event["short"])
    for number, seat in enumerate(view["seats"]):
        seat["role"] = "landlord" if number == event["seat"] else "peasant"
    _seat(view, event)["count"] = event["count"]
    _reveal(view, event)


def _doubled(view: View, event: Event) -> None:
    view["phase"] = "play"
    for seat, choice in zip(view["seats"], event["choices"], strict=True):
        seat["double"] = choice


def _play(view: View, event: Event) -> None:
    seat = _seat(view, event)
    laid = {name: event[name] for name in ("cards", "type", "rank", "len")}
    if seat["cards"] is not None:
        seat["cards"] = [card for card in seat["cards"] if card not in event["cards"]]
    played = high_to_low([*seat["played"], *event["cards"]])
    seat.update(count=event["left"], plays=seat["plays"] + 1, played=played, last=laid)
    view["lead"] = {"seat": event["seat"], **laid}
    view["multiplier"] = event.get("multiplier") or view["multiplier"]


def _trick(view: View, event: Event) -> None:
    view["lead"] = None
    for seat in view["seats"]:
        seat["last"] = None


def _late(view: View, event: Event) -> None:
    """Nothing in the view: it is told beside the time-out."""


def _extended(view: View, event: Event) -> None:
    for seat in view["seats"]:
        if seat["lost"] is not None:
            seat["lost"] += event["ms"]


def _over(view: View, event: Event) -> None:
    view.update(phase="over", dealing=None, **{n: event[n] for n in ("hole", "rest", "seed", "multiplier", "result")})
    _reveal(view, event)
    for number, cards in event["hands"].items():
        view["seats"][int(number)]["count"] = len(cards)


_EFFECTS: dict[str, Callable[[View, Event], None]] = {
    "nonce": _nonce,
    "opened": _set("opened", lambda event: True),
    "show": _show,
    "dealing": _dealing,
    "cards": _cards,
    "calling": _calling,
    "wilds": _wilds,
    "bid": _bid,
    "call": _call,
    "rob": _rob,
    "landlord": _landlord,
    "double": _set("double", lambda event: event["yes"]),
    "doubled": _doubled,
    "play": _play,
    "pass": _set("last", lambda event: "pass"),
    "trick": _trick,
    "late": _late,
    "trustee": _set("trustee", lambda event: event["why"] if event["on"] else None),
    "lost": _set("lost", lambda event: event["due"]),
    "back": _set("lost", lambda event: None),
    "fled": _set("fled", lambda event: True),
    "extended": _extended,
    "over": _over,
}
