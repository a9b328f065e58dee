"""Processes are killed while tables of every mode are played: the short run of `tests.live.faults`."""

import json
import re
import subprocess
import sys

import pytest

from tests.house import PROJECT

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]

ROWS = (
    *("huanle:3", "huanle-tiandi:3", "huopin:2", "siren:4"),
    *("thirteen:2", "thirteen:4", "guangdong-0:4", "guangdong-3:4"),
)
OPTIONS = (
    *("--tables", str(len(ROWS)), "--rows", *ROWS),
    *("--hands", "2", "--seconds", "45", "--cut", "75", "--every", "3"),
)


def test_tables_outlive_their_processes() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "tests.live.faults", *OPTIONS), cwd=PROJECT, capture_output=True, text=True, check=False
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"^\{.*\}", done.stdout, re.DOTALL | re.MULTILINE)
    assert found
    figures = json.loads(found[0])
    assert figures["hands"] >= len(ROWS) - 2, "mahjong may last longer"
    assert figures["views_compared"] >= 8
    assert figures["modes"].get("thirteen 2")
    assert figures["modes"].get("thirteen 4")
    assert sum(figures["kills"].values()) >= 2
