"""What games tells the floors above."""

from __future__ import annotations

import msgspec

NO_CALL = "no_call"
"""`HandSettled.void` of a hand in which nobody called (docs/protocol.md 4)."""


class HandSettled(msgspec.Struct, frozen=True):
    """A hand's ledger transfer is done; its table may go on.

    `players`: per seat the player's id or None (a bot); `outcomes`: per seat "win", "lose", "draw", "escape" (empty
    when void); `points`: level points per seat; `changes` and `rakes`: coins per seat; `carry`: for the next hand;
    `void`: why the hand was void, None for one that was played or fled. `mode`: its mode; `feats`: per seat what its
    player did in it (`games.feats`); `pauses` and `tired` as in `games.rules.core.Result`; `effects`: per seat the
    props pinned on the hand (`games.effects`), of which `points` and `outcomes` know nothing.
    """

    hand_id: str
    table_key: str
    players: list[int | None]
    outcomes: list[str]
    points: list[int]
    changes: list[int]
    rakes: list[int]
    carry: dict[str, object]
    void: str | None = None
    mode: str = ""
    feats: list[list[str]] = msgspec.field(default_factory=list)
    pauses: list[int] = msgspec.field(default_factory=list)
    tired: list[int] = msgspec.field(default_factory=list)
    effects: list[list[dict[str, object]]] = msgspec.field(default_factory=list)
