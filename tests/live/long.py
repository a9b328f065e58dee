"""Everything that is too long for script/test, one part after another: script/soak [PART …].

    script/soak                            all parts
    script/soak faults --rows huanle:3     one part, one mode
    script/soak fuzz races --seed 7        two parts, to be repeated

Each part is a process with a platform, or servers, of its own; what it says comes through as it runs. At the end stands
one table with the figures. Exit status 1 when a part failed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.house import PROJECT

Json = Any
Command = list[str]


@dataclass
class Outcome:
    """A part that has run."""

    part: str
    status: int
    seconds: float
    figures: Json = field(default_factory=dict)


def _module(name: str, *arguments: object) -> Command:
    return [sys.executable, "-m", name, *map(str, arguments)]


RULES = (
    *(f"rules/test_{name}" for name in ("random_hands", "random_moves", "tracker", "peers", "matcher", "shuffle")),
    *(f"thirteen/test_{name}" for name in ("oracles", "hand", "secrets")),
    *(f"mahjong/test_{name}" for name in ("oracles", "random_hands", "bots")),
)
BOOKS = ("games/test_random_settlements", "wallet/test_audit_at_length")


def _rules(o: argparse.Namespace) -> Command:
    return ["sh", "script/test", "-s", *(f"tests/{name}.py" for name in RULES)]


def _books(o: argparse.Namespace) -> Command:
    return ["sh", "script/test", "-s", *(f"tests/{name}.py" for name in BOOKS)]


def _away(o: argparse.Namespace) -> Command:
    return ["env", f"AWAY_SECONDS={o.away}", "sh", "script/test", "-s", "tests/browser/test_away.py"]


def _faults(o: argparse.Namespace, *more: object) -> Command:
    rows = ["--rows", *o.rows] if o.rows else []
    return _module("tests.live.faults", "--seed", o.seed, "--tables", o.tables, "--hands", o.hands, *rows, *more)


def _races(o: argparse.Namespace) -> Command:
    inside = _module("tests.live.races", "--races", o.races, "--seed", o.seed, "--migrate")
    return _module("platform_site.play.services", "var/soak", "--", *inside)


def _modes(o: argparse.Namespace) -> Command:
    tests = ["tests/browser/test_modes.py", "tests/browser/test_thirteen.py", "tests/browser/test_mahjong.py"]
    return ["env", "MODES_HANDS=1", "MODES_MATRIX=1", "sh", "script/test", "-s", *tests]


PARTS: dict[str, tuple[str, Callable[[argparse.Namespace], Command]]] = {
    "rules": ("random hands and moves of every game and mode, other engines, the shuffle", _rules),
    "books": ("settlements of random results, the audit of a long ledger", _books),
    "modes": ("a hand of every mode in two browsers, at every window size", _modes),
    "away": ("a browser's line cut in each phase of a hand", _away),
    "faults": ("tables of every mode while processes and servers are killed", _faults),
    "web": (
        "tables while one of two web processes is killed",
        lambda o: _faults(o, "--victims", "web", "--every", "8", "--seconds", o.web_seconds),
    ),
    "timers": (
        "lateness of time-outs",
        lambda o: _module("bench.timers", "--seed", o.seed, "--wanted", o.fired),
    ),
    "timers-killed": (
        "lateness of time-outs while processes are killed",
        lambda o: _module("bench.timers", "--seed", o.seed, "--wanted", o.fired, "--kill"),
    ),
    "fuzz": (
        "nonsense on both sockets and the API",
        lambda o: _module("tests.live.fuzz", "--seed", o.seed, "--messages", o.messages),
    ),
    "races": ("simultaneous answers from three processes", _races),
    "crowd": (
        "a crowd that presses 加入 in one room, and again after each hand",
        lambda o: _module(
            *("tests.live.crowd", "--seed", o.seed, "--players", o.players),
            *("--seconds", o.crowd_seconds, "--median", 1000),
        ),
    ),
    "broadcast": (
        "game masters speak to a crowd of open pages over two web processes",
        lambda o: _module("tests.live.broadcast", "--sockets", o.sockets, "--rounds", o.rounds),
    ),
    "challenge": (
        "a contest whose worker is killed on the way to its prizes",
        lambda o: _module("tests.live.contest", "--players", o.contestants, "--kills", o.blows),
    ),
    "strangers": (
        "guests who play hand after hand",
        lambda o: _module("tests.live.soak", "--people", o.people, "--minutes", o.minutes),
    ),
}
KEYS = (
    *("wrong", "hands", "entries", "kills", "reconnects", "gaps", "refusals", "acknowledged", "views_compared"),
    *("carried_on", "begun_anew"),
    *(
        "longest_pause_ms",
        "back_p50_s",
        "back_p99_s",
        "back_of",
        "fired",
        "late_ms",
        "bare_ms",
        "after_restart_ms",
        "blows",
        "sent",
    ),
    *("players", "joins", "wait_ms", "most_waiting", "in_a_crowd", "regrouped", "with_bots"),
    *("entered", "rounds", "tables", "bots", "pool", "house", "seconds", "audit"),
    *("sockets", "opened_s", "heard_ms"),
    *("hands_played_beside", "races", "numbers_taken", "answers", "endings", "modes"),
)
"""What the table shows of a part's figures."""


