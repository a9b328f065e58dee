"""How long it takes to fold a hand from its log: what a process pays for a table it has not seen.

    python -m bench.fold [--hands 40] [--rounds 5]

Hands of every mode of Dou Dizhu are recorded, once as hints would play them and once card by card, which makes them
long; then they are folded again and again as entries read back from the log (trusted, not checked again). Time is CPU
time; printed is the median of the rounds, slowest and fastest beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import statistics
import time
from uuid import uuid4

from bench import hands
from games.rules.doudizhu.cards import rank_of
from games.rules.doudizhu.presets import PRESETS
from games.rules.doudizhu.rounds import Doudizhu
from games.runtime.folded import Folded, Origin, Proposal, fold
from games.runtime.wire import Entry


def by_card(folded: Folded, luck: random.Random) -> Proposal:
    """The next entry where everybody leads the lowest card and covers one card with the next higher, or passes."""
    decision = folded.state.decisions[0]
    if decision.kind != "play":
        return hands.next_entry(folded)
    state, seat = folded.state, decision.seats[0]
    assert isinstance(state, Doudizhu)
    lead, cards = state.to_beat(), state.hands[seat]
    if lead is not None:
        cards = tuple(card for card in cards if rank_of(card) > lead.rank)
    if not cards or (lead is not None and luck.random() < 0.5):
        return folded.propose(f"script:{folded.seq}", "pass", seat, decision.id, {}, folded.at)
    return folded.propose(f"script:{folded.seq}", "play", seat, decision.id, {"cards": [cards[-1]]}, folded.at)


def recorded(number: int, mode: str, seats: int, *, long: bool = False) -> tuple[Origin, list[Entry]]:
    """What hand `number` of a mode started with, and its whole log; `long`: played card by card."""
    luck = random.Random(number)
    origin = hands.origin(uuid4(), hashlib.sha256(f"bench {number}".encode()).digest(), mode, seats)
    first = Entry(0, 0, None, "start", hands.StoredAction("start"))
    folded = Folded(origin, first)
    entries = [first]
    while folded.state.result is None:
        proposal = by_card(folded, luck) if long else hands.next_entry(folded)
        folded.accept(proposal)
        entries.append(proposal.entry)
    return origin, entries


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    for mode, seats in sorted(PRESETS):
        for long in (False, True):
            report(mode, seats, [recorded(n, mode, seats, long=long) for n in range(wanted.hands)], wanted.rounds)


def report(mode: str, seats: int, logs: list[tuple[Origin, list[Entry]]], rounds: int) -> None:
    entries = sum(len(log) for _, log in logs)
    took = []
    for _ in range(rounds):
        start = time.process_time()
        for origin, log in logs:
            fold(origin, log)
        took.append(time.process_time() - start)
    hand, entry = (statistics.median(took) / n for n in (len(logs), entries))
    spread = f"{min(took) / len(logs) * 1e3:.2f}-{max(took) / len(logs) * 1e3:.2f}"
    size = f"{mode} {seats}: {len(logs)} hands of {entries / len(logs):.0f} entries"
    print(f"{size}: {hand * 1e3:.2f} ms a hand ({spread}), {entry * 1e6:.1f} us an entry")


if __name__ == "__main__":
    main()
