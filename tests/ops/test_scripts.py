"""The shell part: what a machine without the packages is told."""

import os
import subprocess
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent


def shell(tmp_path: Path, user: int, script: str) -> subprocess.CompletedProcess[str]:
    """Run `script` after lib.sh, on a machine where no package is installed and apt-get only writes down its calls."""
    fakes = {
        "dpkg-query": "exit 1",
        "id": f"echo {user}",
        "apt-get": f'echo "$@" >>{tmp_path}/apt-calls',
    }
    for name, body in fakes.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)
    return subprocess.run(
        ("sh", "-c", f'. "$1"; {script}', str(PROJECT / "script" / "play"), str(PROJECT / "script" / "lib.sh")),
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_ordinary_user_is_told_the_line_to_run(tmp_path: Path) -> None:
    done = shell(tmp_path, 1000, "need_packages python3-venv gettext; echo reached")
    assert done.returncode == 3
    assert done.stderr.endswith("Run:  sudo apt-get install --no-install-recommends python3-venv gettext\n")
    assert done.stdout == ""
    assert not (tmp_path / "apt-calls").exists()


def test_root_installs_what_is_missing(tmp_path: Path) -> None:
    done = shell(tmp_path, 0, "need_packages python3-venv; echo reached")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("reached\n")
    assert (tmp_path / "apt-calls").read_text().splitlines() == [
        "update -qq",
        "install -y -qq --no-install-recommends python3-venv",
    ]
