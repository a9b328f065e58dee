"""Finished hands in the database without a running platform: random ones of every mode, entry by entry."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from games.models import Hand, HandSeat, LogEntry
from games.rules.core import Action, commitment
from games.runtime.wire import result_json
from tests.rules.play import START, Step, random_hand


def store_hand(steps: list[Step], players: tuple[int | None, ...] = (), **changes: Any) -> Hand:
    """Keep a played hand as the runtime would have; settled, without any money having moved."""
    first, last = steps[0].before, steps[-1].after
    config = {**first.config, "shuffle": 1}
    created = datetime.fromtimestamp(START / 1000, UTC)
    ended = datetime.fromtimestamp(steps[-1].action.at / 1000, UTC)
    assert last.result is not None
    hand = Hand.objects.create(
        id=uuid.uuid4(),
        game="doudizhu",
        mode=config["mode"],
        rules_version=1,
        config=config,
        seed=first.seed,
        commitment=commitment(first.seed),
        table_key="table-1",
        status=Hand.Status.VOID if last.result.ending == "void" else Hand.Status.SETTLED,
        ended=ended,
        result=result_json(last.result),
        notice={"public": {"changes": [0] * config["seats"], "rake": [], "formula": {}}},
        **changes,
    )
    Hand.objects.filter(pk=hand.pk).update(created=created)
    for seat in range(config["seats"]):
        player = players[seat] if seat < len(players) else None
        display = {"name": f"seat {seat}", "bot": player is None, "avatar": "f1", "level": 1, "title": ""}
        HandSeat.objects.create(hand=hand, seat=seat, player_id=player, display=display, ended=ended, outcome="win")
    actions = [Action("start", at=START), *(step.action for step in steps)]
    LogEntry.objects.bulk_create(
        LogEntry(hand=hand, seq=seq, at=action.at, due=None, cmd=f"c{seq}", action=_stored(action))
        for seq, action in enumerate(actions)
    )
    return hand


def _stored(action: Action) -> dict[str, Any]:
    fields = {"kind": action.kind, "seat": action.seat, "decision": action.decision, "data": dict(action.data)}
    return {name: value for name, value in fields.items() if value not in (None, {})}


def long(steps: list[Step]) -> bool:
    """A hand that is worth a test; many random ones are fled or voided early."""
    return len(steps) >= 30


def redealt(steps: list[Step]) -> bool:
    """A long hand whose first deal nobody called."""
    return long(steps) and sum(event.kind == "dealing" for step in steps for event in step.events) > 1


def finished_hand(
    seed: int, row: tuple[str, int] | None = None, like: Callable[[list[Step]], bool] = long, **changes: Any
) -> tuple[Hand, list[Step]]:
    """A stored random hand of a mode and number of players, and its steps: the first from `seed` on that is so."""
    rng = random.Random(seed)
    while not like(steps := list(random_hand(rng, row))):
        pass
    return store_hand(steps, **changes), steps
