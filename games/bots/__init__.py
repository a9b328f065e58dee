"""Policies of automated seats: pure functions over a seat's own view.

`POLICIES[game](view, options, rng_seed)` gives the answer to an open decision as `{"kind": …, …fields}`; `options` is
the decision's `mine`. The same arguments give the same answer. Bots and trustees play by the same policy.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.bots import doudizhu, thirteen

Policy = Callable[[Mapping[str, Any], Mapping[str, Any], int], Mapping[str, Any]]

POLICIES: dict[str, Policy] = {"doudizhu": doudizhu.decide, "thirteen": thirteen.decide}