def run(part: str, command: Sequence[str]) -> Outcome:
    """Run a part; its lines are passed on, and the JSON at their end is kept."""
    sys.stdout.write(f"== {part}: {PARTS[part][0]}\n")
    sys.stdout.flush()
    began = time.monotonic()
    said: list[str] = []
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            for line in process.stdout or ():
                said.append(line)
                sys.stdout.write(line)
                sys.stdout.flush()
        except BaseException:
            process.terminate()
            raise
    found = re.search(r"^\{\n.*^\}", "".join(said), re.DOTALL | re.MULTILINE)
    return Outcome(part, process.returncode, time.monotonic() - began, json.loads(found[0]) if found else {})


def table(outcomes: Sequence[Outcome]) -> str:
    """The figures of all parts."""
    lines = []
    for outcome in outcomes:
        verdict = "passed" if outcome.status == 0 else f"FAILED ({outcome.status})"
        lines.append(f"{outcome.part:14} {verdict:12} {outcome.seconds:7.0f} s")
        lines += [f"{'':15}{key}: {_text(outcome.figures[key])}" for key in KEYS if outcome.figures.get(key)]
        lines += [f"{'':15}FAULT {name}" for name in outcome.figures.get("faults", ())]
    return "\n".join(lines)


def _text(value: Json) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="script/soak",
        description=__doc__.splitlines()[0],
        epilog="\n".join(f"{name}: {what}" for name, (what, _) in PARTS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="what to run: all unless named")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--tables", type=int, default=20, help="faults, web: tables at a time (20)")
    parser.add_argument("--hands", type=int, default=300, help="faults, web: hands of each mode (300)")
    parser.add_argument("--rows", nargs="*", help="faults, web: mode:seats, such as huanle:3; all unless given")
    parser.add_argument("--away", default="1,10,61", help="away: seconds of each cut (1,10,61)")
    parser.add_argument("--web-seconds", type=float, default=300, help="web: no hand begins later (300)")
    parser.add_argument("--fired", type=int, default=20_000, help="timers: deadlines (20000)")
    parser.add_argument("--messages", type=int, default=100_000, help="fuzz (100000)")
    parser.add_argument("--races", type=int, default=10_000, help="races (10000)")
    parser.add_argument("--players", type=int, default=1000, help="crowd (1000)")
    parser.add_argument("--crowd-seconds", type=float, default=300, help="crowd (300)")
    parser.add_argument("--sockets", type=int, default=2000, help="broadcast (2000)")
    parser.add_argument("--rounds", type=int, default=5, help="broadcast (5)")
    parser.add_argument("--contestants", type=int, default=200, help="challenge (200)")
    parser.add_argument("--blows", type=int, default=3, help="challenge: kills of the worker (3)")
    parser.add_argument("--people", type=int, default=10, help="strangers (10)")
    parser.add_argument("--minutes", type=float, default=5, help="strangers (5)")
    options = parser.parse_args()
    if unknown := set(options.parts) - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    outcomes = [run(part, PARTS[part][1](options)) for part in PARTS if part in (options.parts or PARTS)]
    sys.stdout.write(f"\nseed {options.seed}\n{table(outcomes)}\n")
    return 1 if any(outcome.status for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
