"""The provable shuffle: three programs that share no code deal the same cards, and the cards are left to chance.

The chi-square tests use fresh seeds each run (printed): a sound shuffle fails beyond 5 standard deviations, on either
side, in one run of 870,000 (docs/fairness.md 6). CHI_DECKS sets how many decks are shuffled.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import os
import random
import re
import secrets
from collections.abc import Callable
from types import ModuleType

import pytest

from games.rules.core import SHUFFLE_VERSION, Action, Stream, commitment
from games.rules.doudizhu.deal import deal
from games.rules.doudizhu.presets import PRESETS
from games.rules.mahjong.match import Match
from games.rules.mahjong.presets import PRESETS as MAHJONG
from games.rules.mahjong.rounds import Mahjong
from games.rules.thirteen.rounds import Thirteen
from tests.js.node import ROOT, node

DECKS = int(os.environ.get("CHI_DECKS", "14310"))
FAR = 5.0
CARDS = 54


def script() -> ModuleType:
    """docs/verify_deal.py, which imports nothing of the project."""
    spec = importlib.util.spec_from_file_location("verify_deal", ROOT / "docs" / "verify_deal.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def deals(number: int) -> list[dict]:
    """Random deals of every mode as the rules make them, in the form all three programs share."""
    rng = random.Random(20)
    found = []
    for mode, seats in list(PRESETS) * number:
        seed = rng.randbytes(32)
        nonces = [rng.choice(("", f"{rng.getrandbits(128):032x}", "A-z_09")) for _ in range(seats)]
        count = rng.randrange(1, 6)
        ours = deal(PRESETS[mode, seats], seed, nonces, count, None, 0, 0)
        found.append(
            {
                "mode": mode,
                "players": seats,
                "seed": seed.hex(),
                "nonces": nonces,
                "number": count,
                "commitment": commitment(seed),
                "deal": {
                    "hands": [list(hand) for hand in ours.order],
                    "hole": list(ours.hole),
                    "rest": list(ours.rest),
                    "first": ours.first,
                    "laizi": [rank for ranks in ours.laizi for rank in ranks],
                },
            }
        )
    return found


def test_the_independent_script_deals_the_same_cards():
    verifier = script()
    for case in deals(40):
        seed = bytes.fromhex(case["seed"])
        assert verifier.deal(case["mode"], case["players"], seed, case["nonces"], case["number"]) == case["deal"]
    assert {*PRESETS, *(("thirteen", seats) for seats in (2, 3, 4))} == set(verifier.SHAPES)
    assert verifier.SHUFFLE == SHUFFLE_VERSION


def test_the_browsers_code_deals_the_same_cards():
    cases = deals(12)
    done = node("tests/js/shuffle.js", stdin=json.dumps(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(cases) == 12 * len(PRESETS)


def test_thirteen_water_is_dealt_alike_by_all_three():
    rng = random.Random(20)
    cases = []
    for _ in range(12):
        seats, seed = rng.choice([2, 3, 4]), rng.randbytes(32)
        config = {"game": "thirteen", "mode": "thirteen", "seats": seats, "bots": [None] * seats, "rules": {}}
        state = Thirteen.start(config, seed, {}, 0)
        for seat in range(seats):
            if rng.random() < 0.5:
                state.apply(Action("nonce", seat, 0, {"nonce": f"{rng.getrandbits(128):032x}"}, 0))
        for seat in range(seats):
            state.apply(Action("open", seat, 0, {}, 0))
        own = {"mode": "thirteen", "players": seats, "nonces": state.nonces, "number": 1}
        dealt = script().deal("thirteen", seats, seed, state.nonces, 1)
        assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in state.hands]
        cases.append({**own, "seed": seed.hex(), "commitment": commitment(seed), "deal": dealt})
    done = node("tests/js/shuffle.js", stdin=json.dumps(cases))
    assert done.returncode == 0, done.stdout + done.stderr


def test_tiles_are_dealt_alike_by_all_three():
    rng = random.Random(21)
    cases = []
    for number in range(12):
        seed, kept = rng.randbytes(32), rng.choice([None, 0, 1, 2, 3])
        config = {"game": "mahjong", "mode": "guangdong-1", "seats": 4, "bots": [None] * 4, "rules": {}}
        state = Mahjong.start(config, seed, {} if kept is None else {"match": Match(kept, kept).as_carry()}, 0)
        for seat in range(number % 5):
            state.apply(Action("nonce", seat, 0, {"nonce": f"{rng.getrandbits(128):032x}"}, 0))
        for seat in range(4):
            state.apply(Action("open", seat, 0, {}, 0))
        dealt = script().deal_tiles(4, seed, state.nonces, kept)
        assert [sorted(hand) for hand in dealt["hands"]] == [list(hand) for hand in state.hands]
        assert (dealt["dealer"], dealt["wall"]) == (state.match.dealer, list(state.wall))
        cases.append({"seed": seed.hex(), "nonces": state.nonces, "kept": kept, "dealt": dealt})
    done = node("tests/js/shuffle_tiles.js", stdin=json.dumps(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(cases)
    assert set(script().TILES.items()) == set(MAHJONG)


def test_the_script_imports_the_standard_library_alone():
    source = (ROOT / "docs" / "verify_deal.py").read_text(encoding="utf-8")
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) == {"hashlib", "json", "sys", "urllib"}


def test_the_worked_example_of_the_page_is_right():
    text = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    seed, nonces = bytes(32), ["a", "", "b"]
    key = hashlib.sha256(seed + b"\0a,,b\0deck:1").digest()
    stream = Stream(seed, nonces, "deck:1")
    for fact in (
        f"commitment  {commitment(seed)}",
        f"key         {key.hex()}",
        f"block 0     {hashlib.sha256(key + bytes(4)).hexdigest()}",
        f"below 54    {stream.below(54)}, then below 53: {stream.below(53)}, below 52: {stream.below(52)}",
    ):
        assert fact in text
    for (mode, seats), row in PRESETS.items():
        rest = row.cards - row.hand * seats - row.hole or ""
        cells = (seats, row.decks, row.hand, row.hole, rest, row.laizi or "")
        line = "".join(f" {cell} |".replace("  ", " ") for cell in cells)
        assert re.search(rf"^\| ([\w-]+, )?{mode}(, [\w-]+)? \|{re.escape(line)}$", text, re.MULTILINE), (mode, seats)


# -- chance


def far(statistic: float, freedom: int) -> float:
    """How many standard deviations a chi-square statistic lies from where it should (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def places(decks: list[list[int]]) -> float:
    """Each card at each place. A deck fills every row and column once, which takes (n - 1) / n of what independent
    draws would add to the statistic away and leaves (n - 1)^2 degrees of freedom."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    for deck in decks:
        for place, card in enumerate(deck):
            counts[place][card] += 1
    expected = len(decks) / CARDS
    statistic = sum((n - expected) ** 2 for row in counts for n in row) / expected
    return far(statistic * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)


def neighbours(decks: list[list[int]]) -> float:
    """Each ordered pair of cards at neighbouring places, one pair a deck so that the draws are independent."""
    counts: dict[tuple[int, int], int] = {}
    for i, deck in enumerate(decks):
        at = i % (CARDS - 1)
        pair = (deck[at], deck[at + 1])
        counts[pair] = counts.get(pair, 0) + 1
    cells = CARDS * (CARDS - 1)
    expected = len(decks) / cells
    statistic = sum(n * n for n in counts.values()) / expected - len(decks)
    return far(statistic, cells - 1)


def sound(stream: Stream, deck: list[int]) -> None:
    stream.shuffle(deck)


def any_place(stream: Stream, deck: list[int]) -> None:
    """The well-known wrong shuffle: every place is swapped with any place."""
    for i in range(len(deck)):
        j = stream.below(len(deck))
        deck[i], deck[j] = deck[j], deck[i]


def cut(stream: Stream, deck: list[int]) -> None:
    """No shuffle at all: every card is at every place equally often, and keeps its neighbour."""
    at = stream.below(len(deck))
    deck[:] = deck[at:] + deck[:at]


def shuffled(root: bytes, number: int, how: Callable[[Stream, list[int]], None]) -> list[list[int]]:
    decks = []
    for i in range(number):
        deck = list(range(CARDS))
        how(Stream(hashlib.sha256(root + i.to_bytes(4, "big")).digest(), ["", "", ""], "deck:1"), deck)
        decks.append(deck)
    return decks


@pytest.fixture
def root() -> bytes:
    """A fresh seed for all decks of a test, printed; CHI_SEED repeats a run."""
    seed = bytes.fromhex(os.environ.get("CHI_SEED", "")) or secrets.token_bytes(32)
    print("CHI_SEED", seed.hex())
    return seed


def test_every_card_is_everywhere_and_beside_every_other_equally_often(root: bytes):
    decks = shuffled(root, DECKS, sound)
    found = {"places": places(decks), "neighbours": neighbours(decks)}
    print(f"{DECKS} decks, standard deviations from what chance gives: {found}")
    assert max(map(abs, found.values())) < FAR, found


def test_the_same_statistics_catch_wrong_shuffles(root: bytes):
    assert places(shuffled(root, 4_000, any_place)) > 2 * FAR
    assert neighbours(shuffled(root, 4_000, cut)) > 2 * FAR
    assert abs(places([list(range(CARDS))] * 4_000)) > 2 * FAR
