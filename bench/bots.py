"""How strong one level of the Dou Dizhu bots is against another, by duplicate deals, and how long it thinks.

    python -m bench.bots [--level normal] [--against easy] [--deals 200] [--mode huanle --seats 3]

Every deal is played twice with the same cards and the same landlord: by the level as landlord against the other as
peasants, then the other way round. Printed are the shares of wins with a 95 % interval over deals (even is 50 %), and
the CPU time of a decision to play. Without a mode all of them are played.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Sequence

from games.bots.doudizhu import decide
from games.rules.core import Action
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu

CARRIED = 100_000


def played(mode: str, levels: Sequence[str], seed: int, took: dict[str, list[float]]) -> bool:
    """Play one deal with seat 0 as landlord, each seat at its level; whether the landlord won."""
    seats = len(levels)
    config = {"game": "doudizhu", "mode": mode, "seats": seats, "bots": list(levels), "carried": [CARRIED] * seats}
    state = Doudizhu.start({**config, "timers": {"deal_step": 0}}, random.Random(seed).randbytes(32), {}, 0)
    luck = random.Random(seed)
    while state.result is None:
        decision = state.decisions[0]
        if not decision.seats or decision.kind in ("open", "deal"):
            state.apply(Action("timeout", None, decision.id, {}, decision.due or 0), trusted=True)
            continue
        seat = decision.seats[0]
        if decision.kind == "play":
            view, options = state.view(seat, 0), state.options(seat, decision)
            begin = time.process_time()
            answer = dict(decide(view, options, luck.getrandbits(64), levels[seat]))
            took[levels[seat]].append(time.process_time() - begin)
        elif decision.kind == "bid":
            answer = {"kind": "bid", "points": 3 if seat == 0 else 0}
        else:
            answer = {"kind": decision.kind, "yes": seat == 0 and decision.kind != "double"}
        state.apply(Action(answer.pop("kind"), seat, decision.id, answer, 0))
    return state.result.outcomes[0] == "win"


def duel(mode: str, seats: int, level: str, against: str, deals: int) -> None:
    took: dict[str, list[float]] = {level: [], against: []}
    landlord, peasants = [], []
    for seed in range(deals):
        landlord.append(played(mode, [level, *[against] * (seats - 1)], seed, took))
        peasants.append(not played(mode, [against, *[level] * (seats - 1)], seed, took))
    both = [(one + other) / 2 for one, other in zip(landlord, peasants, strict=True)]
    spread = 1.96 * statistics.stdev(both) / math.sqrt(deals)
    shares = f"landlord {statistics.mean(landlord):.1%}, peasants {statistics.mean(peasants):.1%}"
    print(f"{mode} {seats}: {level} wins {statistics.mean(both):.1%} ± {spread:.1%} ({shares}; {deals} deals)")
    for name, times in took.items():
        times.sort()
        p50, p95, p99 = (1000 * times[int(share * len(times))] for share in (0.5, 0.95, 0.99))
        print(f"    {name}: median {p50:.2f} ms a decision, p95 {p95:.1f}, p99 {p99:.1f} ({len(times)})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--against", default="easy")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--mode")
    parser.add_argument("--seats", type=int)
    wanted = parser.parse_args()
    for mode, seats in sorted(PRESETS):
        if wanted.mode in (None, mode) and wanted.seats in (None, seats):
            duel(mode, seats, wanted.level, wanted.against, wanted.deals)


if __name__ == "__main__":
    main()
