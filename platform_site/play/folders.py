"""Where an installation keeps its data, and where its sockets may lie."""

import hashlib
import os
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from platform_site.play.errors import StartError

# A Unix socket's path ends at 107 bytes; the longest name we put into the folder is ".s.PGSQL.5432.lock".
LONGEST_RUN_FOLDER = 107 - len("/.s.PGSQL.5432.lock")

# The path also travels inside database, broker and ZMQ addresses, each with quoting rules of its own.
PLAIN = re.compile(r"[A-Za-z0-9._/-]+")


def run_folder(data: Path) -> Path:
    """The folder of the sockets and locks of the installation in `data`; every process computes the same one.

    `data`/run, or a short folder under the temporary one where that path is too long or needs quoting.
    """
    data = data.resolve()
    inside = data / "run"
    if len(os.fsencode(inside)) <= LONGEST_RUN_FOLDER and PLAIN.fullmatch(str(inside)):
        return inside
    mark = hashlib.sha256(os.fsencode(data)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"cardhouse-{os.getuid()}-{mark}"


def make_private(folder: Path, owners: frozenset[int] = frozenset()) -> None:
    """Create `folder` for its owner alone, or check that it is ours (or of `owners`) and close it to others.

    PostgreSQL and Redis let in whoever reaches their socket, so the folder's mode is the password.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners | {os.getuid()}:
        raise StartError(f"{folder} belongs to somebody else; remove it or choose another --data folder.")
    if found.st_mode & 0o077:
        folder.chmod(0o700)


@dataclass(frozen=True)
class Folders:
    """The folders of one installation."""

    data: Path

    @property
    def run(self) -> Path:
        return run_folder(self.data)

    @property
    def logs(self) -> Path:
        return self.data / "log"

    @property
    def postgres(self) -> Path:
        return self.data / "postgres"

    @property
    def redis(self) -> Path:
        return self.data / "redis"

    def create(self) -> None:
        """Make what is missing. The mode of a folder that was there before, `data` included, is left alone."""
        if not self.data.exists():
            # Root's PostgreSQL may have to run as another user, who passes through the folder but cannot list it.
            self.data.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True)
        self.logs.mkdir(mode=0o700, exist_ok=True)
        self.redis.mkdir(mode=0o700, exist_ok=True)
