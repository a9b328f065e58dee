"""Answers from three processes to one decision at once: the short run of `tests.live.races`."""

import json
import os
import subprocess
import sys

import dj_database_url
import pytest
from django.db import connection

from tests.house import PROJECT

RACES = os.environ.get("RACES", "200")


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_each_answer_counts_once_and_none_gives_way_to_a_neighbours() -> None:
    url = os.environ["DATABASE_URL"]
    mine = url.replace(f"/{dj_database_url.parse(url)['NAME']}?", f"/{connection.settings_dict['NAME']}?")
    done = subprocess.run(
        (sys.executable, "-m", "tests.live.races", "--races", RACES),
        cwd=PROJECT,
        env=os.environ | {"DATABASE_URL": mine},
        capture_output=True,
        text=True,
        check=False,
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["races"] == int(RACES)
    assert figures["numbers_taken"], "nobody met anybody"
