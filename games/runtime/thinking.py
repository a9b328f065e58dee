"""How long automated seats think, and when the system must next look at a hand. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from uuid import UUID

from games.rules.core import Json, State, due

THINK = (800, 2000)
"""Shortest and longest think time of a bot or trustee in ms; `config["timers"]["think"]` overrides it."""


def think_ms(hand_id: UUID, config: Mapping[str, Json], decision: int, seat: int) -> int:
    """The think time of `seat` for `decision`: looks arbitrary, is the same in every process."""
    low, high = config.get("timers", {}).get("think", THINK)
    digest = hashlib.blake2b(f"{hand_id}/{decision}/{seat}".encode(), digest_size=4).digest()
    return int(low) + int.from_bytes(digest, "big") % (int(high) - int(low) + 1)


def since(before: Mapping[tuple[int, int], int], state: State, at: int) -> dict[tuple[int, int], int]:
    """Since when each automated seat has faced each of its open decisions, after an entry at `at`."""
    return {
        (decision.id, seat): before.get((decision.id, seat), at)
        for decision in state.decisions
        for seat in decision.seats
        if state.automated(seat)
    }


def ready_at(
    hand_id: UUID, config: Mapping[str, Json], faced: Mapping[tuple[int, int], int]
) -> dict[tuple[int, int], int]:
    """When each automated seat has thought long enough, by (decision, seat)."""
    return {(d, seat): at + think_ms(hand_id, config, d, seat) for (d, seat), at in faced.items()}


def next_due(
    hand_id: UUID, config: Mapping[str, Json], state: State, faced: Mapping[tuple[int, int], int]
) -> int | None:
    """The earliest of the deadlines and the think times, or None (the hand is over, or waits for people alone)."""
    if state.result is not None:
        return None
    deadline = due(state)
    if not faced:
        return deadline
    ready = min(ready_at(hand_id, config, faced).values())
    return ready if deadline is None else min(ready, deadline)
