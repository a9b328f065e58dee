"""Entries that the system appends by itself, to any number of hands at once. Blocking code."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from uuid import UUID

from games.rules.core import IllegalAction
from games.runtime import writer
from games.runtime.folded import Folded, Proposal
from games.runtime.folds import Folds, folds

logger = logging.getLogger(__name__)

Propose = Callable[[Folded], Proposal | None]


def enter(found: Mapping[UUID, Folded], propose: Propose, known: Folds = folds) -> set[UUID]:
    """Append what `propose` says to each of these hands, an entry a hand in each batch, until it says None; the hands
    that took any. `found` comes from `known`, and is what the log has afterwards.

    What a hand refuses it is not asked again; a fault of its rules concerns that hand alone. An entry that took the
    number first only means that `propose` is asked once more behind it. Raises `Unavailable` and the database's errors.
    """
    entered: set[UUID] = set()
    waiting = dict(found)
    while waiting:
        proposals = {h: p for h, folded in waiting.items() if (p := _proposed(propose, folded)) is not None}
        stored = writer.commit(list(proposals.values())) if proposals else set()
        again: dict[UUID, Folded] = {}
        beaten: dict[UUID, int] = {}
        for hand_id, proposal in proposals.items():
            folded = waiting[hand_id]
            if (hand_id, proposal.entry.seq) in stored:
                folded.accept(proposal)
                again[hand_id] = folded
                entered.add(hand_id)
            else:
                beaten[hand_id] = folded.seq
        newer = known.fresh(beaten) if beaten else {}
        # Nothing newer, and yet refused: such a hand is no longer live.
        waiting = again | {h: folded for h, folded in newer.items() if folded.seq > beaten[h]}
    return entered


def _proposed(propose: Propose, folded: Folded) -> Proposal | None:
    if folded.state.result is not None:
        return None
    try:
        return propose(folded)
    except IllegalAction:
        return None
    except Exception:
        logger.exception("hand %s does not take what the system enters", folded.origin.hand_id)
        return None
