"""What circus does with the pipes of dead processes."""

import asyncio
import sys
from pathlib import Path

from circus.arbiter import Arbiter
from tornado.ioloop import IOLoop

from platform_site.play.folders import Folders
from platform_site.play.processes import Program
from platform_site.play.supervisor import _watcher


class Script(Program):
    @property
    def command(self) -> tuple[str, ...]:
        return (sys.executable, *self.arguments)


def test_the_pipe_of_a_dead_process_leaves_the_loop_and_its_last_words_are_kept(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    folders.logs.mkdir(parents=True)
    script = Script("last", ("-c", "import os; os.write(2, b'last words'); os.kill(os.getpid(), 9)"), grace=1)

    async def scenario() -> None:
        run = f"ipc://{tmp_path}"
        arbiter = Arbiter([], endpoint=f"{run}/a", pubsub_endpoint=f"{run}/b", loop=IOLoop.current())
        watcher = _watcher(script, folders)
        watcher.initialize(None, {}, arbiter)
        watcher._status = "active"
        watcher._create_redirectors()
        assert watcher.spawn_process()
        (process,) = watcher.processes.values()
        numbers = list(watcher.stream_redirector.pipes)
        assert numbers
        watcher.reap_process(process.pid)
        assert watcher.stream_redirector.pipes == {}
        loop = asyncio.get_running_loop()
        assert not any(loop.remove_reader(number) for number in numbers), "a closed pipe is still listened to"

    asyncio.run(scenario())
    assert "last words" in (folders.logs / "last.log").read_text()
