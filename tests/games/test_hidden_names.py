"""Where a seat has a mask its player's name comes with the settlement, to the seats as to whoever comes later."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games import settlement
from games.models import Hand
from games.rules.core import Result
from games.runtime.wire import result_json
from tests.games.conftest import Enter, new_hand

pytestmark = pytest.mark.django_db(transaction=True)

MASKS = [{"name": f"mask {seat}", "bot": False} for seat in range(2)]


def masked_hand() -> tuple[Hand, list[Any]]:
    hand, players = new_hand()
    for seat in hand.seats.all():
        seat.display |= {"name": f"realname {seat.seat}", "mask": MASKS[seat.seat]}
        seat.save(update_fields=["display"])
    return hand, players


def settle(hand: Hand) -> None:
    result = result_json(Result("played", outcomes=("win", "lose"), points=(1, -1)))
    Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.OVER, ended=timezone.now(), result=result)
    settlement.settle_hand(hand.pk)


async def test_no_byte_tells_a_name_before_the_settlement_and_every_seat_learns_it_then(enter: Enter) -> None:
    hand, (first, second) = await database_sync_to_async(masked_hand)()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    await here.say(0, "hello")
    await there.until("ev")
    await here.rest()
    own = [{"name": f"realname {seat}", "bot": False} for seat in range(2)]
    assert here.frames[0]["names"] == [own[0], MASKS[1]], "his own name is his own"
    assert there.frames[0]["names"] == [MASKS[0], own[1]]
    assert "realname 1" not in json.dumps(here.frames)
    assert "realname 0" not in json.dumps(there.frames)
    await database_sync_to_async(settle)(hand)
    for person in (here, there):
        names = (await person.until("settled"))["names"]
        assert names == [{"name": f"realname {seat}", "bot": False} for seat in range(2)]
    later = await enter(hand, second, 0)
    assert [seat["name"] for seat in later.frames[0]["settled"]["names"]] == ["realname 0", "realname 1"]


def test_a_hand_without_masks_tells_its_names_once() -> None:
    hand, _players = new_hand()
    settle(hand)
    hand.refresh_from_db()
    assert hand.notice is not None
    assert "names" not in hand.notice["public"]
