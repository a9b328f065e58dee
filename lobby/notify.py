"""Tells the lobby's sockets what changed, after the change is committed.

Frames about a table carry its `v`, so their order on the wire does not matter; what is a player's own is read again by
the socket itself. A frame that is lost costs a refresh, never a seat: the truth is in the database.
"""

import asyncio
import logging
import threading
from concurrent.futures import Future
from typing import Any

from channels.layers import get_channel_layer
from django.core.cache import cache

from lobby import selectors
from lobby.after import after_commit

logger = logging.getLogger(__name__)

HALL = "lobby-hall"
"""The group of those who follow the numbers of all rooms."""
TOLD = "lobby:hall"
"""Where in the cache stands what they were told last."""


def room_group(room_id: int) -> str:
    return f"lobby-room-{room_id}"


def table_group(table_id: int) -> str:
    return f"lobby-table-{table_id}"


def player_group(player_id: int) -> str:
    return f"lobby-player-{player_id}"


def table_changed(table_id: int) -> None:
    """A table's seats, readiness or hand changed."""
    after_commit(_send_table, table_id)


def player_changed(player_id: int) -> None:
    """What `Me` holds changed: seat, ticket, balances."""
    _to_player(player_id, {"type": "refresh"})


def matched(player_id: int, table_id: int, room_id: int, hand: str) -> None:
    _to_player(player_id, {"type": "frame", "frame": {"t": "match", "table": table_id, "room": room_id, "hand": hand}})


def contest(player_id: int, told: dict[str, Any]) -> None:
    """Where the player stands in the contest of his table."""
    _to_player(player_id, {"type": "frame", "frame": {"t": "contest", "contest": told}})


def withdrawn(player_id: int, code: str, facts: dict[str, Any]) -> None:
    """The server itself took a ticket back: a `no` without a command."""
    _to_player(player_id, {"type": "say_it", "t": "no", "code": code, "facts": facts})


def notice(player_id: int, code: str, facts: dict[str, Any]) -> None:
    _to_player(player_id, {"type": "say_it", "t": "notice", "code": code, "facts": facts})


def numbers_changed() -> bool:
    """Tell whoever looks at the hall, or at a room, the numbers that are others than those told last; whether there
    were any. People come and go many times a second: counted once for all of them."""
    now = selectors.head_counts()
    told: dict[int, list[int]] = cache.get(TOLD) or {}
    changed = {room: now.get(room, [0, 0]) for room in now | told if now.get(room, [0, 0]) != told.get(room, [0, 0])}
    if changed:
        cache.set(TOLD, now, None)
        _send(HALL, {"type": "frame", "frame": hall_frame(changed)})
        for room, (players, waiting) in changed.items():
            frame = {"t": "players", "room": room, "players": players, "waiting": waiting}
            _send(room_group(room), {"type": "frame", "frame": frame})
    return bool(changed)


def hall_frame(counts: dict[int, list[int]]) -> dict[str, Any]:
    return {"t": "hall", "rooms": {str(room): numbers for room, numbers in counts.items()}}


def friends_changed(player_id: int) -> None:
    """Who the player's friends are, or who asks to be, changed."""
    _to_player(player_id, {"type": "refresh_friends"})


def signed_out(player_id: int) -> None:
    """The player's account is gone: close whatever sockets it has."""
    _to_player(player_id, {"type": "shut"})


def _to_player(player_id: int, message: dict[str, Any]) -> None:
    after_commit(_send, player_group(player_id), message)


def _send_table(table_id: int) -> None:
    frame = selectors.table(table_id)
    message = {"type": "frame", "frame": {"t": "table", "table": frame}}
    _send(table_group(table_id), message)
    _send(room_group(frame["room"]), message)


def _send(group: str, message: dict[str, Any]) -> None:
    sender.send(group, message)


class Sender:
    """Sends to the groups from an event loop of its own, one a process: whoever changed something does not wait for
    Redis, and no loop and connection are made for each message. What fails is logged and lost."""

    LONGEST_SECONDS = 10

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def send(self, group: str, message: dict[str, Any]) -> None:
        sending = asyncio.wait_for(get_channel_layer().group_send(group, message), self.LONGEST_SECONDS)
        asyncio.run_coroutine_threadsafe(sending, self._running()).add_done_callback(self._done)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="lobby-news", daemon=True).start()
            return self._loop

    @staticmethod
    def _done(future: Future[Any]) -> None:
        if not future.cancelled() and (error := future.exception()) is not None:
            logger.error("the lobby's news did not get out: %s", error, exc_info=error)


sender = Sender()
