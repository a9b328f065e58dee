"""How bots and trustees play Thirteen Water: the arrangement with the best expectation (decided: D33, D34), or, as the
weak level, the strongest back row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.thirteen import arrange
from games.rules.thirteen.arrangement import NAMES, Rows
from games.rules.thirteen.settings import Settings
from games.rules.thirteen.specials import SPECIALS


def decide(
    view: Mapping[str, Any], options: Mapping[str, Any], rng_seed: int, level: str = "normal"
) -> Mapping[str, Any]:
    """Answer the seat's open decision, at level "easy" as `greedy` does. Chance plays no part: the same cards are
    arranged the same way."""
    if level == "easy":
        return greedy(view, options, rng_seed)
    decision = next(d for d in view["decisions"] if "mine" in d)
    if decision["kind"] == "open":
        return {"kind": "open"}
    cards = view["seats"][view["seat"]]["cards"]
    settings = Settings.of(view["rules"])
    rows, worth = arrange.valued(cards, len(view["seats"]), settings)
    special = SPECIALS.get(options.get("special") or "")
    return {"kind": "submit", **_json(rows), "special": special is not None and special.points >= worth}


def greedy(view: Mapping[str, Any], options: Mapping[str, Any], rng_seed: int) -> Mapping[str, Any]:
    """The weak level: the strongest back row, with it the strongest middle; a special hand is always declared."""
    decision = next(d for d in view["decisions"] if "mine" in d)
    if decision["kind"] == "open":
        return {"kind": "open"}
    rows = arrange.greedy(view["seats"][view["seat"]]["cards"], Settings.of(view["rules"]))
    return {"kind": "submit", **_json(rows), "special": bool(options.get("special"))}


def _json(rows: Rows) -> dict[str, list[int]]:
    return {name: list(row) for name, row in zip(NAMES, rows.all, strict=True)}
