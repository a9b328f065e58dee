"""Policies of automated seats: pure functions over a seat's own view.

`POLICIES[game](view, options, rng_seed, level)` gives the answer to an open decision as `{"kind": …, …fields}`;
`options` is the decision's `mine`, `level` how well it plays, without one as a trustee does. The same arguments give
the same answer.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.bots import doudizhu, mahjong, thirteen

Policy = Callable[..., Mapping[str, Any]]

POLICIES: dict[str, Policy] = {
    "doudizhu": doudizhu.decide,
    "mahjong": mahjong.decide,
    "thirteen": thirteen.decide,
}
