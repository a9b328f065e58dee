"""Thirteen Water (docs/protocol.md 8)."""

from __future__ import annotations

from functools import partial

from tests.live.reducers import seats
from tests.live.reducers.seats import Effect, Event, View, seat_of

note = partial(seats.note, own_kinds=frozenset({"opened", "locked", "trustee"}))


def _dealt(view: View, event: Event) -> None:
    view.update(phase="arrange", nonces=event["nonces"])
    for seat in view["seats"]:
        seat["count"] = event["count"]
    if view["seat"] is not None:
        view["seats"][view["seat"]]["cards"] = event["hand"]


def _locked(view: View, event: Event) -> None:
    seat = seat_of(view, event)
    seat["locked"] = True
    if "rows" in event:
        seat.update(rows=event["rows"], special=event["special"])


def _over(view: View, event: Event) -> None:
    view.update(phase="over", seed=event["seed"], result=event["result"])
    for number, seat in enumerate(view["seats"]):
        seat["cards"] = event["hands"][str(number)] or None
        seat.update(rows=event["rows"][number], special=event["specials"][number])


EFFECTS: dict[str, Effect] = {**seats.EFFECTS, "dealt": _dealt, "locked": _locked, "over": _over}
