"""Whether the database was prepared by this very code, so that a start may skip what would change nothing."""

import hashlib
from pathlib import Path

SOURCES = (
    "requirements/base.txt",
    "*/migrations/*.py",
    "*/management/commands/*.py",
    "accounts/*.py",
    "lobby/*.py",
    "platform_site/roles.py",
    "rewards/*.py",
    "wallet/*.py",
    "locale/*/*/*",
)
"""What `manage.py prepare` works from, and the catalogues it writes."""


def fingerprint(project: Path, database: str) -> str:
    """One value for the contents of the sources and the database they were applied to."""
    digest = hashlib.sha256(database.encode())
    for path in sorted({path for pattern in SOURCES for path in project.glob(pattern)}):
        digest.update(f"\0{path.relative_to(project)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
