"""Keeps the platform's processes alive, tells when it is ready, and stops everything in order."""

import asyncio
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Sequence
from typing import IO

from circus.arbiter import Arbiter
from circus.process import Process
from circus.stream import FileStream
from circus.watcher import Watcher
from tornado.httpclient import AsyncHTTPClient, HTTPError
from tornado.ioloop import IOLoop, PeriodicCallback

from platform_site.play.errors import StartError
from platform_site.play.folders import Folders
from platform_site.play.identity import death_signal
from platform_site.play.processes import Program
from platform_site.play.services import Services

LOG_BYTES = 5_000_000
REMIND_SECONDS = 10
"""A platform that is not ready says after each such while what it waits for."""


class Supervisor:
    """The programs under a circus arbiter in this process, with the services below them.

    circus stops its watchers at once and only then does `run` return, so web and workers end before Redis and
    PostgreSQL, whose stop is the caller's.
    """

    def __init__(
        self, programs: Sequence[Program], services: Services, address: str, started: float, say: Callable[[str], None]
    ) -> None:
        """`started`: the monotonic time at which the person asked for the platform."""
        self.services = services
        self.address = address
        self.say = say
        self.started = started
        run = services.folders.run
        # circus asks for the machine's full name, which waits for a name server where there is none.
        socket.getfqdn = lambda name="": name or socket.gethostname()
        self.arbiter = Arbiter(
            [_watcher(program, services.folders) for program in programs],
            # files in a private folder: the default is TCP ports that any local user could command
            endpoint=f"ipc://{run}/circus.sock",
            pubsub_endpoint=f"ipc://{run}/circus-events.sock",
            check_delay=0.5,
        )

    def run(self) -> None:
        """Run until Ctrl-C, SIGTERM or a closed terminal; returns when every program has ended."""
        loop = IOLoop.current()
        PeriodicCallback(self._revive_services, 500).start()
        loop.add_callback(self._announce)
        # circus takes SIGHUP, a closed terminal, for a request to reload
        loop.add_callback(signal.signal, signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
        self.arbiter.start()

    def _revive_services(self) -> None:
        try:
            for name in self.services.revive():
                self.say(f"{name} had died and was started again.")
        except StartError as error:
            self.say(str(error))

    async def _announce(self) -> None:
        """Wait for /healthz and print the address; while waiting, now and then the reasons."""
        client = AsyncHTTPClient()
        waiting_since = time.monotonic()
        while True:
            reasons = await _unready(client, self.address)
            if not reasons:
                self.say(f"Ready after {time.monotonic() - self.started:.1f} s: {self.address}  (Ctrl-C stops it)")
                return
            if time.monotonic() - waiting_since > REMIND_SECONDS:
                waiting_since = time.monotonic()
                self.say(f"Still waiting: {reasons} (logs in {self.services.folders.logs})")
            await asyncio.sleep(0.1)


async def _unready(client: AsyncHTTPClient, address: str) -> str:
    """Why no hand can be played yet, empty when one can."""
    try:
        await client.fetch(f"{address}healthz", request_timeout=5)
    except HTTPError as error:
        if error.response is None:  # tornado's 599: it waited in vain
            return "the web process does not answer"
        if error.code == 503:
            return "; ".join(error.response.body.decode().splitlines())
        return f"the web process answers {error.code}"
    except OSError:
        return "the web process does not answer"
    return ""


class _Process(Process):
    """A process whose pipe is taken from the event loop before it is closed.

    circus closes the pipe of a dead process and leaves it in the loop. The next pipe, of whatever process, gets its
    number and cannot be listened to ("fd 37 added twice"): that process is not started, however often it is tried.
    """

    def close_output_channels(self) -> None:
        redirector = self.watcher.stream_redirector
        if redirector is not None:
            for name, pipe in redirector.get_process_pipes(self):
                self._read_last_words(name, pipe)
            redirector.remove_redirections(self)
        super().close_output_channels()

    def _read_last_words(self, name: str, pipe: IO[bytes]) -> None:
        while not pipe.closed and select.select([pipe], [], [], 0)[0]:
            data = os.read(pipe.fileno(), 65_536)
            if not data:
                return
            self.watcher.stream_redirector.redirect[name]({"data": data, "pid": self.pid, "name": name})


class _Watcher(Watcher):
    @property
    def _process_class(self) -> type[Process]:
        return _Process


def _watcher(program: Program, folders: Folders) -> _Watcher:
    stream = {"stream": FileStream(str(folders.logs / f"{program.name}.log"), LOG_BYTES, 2)}
    command = [*death_signal(program.death), *program.command]
    return _Watcher(
        program.name,
        command[0],
        args=command[1:],
        copy_env=True,
        use_sockets=True,  # keeps the listening socket open in the child
        graceful_timeout=program.grace,
        stdout_stream=stream,
        stderr_stream=stream,
        max_retry=-1,
    )
