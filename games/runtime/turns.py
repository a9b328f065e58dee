"""The system's own turns: time-outs and automated seats, appended by the same path as a person's.

Blocking code, for Celery and for a web process's safety net. Each thread keeps the hands it has folded and reads only
what is new.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from games.bots import POLICIES
from games.runtime import fanout, leases, store, thinking
from games.runtime.entering import enter
from games.runtime.faults import Outage, give_back
from games.runtime.folded import AUTO, Folded, Proposal
from games.runtime.folds import folds

logger = logging.getLogger(__name__)

CLAIM_MS = 2_000
"""A worker that dies with claimed hands delays them by this much, beside its own restart. Where a sweep takes longer
another one looks at the same hands, and the log takes each time-out once."""
BOT_MS = 2_000
"""When a bot that was asked to play has not, it is asked again."""
SWEEP = 500


@dataclass(frozen=True, slots=True)
class Turn:
    """An automated seat that has thought long enough."""

    hand_id: UUID
    seat: int
    decision: int


def sweep(now: int | None = None) -> list[Turn]:
    """Append the time-outs of every hand that is due; the automated seats that must be asked to play."""
    moment = store.now_ms() if now is None else now
    until = moment + CLAIM_MS
    claimed = fanout.claim(moment, until, SWEEP)
    if not claimed:
        return []
    try:
        found = folds.fresh(claimed)
        enter(found, partial(_overdue, now=moment))
    except Exception:
        fanout.unclaim(until, dict.fromkeys(claimed, moment))
        raise
    turns = [turn for folded in found.values() for turn in ready(folded, moment)]
    asked = {turn.hand_id for turn in turns}
    looks = {h: _next_look(found[h], moment, h in asked) if h in found else None for h in claimed}
    fanout.unclaim(until, looks)
    return turns


def _next_look(folded: Folded, moment: int, asked: bool) -> int | None:
    """When the clock must look at a hand again that it has just looked at, unless an entry says otherwise."""
    if asked:
        return moment + BOT_MS
    if folded.due is not None and folded.due <= moment:
        return moment + CLAIM_MS  # it takes no time-out now, and would not a quarter of a second later
    return folded.due


def run_due(hand_id: UUID, now: int | None = None, outage: Outage | None = None) -> None:
    """Everything that is due in one hand, bots included: the safety net of a process whose Celery is away. What an
    `outage` took is given back first."""
    moment = store.now_ms() if now is None else now
    found = folds.fresh([hand_id])
    if outage is not None:
        give_back(found, outage)
    enter(found, partial(_overdue, now=moment))
    for folded in found.values():
        for turn in ready(folded, moment):
            play(turn)


def rearm(now: int | None = None) -> int:
    """Put back the due times and leases of all live hands and forget all others; how many live ones there are."""
    timed = fanout.timed()  # before the log is read: a hand that begins in between is not taken for one that ended
    heads = store.heads()
    fanout.arm(heads)
    leases.grant(store.people(), store.now_ms() if now is None else now)
    fanout.forget(timed - {head.hand_id for head in heads})
    return len(heads)


def ready(folded: Folded, now: int) -> list[Turn]:
    """The automated seats of a hand that have thought long enough."""
    origin = folded.origin
    times = thinking.ready_at(origin.hand_id, origin.config, folded.since)
    return [Turn(origin.hand_id, seat, decision) for (decision, seat), at in times.items() if at <= now]


def play(turn: Turn) -> bool:
    """Let an automated seat answer its decision; False when that is no longer open for it."""
    return bool(enter(folds.fresh([turn.hand_id]), partial(_answer, turn=turn)))


def _answer(folded: Folded, turn: Turn) -> Proposal | None:
    if (turn.decision, turn.seat) not in folded.since:
        return None
    return _choose(folded, turn, store.now_ms())


def _choose(folded: Folded, turn: Turn, now: int) -> Proposal | None:
    state = folded.state
    decision = next(d for d in state.decisions if d.id == turn.decision)
    cmd = f"auto:{turn.decision}:{turn.seat}"
    try:
        policy = POLICIES[state.game]
        level = (folded.origin.config.get("bots") or {turn.seat: None})[turn.seat]
        given = (state.view(turn.seat, now), state.options(turn.seat, decision), _luck(folded, turn))
        answer = dict(policy(*given, level) if level else policy(*given))
        kind = answer.pop("kind")
        return folded.propose(cmd, kind, turn.seat, turn.decision, {**answer, AUTO: True}, now)
    except Exception:
        # A policy with a fault must not stop a table: any legal move is better than none.
        logger.exception("the policy of %s failed in %s", state.game, turn)
    move = next(iter(state.legal(turn.seat)), None)
    if move is None:
        return None
    return folded.propose(cmd, move.kind, turn.seat, turn.decision, {**move.data, AUTO: True}, now)


def _luck(folded: Folded, turn: Turn) -> int:
    """A bot's random seed: repeatable, and unknown to whoever does not know the hand's secret seed."""
    material = folded.origin.seed + f"/bot/{turn.decision}/{turn.seat}".encode()
    return int.from_bytes(hashlib.sha256(material).digest()[:8], "big")


def _overdue(folded: Folded, now: int) -> Proposal | None:
    for decision in folded.state.decisions:
        if decision.due is not None and decision.due <= now:
            cmd = f"timeout:{decision.id}:{decision.due}"
            try:
                return folded.propose(cmd, "timeout", None, decision.id, {}, now)
            except Exception:
                # A refusal or a fault of the rules: either way it concerns this hand alone.
                logger.exception("decision %s of %s did not take its time-out", decision.id, folded.origin.hand_id)
    return None
