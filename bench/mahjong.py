"""How fast mahjong hands are looked at beside the `mahjong` package, and how well and how fast its bots play.

    python -m bench.mahjong hands [--hands 100000] [--seed 20261129]
    python -m bench.mahjong duel [--walls 5000] [--minimum 0 1 3] [--level normal] [--against easy] [--workers 2]
    python -m bench.mahjong table [--walls 1000] [--minimum 3] [--level normal]

hands: win checks and shanten of the same hands in one run, A from a shuffled deck, B near wins. duel: two against two
in alternating seats, each wall played twice with the seats rotated by one; units a hand with a 95 % interval from
resampling the walls. table: four of one level. The exit status is 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from games.bots.mahjong import decide
from games.rules.core import Action
from games.rules.mahjong import complete, shanten
from games.rules.mahjong.match import Match
from games.rules.mahjong.rounds import Mahjong
from tests.mahjong.hands import dealt, is_seven_pairs, near_wins

GOALS = {0: 0.2, 1: 0.4, 3: 5.5}
"""Units a hand against the weak level that the lower end of the interval has to exceed, by minimum fan."""
MOST_DRAWN = 0.08
"""The most drawn hands of four bots of the strong level where three fan are needed."""
MOST_MS = 20.0
"""CPU time of all but one in a hundred decisions."""
RESAMPLES = 2_000

Hand = list[int]


def rate(work: Callable[[Any], Any], given: Sequence[Any], count: int) -> tuple[float, list[Any]]:
    """How many a second of CPU in the best of three runs, and what came out."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        found = [work(one) for one in given]
        times.append(time.process_time() - begun)
    return count / min(times), found


