"""A wire between one browser page and the house that a test can cut, hang up on and mend."""

from __future__ import annotations

import asyncio
import threading
from urllib.parse import urlsplit


class Line:
    """A TCP forwarder with an address of its own. Cookies know no ports: whoever is signed in at the house is here.

    `url` has no slash at its end. To be closed.
    """

    def __init__(self, house: str) -> None:
        self._target = urlsplit(house)
        self._pairs: set[asyncio.StreamWriter] = set()
        self._down = False
        self._mute = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._carry, "127.0.0.1", 0))
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://{self._target.hostname}:{port}"

    def close(self) -> None:
        self._down = True
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def cut(self) -> None:
        """Tear every connection down; new ones get nowhere until `mend`."""
        self._down = True
        self._do(self._tear())

    def hang(self) -> None:
        """Carry nothing any more, but let the connections stand: what a phone leaves behind."""
        self._mute = True

    def mend(self) -> None:
        """Carry again. Connections that hung stay dead, as bytes are missing in them."""
        if self._mute:
            self._do(self._tear())
        self._down = self._mute = False

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _tear(self) -> None:
        for writer in tuple(self._pairs):
            writer.transport.abort()

    async def _end(self) -> None:
        self._server.close()
        await self._tear()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._down:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self._target.hostname, self._target.port)
        self._pairs |= {writer, far_writer}
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except OSError:
            pass
        finally:
            for end in (writer, far_writer):
                self._pairs.discard(end)
                end.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if not self._mute:
                sink.write(data)
                await sink.drain()
        sink.close()
