"""What the players of a hand did in it that is worth telling the floors above."""

from __future__ import annotations

from games.rules.core import Result


def of(result: Result, seats: int) -> list[list[str]]:
    """Per seat, of those who won: "landlord" (as the landlord), "spring" (by a spring, as a peasant by an anti-spring),
    "show" (with an open hand). Nothing in a game whose result does not tell."""
    facts = result.facts
    shows = facts.get("shows") or [None] * seats
    told: list[list[str]] = []
    for seat in range(seats):
        won = result.ending == "played" and result.outcomes[seat] == "win"
        found = {
            "landlord": facts.get("landlord") == seat,
            "spring": bool(facts.get("spring")),
            "show": bool(shows[seat]),
        }
        told.append([name for name, so in found.items() if won and so])
    return told
