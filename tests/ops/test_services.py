"""PostgreSQL and Redis in a folder: every way in which a start or a death has gone wrong before."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
import redis

from platform_site.play.binaries import postgres_binaries
from platform_site.play.errors import StartError
from platform_site.play.folders import LONGEST_RUN_FOLDER, run_folder
from platform_site.play.services import Postgres, Services

pytestmark = pytest.mark.fault


@pytest.fixture(autouse=True)
def _own_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests start servers of their own, whatever the other tests run on."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with Services(tmp_path / "data") as running:
        yield running


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def wait_until(holds: object, seconds: float = 10) -> bool:
    """Whether `holds()` becomes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def runs(process: psutil.Process) -> bool:
    """Whether it does anything yet: a dead one may wait for its new parent to notice."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def names_below(pid: int) -> set[str]:
    """The names of a process's children; one that ends while it is asked is none."""
    names = set()
    for child in psutil.Process(pid).children():
        with suppress(psutil.NoSuchProcess):
            names.add(child.name())
    return names


def reachable_for_nobody(path: Path) -> bool:
    """Whether every folder above may be passed through by anybody."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)


def postgres_of(running: Services) -> Postgres:
    assert running.postgres is not None
    return running.postgres


def test_servers_listen_on_sockets_in_a_private_folder_and_nowhere_else(services: Services) -> None:
    for server in services.servers:
        assert server.answers()
        assert server.pid is not None
        assert psutil.Process(server.pid).net_connections("inet") == []
    assert mode(services.folders.run) == 0o700


def test_modes_of_the_folders_above_stay_as_they_were(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    given = home / "data"
    given.mkdir(mode=0o750)
    with Services(given):
        pass
    assert (mode(home), mode(given)) == (0o700, 0o750)
    assert mode(given / "postgres") == 0o700


def test_a_long_path_puts_the_sockets_into_a_short_private_folder(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    with Services(data) as running:
        assert len(os.fsencode(running.folders.run)) <= LONGEST_RUN_FOLDER
        assert mode(running.folders.run) == 0o700
        assert all(server.answers() for server in running.servers)


def test_a_path_that_needs_quoting_works_in_both_addresses(tmp_path: Path) -> None:
    with Services(tmp_path / "斗 地主 ?#%") as running:
        addresses = running.environment("cards")
        assert redis.Redis.from_url(addresses["REDIS_URL"]).ping()
        assert run_folder(running.folders.data) == running.folders.run


def test_a_socket_folder_prepared_by_somebody_else_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "theirs"
    elsewhere.mkdir()
    data = tmp_path / "data"
    data.mkdir()
    (data / "run").symlink_to(elsewhere)
    with pytest.raises(StartError, match="somebody else"):
        Services(data).start()
    assert list(elsewhere.iterdir()) == []


def test_a_stale_pid_file_that_names_a_stranger_is_removed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Services(data):
        pass
    with subprocess.Popen(("sleep", "60")) as stranger:
        try:
            (data / "postgres" / "postmaster.pid").write_text(f"{stranger.pid}\n{data}/postgres\n1\n5432\n\n\n")
            with Services(data) as running:
                assert postgres_of(running).answers()
            assert stranger.poll() is None
        finally:
            stranger.kill()


def test_a_half_made_data_folder_is_made_again(tmp_path: Path) -> None:
    draft = tmp_path / "data" / "postgres.new"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")
    with Services(tmp_path / "data") as running:
        assert postgres_of(running).answers()
    assert not draft.exists()


def test_a_second_owner_attaches_and_leaves_the_servers_running(services: Services) -> None:
    with Services(services.folders.data) as second:
        assert second.attached
        assert second.environment("cards").keys() == services.environment("cards").keys()
    assert all(server.answers() for server in services.servers)


def test_killed_servers_come_back_with_what_was_stored(services: Services) -> None:
    url = services.environment("cards")["REDIS_URL"]
    postgres = postgres_of(services)
    with postgres.connect("cards") as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (1)")
    redis.Redis.from_url(url).set("kept", "1")
    for server in services.servers:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
    assert wait_until(lambda: not any(server.alive() for server in services.servers))

    assert services.revive() == ["PostgreSQL", "Redis"]

    with postgres.connect("cards") as connection:
        assert connection.execute("SELECT n FROM kept").fetchall() == [(1,)]
    assert redis.Redis.from_url(url).get("kept") == b"1"
    assert services.revive() == []


def test_a_start_right_after_the_owner_was_killed_works_and_nothing_is_left(tmp_path: Path) -> None:
    data = tmp_path / "data"
    command = (sys.executable, "-m", "platform_site.play.services", str(data), "--", "sleep", "60")
    with subprocess.Popen(command) as owner:
        assert wait_until(lambda: "sleep" in names_below(owner.pid), 30)
        below = psutil.Process(owner.pid).children(recursive=True)
        owner.kill()
    with Services(data) as running:
        assert not running.attached
        assert all(server.answers() for server in running.servers)
        assert [child for child in below if runs(child)] == []


def test_given_servers_are_used_and_none_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example/cards")
    monkeypatch.setenv("REDIS_URL", "redis://redis.example/0")
    with Services(tmp_path / "data") as running:
        assert running.servers == []
        assert running.environment("cards").keys() == {"DATA_DIR"}


def test_a_folder_without_programs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POSTGRES_BIN", str(tmp_path))
    with pytest.raises(StartError, match="POSTGRES_BIN"):
        Services(tmp_path / "data").start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
class TestWithoutNamespaces:
    """Containers refuse user namespaces: an ordinary user of the system takes over, or a sentence says why not."""

    def test_an_ordinary_user_runs_postgres(self) -> None:
        if not reachable_for_nobody(postgres_binaries() / "postgres"):
            pytest.skip("the virtual environment lies where only root can reach it")
        with tempfile.TemporaryDirectory() as reachable:
            Path(reachable).chmod(0o755)
            with Services(Path(reachable) / "data", namespaces=False) as running:
                postgres = postgres_of(running)
                assert postgres.pid is not None
                assert psutil.Process(postgres.pid).uids().real == postgres.identity.uid != 0
                assert postgres.answers()

    def test_programs_it_cannot_reach_are_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with tempfile.TemporaryDirectory() as closed, tempfile.TemporaryDirectory() as reachable:
            Path(reachable).chmod(0o755)
            shutil.copy("/bin/true", Path(closed) / "postgres")
            monkeypatch.setenv("POSTGRES_BIN", closed)
            with pytest.raises(StartError, match="ordinary user"):
                Services(Path(reachable) / "data", namespaces=False).start()

    def test_a_folder_it_cannot_reach_is_named(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o700)
        with pytest.raises(StartError, match="ordinary user"):
            Services(tmp_path / "data", namespaces=False).start()
        assert mode(tmp_path) == 0o700
