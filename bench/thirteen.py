"""How well the system arranges Thirteen Water, and how long it takes.

    python -m bench.thirteen [--deals 2000] [--seats 4]

Duplicate deals: the hero sits in each seat in turn, the others play greedily (strongest back row first). Prints the
hero's points a hand against all opponents together with a 95 % interval, and the CPU time of one arrangement.
"""

import argparse
import random
import statistics
import time

from games.rules.thirteen import arrange
from games.rules.thirteen.arrangement import Rows
from games.rules.thirteen.scoring import score
from games.rules.thirteen.settings import USUAL
from games.rules.thirteen.specials import SPECIALS, find


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    arrange.valued(luck.sample(range(52), 13), options.seats, USUAL)  # the tables are made with the first hand
    results, times = [], []
    for _ in range(options.deals):
        deck = luck.sample(range(52), 13 * options.seats)
        hands = [deck[13 * seat : 13 * seat + 13] for seat in range(options.seats)]
        weak = [_greedy(hand) for hand in hands]
        strong = []
        for hand in hands:
            begun = time.process_time()
            strong.append(_exact(hand, options.seats))
            times.append(time.process_time() - begun)
        deal = 0.0
        for hero in range(options.seats):
            table = [strong[seat] if seat == hero else weak[seat] for seat in range(options.seats)]
            deal += score(table).points[hero]
        results.append(deal / options.seats)
    half = 1.96 * statistics.stdev(results) / len(results) ** 0.5
    mean = statistics.mean(results)
    times.sort()
    print(f"{options.deals} deals, {options.seats} seats, seed {options.seed}")
    print(f"points a hand against greedy: {mean:+.2f} ± {half:.2f} (lower end {mean - half:+.2f})")
    print(
        f"CPU ms an arrangement: p50 {times[len(times) // 2] * 1e3:.2f}, p95 {times[int(len(times) * 0.95)] * 1e3:.2f}"
    )


def _greedy(hand: list[int]) -> Rows:
    rows, special = arrange.greedy(hand, USUAL), find(hand)
    return Rows(*rows.all, special and special.key)


def _exact(hand: list[int], seats: int) -> Rows:
    rows, worth = arrange.valued(hand, seats, USUAL)
    special = find(hand)
    declared = special is not None and SPECIALS[special.key].points >= worth
    return Rows(*rows.all, special.key if special is not None and declared else None)


if __name__ == "__main__":
    main()
