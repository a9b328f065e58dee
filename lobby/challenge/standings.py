"""Who stands where in a round, while it runs and when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lobby.challenge import scoring
from lobby.challenge.models import Entry, Play, Round, Sitting


@dataclass(frozen=True, slots=True)
class Stand:
    """Somebody in a round. `sitting`: None of who sits it out and goes on. `score` is None where tables are not
    compared, or nothing was played yet."""

    entry: Entry
    sitting: Sitting | None
    score: int | None
    points: int

    @property
    def key(self) -> tuple[int, ...]:
        """What decides about the order, the better the smaller. Whoever has given up stands last, who rests first; then
        the score counts, what the hands of this round brought, and what those of earlier ones did."""
        left = self.entry.left_at is not None
        return left, self.sitting is not None, -(self.score or 0), -self.points, -self.entry.total


def of(found: Round) -> list[Stand]:
    """Everybody in the round, the best first; equals in the order in which they entered."""
    sittings = list(
        Sitting.objects.filter(table__round=found).select_related("entry__player", "table").order_by("table", "index")
    )
    results = worth(found, sittings)
    entries = list(found.challenge.entries.select_related("player").filter(place=None))
    by_entry = {sitting.entry_id: sitting for sitting in sittings}
    stands = []
    for entry in entries:
        sitting = by_entry.get(entry.pk)
        score, points = (None, 0) if sitting is None else results[sitting.pk]
        stands.append(Stand(entry, sitting, score, points))
    return sorted(stands, key=lambda stand: (stand.key, stand.entry.pk))


def worth(found: Round, sittings: Sequence[Sitting]) -> dict[int, tuple[int | None, int]]:
    """The score and the points of each of the round's sittings, by its key, from the boards played so far."""
    tables = sorted({sitting.table_id for sitting in sittings})
    if not tables:
        return {}
    seats = max(sitting.index for sitting in sittings) + 1
    boards: dict[int, dict[int, list[int]]] = {}
    for table, board, points in Play.objects.filter(table__in=tables).values_list("table_id", "board_id", "points"):
        results = boards.setdefault(board, {})
        if points:
            results[table] = points
    points_of = scoring.totals(tables, seats, boards.values())
    scores = scoring.compared(tables, seats, boards.values()) if found.compare and boards else None
    return {
        sitting.pk: (
            None if scores is None else scores[sitting.table_id][sitting.index],
            points_of[sitting.table_id][sitting.index],
        )
        for sitting in sittings
    }
