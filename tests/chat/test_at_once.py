"""A hundred open pages of the running platform hear a game master: the short run of `tests.live.broadcast`."""

import asyncio

import pytest

from tests.house import House
from tests.live.broadcast import master, speak

pytestmark = [pytest.mark.fault, pytest.mark.timeout(120)]


def test_every_open_page_hears_a_broadcast_and_its_recall(house: House) -> None:
    figures = asyncio.run(speak(house, master(house), 100, 2))
    assert figures["faults"] == {}
    assert figures["heard_ms"]["broadcast"]["p99"] < 1000, figures
    assert figures["heard_ms"]["recall"]["p99"] < 1000, figures
