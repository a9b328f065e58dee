"""`script/play` from outside: what a person at the terminal sees, and what a kill -9 leaves."""

import os
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.house import House

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]


def wait_until(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether `holds()` becomes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def crowding() -> float:
    """How many runnable processes share each core: the promised seconds are those of a machine that is ours."""
    return max(1, os.getloadavg()[0] / (os.cpu_count() or 1))


def health(house: House) -> tuple[int, str]:
    """Status and text of /healthz."""
    try:
        with urllib.request.urlopen(f"{house.url}/healthz", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def left_of(processes: list[psutil.Process]) -> list[str]:
    """The command lines of those that still run; a dead one that waits for its parent to notice does not count."""
    lines = []
    for process in processes:
        try:
            if process.status() != psutil.STATUS_ZOMBIE:
                lines.append(" ".join(process.cmdline()))
        except psutil.NoSuchProcess:
            continue
    return lines


def test_a_first_start_prints_the_admin_once_and_ctrl_c_stops_everything(tmp_path: Path) -> None:
    first = House(tmp_path / "data").wait_ready()
    everything = first.processes()
    assert {"postgres", "redis-server"} <= {process.name() for process in everything}
    assert health(first) == (200, "ok")
    assert len(re.findall(r"name admin, password \S{16} ", first.output)) == 1
    asked = time.monotonic()
    assert first.stop() == 0
    assert time.monotonic() - asked < 5 * crowding()
    assert left_of(everything) == []

    asked = time.monotonic()
    second = House(tmp_path / "data").wait_ready()
    took = time.monotonic() - asked
    try:
        assert "password" not in second.output
        assert took < 10 * crowding()
    finally:
        second.stop()


def test_a_port_in_use_is_a_sentence_and_starts_nothing(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        house = House(tmp_path / "data", port=port)
        assert house.process.wait(30) == 4
    assert house.output == f"Port {port} is in use; choose another one with --port.\n"
    assert not (tmp_path / "data" / "postgres").exists()


def test_a_second_start_in_the_folder_names_the_running_one_and_leaves_it_alone(fresh_house: House) -> None:
    second = House(fresh_house.data)
    assert second.process.wait(30) == 5
    assert f"running already: {fresh_house.url}/" in second.output
    assert health(fresh_house) == (200, "ok")


def test_a_killed_supervisor_leaves_nothing_and_the_next_start_works(tmp_path: Path) -> None:
    killed = House(tmp_path / "data").wait_ready()
    below = killed.processes()
    killed.process.kill()
    killed.process.wait()
    again = House(tmp_path / "data")
    try:
        assert wait_until(lambda: left_of(below) == [], 10), left_of(below)
        assert health(again.wait_ready()) == (200, "ok")
    finally:
        again.stop()


def test_each_killed_process_comes_back(fresh_house: House) -> None:
    workers = (["clock@%h"], ["match@%h"], ["tasks@%h"])
    for words in (["uvicorn"], *workers, ["celery", " beat "], ["bin/postgres"], ["redis-server"]):
        before = fresh_house.kill(*words)
        assert before, words

        def replaced(words: list[str] = words, before: list[int] = before) -> bool:
            return any(process.pid not in before for process in fresh_house.processes(*words))

        assert wait_until(replaced, 30), words
        assert wait_until(lambda: health(fresh_house) == (200, "ok"), 60), (words, health(fresh_house))


def test_health_tells_what_is_missing(fresh_house: House) -> None:
    for worker in fresh_house.processes("clock@%h"):
        worker.send_signal(signal.SIGSTOP)
    assert wait_until(lambda: health(fresh_house) == (503, "worker: none for the queue clock"), 60)
    for worker in fresh_house.processes("clock@%h"):
        worker.send_signal(signal.SIGCONT)
    assert wait_until(lambda: health(fresh_house) == (200, "ok"), 60)


def test_a_closed_terminal_stops_everything(tmp_path: Path) -> None:
    house = House(tmp_path / "data").wait_ready()
    everything = house.processes()
    house.process.send_signal(signal.SIGHUP)
    house.process.wait(15)
    assert left_of(everything) == []
