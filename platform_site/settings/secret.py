"""The secret key: from SECRET_KEY, else generated on first start and kept in the data folder, never committed."""

import os
import secrets
from pathlib import Path


def secret_key(data_dir: Path) -> str:
    """The installation's key. The file is created for its owner alone; two first starts agree on one key."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
