"""The check of a deal, in the browser's code and in the independent script: true replays pass, any other is caught."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import replay
from games.rules.doudizhu.presets import PRESETS
from tests.games.finished import finished_hand, redealt
from tests.js.node import ROOT, node

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def script(told: Json, tmp_path: Path) -> tuple[int, str]:
    """Exit status and words of docs/verify_deal.py, run as anybody would: from elsewhere, without the project."""
    file = tmp_path / "replay.json"
    file.write_text(json.dumps(told))
    command = [sys.executable, "-I", str(ROOT / "docs" / "verify_deal.py"), str(file)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def browser(*told: Json) -> list[Json]:
    """What static/js/replay/proof.js reports of each."""
    done = node("tests/js/proof.js", stdin=json.dumps(told))
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def deals_of(told: Json) -> int:
    return sum(e["kind"] == "dealing" for frame in told["told"]["watch"]["frames"] if frame for e in frame["e"])


def test_true_replays_of_every_mode_pass_in_both(tmp_path: Path) -> None:
    hands = [finished_hand(21, row) for row in PRESETS] + [finished_hand(22, ("classic", 3), redealt)]
    whole = [replay.replay(hand.pk) for hand, _ in hands]
    assert deals_of(whole[-1]) > 1
    reports = browser(*whole)
    for told, report in zip(whole, reports, strict=True):
        assert report["ok"], [step for step in report["steps"] if not step["ok"]]
        what = [step["what"] for step in report["steps"]]
        assert what.count("hand") == deals_of(told) * len(told["names"])
        assert what.count("commitment") == 1
    for told in whole[-3:]:
        status, words = script(told, tmp_path)
        assert status == 0, words
        assert "The deal is fair." in words
    assert {step["what"] for report in reports for step in report["steps"]} == {
        "commitment", "nonces", "hand", "hole", "rest", "laizi", "first",
    }  # fmt: skip


def forged(told: Json) -> dict[str, Json]:
    """The same replay with one lie in each."""
    lies: dict[str, Json] = {}

    def lie(name: str) -> Json:
        lies[name] = copy.deepcopy(told)
        return lies[name]

    def event(of: Json, seat: int, kind: str) -> Json:
        frames = of["told"][str(seat)]["frames"]
        return next(e for frame in frames if frame for e in frame["e"] if e["kind"] == kind)

    seed = bytearray(bytes.fromhex(told["proof"]["seed"]))
    seed[31] ^= 1
    lie("another seed")["proof"]["seed"] = seed.hex()
    both = lie("another seed with its own commitment")
    both["proof"]["seed"] = seed.hex()
    both["proof"]["commitment"] = hashlib.sha256(seed).hexdigest()
    lie("a commitment that was not the one shown")["told"]["0"]["view"]["commitment"] = "00" * 32
    lie("a nonce changed afterwards")["proof"]["nonces"][0] += "x"
    everywhere = lie("a nonce changed everywhere")
    everywhere["proof"]["nonces"][0] += "x"
    for seat in range(len(told["names"])):
        event(everywhere, seat, "dealing")["nonces"][0] += "x"
    cards = event(lie("a swapped card"), 1, "calling")["hands"]["1"]
    cards[0] = next(card for card in range(54) if card not in cards)
    hole = event(lie("another hole card"), 0, "landlord")["hole"]
    hole[0] = (hole[0] + 1) % 54
    first = event(lie("another first seat"), len(told["names"]) - 1, "calling")
    first["first"] = (first["first"] + 1) % len(told["names"])
    return lies


def test_every_lie_is_caught_by_both(tmp_path: Path) -> None:
    hand, _ = finished_hand(25, ("huopin", 3))
    lies = forged(replay.replay(hand.pk))
    reports = browser(*lies.values())
    for (name, told), report in zip(lies.items(), reports, strict=True):
        assert report["known"], name
        assert not report["ok"], name
        status, words = script(told, tmp_path)
        assert status == 1, (name, words)
        assert "WRONG" in words
    wrong = {name: {s["what"] for s in r["steps"] if not s["ok"]} for name, r in zip(lies, reports, strict=True)}
    assert {"commitment", "hand", "hole"} <= wrong["another seed"]
    assert wrong["a swapped card"] == {"hand"}
    assert wrong["another first seat"] == {"first"}


def test_what_cannot_be_checked_is_not_called_fair(tmp_path: Path) -> None:
    hand, _ = finished_hand(25, ("huopin", 3))
    told = replay.replay(hand.pk)
    other = copy.deepcopy(told)
    other["proof"]["shuffle"] = 99
    unknown = copy.deepcopy(told)
    unknown["mode"] = "chess"
    for report in browser(other, unknown):
        assert (report["ok"], report["known"], report["why"]) == (False, False, "version")
    for case in (other, unknown, {"code": "no_hand"}):
        assert script(case, tmp_path)[0] == 2
