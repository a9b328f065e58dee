"""The scripted people's view moved on by a frame equals a fresh one: what they tell of a running platform counts.

For mahjong `tests/mahjong/test_random_hands.py` says so of whole hands.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.mahjong.rounds import Mahjong
from games.rules.thirteen.rounds import Thirteen
from tests.live.reducers import apply_frame
from tests.mahjong import table as mahjong
from tests.rules.play import START, Step, frames_of, random_hand, random_steps
from tests.thirteen import test_hand as thirteen

HANDS = {"doudizhu": 8, "thirteen": 60, "mahjong": 3}
MUST = {
    "doudizhu": {"dealing", "cards", "calling", "landlord", "play", "pass", "trick", "over"},
    "thirteen": {"nonce", "dealt", "locked", "trustee", "lost", "back", "extended", "over"},
    "mahjong": {"nonce", "dealt", "drawn", "discard", "answer", "meld", "trustee", "lost", "back", "extended", "over"},
}


def _hand(game: str, rng: random.Random) -> Iterator[Step]:
    match game:
        case "doudizhu":
            return random_hand(rng)
        case "thirteen":
            seats = rng.choice((2, 3, 4))
            bots = tuple(rng.choice((None, None, "easy")) for _ in range(seats))
            return random_steps(Thirteen.start(thirteen.config(seats, bots), rng.randbytes(32), {}, START), rng)
        case _:
            return random_steps(Mahjong.start(mahjong.config(0), rng.randbytes(32), {}, START), rng)


def _json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("game", HANDS)
def test_a_view_and_its_frame_make_the_next_view(game: str) -> None:
    kinds = set()
    for seed in range(HANDS[game]):
        for frame in frames_of(_hand(game, random.Random(seed))):
            view = _json(frame.view)
            apply_frame(view, _json(frame.events), _json(frame.decisions))
            assert view == _json(frame.after), [event["kind"] for event in frame.events]
            kinds.update(event["kind"] for event in frame.events)
    assert kinds >= MUST[game]
