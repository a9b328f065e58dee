"""A viewer's state from events alone, as docs/protocol.md 10 says: what a client does, written from its words."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

View = dict[str, Any]
Event = dict[str, Any]


def follow(view: View, events: list[Event], decisions: list[dict[str, Any]]) -> View:
    """The view after a frame: `events` as this viewer saw them, `decisions` as it is told them."""
    new = copy.deepcopy(view)
    for event in events:
        EFFECTS[event["kind"]](new, event)
        _note(new, event)
    new["decisions"] = decisions
    return new


def _face(tile: int) -> int:
    return tile // 4


def _move(view: View, seat: int) -> None:
    """A seat moves: the tile that lay open has been let pass by everybody else, and nothing binds the mover."""
    own = view["seats"][seat]
    own["passed"] = []
    if own["locked"] is not None:
        own["locked"] = []
        own["waits"] = None


def _passed(view: View, seat: int | None) -> None:
    """A window that was open closes without a win: all but the tile's own seat and the mover have let it pass."""
    if not any(decision["kind"] == "claim" for decision in view["decisions"]):
        return
    view["decisions"] = []
    owner = view["last"] if view["adding"] is None else view["adding"]["seat"]
    tile = view["seats"][owner]["river"][-1]["tile"] if view["adding"] is None else view["adding"]["tile"]
    for who, other in enumerate(view["seats"]):
        if who not in (owner, seat):
            other["passed"] = sorted({*other["passed"], _face(tile)})


OWN_MOVES = ("opened", "discard", "adding", "meld", "answer", "win", "trustee")


def _note(view: View, event: Event) -> None:
    """What the system did for the viewer, until he acts himself."""
    kind, own = event["kind"], view["seat"]
    by = event.get("seat")
    if kind == "win":
        by = own if any(win["seat"] == own for win in event["wins"]) else None
    if own is None or by != own or kind not in OWN_MOVES or view["seats"][own]["bot"]:
        return
    seat = view["seats"][own]
    if event.get("auto"):
        chosen = {name: event[name] for name in ("tile", "choice") if name in event}
        seat["acted"] = [*seat["acted"], {"kind": kind, **chosen}]
    if kind == "answer":
        view["answered"] = bool(event.get("auto"))
    elif _is_claimed(event):
        if not view.get("answered"):  # a claim is a sign of the person once it is carried out
            seat["acted"] = []
    elif not event.get("auto") and _is_own(event):
        seat["acted"] = []


def _is_claimed(event: Event) -> bool:
    """Whether the tile came from another seat."""
    if event["kind"] == "win":
        return event["wins"][0]["from"] is not None
    return event["kind"] == "meld" and event["meld"]["kind"] in ("chow", "pung", "melded")


def _is_own(event: Event) -> bool:
    """Whether the person did it: not a kong that was announced before, nor being handed to the trustee."""
    if event["kind"] == "trustee":
        return not event["on"] or event["why"] == "self"
    return event["kind"] != "meld" or event["meld"]["kind"] != "added"


def _dealt(view: View, event: Event) -> None:
    view.update(phase="play", dealer=event["dealer"], east=event["east"], wall=event["wall"], turn=event["dealer"])
    view["nonces"] = event["nonces"]
    view["drawn"] = {"tile": event.get("drawn"), "replacement": False}
    for who, seat in enumerate(view["seats"]):
        seat["count"] = 14 if who == event["dealer"] else 13
        seat["wind"] = (who - event["dealer"]) % 4
        if who == view["seat"]:
            seat.update(tiles=event["tiles"], waits=event["waits"])


def _drawn(view: View, event: Event) -> None:
    _passed(view, event["seat"])
    seat = view["seats"][event["seat"]]
    seat["count"] += 1
    if "tile" in event:
        seat["tiles"] = sorted([*seat["tiles"], event["tile"]])
    view.update(turn=event["seat"], wall=event["wall"])
    view["drawn"] = {"tile": event.get("tile"), "replacement": event["replacement"]}
    _move(view, event["seat"])


def _out(view: View, who: int, tiles: list[int]) -> None:
    seat = view["seats"][who]
    if seat["tiles"] is not None:
        seat["tiles"] = [tile for tile in seat["tiles"] if tile not in tiles]


def _discard(view: View, event: Event) -> None:
    seat = view["seats"][event["seat"]]
    _out(view, event["seat"], [event["tile"]])
    seat["count"] -= 1
    seat["river"].append({"tile": event["tile"], "drawn": event["drawn"]})
    if "waits" in event:
        seat["waits"] = event["waits"]
    view.update(last=event["seat"], turn=None, drawn=None)


def _adding(view: View, event: Event) -> None:
    view.update(adding={"seat": event["seat"], "tile": event["tile"]}, turn=None, drawn=None)


def _meld(view: View, event: Event) -> None:
    who, meld = event["seat"], event["meld"]
    _passed(view, who)
    seat = view["seats"][who]
    claimed = meld["kind"] in ("chow", "pung", "melded")
    if claimed:
        view["seats"][meld["from"]]["river"].pop()
        view["last"] = None
    laid = {"chow": 2, "pung": 2, "melded": 3, "added": 1, "concealed": 4}[meld["kind"]]
    seat["count"] -= laid
    _out(view, who, meld["tiles"] or [])
    if meld["kind"] == "added":
        pung = next(one for one in seat["melds"] if one["kind"] == "pung" and set(one["tiles"]) < set(meld["tiles"]))
        seat["melds"].remove(pung)
    seat["melds"].append(meld)
    view.update(adding=None, drawn=None, turn=who if meld["kind"] in ("chow", "pung") else None)
    _move(view, who)


def _locked(view: View, event: Event) -> None:
    view["seats"][view["seat"]]["locked"] = event["faces"]


def _over(view: View, event: Event) -> None:
    if event["result"]["facts"].get("exhausted"):
        _passed(view, None)
    view.update(phase="over", rest=event["rest"], seed=event["seed"], result=event["result"], drawn=event["drawn"])
    view["adding"] = None
    for who, seat in enumerate(view["seats"]):
        seat["melds"] = event["melds"][str(who)]
        seat["tiles"] = event["hands"][str(who)]


def _person(name: str) -> Callable[[View, Event], None]:
    def put(view: View, event: Event) -> None:
        seat = view["seats"][event["seat"]]
        if name == "trustee":
            seat["trustee"] = event["why"]
        elif name == "lost":
            seat["lost"] = event["due"]
        elif name == "back":
            seat["lost"] = None
        else:
            seat[name] = True

    return put


def _nonce(view: View, event: Event) -> None:
    view["nonces"][event["seat"]] = event["nonce"]


def _extended(view: View, event: Event) -> None:
    for seat in view["seats"]:
        if seat["lost"] is not None:
            seat["lost"] += event["ms"]


def _nothing(view: View, event: Event) -> None:
    pass


EFFECTS: dict[str, Callable[[View, Event], None]] = {
    "nonce": _nonce,
    "opened": _person("opened"),
    "trustee": _person("trustee"),
    "lost": _person("lost"),
    "back": _person("back"),
    "fled": _person("fled"),
    "extended": _extended,
    "late": _nothing,
    "answer": _nothing,
    "win": _nothing,
    "dealt": _dealt,
    "drawn": _drawn,
    "discard": _discard,
    "adding": _adding,
    "meld": _meld,
    "locked": _locked,
    "liable": lambda view, event: view["liable"].append({key: event[key] for key in ("payer", "payee", "cause")}),
    "over": _over,
}
