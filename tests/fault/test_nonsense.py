"""Nonsense on both sockets and the API is refused and changes nothing: the short run of `tests.live.fuzz`."""

import json
import secrets

import pytest

from tests.house import House
from tests.live.fuzz import attack

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]

MESSAGES = 3_000
ROWS = [("huanle", 3), ("siren", 4), ("thirteen", 2), ("guangdong-1", 4)]


def test_nonsense_is_refused_and_nothing_else_happens(house: House) -> None:
    figures = attack(house, MESSAGES, secrets.randbelow(10**6), ROWS)
    assert not figures["faults"], json.dumps(figures, ensure_ascii=False, indent=1)
    assert sum(figures["sent"].values()) == MESSAGES
    assert set(figures["sent"]) == {"hand", "lobby", "api"}
    for code in ("hand no decision_closed", "hand no not_in_hand", "hand no unknown_action", "hand err malformed"):
        assert figures["answers"].get(code), (code, figures["answers"])
