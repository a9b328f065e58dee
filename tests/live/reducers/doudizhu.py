"""Dou Dizhu (docs/protocol.md 4)."""

from __future__ import annotations

from functools import partial

from tests.live.reducers import seats
from tests.live.reducers.seats import Effect, Event, View, put, seat_of

note = partial(
    seats.note,
    own_kinds=frozenset({"opened", "show", "bid", "call", "rob", "double", "play", "pass", "trustee"}),
)


def high_to_low(cards: list[int]) -> list[int]:
    """As `cards` of a seat are sorted: by rank from high to low, equal ranks as the numbers run."""
    return sorted(cards, key=lambda card: (-_rank(card), card))


def _rank(card: int) -> int:
    of_deck = card % 54
    return of_deck // 4 if of_deck < 52 else of_deck - 39


def _reveal(view: View, event: Event) -> None:
    for seat, cards in event["hands"].items():
        view["seats"][int(seat)]["cards"] = cards


def _show(view: View, event: Event) -> None:
    seat_of(view, event).update(show=event["times"], cards=event["cards"])
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
    seat_of(view, event)["call"] = event["points"]
    view["base"] = event["base"]


def _call(view: View, event: Event) -> None:
    seat_of(view, event)["call"] = "call" if event["yes"] else "pass"
    if event["yes"]:
        view["phase"] = "rob"
    view["multiplier"] = event["multiplier"]


def _rob(view: View, event: Event) -> None:
    seat_of(view, event)["call"] = "rob" if event["yes"] else "no_rob"
    view["multiplier"] = event["multiplier"]


def _landlord(view: View, event: Event) -> None:
    view.update(phase=event["phase"], hole=event["hole"], short=event["short"])
    for number, seat in enumerate(view["seats"]):
        seat["role"] = "landlord" if number == event["seat"] else "peasant"
    seat_of(view, event)["count"] = event["count"]
    _reveal(view, event)


def _doubled(view: View, event: Event) -> None:
    view["phase"] = "play"
    for seat, choice in zip(view["seats"], event["choices"], strict=True):
        seat["double"] = choice


def _play(view: View, event: Event) -> None:
    seat = seat_of(view, event)
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


def _over(view: View, event: Event) -> None:
    view.update(phase="over", dealing=None, **{n: event[n] for n in ("hole", "rest", "seed", "multiplier", "result")})
    _reveal(view, event)
    for number, cards in event["hands"].items():
        view["seats"][int(number)]["count"] = len(cards)


EFFECTS: dict[str, Effect] = {
    **seats.EFFECTS,
    "show": _show,
    "dealing": _dealing,
    "cards": _cards,
    "calling": _calling,
    "wilds": _wilds,
    "bid": _bid,
    "call": _call,
    "rob": _rob,
    "landlord": _landlord,
    "double": put("double", lambda event: event["yes"]),
    "doubled": _doubled,
    "play": _play,
    "pass": put("last", lambda event: "pass"),
    "trick": _trick,
    "over": _over,
}
