"""PostgreSQL and Redis in a folder: started, waited for, stopped, and never left behind.

    with Services(Path("var/test")) as services:
        os.environ |= services.environment("cardhouse")

From a shell: `python -m platform_site.play.services var/test -- command …` runs the command beside them. Where
DATABASE_URL or REDIS_URL is set, that server is used and none is started.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
import redis
from psycopg import sql

from platform_site.play import identity
from platform_site.play.binaries import postgres_binaries, redis_binaries
from platform_site.play.errors import StartError
from platform_site.play.folders import Folders, make_private
from platform_site.play.locks import FileLock

READY_SECONDS = 30
"""A first start takes half a second on a quiet machine and four on a busy one."""


class Server:
    """One server process in a folder."""

    name = ""
    death = "TERM"
    stop_signal = signal.SIGTERM

    def __init__(self, folders: Folders, keep_open: Sequence[int] = ()) -> None:
        """`keep_open`: descriptors the process inherits, so that a lock lives as long as it does."""
        self.folders = folders
        self.keep_open = keep_open
        self.log = folders.logs / f"{self.name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> tuple[str, ...]:
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether the server takes commands now: its socket is asked, never a pid file."""
        raise NotImplementedError

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def spawn(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches us alone and we stop things in order."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=tuple(self.keep_open),
            )

    def start(self) -> None:
        """Start and wait until it answers; StartError with the end of its log when it does not."""
        mark = self.log.stat().st_size if self.log.exists() else 0
        self.spawn()
        deadline = time.monotonic() + READY_SECONDS
        while not self.answers():
            if not self.alive() or time.monotonic() > deadline:
                self.stop()
                raise StartError(f"{self.name} did not start:\n{self._log_since(mark)}")
            time.sleep(0.01)

    def stop(self) -> None:
        """Ask it to end, insist after 10 s. Does nothing when it is not running."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        for how, patience in ((self.stop_signal, 10), (signal.SIGKILL, 5)):
            process.send_signal(how)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                continue
            return

    def _log_since(self, mark: int) -> str:
        with self.log.open("rb") as log:
            log.seek(mark)
            return log.read()[-2000:].decode(errors="replace").strip()


class Postgres(Server):
    """PostgreSQL on a Unix socket only."""

    name = "PostgreSQL"
    death = "INT"
    stop_signal = signal.SIGINT  # fast shutdown: clients are cut, nothing is lost

    def __init__(self, folders: Folders, keep_open: Sequence[int] = (), namespaces: bool = True) -> None:
        super().__init__(folders, keep_open)
        self.binaries = postgres_binaries()
        self.identity = identity.choose(self.binaries / "postgres", folders.data, namespaces)

    def command(self) -> tuple[str, ...]:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folders.run),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
        }
        return (
            *self.identity.prefix,
            *identity.death_signal(self.death),
            str(self.binaries / "postgres"),
            "-D",
            str(self.folders.postgres),
            *(part for name, value in options.items() for part in ("-c", f"{name}={value}")),
        )

    def answers(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.folders.run), user="postgres", dbname=database, autocommit=True, connect_timeout=5
        )

    def start(self) -> None:
        """Create the data folder on first start, take a dead server's pid file away, and wait until it answers."""
        make_private(self.folders.run, frozenset() if self.identity.uid is None else frozenset({self.identity.uid}))
        self.identity.own(self.folders.run)
        if not self.folders.postgres.exists():
            self._initialize()
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                return super().start()
            except StartError as error:
                if "postmaster.pid" in str(error) and "already exists" in str(error):
                    self._remove_stale_pid_file(error)
                elif "shared memory" not in str(error) or time.monotonic() > deadline:
                    # A killed server's children hold the shared memory for a moment longer.
                    raise
            time.sleep(0.1)

    def create(self, database: str) -> None:
        """Create the database unless it is there."""
        with self.connect() as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
            if found:
                return
            # Of two starts beside each other one is first; depending on the moment the other is told so in two ways
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))

    def identify(self, database: str) -> str:
        """A value that no other database has, a recreated one of the same name included."""
        with self.connect() as connection:
            row = connection.execute(
                "SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = %s", [database]
            ).fetchone()
        return str(row)

    def _initialize(self) -> None:
        """Make the data folder beside its final name: what a killed first start leaves is thrown away, not trusted."""
        draft = self.folders.postgres.with_suffix(".new")
        if draft.exists():
            shutil.rmtree(draft)
        draft.mkdir(mode=0o700)
        self.identity.own(draft)
        made = subprocess.run(
            (
                *self.identity.prefix,
                str(self.binaries / "initdb"),
                *("-D", str(draft), "-U", "postgres", "-A", "trust"),
                *("--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"),
            ),
            capture_output=True,
            check=False,
        )
        if made.returncode:
            raise StartError(f"PostgreSQL could not create its data folder:\n{made.stderr.decode(errors='replace')}")
        draft.rename(self.folders.postgres)

    def _remove_stale_pid_file(self, error: StartError) -> None:
        """Remove postmaster.pid unless its process is PostgreSQL on this very folder (then `error` is raised)."""
        pid_file = self.folders.postgres / "postmaster.pid"
        lines = pid_file.read_text().splitlines() if pid_file.exists() else []
        if self.answers() or (lines and str(self.folders.postgres).encode() in _command_of(lines[0])):
            raise error
        pid_file.unlink(missing_ok=True)


