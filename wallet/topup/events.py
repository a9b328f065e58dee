"""What the floors above hear of orders."""

from __future__ import annotations

import msgspec


class OrderChanged(msgspec.Struct):
    """An order was credited, refunded or charged back: what its player can spend, or the membership, changed."""

    number: str
    player: int
    state: str
