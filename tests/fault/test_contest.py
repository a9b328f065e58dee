"""A contest's worker is killed: the short run of `tests.live.contest`."""

import time

import pytest

from tests.house import House
from tests.live.contest import hold

pytestmark = [pytest.mark.fault, pytest.mark.timeout(180)]

PLAYERS = 11  # three tables of Thirteen Water, one of them with a bot; then a final


def test_a_contest_outlives_its_worker(house: House) -> None:
    figures = hold(house, "thirteen", PLAYERS, kills=1)
    assert figures["faults"] == {}, figures
    assert (figures["entered"], figures["rounds"], figures["bots"], figures["kills"]) == (PLAYERS, 2, 1, 1)
    until = time.monotonic() + 30
    while not house.healthy() and time.monotonic() < until:  # the house is others' as well
        time.sleep(0.2)
    assert house.healthy()
