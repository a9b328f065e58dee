"""The browser's reducer for mahjong: moved on by what each viewer is told, a view stays what a fresh look shows."""

import json
import os
import random

from tests.js.node import node
from tests.mahjong.table import START
from tests.mahjong.test_random_hands import VIEWERS, play

HANDS = int(os.environ.get("REDUCER_HANDS", "40")) // 8
SEED = 20_261_130


def test_every_view_of_mahjong_moved_on_by_its_frames_equals_a_fresh_one() -> None:
    lines = []
    kinds: set[str] = set()
    luck = random.Random(SEED)
    for number in range(HANDS):
        first, _, told, states = play(luck)
        for viewer in VIEWERS:
            frames = []
            for events, state in zip(told, states, strict=True):
                seen = [event for event in (each.seen_by(viewer) for each in events) if event is not None]
                kinds.update(event["kind"] for event in seen)
                frames.append({"e": seen, "d": state.seen_decisions(viewer), "after": state.view(viewer, START)})
            lines.append(
                json.dumps({"seed": number, "viewer": viewer, "view": first.view(viewer, START), "frames": frames})
            )
    assert kinds >= {"dealt", "drawn", "discard", "meld", "answer", "over", "trustee"}
    done = node("tests/js/fold_chain.js", stdin="\n".join(lines))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(lines)
