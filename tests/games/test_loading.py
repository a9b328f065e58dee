"""Many tables opened at once: few statements, and nobody's fault keeps the others shut."""

from __future__ import annotations

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from channels.db import database_sync_to_async
from django.db import connections

from games.models import Hand
from games.runtime import fanout, loading
from games.runtime.gathered import Gathered
from games.runtime.hub import Hub
from games.runtime.loading import Loader
from games.runtime.table import HandVoid, NoSuchHand
from tests.games.conftest import Enter, new_hand

pytestmark = pytest.mark.django_db(transaction=True)
make = database_sync_to_async(new_hand)


async def test_hands_that_are_asked_for_together_are_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [(await make())[0] for _ in range(5)]
    batches: list[int] = []

    def counted(hand_ids: Any) -> Any:
        batches.append(len(hand_ids))
        return read(hand_ids)

    read = loading._read
    monkeypatch.setattr(loading, "_read", counted)
    monkeypatch.setattr(loading, "BATCH", 3)
    with ThreadPoolExecutor(1) as thread:
        loader = Loader(thread)
        twice = [*hands, *hands]
        found = await asyncio.gather(*(loader.load(hand.id) for hand in twice))
        assert [hand.id for hand, _ in found] == [hand.id for hand in twice]
        assert {folded.origin.hand_id for _, folded in found} == {hand.id for hand in hands}
        assert batches == [3, 2]
        await loader.load(hands[0].id)  # and again, when none is under way
        thread.submit(connections.close_all).result()


async def test_a_hand_that_cannot_be_opened_keeps_no_other_shut() -> None:
    good, broken = (await make())[0], (await make())[0]
    await database_sync_to_async(Hand.objects.filter(pk=broken.pk).update)(config={"no": "seats"})
    with ThreadPoolExecutor(1) as thread:
        loader = Loader(thread)
        outcomes = await asyncio.gather(
            *(loader.load(hand_id) for hand_id in (uuid.uuid4(), broken.id, good.id)), return_exceptions=True
        )
        thread.submit(connections.close_all).result()
    assert isinstance(outcomes[0], NoSuchHand)
    assert isinstance(outcomes[1], HandVoid)
    assert not isinstance(outcomes[2], BaseException)
    assert outcomes[2][0].id == good.id


async def test_a_database_that_is_away_fails_those_who_ask_and_nobody_after_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand, _ = await make()

    def away(*_: Any) -> Any:
        raise OSError("away")

    with ThreadPoolExecutor(1) as thread:
        loader = Loader(thread)
        with monkeypatch.context() as patch:
            patch.setattr(loading.store, "entries_after", away)
            outcomes = await asyncio.gather(loader.load(hand.id), loader.load(hand.id), return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [OSError, OSError]
        assert (await loader.load(hand.id))[0].id == hand.id
        thread.submit(connections.close_all).result()


async def test_many_tables_open_in_one_process_at_once(enter: Enter, hubs: tuple[Hub, Hub]) -> None:
    tables = [await make() for _ in range(10)]
    joins = [
        enter(hand, player, 0, f"window-{seat}-of-one")
        for hand, players in tables
        for seat, player in enumerate(players)
    ]
    people = await asyncio.gather(*joins)
    assert [person.frames[0]["seat"] for person in people] == [0, 1] * 10
    assert not any(person.frames[0]["held"] for person in people)
    assert len(hubs[0]._tables) == 10


async def test_gathered_calls_get_their_own_answers_and_their_own_faults() -> None:
    calls = Gathered(fanout.client())
    echo, fault = calls.script("return {KEYS[1], ARGV[1]}"), calls.script("return redis.call('HGET', KEYS[1])")
    waiting = [calls.call(echo, [f"key:{n}"], [n]) for n in range(5)]
    wrong = calls.call(fault, ["key"], [])
    dropped = calls.call(echo, ["key"], [9])
    dropped.cancel()
    assert await asyncio.gather(*waiting) == [[f"key:{n}".encode(), str(n).encode()] for n in range(5)]
    with pytest.raises(redis.RedisError):
        await wrong
    assert await calls.call(echo, ["later"], ["too"]) == [b"later", b"too"]


async def test_gathered_calls_fail_together_where_redis_is_away() -> None:
    calls = Gathered(redis.Redis.from_url("unix:///nowhere/redis.sock"))
    script = calls.script("return 1")
    outcomes = await asyncio.gather(*(calls.call(script, ["k"], []) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(outcome, (redis.RedisError, OSError)) for outcome in outcomes)
    assert calls._sending is None
