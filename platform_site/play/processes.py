"""What runs on top of PostgreSQL and Redis."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """One process of the platform, as circus keeps it alive."""

    name: str
    arguments: tuple[str, ...]
    grace: float
    """Seconds between the request to end and the kill."""
    death: str = "TERM"
    """The signal it gets when its supervisor is killed."""

    @property
    def command(self) -> tuple[str, ...]:
        return (sys.executable, "-m", *self.arguments)


@dataclass(frozen=True)
class Copies:
    """How many processes of a kind run: they share the listening socket, or the queues."""

    web: int = 1
    workers: int = 1


def web(listener: int, name: str = "web") -> Program:
    """A web process on an inherited listening socket, so that a restart refuses nobody: callers wait in the queue.

    Without compression an idle socket takes 25 KiB instead of 64.
    """
    return Program(
        name,
        (
            *("uvicorn", "platform_site.asgi:application", "--fd", str(listener)),
            *("--ws", "websockets-sansio", "--loop", "uvloop", "--http", "httptools"),
            *("--ws-per-message-deflate", "false", "--timeout-graceful-shutdown", "1"),
            *("--no-server-header", "--no-access-log"),
        ),
        grace=2,
    )


def worker(name: str, queues: Sequence[str], slots: int) -> Program:
    """A Celery worker. Its tasks wait for PostgreSQL and Redis more than they compute, so its slots are threads."""
    return Program(
        name,
        (
            *("celery", "-A", "platform_site", "worker", "-n", f"{name}@%h", "-Q", ",".join(queues)),
            *("-P", "threads", "-c", str(slots), "-l", "WARNING"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ),
        grace=2,
    )


def beat() -> Program:
    """Celery beat with its schedule in memory: every entry is an interval, and a file could be torn by a kill -9.

    It has nothing to put in order, and asked to end while Redis ends too it would first try to reach it for a while.
    """
    return Program(
        "beat",
        ("celery", "-A", "platform_site", "beat", "-S", "celery.beat.Scheduler", "--pidfile=", "-l", "WARNING"),
        grace=2,
        death="KILL",
    )


def programs(listener: int, copies: Copies = Copies()) -> list[Program]:
    """Everything, in the order of its start. The clock's sweep has a worker of its own: nothing may delay a turn. So
    has matching: whoever waits does not stand behind the settlements of hands that ended all at once."""
    return [
        *(web(listener, name) for name in _names("web", copies.web)),
        *(worker(name, ["clock"], slots=1) for name in _names("clock", copies.workers)),
        *(worker(name, ["match"], slots=4) for name in _names("match", copies.workers)),
        *(worker(name, ["default", "bots"], slots=8) for name in _names("tasks", copies.workers)),
        beat(),
    ]


def _names(name: str, count: int) -> list[str]:
    return [name, *(f"{name}-{number}" for number in range(2, count + 1))]
