"""Time-outs of a running platform: none lost, none doubled, and in time. A twentieth of `bench.timers`."""

import pytest

from bench.timers import measure
from tests.house import House

pytestmark = [pytest.mark.fault, pytest.mark.timeout(180)]

HANDS, WANTED = 100, 1_000
SPAN_MS = 1_500
SLACK_MS = 600
"""A crowded machine is not the clock's fault: its own lateness, told beside, is allowed for."""


def test_deadlines_pass_once_each_and_in_time(house: House) -> None:
    figures = measure(house, HANDS, SPAN_MS, WANTED, kill=False, seed=1)
    assert figures["fired"] >= WANTED, figures
    assert figures["hands"] == HANDS, figures
    assert not [fault for fault in figures["faults"] if not fault.startswith("goal")], figures
    assert figures["late_ms"]["p99"] <= SLACK_MS + 5 * figures["bare_ms"]["p99"], figures
