"""What a hint costs in every mode, and what knowing whether anything beats the table does: both run between moves.

    python -m bench.hints [--positions 300] [--seed 1]

Positions come from seeded games of random moves, and as many more where a whole hand leads. CPU time in milliseconds;
each hint is asked for once, so what earlier hands left remembered helps as it does in a running process.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from bench.positions import drawn_rules, positions, random_game
from games.rules.doudizhu.hints import hints
from games.rules.doudizhu.moves import can_beat
from games.rules.doudizhu.presets import PRESETS


def quantiles(given: Sequence[Any], work: Callable[..., object]) -> str:
    took = []
    for position in given:
        begin = time.process_time_ns()
        work(*position)
        took.append((time.process_time_ns() - begin) / 1e6)
    took.sort()
    p50, p95, p99 = (took[int(share * len(took))] for share in (0.5, 0.95, 0.99))
    return f"median {p50:.2f}, p95 {p95:.2f}, p99 {p99:.2f}, most {took[-1]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for mode, seats in sorted(PRESETS):
        row = PRESETS[mode, seats]
        met = [
            (hand, lead and lead[0], rules)
            for rules, hand, lead in positions(wanted.positions, wanted.seed, mode, seats)
        ]
        rng = random.Random(wanted.seed)
        firsts = []
        while len(firsts) < wanted.positions // 3:
            rules = drawn_rules(rng, row)
            hand, _ = next(random_game(rng, rules, seats, row.hand, row.hole))
            firsts.append((hand, None, rules))
        print(f"{mode} {seats}")
        print(f"  beats the table?   {quantiles(met, can_beat)}")
        print(f"  hints              {quantiles(met, hints)}")
        print(f"  first lead, {len(firsts[0][0])} cards {quantiles(firsts, hints)}")


if __name__ == "__main__":
    main()
