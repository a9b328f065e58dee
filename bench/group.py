"""What the hand socket is measured against: an unmodified AsyncJsonWebsocketConsumer that does group_send.

It neither stores nor checks a move nor hides anything: less work than a hand, the same bytes a broadcast.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

moves: Counter[str] = Counter()


class GroupTable(AsyncJsonWebsocketConsumer):
    """A move is counted and sent to the table's group; `size` in it says how many bytes the broadcast shall have."""

    async def connect(self) -> None:
        self.group = f"table-{self.scope['url_route']['kwargs']['table']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def receive_json(self, content: dict[str, Any], **kwargs: Any) -> None:
        moves[self.group] += 1
        frame = {"t": "ev", "n": moves[self.group], "e": content["a"], "pad": ""}
        frame["pad"] = "x" * max(0, content["size"] - len(await self.encode_json(frame)))
        await self.channel_layer.group_send(self.group, {"type": "table.event", "frame": frame})

    async def table_event(self, event: dict[str, Any]) -> None:
        await self.send_json(event["frame"])

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)
