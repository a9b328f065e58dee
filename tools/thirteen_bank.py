"""Make the bank of arrangements that Thirteen Water's arranging is valued against: python -m tools.thirteen_bank.

Starts from greedy arrangements (best back row, then best middle) and answers them with the best response, six rounds of
3,000 hands, each round's answers blended into the bank. Writes games/rules/thirteen/bank.py; about two minutes.
"""

import random
import sys
import zlib
from base64 import b85encode
from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parent.parent / "games" / "rules" / "thirteen" / "bank.py"
HEAD = '''"""Arrangements that answer each other well, made by tools/thirteen_bank.py: {n} triples of row strengths as
little-endian 32-bit integers, compressed, in base 85."""

BANK = (
'''
ROUNDS, HANDS, KEPT = 6, 3_000, 2_000
SEED = 20_261_130


def main() -> None:
    if not TARGET.exists():
        TARGET.write_text('BANK = ""\n')
    from games.rules.thirteen import splits, value
    from games.rules.thirteen.settings import USUAL

    rng = random.Random(SEED)

    def rows(found: splits.Splits, i: int) -> tuple[int, ...]:
        return tuple(int(strength) for strength in found.strengths(np.array([i]))[0])

    def deal() -> tuple[int, ...]:
        return tuple(sorted(rng.sample(range(52), 13)))

    pool = [rows(found, found.strongest()) for found in (splits.legal(deal()) for _ in range(HANDS))]
    for number in range(ROUNDS):
        opponents = value._Opponents(np.array(pool, dtype=np.int32), USUAL, 4)
        answers = []
        for _ in range(HANDS):
            found = splits.legal(deal())
            few = value._undominated(found, opponents.first_value(found))
            values, _ = opponents.play_out(found.strengths(few))
            answers.append(rows(found, few[int(np.argmax(values))]))
        keep = HANDS * number // (number + 1) if number else 0
        pool = rng.sample(pool, keep) + answers if number else answers
        pool = rng.sample(pool, HANDS) if len(pool) > HANDS else pool
        print(f"round {number + 1}: {len(pool)} hands", file=sys.stderr)
    hands = np.array(sorted(rng.sample(pool, KEPT)), dtype="<i4")
    text = b85encode(zlib.compress(hands.tobytes(), 9)).decode()
    lines = [f'    "{text[i : i + 110]}"\n' for i in range(0, len(text), 110)]
    TARGET.write_text(HEAD.format(n=f"{KEPT:,}") + "".join(lines) + ")\n")


if __name__ == "__main__":
    main()
