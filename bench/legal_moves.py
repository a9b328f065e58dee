"""How many lists of legal Dou Dizhu plays a second one core makes, beside DouZero's generator on the same positions.

    python -m bench.legal_moves [--positions 2000] [--seed 1] [--rounds 7]

Positions are drawn from seeded games of random moves with 20, 17 and 17 cards, up to five a game; left out are leads
that DouZero reads in another way. A list is every play of the hand as ranks (`rank_plays`), as DouZero's are; one line
gives concrete cards too (`plays`). Then the other modes, whose rules no public generator knows, and what judging one
play costs. Time is CPU time (`process_time`), engines take turns within a round, printed is the median of the rounds,
slowest and fastest beside it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from bench.positions import MOST_MOVES, positions
from games.rules.doudizhu import patterns
from games.rules.doudizhu.cards import counts_of
from games.rules.doudizhu.moves import plays, rank_plays
from games.rules.doudizhu.patterns import default, readings, refusal
from games.rules.doudizhu.presets import PRESETS
from tests.rules.peers import DouZero

Work = Callable[[Any], object]


def rates(rounds: int, given: Sequence[Any], works: dict[str, tuple[Sequence[Any], Work]]) -> dict[str, list[float]]:
    """Lists a second of each engine, round by round; `works` names its own form of the positions and what it does."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (own, work) in works.items():
            begin = time.process_time()
            for position in own:
                work(position)
            found[name].append(len(given) / (time.process_time() - begin))
    return found


def report(name: str, found: Sequence[float], beside: Sequence[float] | None = None) -> None:
    ratio = "" if beside is None else f"  {statistics.median(found) / statistics.median(beside):.2f} times DouZero"
    print(f"  {name:<22}{statistics.median(found):>9,.0f} lists/s  ({min(found):,.0f} to {max(found):,.0f}){ratio}")


def against_douzero(number: int, seed: int, rounds: int) -> None:
    peer = DouZero()
    met = [
        (rules, hand, lead)
        for rules, hand, lead in positions(number, seed)
        if lead is None or default(readings(lead[1], rules), None, rules) == lead[0]
    ]
    parts = {
        "all": met,
        "leading": [p for p in met if p[2] is None],
        "following": [p for p in met if p[2] is not None],
        "hands of 17 or more": [p for p in met if len(p[1]) >= 17],
    }
    for part, given in parts.items():
        ours = [(counts_of(hand), lead and lead[0], rules) for rules, hand, lead in given]
        cards = [(hand, lead and lead[0], rules) for rules, hand, lead in given]
        theirs = [(peer.cards(hand), lead and peer.cards(lead[1])) for _, hand, lead in given]
        found = rates(
            rounds,
            given,
            {
                "ours": (ours, lambda p: list(rank_plays(*p))),
                "ours, as cards": (cards, lambda p: list(plays(*p))),
                "DouZero": (theirs, lambda p: peer.moves(*p)),
            },
        )
        print(f"{part}: {len(given)} positions")
        for name, speeds in found.items():
            report(name, speeds, None if name == "DouZero" else found["DouZero"])


def other_modes(number: int, seed: int, rounds: int) -> None:
    print(f"every mode: {number} positions, lists cut at {MOST_MOVES} plays; one play judged")
    for mode, seats in sorted(PRESETS):
        met = positions(number, seed, mode, seats)
        counted = [(counts_of(hand), lead and lead[0], rules) for rules, hand, lead in met]
        speeds = rates(rounds, met, {mode: (counted, lambda p: list(islice(rank_plays(*p), MOST_MOVES)))})
        report(f"{mode} {seats}", speeds[mode])
        judged = sorted(judge(met, random.Random(seed)))
        worst = judged[int(0.99 * len(judged))]
        print(f"  {'':<22}{statistics.mean(judged):>9.1f} µs a play judged, p99 {worst:.0f} µs")


def judge(met: Sequence[Any], rng: random.Random) -> list[float]:
    """Microseconds to judge a play in each position: a legal one where there is one, nothing remembered beforehand."""
    tried = []
    for rules, hand, lead in met:
        listed = list(islice(plays(hand, lead and lead[0], rules), MOST_MOVES))
        cards = rng.choice(listed)[1] if listed else tuple(rng.sample(hand, min(len(hand), 5)))
        tried.append((cards, hand, lead and lead[0], rules))
    took = []
    for play in tried:
        patterns._readings.cache_clear()
        begin = time.process_time_ns()
        refusal(*play)
        took.append((time.process_time_ns() - begin) / 1000)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    against_douzero(options.positions, options.seed, options.rounds)
    other_modes(options.positions // 4, options.seed, options.rounds)


if __name__ == "__main__":
    main()
