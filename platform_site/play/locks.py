"""Locks on an installation's folder, which the kernel drops when their holders are gone."""

import fcntl
import os
import time
from pathlib import Path


class FileLock:
    """An exclusive lock on a file, with a note in it for whoever finds it taken.

    A child that inherits `fd` keeps the lock until it ends too, even when its parent was killed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fd = -1

    def acquire(self, wait: float = 0) -> bool:
        """Take the lock, trying for `wait` seconds. False when somebody else holds it."""
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    os.close(fd)
                    return False
                time.sleep(0.05)
            else:
                self.fd = fd
                return True

    def write(self, note: str) -> None:
        """Leave a note, such as the address the holder serves."""
        os.ftruncate(self.fd, 0)
        os.pwrite(self.fd, note.encode(), 0)

    def read(self) -> str:
        """The note of whoever holds the lock, empty when there is none."""
        return self.path.read_text() if self.path.exists() else ""

    def release(self) -> None:
        """Let go. The file stays: removing it would let two holders lock two files of one name."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
