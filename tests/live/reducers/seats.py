"""What every game's hands tell about their seats: who is there, who plays for whom, what was done for the viewer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

View = dict[str, Any]
Event = dict[str, Any]
Effect = Callable[[View, Event], None]

CHOSEN = ("cards", "yes", "points", "tile", "choice")
"""The fields of a move that tell what was chosen."""


def seat_of(view: View, event: Event) -> dict[str, Any]:
    """The seat that an event names."""
    seat: dict[str, Any] = view["seats"][event["seat"]]
    return seat


def note(view: View, event: Event, own_kinds: Collection[str]) -> None:
    """What the system did for the viewer, until he acts himself. `own_kinds`: what a person of this game does."""
    if event["kind"] not in own_kinds or event["seat"] != view["seat"]:
        return
    own = seat_of(view, event)
    if event.get("auto"):
        own["acted"] = [*own["acted"], done(event)]
    elif event["kind"] != "trustee" or not event["on"] or event["why"] == "self":
        own["acted"] = []


def done(event: Event) -> dict[str, Any]:
    """A move as `acted` lists it."""
    return {"kind": event["kind"], **{name: event[name] for name in CHOSEN if name in event}}


def put(name: str, of: Callable[[Event], Any]) -> Effect:
    """An event that sets one field of its seat."""

    def effect(view: View, event: Event) -> None:
        seat_of(view, event)[name] = of(event)

    return effect


def nothing(view: View, event: Event) -> None:
    """Nothing in the view: it is told beside another event, or to be shown in passing."""


def _nonce(view: View, event: Event) -> None:
    view["nonces"][event["seat"]] = event["nonce"]


def _extended(view: View, event: Event) -> None:
    for seat in view["seats"]:
        if seat["lost"] is not None:
            seat["lost"] += event["ms"]


EFFECTS: dict[str, Effect] = {
    "nonce": _nonce,
    "opened": put("opened", lambda event: True),
    "late": nothing,
    "trustee": put("trustee", lambda event: event["why"] if event["on"] else None),
    "lost": put("lost", lambda event: event["due"]),
    "back": put("lost", lambda event: None),
    "fled": put("fled", lambda event: True),
    "extended": _extended,
}
