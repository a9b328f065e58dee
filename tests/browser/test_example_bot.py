"""The bot of the documentation, as somebody would start it, against the running platform."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import psycopg
import pytest

from tests.house import PROJECT, House
from tests.live.rooms import brisk

BOT = PROJECT / "docs" / "example_bot.py"
LONGEST = 99
"""Lines that the example may have."""

MAKE = """
import json, django
django.setup()
from accounts import bots, tokens
from accounts.models import Player
owner = Player.objects.create_user("example-owner")
bot = bots.create(owner, "小例")
print(json.dumps({"id": bot.pk, "token": tokens.create(owner, bot, "example", ["read", "play"], 7)[1]}))
"""


def run(house: House, token: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, str(BOT), house.url),
        env=os.environ | {"CARDHOUSE_TOKEN": token, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=90,
    )


@pytest.mark.browser
def test_the_example_plays_a_hand_of_legal_moves_and_leaves(house: House) -> None:
    made = json.loads(house.run_python("-c", MAKE))
    refused = run(house, made["token"])
    assert "No room takes a bot" in refused.stderr, "no room of the hall takes outside bots by itself"
    room = brisk(house, "huanle", "novice", 200, opening=1000, deal_step=5, double=2000)
    with psycopg.connect(house.database_url, autocommit=True) as database:
        database.execute(
            "UPDATE lobby_room SET outside_bots = true, timers = timers || %s::jsonb WHERE id = %s",
            ['{"think": [1, 30]}', room],
        )
        try:
            done = run(house, made["token"])
        finally:
            database.execute("UPDATE lobby_room SET outside_bots = false WHERE id = %s", [room])
        assert done.returncode == 0, done.stdout + done.stderr
        lines = done.stdout.splitlines()
        assert lines[-1].startswith("settled "), done.stdout
        assert not [line for line in lines if line.startswith("refused")], done.stdout
        assert sum("'kind': 'play'" in line or "'kind': 'pass'" in line for line in lines) >= 2, done.stdout
        outcome = database.execute("SELECT outcome FROM games_handseat WHERE player_id = %s", [made["id"]]).fetchone()
        assert outcome in (("win",), ("lose",)), "played to its end, not fled"
        seats = database.execute("SELECT count(*) FROM lobby_seat WHERE player_id = %s", [made["id"]]).fetchone()
    assert seats == (0,), "it has left"


def test_the_example_is_short() -> None:
    assert len(BOT.read_text().splitlines()) <= LONGEST
