"""The browser's reducer for mahjong: moved on by what each viewer is told, a view stays what a fresh look shows."""

import json
import os
import random

from tests.js.node import node
from tests.mahjong.table import START, A, B, Table
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


def test_a_win_that_is_claimed_puts_away_what_was_done_for_the_winner() -> None:
    for auto in (False, True):
        table = Table().lay("", "m123456 p99 s111 EE", drawn="p9")
        table.state.acted[B] = ({"kind": "discard", "tile": 4},)
        table.state.trustees[B] = "timeouts" if auto else None
        view, frames = table.state.view(B, START), []
        for step in (
            lambda table=table: table.discard(A, "p9"),
            lambda table=table, data={"auto": True} if auto else {}: table.enter("win", B, **data),
            table.expire,
        ):
            seen = [event for event in (each.seen_by(B) for each in step()) if event is not None]
            frames.append({"e": seen, "d": table.state.seen_decisions(B), "after": table.state.view(B, START)})
        assert len(frames[-1]["after"]["seats"][B]["acted"]) == (2 if auto else 0)
        told = json.dumps({"seed": 0, "viewer": B, "view": view, "frames": frames})
        done = node("tests/js/fold_chain.js", stdin=told)
        assert done.returncode == 0, done.stdout + done.stderr
