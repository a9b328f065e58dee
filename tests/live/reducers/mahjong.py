"""Guangdong mahjong (docs/protocol.md 10)."""

from __future__ import annotations

from tests.live.reducers import seats
from tests.live.reducers.seats import Effect, Event, View, seat_of

_CLAIMED = ("chow", "pung", "melded")
"""Sets of which a discard is part."""
_OWN = frozenset({"opened", "discard", "adding", "meld", "answer", "trustee"})


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


def note(view: View, event: Event) -> None:
    """What the system did for the viewer, until he acts himself: an answer is told to nobody, so that it is the claim
    that is carried out which counts; an added kong was announced before."""
    match event["kind"]:
        case "win":
            drawn = [win["seat"] for win in event["wins"] if win["from"] is None]
            if view["seat"] in drawn:
                seats.note(view, {**event, "seat": view["seat"]}, ("win",))
        case "meld" if event["meld"]["kind"] != "concealed":
            pass
        case "answer" if not event.get("auto"):
            pass
        case _:
            seats.note(view, event, _OWN)


def _answer(view: View, event: Event) -> None:
    seat_of(view, event)["answer"] = {"choice": event["choice"], "auto": bool(event.get("auto"))}


def _resolved(view: View, *claimed: int) -> None:
    """No window is open any more. What the viewer himself claimed is carried out: he is there."""
    if view["seat"] is None:
        return
    own = view["seats"][view["seat"]]
    if view["seat"] in claimed and not (own["answer"] and own["answer"]["auto"]):
        own["acted"] = []
    own["answer"] = None


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
    _resolved(view)
    seat = seat_of(view, event)
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
    seat = seat_of(view, event)
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
    if meld["kind"] in _CLAIMED:
        _resolved(view, who)
        view["seats"][meld["from"]]["river"].pop()
        view["last"] = None
    else:
        _resolved(view)
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
    _resolved(view)
    if event["result"]["facts"].get("exhausted"):
        _passed(view, None)
    view.update(phase="over", rest=event["rest"], seed=event["seed"], result=event["result"], drawn=event["drawn"])
    view["adding"] = None
    for who, seat in enumerate(view["seats"]):
        seat["melds"] = event["melds"][str(who)]
        seat["tiles"] = event["hands"][str(who)]


def _win(view: View, event: Event) -> None:
    _resolved(view, *(win["seat"] for win in event["wins"] if win["from"] is not None))


EFFECTS: dict[str, Effect] = {
    **seats.EFFECTS,
    "answer": _answer,
    "win": _win,
    "dealt": _dealt,
    "drawn": _drawn,
    "discard": _discard,
    "adding": _adding,
    "meld": _meld,
    "locked": _locked,
    "liable": lambda view, event: view["liable"].append({key: event[key] for key in ("payer", "payee", "cause")}),
    "over": _over,
}
