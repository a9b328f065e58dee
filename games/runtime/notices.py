"""What the seats of a hand are told about its settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from games.models import Hand
from games.runtime import fanout, store
from games.runtime.delayed import AT
from games.runtime.stage import PUBLIC


def publish_notice(hand_id: UUID, per_seat: Mapping[int, Mapping[str, Any]], public: Mapping[str, Any]) -> None:
    """Keep a `settled` payload per seat with the hand and send it to whoever watches, after commit.

    `public` is for viewers without a seat. Who comes later finds the payload in the snapshot.
    """
    notice: dict[str, Any] = {str(seat): dict(payload) for seat, payload in per_seat.items()}
    notice[PUBLIC] = dict(public)
    notice[AT] = store.now_ms()
    Hand.objects.filter(id=hand_id).update(notice=notice)
    transaction.on_commit(lambda: fanout.notify(hand_id, notice))


def read(hand_id: UUID) -> dict[str, Any] | None:
    """What a hand's seats are told of its settlement; None before there is one."""
    notice: dict[str, Any] | None = Hand.objects.filter(id=hand_id).values_list("notice", flat=True).first()
    return notice
