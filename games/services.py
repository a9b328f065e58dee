"""Starting a hand: check, write, and tell the clock after commit."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.models import Hand, HandSeat
from games.rules.core import Json, commitment
from games.runtime import opening


@transaction.atomic
def start_hand(
    config: dict[str, Json],
    players: Sequence[int | None],
    names: Sequence[dict[str, Any]],
    carry: dict[str, Json],
    table_key: str,
) -> Hand:
    """Create a hand with its seats, its holds and entry 0; the clock is armed after commit.

    `config` is pinned and opaque but for "game", "mode", "rules_version", "currency" and "carried"; `players` holds a
    player's id or None (a bot) per seat, `names` what others see of them. Raises `wallet.errors.InsufficientFunds`
    when a seat cannot put its carried amount on hold; nothing is written then.
    """
    seed = secrets.token_bytes(32)
    hand = Hand.objects.create(
        id=uuid.uuid4(),
        game=config["game"],
        mode=config["mode"],
        rules_version=config["rules_version"],
        config=config,
        seed=seed,
        commitment=commitment(seed),
        carry=carry,
        table_key=table_key,
    )
    carried = config.get("carried") or [0] * len(players)
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat=seat, player_id=player, display=names[seat], carried=carried[seat])
        for seat, player in enumerate(players)
    )
    opening.write(hand)
    return hand
