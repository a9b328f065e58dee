"""How long the compare is shown (1.2). The result stands before; this is what the table waits for."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.thirteen.scoring import Score

ROW_MS, SHOOT_MS, HOMERUN_MS, SPECIAL_MS = 2_000, 1_500, 3_000, 1_500
RESULT_MS = 5_000
"""How long the result stands after it."""


def reveal_ms(scored: Score, specials: Sequence[str | None]) -> int:
    """The length of the compare: three rows where any are compared, every shoot, a home run, every special hand."""
    rows = 3 * ROW_MS if any(pair.rows for pair in scored.pairs) else 0
    shoots = SHOOT_MS * sum(pair.shot_by is not None for pair in scored.pairs)
    homerun = HOMERUN_MS if scored.homerun is not None else 0
    return rows + shoots + homerun + SPECIAL_MS * sum(special is not None for special in specials)
