"""Old view plus events equals a fresh view: the browser's reducer against the rules, for every action and viewer."""

import json
import os
from collections import Counter
from dataclasses import asdict

from tests.js.node import node
from tests.rules.play import record_frames

HANDS = int(os.environ.get("REDUCER_HANDS", "40"))

SEEN_IN_EVERY_RUN = {
    "nonce", "opened", "show", "dealing", "cards", "calling", "bid", "call", "rob", "landlord", "wilds",
    "double", "doubled", "play", "pass", "trick", "late", "trustee", "lost", "back", "extended", "over",
}  # fmt: skip


def test_every_view_moved_on_by_its_frame_equals_a_fresh_one():
    lines = []
    kinds: Counter[str] = Counter()
    for seed in range(HANDS):
        for frame in record_frames(seed):
            kinds.update(event["kind"] for event in frame.events)
            lines.append(json.dumps({"seed": seed, **asdict(frame)}))
    assert kinds.keys() >= SEEN_IN_EVERY_RUN
    done = node("tests/js/fold.js", stdin="\n".join(lines))
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == len(lines)
