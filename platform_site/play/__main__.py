"""The command line behind `script/play`: start everything, print the address, stop everything on Ctrl-C.

Exit status: 0 stopped as asked, 1 could not start, 3 a system package is missing, 4 the port is in use, 5 the folder's
platform is running already.
"""

import argparse
import errno
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from platform_site.play.errors import ALREADY_RUNNING, PORT_IN_USE, StartError
from platform_site.play.identity import death_signal
from platform_site.play.prepared import fingerprint
from platform_site.play.processes import Copies, programs
from platform_site.play.services import Services

PROJECT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"


def main() -> int:
    """Parse, start, run; every foreseeable failure is one sentence on standard error."""
    options = _options()
    data = options.data.resolve()
    os.environ["DATA_DIR"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "platform_site.settings.dev")
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda number, _: sys.exit(128 + number))
    os.chdir(PROJECT)
    try:
        return _play(data, options.port, Copies(options.web, options.workers))
    except StartError as error:
        sys.stderr.write(f"{error}\n")
        return error.status
    except KeyboardInterrupt:
        return 0


def _play(data: Path, port: int, copies: Copies) -> int:
    started = time.monotonic()
    services = Services(data)
    services.claim()
    if services.attached:
        raise StartError(
            f"The platform in {data} is running already: {services.owner.read() or 'its address is not known yet'}",
            ALREADY_RUNNING,
        )
    listener = listen(port)
    address = f"http://{HOST}:{listener.getsockname()[1]}/"
    services.owner.write(address)
    say("Starting PostgreSQL and Redis …")
    with services:
        os.environ.update(services.environment("cardhouse"))
        say(f"PostgreSQL and Redis answer after {time.monotonic() - started:.1f} s.")
        _prepare(services)
        say("Starting the web process, the workers and the beat …")
        # What circus has to say about its watchers is for a file; it takes over the root logger when imported.
        logging.basicConfig(filename=services.folders.logs / "supervisor.log", level=logging.INFO)
        from platform_site.play.supervisor import Supervisor

        Supervisor(programs(listener.fileno(), copies), services, address, started, say).run()
        say("Stopping PostgreSQL and Redis …")
    say("Stopped.")
    return 0


def _prepare(services: Services) -> None:
    """Bring the database up to the code, unless this code did so before; a given database is always looked at."""
    stamp = services.folders.data / "prepared"
    database = services.postgres.identify("cardhouse") if services.postgres else ""
    if database and stamp.exists() and stamp.read_text() == fingerprint(PROJECT, database):
        return
    say("Preparing the database …")
    _manage("prepare")
    stamp.write_text(fingerprint(PROJECT, database))


def listen(port: int) -> socket.socket:
    """The listening socket that every web process inherits; port 0 takes a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        reason = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be opened ({error.strerror})"
        raise StartError(f"Port {port} {reason}; choose another one with --port.", PORT_IN_USE) from error
    listener.listen(2048)
    listener.set_inheritable(True)
    return listener


def say(message: str) -> None:
    """Progress for the person at the terminal."""
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()


def _manage(*arguments: str) -> None:
    """Run a management command, ending it with us whatever happens."""
    command = (*death_signal("KILL"), sys.executable, "manage.py", *arguments)
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            status = process.wait()
        except BaseException:
            process.kill()
            raise
    if status:
        raise StartError(f"`manage.py {' '.join(arguments)}` failed; what went wrong stands above.")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="script/play",
        description="Run the whole platform on this machine.",
        epilog="DATABASE_URL and REDIS_URL name running servers to use instead of own ones.",
    )
    parser.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1 (8000; 0 takes a free one)")
    parser.add_argument("--data", type=Path, default=PROJECT / "var", help="folder of the database and logs (var)")
    parser.add_argument("--web", type=_count, default=1, help="web processes behind the one address (1)")
    parser.add_argument("--workers", type=_count, default=1, help="workers of each kind (1)")
    return parser.parse_args()


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 16:
        raise argparse.ArgumentTypeError("from 1 to 16")
    return number


if __name__ == "__main__":
    sys.exit(main())
