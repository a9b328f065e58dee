"""Processes are killed while tables of every mode are played: the short run of `tests.live.faults`."""

import json
import re
import subprocess
import sys

import pytest

from tests.house import PROJECT

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]

OPTIONS = ("--tables", "8", "--hands", "2", "--seconds", "45", "--every", "3")


def test_tables_outlive_their_processes() -> None:
    done = subprocess.run(
        (
            sys.executable,
            "-m",
            "tests.live.faults",
            *OPTIONS,
        ),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"^\{.*\}", done.stdout, re.DOTALL | re.MULTILINE)
    assert found
    figures = json.loads(found[0])
    assert figures["hands"] >= 8
    assert figures["views_compared"] >= 8
    assert sum(figures["kills"].values()) >= 2
