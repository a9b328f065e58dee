"""The running platform, as `script/play` starts it, for tests that need the real thing from outside."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil

PROJECT = Path(__file__).resolve().parent.parent
# The last line names an exception's class; where a process was killed in mid-line the next one's line stands there.
_TRACEBACK = re.compile(
    r"^(Traceback \(most recent call last\):\n(?:[ \t].*\n)+((?:(?:[A-Za-z]\w*\.)+[A-Za-z]|[A-Z])\w*(?::.*)?)\n)"
    r"(\n(?:During handling of the above|The above exception was the direct))?",
    re.MULTILINE,
)
READY_SECONDS = 180  # a first start takes about 8 s on a machine of two quiet cores


class House:
    """One `python -m platform_site.play` with a data folder of its own.

    `url` has no slash at its end. `output` is what the person at the terminal has seen so far.
    """

    def __init__(self, data: Path, *arguments: str, port: int = 0, environment: dict[str, str] | None = None) -> None:
        self.data = data
        self.output_file = Path(tempfile.mkstemp(prefix="house-", suffix=".out", dir=data.parent)[1])
        # Without what script/test sets for the tests' own services: the house brings its own
        inherited = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "DATA_DIR"}}
        self.environment = inherited | {"DJANGO_SETTINGS_MODULE": "platform_site.settings.dev"} | (environment or {})
        with self.output_file.open("wb") as output:
            self.process = subprocess.Popen(
                (sys.executable, "-m", "platform_site.play", "--port", str(port), "--data", str(data), *arguments),
                cwd=PROJECT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text(errors="replace")

    def wait_ready(self) -> "House":
        """Wait for the line with the address; fail with everything that was said when it does not come."""
        deadline = time.monotonic() + READY_SECONDS
        while "Ready after" not in self.output:
            logs = "\n".join(
                f"{log.name}: {log.read_text(errors='replace')[-1500:]}" for log in self.data.glob("log/*")
            )
            assert self.process.poll() is None, f"play ended with {self.process.returncode}:\n{self.output}"
            assert time.monotonic() < deadline, f"not ready after {READY_SECONDS} s:\n{self.output}\n{logs}"
            time.sleep(0.05)
        return self

    @property
    def url(self) -> str:
        found = re.search(r"Ready after [\d.]+ s: (\S+)", self.output)
        assert found, self.output
        return found[1].rstrip("/")

    @property
    def run(self) -> Path:
        from platform_site.play.folders import run_folder

        return run_folder(self.data)

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres@/cardhouse?host={self.run}"

    @property
    def redis_url(self) -> str:
        return f"unix://{self.run}/redis.sock?db=0"

    def healthy(self) -> bool:
        """Whether /healthz says that a hand could be played."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def processes(self, *words: str) -> list[psutil.Process]:
        """The processes below the house whose command line holds all the words (`uvicorn`, `clock@%h`, `beat`)."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                line = " ".join(child.cmdline())
            except psutil.Error:
                continue
            if all(word in line for word in words):
                found.append(child)
        return found

    def kill(self, *words: str) -> list[int]:
        """`kill -9` the processes that `processes(*words)` finds; their ids."""
        victims = self.processes(*words)
        for victim in victims:
            victim.kill()
        return [victim.pid for victim in victims]

    def manage(self, *arguments: str) -> str:
        """Run a management command against the house's own database; its output. Fails when the command does."""
        return self.run_python("manage.py", *arguments)

    def run_python(self, *arguments: str) -> str:
        """Run Python beside the house, with its settings; its output. Fails when it does."""
        done = subprocess.run(
            (sys.executable, *arguments),
            cwd=PROJECT,
            env=self.environment | {"DATA_DIR": str(self.data)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def errors(self) -> dict[str, list[str]]:
        """The tracebacks in the platform's own logs by their last lines, numbers left out.

        Of exceptions raised while another was handled only the last one counts.
        """
        found: dict[str, list[str]] = {}
        for log in self.data.glob("log/*"):
            if log.stem in ("PostgreSQL", "Redis"):
                continue
            for whole, said, follows in _TRACEBACK.findall(log.read_text(errors="replace")):
                if not follows:
                    found.setdefault(re.sub(r"\d+", "0", said)[:200], []).append(f"{log.name}: {whole}")
        return found

    def stop(self) -> int:
        """Ctrl-C; the exit status. Processes that outlive it are an error of the house and are killed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
