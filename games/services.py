"""What the floors above may do to a hand: start it, and enter what a player asks for outside its socket."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction

from games import holds
from games.models import Hand, HandSeat
from games.rules.core import SHUFFLE_VERSION, Json, commitment
from games.rules.seats import TRUSTEE_AFTER
from games.runtime import opening, store
from games.runtime.entering import enter
from games.runtime.folded import Folded, Proposal
from games.runtime.folds import folds
from games.runtime.writer import Unavailable as Unavailable

AWAY = TRUSTEE_AFTER
"""In the `late` of a carry: whoever has that in a contest begins the hand on trustee."""


@transaction.atomic
def start_hand(
    config: dict[str, Json],
    players: Sequence[int | None],
    names: Sequence[dict[str, Any]],
    carry: dict[str, Json],
    table_key: str,
    seed: bytes | None = None,
) -> Hand:
    """Create a hand with its seats, its holds and entry 0; the clock is armed after commit.

    `config` is pinned and opaque but for "game", "mode", "rules_version", "currency" and "carried"; `players` holds a
    player's id or None (a bot) per seat, `names` what others see of them. Raises `wallet.errors.InsufficientFunds`
    when a seat cannot put its carried amount on hold; nothing is written then.

    `seed`: 32 secret bytes that several tables of a contest are dealt from; the hand is sealed until `unseal`, and its
    rules tell and mix in nothing that would make the deal known or another one. None: a seed of the hand's own.
    """
    config = {**config, "shuffle": SHUFFLE_VERSION} | ({} if seed is None else {"contest": True})
    sealed = seed is not None
    seed = secrets.token_bytes(32) if seed is None else seed
    hand = Hand.objects.create(
        id=uuid.uuid4(),
        game=config["game"],
        mode=config["mode"],
        rules_version=config["rules_version"],
        config=config,
        seed=seed,
        commitment=commitment(seed),
        sealed=sealed,
        carry=carry,
        table_key=table_key,
    )
    carried = config.get("carried") or [0] * len(players)
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat=seat, player_id=player, display=names[seat], carried=carried[seat])
        for seat, player in enumerate(players)
    )
    holds.open_for(hand, players, carried)
    opening.write(hand, [seat for seat, player in enumerate(players) if player is not None])
    return hand


def unseal(hand_ids: Collection[UUID]) -> None:
    """Let these hands be told again, seed and all: no table plays their deals any more."""
    Hand.objects.filter(pk__in=hand_ids).update(sealed=False)


def flee(hand_id: UUID, player_id: int) -> bool:
    """Enter the player's escape. False when there is nothing to flee: no seat, or the hand is over.

    Raises `Unavailable`: it may or may not have been entered.
    """
    return _enter(hand_id, player_id, "flee", {})


def open_shown(hand_id: UUID, player_id: int) -> bool:
    """Answer the opening for the player with an open hand (K9: 明牌开始). False when the opening has passed."""
    return _enter(hand_id, player_id, "open", {"show": True}, answers="open")


def _enter(hand_id: UUID, player_id: int, kind: str, data: dict[str, Json], answers: str | None = None) -> bool:
    """Append a player's action from outside the hand's socket; False when the rules refuse it.

    `answers` is the kind of the open decision it answers. Raises `Unavailable`.
    """
    seat = HandSeat.index_of(hand_id, player_id)
    if seat is None:
        return False
    command = f"{kind}:{uuid.uuid4().hex}"

    def propose(folded: Folded) -> Proposal | None:
        decision = next((d.id for d in folded.state.decisions if d.kind == answers and seat in d.seats), None)
        if command in folded.answered or (answers and decision is None):
            return None
        return folded.propose(command, kind, seat, decision, data, store.now_ms())

    try:
        return bool(enter(folds.fresh([hand_id]), propose))
    except (InterfaceError, OperationalError) as error:
        raise Unavailable from error
