"""Who PostgreSQL runs as: it refuses root, so root has to become somebody else first."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from platform_site.play.errors import StartError


@dataclass(frozen=True)
class Identity:
    """A command prefix that makes the program run as an ordinary user, and the owner its folders need (None: ours)."""

    prefix: tuple[str, ...] = ()
    uid: int | None = None
    gid: int | None = None

    def own(self, folder: Path) -> None:
        """Hand an existing folder to the identity, where it differs from ours."""
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)


NAMESPACE = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")


def choose(program: Path, data: Path, namespaces: bool = True) -> Identity:
    """The identity under which `program` may run with its files beneath `data`.

    Root gets a user namespace, which needs no real user and changes no mode. Where the kernel or a container refuses
    namespaces (or `namespaces` is False) an existing ordinary user takes over, if it can reach both paths.
    """
    if os.geteuid() != 0:
        return Identity()
    if namespaces and shutil.which(NAMESPACE[0]) and _works((*NAMESPACE, str(program), "--version")):
        return Identity(NAMESPACE)
    user = pwd.getpwnam("nobody")
    prefix = ("setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--")
    # Asked of `test`: setpriv itself still reaches the program with root's rights, which then misses its libraries.
    if all(_works((*prefix, "test", "-x", str(path))) for path in (program, data)):
        return Identity(prefix, user.pw_uid, user.pw_gid)
    raise StartError(
        "PostgreSQL refuses to run as root, user namespaces are not allowed here, and the user nobody cannot reach "
        f"{program} and {data}. Start as an ordinary user, or give DATABASE_URL."
    )


def _works(command: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def death_signal(name: str) -> tuple[str, ...]:
    """A prefix after which the program gets the signal when its parent dies, kill -9 included.

    It must come after any change of user, which clears the setting.
    """
    return ("setpriv", "--pdeathsig", name, "--") if shutil.which("setpriv") else ()
