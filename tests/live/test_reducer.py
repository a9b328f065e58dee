"""The scripted people's view moved on by a frame equals a fresh one: what they tell of a running platform counts."""

import json
from typing import Any

from tests.live.reducer import apply_frame
from tests.rules.play import record_frames

HANDS = 8


def _json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_view_and_its_frame_make_the_next_view() -> None:
    kinds = set()
    for seed in range(HANDS):
        for frame in record_frames(seed):
            view = _json(frame.view)
            apply_frame(view, _json(frame.events), _json(frame.decisions))
            assert view == _json(frame.after), [event["kind"] for event in frame.events]
            kinds.update(event["kind"] for event in frame.events)
    assert kinds >= {"dealing", "cards", "calling", "landlord", "play", "pass", "trick", "over"}
