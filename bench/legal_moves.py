"""How many lists of legal Dou Dizhu plays a second one core makes.

    python bench/legal_moves.py [--positions 2000] [--seed 1] [--rounds 7]

Positions are drawn from seeded games of random moves with 20, 17 and 17 cards, up to five a game. Time is CPU time
(`process_time`), so other load on the machine matters less; printed is the median of the rounds, slowest and fastest
beside it. A list is every play of the hand as ranks (`rank_plays`); the last line gives concrete cards too (`plays`).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.rules.doudizhu.cards import counts_of, sort_cards
from games.rules.doudizhu.moves import plays, rank_plays
from games.rules.doudizhu.patterns import Play, Rules

RULES = Rules()
Position = tuple[tuple[int, ...], Play | None]
"""A hand and what it has to beat."""


def random_game(rng: random.Random) -> list[Position]:
    """Every position of one game of random moves."""
    deck = list(range(54))
    rng.shuffle(deck)
    hands = [sort_cards(cards) for cards in (deck[:20], deck[20:37], deck[37:])]
    met: list[Position] = []
    lead: Play | None = None
    leader = seat = 0
    while all(hands):
        if seat == leader:
            lead = None
        met.append((hands[seat], lead))
        moves = list(plays(hands[seat], lead, RULES))
        choice = rng.randrange(len(moves) + (lead is not None))
        if choice < len(moves):
            lead, cards = moves[choice]
            leader = seat
            hands[seat] = tuple(card for card in hands[seat] if card not in cards)
        seat = (seat + 1) % 3
    return met


def positions(number: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        game = random_game(rng)
        found.extend(rng.sample(game, min(5, len(game))))
    return found[:number]


def report(name: str, rounds: int, given: list[Position], work: Callable[[Position], Iterable[object]]) -> None:
    rates = []
    for _ in range(rounds):
        begin = time.process_time()
        for position in given:
            for _move in work(position):
                pass
        rates.append(len(given) / (time.process_time() - begin))
    median, low, high = statistics.median(rates), min(rates), max(rates)
    print(f"{name:<28}{len(given):>6} positions  {median:>9,.0f} lists/s  ({low:,.0f} to {high:,.0f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    given = positions(options.positions, options.seed)
    counted = [(counts_of(hand), lead) for hand, lead in given]
    sizes = [sum(1 for _ in rank_plays(hand, lead, RULES)) for hand, lead in counted]
    print(f"plays a list: mean {statistics.mean(sizes):.1f}, median {statistics.median(sizes):.0f}, most {max(sizes)}")

    def ranks(position: Position) -> Iterable[object]:
        return rank_plays(position[0], position[1], RULES)

    report("all", options.rounds, counted, ranks)
    report("leading", options.rounds, [p for p in counted if p[1] is None], ranks)
    report("following", options.rounds, [p for p in counted if p[1] is not None], ranks)
    report("hands of 17 or more", options.rounds, [p for p in counted if sum(p[0]) >= 17], ranks)
    report("all, as cards", options.rounds, given, lambda position: plays(position[0], position[1], RULES))


if __name__ == "__main__":
    main()
