"""What a measurement runs on: PostgreSQL, Redis and one uvicorn on one core, the client on another."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

SERVER_CORE, CLIENT_CORE = 0, 1
FLAGS = (
    *("--ws", "websockets-sansio", "--loop", "uvloop", "--http", "httptools"),
    *("--ws-per-message-deflate", "false", "--no-access-log", "--log-level", "warning"),
)


@dataclass
class Stage:
    """A running server and the processes whose processor time counts."""

    port: int
    web: psutil.Process
    postgres: psutil.Process
    redis: psutil.Process

    def spent(self) -> dict[str, float]:
        """Processor seconds so far of each part."""
        return {name: _seconds(getattr(self, name)) for name in ("web", "postgres", "redis")}


def _seconds(process: psutil.Process) -> float:
    total = 0.0
    for one in [process, *process.children(recursive=True)]:
        try:
            times = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


@contextmanager
def environment(data: Path) -> Iterator[tuple[psutil.Process, psutil.Process]]:
    """PostgreSQL and Redis of their own in `data`, Django set up and migrated; gives their processes."""
    os.sched_setaffinity(0, {SERVER_CORE})
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "platform_site.settings.prod",
        "SECRET_KEY": "bench",
        "DATA_DIR": str(data),
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    from platform_site.play.services import Services

    with Services(data) as services:
        os.environ |= services.environment("bench")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        assert services.postgres is not None
        assert services.redis is not None
        yield psutil.Process(services.postgres.pid), psutil.Process(services.redis.pid)


@contextmanager
def stage(postgres: psutil.Process, redis: psutil.Process) -> Iterator[Stage]:
    """One uvicorn with the production flags on the servers' core; this process moves to the client's."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "uvicorn", "bench.asgi:application", "--port", str(port), *FLAGS])
    os.sched_setaffinity(0, {CLIENT_CORE % (os.cpu_count() or 1)})
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        yield Stage(port, psutil.Process(process.pid), postgres, redis)
    finally:
        process.terminate()
        process.wait(20)
