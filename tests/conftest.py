"""What every test may use: the system's Chromium, and the running platform."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import emptying
from tests.house import House

CHROMIUM = "/usr/bin/chromium"
QUIET_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


emptying.instead_of_truncating()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright leaves a running event loop in the main thread, beside which no other starts."""
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium instead of a downloaded one, silent towards the network."""
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": QUIET_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A player in the first language; pages without motion, so that a screenshot shows one state."""
    return browser_context_args | {"locale": "zh-CN", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The running platform with its own database, shared by the tests that leave it running."""
    running = House(tmp_path_factory.mktemp("house") / "data", environment={"GUEST_RATE": "1000/h/ip"})
    try:
        yield running.wait_ready()
    finally:
        running.stop()


@pytest.fixture
def fresh_house(tmp_path: Path) -> Iterator[House]:
    """The running platform for one test, which may do to it what it likes."""
    running = House(tmp_path / "data")
    try:
        yield running.wait_ready()
    finally:
        running.stop()
