"""People press 加入 over two web processes, again after each hand: the short run of `tests.live.crowd`."""

import json
import re
import subprocess
import sys

import pytest

from tests.house import PROJECT

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]

OPTIONS = ("--players", "50", "--seconds", "12", "--hand", "3", "--waves", "1")


def test_a_crowd_is_matched_as_it_should_be() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "tests.live.crowd", *OPTIONS), cwd=PROJECT, capture_output=True, text=True, check=False
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"^\{.*\}", done.stdout, re.DOTALL | re.MULTILINE)
    assert found
    figures = json.loads(found[0])
    assert figures["hands"] > 16
    assert figures["in_a_crowd"]
