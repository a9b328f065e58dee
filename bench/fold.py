"""How long it takes to fold a hand from its log: what a process pays for a table it has not seen.

    python -m bench.fold [--hands 60] [--rounds 5]

Scripted hands of 欢乐斗地主 are recorded, then folded again and again as entries read back from the log (trusted, not
checked again). Time is CPU time; printed is the median of the rounds, slowest and fastest beside it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from uuid import uuid4

from bench import hands
from games.runtime.folded import Folded, fold
from games.runtime.wire import Entry


def recorded(number: int) -> tuple[bytes, list[Entry]]:
    """The seed and the whole log of hand `number`."""
    seed = hands.script(number, 0).seed
    first = Entry(0, 0, None, "start", hands.StoredAction("start"))
    folded = Folded(hands.origin(uuid4(), seed), first)
    entries = [first]
    while folded.state.result is None:
        proposal = hands.next_entry(folded)
        folded.accept(proposal)
        entries.append(proposal.entry)
    return seed, entries


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    logs = [recorded(number) for number in range(wanted.hands)]
    entries = sum(len(log) for _, log in logs)
    took = []
    for _ in range(wanted.rounds):
        start = time.process_time()
        for seed, log in logs:
            fold(hands.origin(uuid4(), seed), log)
        took.append(time.process_time() - start)
    hand, entry = (statistics.median(took) / n for n in (len(logs), entries))
    spread = f"{min(took) / len(logs) * 1e3:.2f}-{max(took) / len(logs) * 1e3:.2f}"
    size = f"{len(logs)} hands of {entries / len(logs):.0f} entries"
    print(f"{size}: {hand * 1e3:.2f} ms a hand ({spread}), {entry * 1e6:.1f} us an entry")


if __name__ == "__main__":
    main()
