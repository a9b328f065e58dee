"""The system's own turns: time-outs and automated seats, appended by the same path as a person's.

Blocking code, for Celery and for a web process's safety net. Each thread keeps the hands it has folded and reads only
what is new.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import Error

from games.bots import POLICIES
from games.runtime import fanout, store, thinking, writer
from games.runtime.folded import AUTO, Folded, Proposal
from games.runtime.wire import Entry

logger = logging.getLogger(__name__)

CLAIM_MS = 5_000
"""A worker that dies with claimed hands delays them by this much."""
BOT_MS = 2_000
"""When a bot that was asked to play has not, it is asked again."""
SWEEP = 500
KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Turn:
    """An automated seat that has thought long enough."""

    hand_id: UUID
    seat: int
    decision: int


class _Folds(threading.local):
    """The hands this thread has folded, the least recently used dropped first."""

    def __init__(self) -> None:
        self._folds: OrderedDict[UUID, Folded] = OrderedDict()

    def fresh(self, hand_ids: Iterable[UUID]) -> dict[UUID, Folded]:
        """These hands as the log has them now. Unknown hands are left out, and so are those that do not fold: one
        hand's fault must not stop the clocks of all."""
        wanted = list(hand_ids)
        known = {h: self._folds[h].seq for h in wanted if h in self._folds}
        newer = store.entries_after(known) if known else {}
        for hand_id in wanted:
            try:
                self._bring_up(hand_id, newer.get(hand_id, []))
            except Error:
                raise
            except Exception:
                logger.exception("hand %s does not fold", hand_id)
                self._folds.pop(hand_id, None)  # it may be half way through an entry
        found = {h: self._folds[h] for h in wanted if h in self._folds}
        for hand_id, folded in found.items():
            self._folds.move_to_end(hand_id)
            if folded.state.result is not None:
                del self._folds[hand_id]
        while len(self._folds) > KEPT:
            self._folds.popitem(last=False)
        return found

    def _bring_up(self, hand_id: UUID, newer: Iterable[Entry]) -> None:
        kept = self._folds.get(hand_id)
        if kept is not None:
            for entry in newer:
                kept.absorb(entry)
        elif (folded := store.load(hand_id)) is not None:
            self._folds[hand_id] = folded


_folds = _Folds()


def sweep(now: int | None = None) -> list[Turn]:
    """Append the time-outs of every hand that is due; the automated seats that must be asked to play."""
    moment = store.now_ms() if now is None else now
    until = moment + CLAIM_MS
    claimed = fanout.claim(moment, until, SWEEP)
    if not claimed:
        return []
    try:
        folds = _folds.fresh(claimed)
        _time_out(folds.values(), moment)
    except Exception:
        fanout.unclaim(until, dict.fromkeys(claimed, moment))
        raise
    turns = [turn for folded in folds.values() for turn in ready(folded, moment)]
    asked = {turn.hand_id for turn in turns}
    looks = {h: _next_look(folds[h], moment, h in asked) if h in folds else None for h in claimed}
    fanout.unclaim(until, looks)
    return turns


def _next_look(folded: Folded, moment: int, asked: bool) -> int | None:
    """When the clock must look at a hand again that it has just looked at, unless an entry says otherwise."""
    if asked:
        return moment + BOT_MS
    if folded.due is not None and folded.due <= moment:
        return moment + CLAIM_MS  # it takes no time-out now, and would not a quarter of a second later
    return folded.due


def run_due(hand_id: UUID, now: int | None = None) -> None:
    """Everything that is due in one hand, bots included: the safety net of a process whose Celery is away."""
    moment = store.now_ms() if now is None else now
    for folded in _folds.fresh([hand_id]).values():
        _time_out([folded], moment)
        for turn in ready(folded, moment):
            play(turn)


def rearm() -> int:
    """Put back the due times of all live hands from the log and forget all others; how many live ones there are."""
    timed = fanout.timed()  # before the log is read: a hand that begins in between is not taken for one that ended
    heads = store.heads()
    fanout.arm(heads)
    fanout.forget(timed - {head.hand_id for head in heads})
    return len(heads)


def ready(folded: Folded, now: int) -> list[Turn]:
    """The automated seats of a hand that have thought long enough."""
    origin = folded.origin
    times = thinking.ready_at(origin.hand_id, origin.config, folded.since)
    return [Turn(origin.hand_id, seat, decision) for (decision, seat), at in times.items() if at <= now]


def play(turn: Turn) -> bool:
    """Let an automated seat answer its decision; False when that is no longer open for it."""
    while True:
        folded = _folds.fresh([turn.hand_id]).get(turn.hand_id)
        if folded is None or (turn.decision, turn.seat) not in folded.since:
            return False
        proposal = _choose(folded, turn, store.now_ms())
        if proposal is None:
            return False
        if writer.commit([proposal]):
            folded.accept(proposal)
            return True
        if not store.entries(turn.hand_id, folded.seq):
            return False  # nothing newer, and yet refused: the hand is no longer live


def _choose(folded: Folded, turn: Turn, now: int) -> Proposal | None:
    state = folded.state
    decision = next(d for d in state.decisions if d.id == turn.decision)
    cmd = f"auto:{turn.decision}:{turn.seat}"
    try:
        policy = POLICIES[state.game]
        answer = dict(policy(state.view(turn.seat, now), state.options(turn.seat, decision), _luck(folded, turn)))
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


def _time_out(folds: Iterable[Folded], now: int) -> None:
    """Append what has timed out, hand by hand one entry a round, until nothing more is due."""
    waiting = list(folds)
    while waiting:
        proposals = {f.origin.hand_id: p for f in waiting if (p := _overdue(f, now)) is not None}
        stored = writer.commit(list(proposals.values())) if proposals else set()
        again = []
        for folded in waiting:
            proposal = proposals.get(folded.origin.hand_id)
            # A loser's hand was moved by someone else, who has set its next due time.
            if proposal is not None and (proposal.hand_id, proposal.entry.seq) in stored:
                folded.accept(proposal)
                again.append(folded)
        waiting = again


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