def hands(count: int, seed: int) -> bool:
    """Print the rates; whether all goals are met."""
    rng = np.random.default_rng(seed)
    sets = {"A": dealt(rng, count).tolist(), "B": near_wins(random.Random(seed), count)}
    shanten.shanten(sets["A"][0])  # the tables are made with the first hand
    met = True
    for name, every in sets.items():
        kept = [complete.keys(hand) for hand in every]
        theirs, wins = rate(Agari.is_agari, every, count)
        counted, own = rate(lambda hand: complete.is_complete(complete.keys(hand)), every, count)
        looked, same = rate(complete.is_complete, kept, count)
        disagree = sum(
            a != bool(b) and not is_seven_pairs(hand) for a, b, hand in zip(own, wins, every, strict=True)
        ) + sum(a != b for a, b in zip(own, same, strict=True))
        print(f"{name} win checks a second: mahjong {theirs:,.0f}, own {counted:,.0f}, with kept keys {looked:,.0f}")
        print(f"{name} ({sum(own):,} wins of {count:,}) disagreements {disagree}")
        met &= not disagree and (name == "A" or (counted >= 2 * theirs and looked >= 10 * theirs))
        few = every[: max(1, count // 5)]
        theirs, far = rate(lambda hand: Shanten.calculate_shanten(hand, use_chiitoitsu=False), few, len(few))
        single, ours = rate(shanten.shanten, few, len(few))
        array = np.array(every, dtype=np.uint8)
        many, (batch,) = rate(shanten.lacking, [array], count)
        batch = (batch - 1).tolist()
        disagree = sum(a != b for a, b in zip(ours, far, strict=True)) + sum(
            a != b for a, b in zip(ours, batch, strict=False)
        )
        print(f"{name} shanten a second: mahjong {theirs:,.0f}, own {single:,.0f}, numpy batch {many:,.0f}")
        print(f"{name} disagreements {disagree}")
        met &= not disagree and (name == "B" or (single >= 1.2 * theirs and many >= 100 * theirs))
    return met


# -- bots --------------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of the hands: how many, drawn ones, and by level wins, their fan, fed wins, ms of each decision; units
    a hand of the first level, wall by wall."""

    hands: int = 0
    drawn: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    fans: Counter[str] = field(default_factory=Counter)
    fed: Counter[str] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=dict)
    units: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take another's numbers in."""
        self.hands += other.hands
        self.drawn += other.drawn
        for own, more in ((self.wins, other.wins), (self.fans, other.fans), (self.fed, other.fed)):
            own.update(more)
        for level, times in other.took.items():
            self.took.setdefault(level, []).extend(times)
        self.units += other.units


def played(minimum: int, levels: Sequence[str], wall: int, tally: Tally) -> Mahjong:
    """Play the hand of a wall to its end."""
    luck = random.Random(wall)
    seed, dealer, wind = luck.randbytes(32), luck.randrange(4), luck.randrange(4)
    config = {"game": "mahjong", "mode": f"guangdong-{minimum}", "seats": 4, "bots": list(levels)}
    state = Mahjong.start(config, seed, {"match": Match(dealer, dealer, wind).as_carry()}, 0)
    while state.result is None:
        decision = state.decisions[0]
        if not decision.seats:
            state.apply(Action("timeout", None, decision.id, {}, decision.due or 0), trusted=True)
            continue
        seat = decision.seats[0]
        view, options = state.view(seat, 0), state.options(seat, decision)
        begun = time.process_time()
        answer = dict(decide(view, options, 0, levels[seat]))
        tally.took.setdefault(levels[seat], []).append(1000 * (time.process_time() - begun))
        state.apply(Action(answer.pop("kind"), seat, decision.id, answer, 0))
    tally.hands += 1
    tally.drawn += state.exhausted
    for win in state.wins:
        tally.wins[levels[win.seat]] += 1
        tally.fans[levels[win.seat]] += win.score.fan
        if win.source is not None:
            tally.fed[levels[win.source]] += 1
    return state


def twice(minimum: int, level: str, against: str, wall: int) -> Tally:
    """One wall, played twice with the seats rotated by one."""
    tally = Tally()
    units = 0
    for turn in range(2):
        levels = [level if (seat + turn) % 2 == 0 else against for seat in range(4)]
        state = played(minimum, levels, wall, tally)
        assert state.result is not None
        units += sum(state.result.points[seat] for seat in range(4) if (seat + turn) % 2 == 0)
    tally.units.append(units / 4)  # two hands of two seats
    return tally


def interval(units: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """The 95 % interval of the mean, by resampling walls."""
    rng, values = np.random.default_rng(seed), np.array(units)
    means = [values[rng.integers(0, len(values), len(values))].mean() for _ in range(RESAMPLES)]
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def duel(minimum: int, level: str, against: str, walls: int, first: int, workers: int) -> bool:
    """Print what two of each come to; whether the goals are met."""
    total = Tally()
    with ProcessPoolExecutor(workers) as pool:
        numbers = range(first, first + walls)
        for tally in pool.map(twice, repeat(minimum), repeat(level), repeat(against), numbers, chunksize=10):
            total.add(tally)
    mean, (low, high) = statistics.mean(total.units), interval(total.units)
    print(f"{minimum} fan: {level} against {against} {mean:+.2f} units a hand, 95 % {low:+.2f} to {high:+.2f}")
    _print(total, {level: 2, against: 2})
    return level != "normal" or against != "easy" or low > GOALS[minimum]


def table(minimum: int, level: str, walls: int, first: int) -> bool:
    """Print what four of a level come to; whether few enough hands are drawn."""
    total = Tally()
    for wall in range(first, first + walls):
        played(minimum, [level] * 4, wall, total)
    print(f"{minimum} fan: four of {level}")
    _print(total, {level: 4})
    return level != "normal" or minimum != 3 or total.drawn <= MOST_DRAWN * total.hands


def _print(tally: Tally, seats: dict[str, int]) -> None:
    print(f"    {tally.hands} hands, {tally.drawn / tally.hands:.1%} drawn")
    for level, times in tally.took.items():
        shares = tally.hands * seats[level]
        fan = tally.fans[level] / max(1, tally.wins[level])
        times.sort()
        p50, p99 = times[len(times) // 2], times[int(0.99 * len(times))]
        print(
            f"    {level}: wins {tally.wins[level] / shares:.1%} of hands a seat, mean fan {fan:.2f}, feeds"
            f" {tally.fed[level] / shares:.1%}; a decision {p50:.2f} ms, p99 {p99:.2f} ms CPU ({len(times)})"
        )
        if p99 > MOST_MS:
            print(f"    {level}: p99 is above {MOST_MS} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("hands", "duel", "table"))
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--walls", type=int, default=5_000)
    parser.add_argument("--first", type=int, default=0, help="the first wall's number")
    parser.add_argument("--minimum", type=int, nargs="+", default=[0, 1, 3], choices=tuple(GOALS))
    parser.add_argument("--level", default="normal")
    parser.add_argument("--against", default="easy")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=20261129)
    wanted = parser.parse_args()
    met = []
    if wanted.what == "hands":
        met.append(hands(wanted.hands, wanted.seed))
    for minimum in wanted.minimum:
        if wanted.what == "duel":
            met.append(duel(minimum, wanted.level, wanted.against, wanted.walls, wanted.first, wanted.workers))
        elif wanted.what == "table":
            met.append(table(minimum, wanted.level, wanted.walls, wanted.first))
    raise SystemExit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
