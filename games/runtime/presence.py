"""Who is at the table: leases that end become the action `lost`, a sign of life after that `back`. Blocking code.

No callback of a closed socket decides anything: a socket that broke may be back before its lease ends, and one that
says goodbye may be one of two.
"""

from __future__ import annotations

from uuid import UUID

from games.runtime import leases, store
from games.runtime.entering import enter
from games.runtime.folded import Folded, Proposal
from games.runtime.folds import folds
from games.runtime.leases import Seat, Verdict

CLAIM_MS = 5_000
"""A worker that dies with ended leases delays them by this much."""
LIMIT = 500


def sweep(now: int | None = None) -> list[Seat]:
    """Enter `lost` for the seats whose lease has ended; which they were."""
    moment = store.now_ms() if now is None else now
    until = moment + CLAIM_MS
    ended = leases.ended(moment, until, LIMIT)
    if not ended:
        return []
    found = folds.fresh({hand_id for hand_id, _ in ended})
    missing: dict[UUID, list[int]] = {}
    for hand_id, seat in ended:
        missing.setdefault(hand_id, []).append(seat)

    def propose(folded: Folded) -> Proposal | None:
        for seat in missing[folded.origin.hand_id]:
            if not folded.state.away(seat):
                return folded.propose(f"lost:{seat}:{folded.seq + 1}", "lost", seat, None, {}, moment)
        return None

    enter(found, propose)
    verdicts = {seat: _verdict(found.get(seat[0]), seat[1]) for seat in ended}
    leases.judged(until, verdicts)
    return [seat for seat, verdict in verdicts.items() if verdict == "lost"]


def _verdict(folded: Folded | None, seat: int) -> Verdict:
    """A hand that takes no `lost` is over, whatever its own log says."""
    return "lost" if folded is not None and folded.state.result is None and folded.state.away(seat) else "gone"


def back(hand_id: UUID, seat: int) -> bool:
    """Enter `back` for a seat that was lost; False when it is not."""

    def propose(folded: Folded) -> Proposal | None:
        if not folded.state.away(seat):
            return None
        return folded.propose(f"back:{seat}:{folded.seq + 1}", "back", seat, None, {}, store.now_ms())

    return bool(enter(folds.fresh([hand_id]), propose))