def _command_of(pid: str) -> bytes:
    try:
        return Path("/proc", pid.strip(), "cmdline").read_bytes()
    except OSError:
        return b""


class Redis(Server):
    """Redis on a Unix socket only, with its append-only file flushed each second."""

    name = "Redis"

    @property
    def socket(self) -> Path:
        return self.folders.run / "redis.sock"

    def command(self) -> tuple[str, ...]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folders.redis),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
        }
        return (
            *identity.death_signal(self.death),
            str(redis_binaries() / "redis-server"),
            *(part for name, value in options.items() for part in (f"--{name}", value)),
        )

    def answers(self) -> bool:
        try:
            with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        super().stop()
        self.socket.unlink(missing_ok=True)


class Services:
    """PostgreSQL and Redis of one data folder, owned by this process.

    Two locks guard the folder. `owner` is ours alone and says who runs the installation; `stragglers` is inherited by
    the servers, so a start right after a kill -9 waits until the last of them is gone instead of meeting it (Redis
    removes its socket's path on exit, and would remove its successor's). A second owner attaches to the running
    servers: it uses them and does not stop them.
    """

    def __init__(self, data: Path, *, namespaces: bool = True) -> None:
        self.folders = Folders(data.resolve())
        self.namespaces = namespaces
        self.owner = FileLock(self.folders.run / "owner.lock")
        self.stragglers = FileLock(self.folders.run / "servers.lock")
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self.attached = False

    def start(self) -> None:
        """Start what DATABASE_URL and REDIS_URL do not provide, or attach to a running installation of the folder."""
        self.claim()
        if not self.attached and not self.stragglers.acquire(wait=READY_SECONDS):
            raise StartError(f"Processes of an earlier start still use {self.folders.data}; end them first.")
        keep_open = () if self.attached else (self.stragglers.fd,)
        if "DATABASE_URL" not in os.environ:
            self.postgres = Postgres(self.folders, keep_open, self.namespaces)
        if "REDIS_URL" not in os.environ:
            self.redis = Redis(self.folders, keep_open)
        try:
            for server in self.servers:
                if self.attached:
                    _wait_for(server)
                else:
                    server.start()
        except BaseException:
            self.stop()
            raise

    def claim(self) -> None:
        """Become the folder's owner, or find out that somebody else is (`attached`)."""
        if self.owner.fd >= 0:
            return
        self.folders.create()
        nobody = frozenset({65534}) if os.geteuid() == 0 else frozenset[int]()
        make_private(self.folders.run, nobody)
        self.attached = not self.owner.acquire()

    @property
    def servers(self) -> list[Server]:
        return [server for server in (self.postgres, self.redis) if server]

    def revive(self) -> list[str]:
        """Start again what has died; the names of what was started."""
        if self.attached:
            return []
        dead = [server for server in self.servers if not server.alive()]
        for server in dead:
            server.start()
        return [server.name for server in dead]

    def stop(self) -> None:
        """Stop what was started here, Redis before PostgreSQL, and let go of the folder."""
        if not self.attached:
            for server in reversed(self.servers):
                server.stop()
        self.stragglers.release()
        self.owner.release()

    def environment(self, database: str, redis_db: int = 0) -> dict[str, str]:
        """DATA_DIR, DATABASE_URL and REDIS_URL for the platform's settings; creates the database where it is ours."""
        found = {"DATA_DIR": str(self.folders.data)}
        if self.postgres:
            self.postgres.create(database)
            found["DATABASE_URL"] = f"postgresql://postgres@/{database}?host={self.folders.run}"
        if self.redis:
            found["REDIS_URL"] = f"unix://{self.redis.socket}?db={redis_db}"
        return found

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _wait_for(server: Server) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not server.answers():
        if time.monotonic() > deadline:
            raise StartError(f"{server.name} of the running installation in {server.folders.data} does not answer.")
        time.sleep(0.05)


def main(arguments: Sequence[str]) -> int:
    """Run a command beside the services of a folder; its exit status."""
    if len(arguments) < 3 or arguments[1] != "--":
        sys.stderr.write("usage: python -m platform_site.play.services FOLDER -- COMMAND …\n")
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with Services(Path(arguments[0])) as services:
            environment = os.environ | services.environment("cardhouse")
            command = (*identity.death_signal("TERM"), *arguments[2:])
            return subprocess.run(command, env=environment, check=False).returncode
    except StartError as error:
        sys.stderr.write(f"{error}\n")
        return error.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
