"""A WebSocket client that costs as little as possible, so that the server stays the limit."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any


class Socket(asyncio.Protocol):
    """One client connection: text frames out (masked with zeros, which is a legal mask), text frames in."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed during the handshake"))

    def send(self, text: bytes) -> None:
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x81, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.open.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.open.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size - start < length:
                break
            kind = data[at] & 0x0F
            if kind == 1:
                self.heard(data[start : start + length])
            elif kind == 8:
                raise ConnectionError(f"closed by the server: {int.from_bytes(data[start : start + 2], 'big')}")
            at = start + length
        self._buffer = data[at:]


async def connect(port: int, path: str, cookie: str, heard: Callable[[bytes], None]) -> Socket:
    """An open socket at 127.0.0.1."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(request.encode(), heard), "127.0.0.1", port
    )
    async with asyncio.timeout(30):
        await socket.open
    return socket
