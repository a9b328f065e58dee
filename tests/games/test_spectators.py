"""Who watches a hand without a seat: counted over all processes, and behind by the room's delay."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.runtime import audience, company, fanout, store
from games.runtime.gathered import Gathered
from games.runtime.hub import Hub
from games.runtime.notices import publish_notice
from tests.games.conftest import Enter, Person, log_of, new_hand

pytestmark = pytest.mark.django_db(transaction=True)
make = database_sync_to_async(new_hand)


def watched(delay: int = 0) -> dict[str, Any]:
    return {"id": 1, "name": "toy", "spectators": True, "spectator_delay": delay}


async def strangers(count: int) -> list[Any]:
    return (await make(count, seats=count, bots=[None] * count, carried=[0] * count))[1]


async def watch_of(person: Person, n: int) -> list[str]:
    """The names, once `n` people watch."""
    while (frame := await person.until("watch"))["n"] != n:
        pass
    return frame["names"]


async def test_spectators_of_all_processes_are_counted_and_named_to_everybody(enter: Enter) -> None:
    hand, (first, second) = await make(room=watched())
    one, two = await strangers(2)
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    assert here.frames[0]["watch"] == {"n": 0, "names": []}
    watcher = await enter(hand, one, 0)
    for person in (here, there, watcher):
        assert await watch_of(person, 1) == [str(one)]
    other = await enter(hand, two, 1)
    for person in (here, there, watcher, other):
        assert await watch_of(person, 2) == [str(one), str(two)]
    again = await enter(hand, one, 1)  # the same person in another window
    assert again.frames[0]["watch"] == {"n": 2, "names": [str(one), str(two)]}
    await again.disconnect()
    assert await here.rest(0.2) == []
    await watcher.disconnect()
    for person in (here, there, other):
        assert await watch_of(person, 1) == [str(two)]
    await other.disconnect()
    assert await watch_of(here, 0) == []
    assert len(await log_of(hand)) == 1


async def test_the_spectators_of_a_killed_process_vanish(
    enter: Enter, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "KEEP_SECONDS", 0.1)
    monkeypatch.setattr(audience, "LAPSE_MS", 700)
    hand, (first, _) = await make(room=watched())
    (one,) = await strangers(1)
    ghost = audience.member(10**9, "ghost")
    await audience.Audience(Gathered(fanout.client())).change(hand.id, comes=ghost)  # and then never a sign of life
    here = await enter(hand, first, 1)
    assert here.frames[0]["watch"] == {"n": 1, "names": ["ghost"]}
    await enter(hand, one, 0)
    assert await watch_of(here, 2) == ["ghost", str(one)]
    assert await watch_of(here, 1) == [str(one)]
    assert await here.rest(1) == []  # whoever lives stays


async def test_a_missed_message_about_spectators_is_made_good(enter: Enter, hubs: tuple[Hub, Hub]) -> None:
    hand, (first, _) = await make(room=watched())
    (one,) = await strangers(1)
    here = await enter(hand, first, 0)
    hubs[0]._subscription._heard = lambda channel, data: None
    await enter(hand, one, 1)
    assert await here.rest(0.2) == []
    hubs[0]._back()
    assert await watch_of(here, 1) == [str(one)]


@pytest.mark.parametrize("room", [{"id": 1, "name": "toy"}, {"id": 1, "name": "toy", "spectators": False}, None])
async def test_nobody_watches_where_the_hand_does_not_let_them(hubs: tuple[Hub, Hub], room: Any) -> None:
    hand, _ = await make(room=room)
    (one,) = await strangers(1)
    person = Person(hubs[0], hand, one)
    await person.connect()
    assert await person.receive_output() == {"type": "websocket.close", "code": 4403}
    assert hand.id not in hubs[0]._tables


async def test_a_delayed_spectator_sees_the_hand_as_it_was(enter: Enter) -> None:
    delay = 1_000
    hand, (first, second) = await make(room=watched(delay))
    (one,) = await strangers(1)
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    watcher = await enter(hand, one, 1)
    snap = watcher.frames[0]
    assert (snap["late"], here.frames[0]["late"]) == (delay, 0)
    assert abs(snap["s"] - (store.now_ms() - delay)) < 500
    assert snap["watch"] == {"n": 0, "names": []}
    await here.say(0, "hello")
    assert (await there.until("ev"))["e"][0]["word"] == "hello"
    await there.say(1, "you")
    assert (await there.answer())["t"] == "ok"
    times = dict(await database_sync_to_async(lambda: list(hand.entries.values_list("seq", "at")))())

    await watcher.send_json_to({"t": "sync"})
    assert (await watcher.until("snap"))["view"]["words"] == []
    await watcher.send_json_to({"t": "ping", "c": 1})
    assert abs((await watcher.until("pong"))["s"] - (store.now_ms() - delay)) < 500
    await watcher.say(0, "hello")
    assert (await watcher.answer())["code"] == "not_seated"

    frame = await watcher.until("ev")
    assert store.now_ms() - times[frame["n"]] >= delay
    assert frame["e"] == [{"kind": "say", "seat": 0, "word": "hello"}]
    assert frame["d"][0]["id"] == 1  # what was open then, though it is answered by now
    assert frame["s"] - times[frame["n"]] < 500
    frame = await watcher.until("ev")
    assert (frame["n"], frame["e"][0]["word"]) == (2, "you")
    # Who comes later sees the same past, and goes on from it.
    await here.say(2, "late")
    assert (await here.answer())["t"] == "ok"
    (two,) = await strangers(1)
    other = await enter(hand, two, 0)
    assert [word for _, word in other.frames[0]["view"]["words"]] == ["hello", "you"]
    for person in (watcher, other):
        assert (await person.until("ev"))["e"][0]["word"] == "late"
    assert "secret" not in json.dumps([f.get("e") for f in watcher.frames + other.frames])


async def test_the_end_and_the_settlement_are_delayed_too(enter: Enter) -> None:
    delay = 800
    hand, (first, second) = await make(room=watched(delay), turns=1)
    one, two = await strangers(2)
    here, watcher = await enter(hand, first, 0), await enter(hand, one, 1)
    there = await enter(hand, second, 1)
    await here.say(0, "the end")
    assert (await here.answer())["t"] == "ok"
    began = time.monotonic()
    told = {0: {"changes": [5, -5]}, 1: {"changes": [5, -5]}}
    await database_sync_to_async(publish_notice)(hand.id, told, {"changes": [7, -7]})
    assert (await there.until("settled"))["changes"] == [5, -5]
    late = await enter(hand, two, 0)  # the notice stands with the hand by now
    assert "settled" not in late.frames[0]
    for person in (here, there):
        await person.disconnect()  # the hand stays open for those who are still to see its end
    for person in (watcher, late):
        frame = await person.until("ev")
        assert time.monotonic() - began >= delay / 1000 - 0.1
        assert frame["e"][-1]["kind"] == "over"
        assert await person.until("settled") == {"t": "settled", "changes": [7, -7]}
    after = await enter(hand, (await strangers(1))[0], 1)
    assert after.frames[0]["settled"] == {"changes": [7, -7]}


async def test_what_time_reveals_is_delayed(enter: Enter) -> None:
    hand, (first, _) = await make(room=watched(500), ticks=8, timers={"say": 60_000, "step": 100})
    (one,) = await strangers(1)
    here, watcher = await enter(hand, first, 0), await enter(hand, one, 0)
    began = hand.created.timestamp() * 1000
    assert watcher.frames[0]["view"]["ticks"] == 0
    for person, behind in ((here, 0), (watcher, 500)):
        while True:
            frame = await person.until("ev")
            count = frame["e"][-1]["count"]
            assert 0 <= frame["s"] - (began + 100 * count) < 400
            assert store.now_ms() - (began + 100 * count) >= behind - 50
            if count == 8:
                break


async def test_a_delayed_copy_goes_with_its_last_spectator(enter: Enter, hubs: tuple[Hub, Hub]) -> None:
    hand, (first, _) = await make(room=watched(60_000))
    one, two = await strangers(2)
    here = await enter(hand, first, 0)
    watchers = await asyncio.gather(enter(hand, one, 0), enter(hand, two, 0))
    table = hubs[0]._tables[hand.id]
    delayed = table.delayed
    assert delayed is not None
    assert delayed.stage is not None
    assert len(delayed.stage.viewers) == 2
    await watchers[0].disconnect()
    assert table.delayed is delayed
    await watchers[1].disconnect()
    assert table.delayed is None
    await here.disconnect()
    assert hand.id not in hubs[0]._tables


async def test_a_delayed_copy_that_breaks_sends_its_spectators_alone_for_a_fresh_one(
    enter: Enter, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, (first, _) = await make(room=watched(300))
    (one,) = await strangers(1)
    here, watcher = await enter(hand, first, 0), await enter(hand, one, 0)
    delayed = hubs[0]._tables[hand.id].delayed
    assert delayed is not None
    assert delayed.stage is not None
    monkeypatch.setattr(delayed.stage.folded, "state", None)
    await here.say(0, "hello")
    assert (await here.answer())["t"] == "ok"
    while (message := await watcher.receive_output(3))["type"] == "websocket.send":
        pass
    assert message["code"] == 1012
    again = await enter(hand, one, 0)
    assert again.frames[0]["view"]["words"] == [[0, "hello"]]
    await here.send_json_to({"t": "sync"})
    assert (await here.until("snap"))["view"]["words"] == [[0, "hello"]]


@pytest.mark.parametrize("delay", [0, 250])
async def test_whoever_joins_while_a_hand_is_played_ends_with_what_a_fresh_snapshot_says(
    enter: Enter, hubs: tuple[Hub, Hub], delay: int
) -> None:
    """Joins race moves in two processes: subscribe, snapshot, then later events, nothing twice and nothing missed."""
    turns = 60
    hand, players = await make(room=watched(delay), turns=turns + 1)
    people = [await enter(hand, player, process) for process, player in enumerate(players)]
    others = [await enter(hand, player, 1 - process) for process, player in enumerate(players)]
    rng = random.Random(delay)
    crowd = await strangers(6)
    joined: list[Person] = []

    async def come(user: Any) -> None:
        await asyncio.sleep(rng.random() * 0.7)
        joined.append(await enter(hand, user, rng.randrange(2)))

    coming = [asyncio.create_task(come(user)) for user in [*crowd, *players] * 3]
    for turn in range(turns):
        await people[turn % 2].say(turn, f"word {turn}")
        assert (await people[turn % 2].answer())["t"] == "ok"
        while (await people[1 - turn % 2].until("ev"))["d"][0]["id"] <= turn:
            pass
    await asyncio.gather(*coming)
    for person in [*people, *others, *joined]:
        await person.rest(0.05 if person is not people[0] else 0.3 + delay / 1000)
        await person.send_json_to({"t": "sync"})
        fresh = await person.until("snap")
        assert len(fresh["view"]["words"]) == turns
        assert reduced(person.frames[:-1]) == fresh["view"]["words"]


def reduced(frames: list[dict[str, Any]]) -> list[list[Any]]:
    """The words of the snapshot and of the frames after it, which are counted without a gap."""
    assert frames[0]["t"] == "snap"
    words = list(frames[0]["view"]["words"])
    told = [frame for frame in frames[1:] if frame["t"] == "ev"]
    assert [frame["n"] for frame in told] == list(range(1, len(told) + 1))
    for frame in told:
        words += [[event["seat"], event["word"]] for event in frame["e"]]
    return words
