"""Time that nobody could play is given back before anything is timed out. The clock of these tests is moved."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import OperationalError, connection
from kombu.transport.redis import Channel

from games import tasks
from games.models import Hand
from games.runtime import fanout, faults, hub, leases, pulse, store, turns, writer
from games.runtime.faults import Outage
from games.runtime.folds import folds
from games.runtime.pulse import Pulse
from tests.games.conftest import Enter, log_of
from tests.games.test_presence import folded, kinds, lease, seated

pytestmark = pytest.mark.django_db(transaction=True)


class Clock:
    """The server's clock of a test."""

    def __init__(self) -> None:
        self.now = store.now_ms()

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(store, "now_ms", moved)
    # The test before may have made this process's clock stand back for a second.
    monkeypatch.setattr(faults._held, "until", 0.0)
    return moved


@pytest_asyncio.fixture
async def pulses() -> AsyncIterator[tuple[Pulse, Pulse]]:
    """Those of two processes; they beat when they are told to."""
    client = fanout.async_client()
    pair = (Pulse(client, lambda: False), Pulse(client, lambda: False))
    yield pair
    for one in pair:
        await one.close()
    await client.aclose()


make = database_sync_to_async(seated)
passed = database_sync_to_async(faults.passed)
sweep = database_sync_to_async(turns.sweep)
all_kinds = database_sync_to_async(kinds)


def due_of(hand: Hand) -> int:
    return folded(hand).due or 0


async def test_what_an_outage_took_is_given_back_before_anything_is_timed_out(clock: Clock, pulses: tuple) -> None:
    hand = await make(2)
    due = await database_sync_to_async(due_of)(hand)
    await pulses[0].beat()
    since = clock.now
    clock.now = due + 4_000  # the opening's time ran out while nobody could play
    assert await passed() is False
    await pulses[0].beat()
    assert await passed() is True
    await sweep(clock.now)
    assert await all_kinds(hand) == ["start", "extend"]
    entry = await hand.entries.aget(seq=1)
    assert entry.action["data"] == {"ms": clock.now - since, "why": "fault"}
    assert entry.due == due + clock.now - since
    clock.now = entry.due
    await pulses[0].beat()
    await sweep(clock.now)
    assert await all_kinds(hand) == ["start", "extend", "timeout"]


async def test_two_processes_of_which_one_lives_are_no_outage(clock: Clock, pulses: tuple) -> None:
    hand = await make(1)
    for one in pulses:
        await one.beat()
    for _ in range(20):
        clock.now += 500
        await pulses[1].beat()
    await pulses[0].beat()
    assert faults.found() is None
    assert await passed() is True
    assert await all_kinds(hand) == ["start"]


async def test_a_short_hitch_is_no_outage(clock: Clock, pulses: tuple) -> None:
    await pulses[0].beat()
    clock.now += 3_000
    await pulses[0].beat()
    assert faults.found() is None
    assert await passed() is True


async def test_a_house_without_a_web_process_yet_lets_its_clock_run(clock: Clock) -> None:
    assert await passed() is True


async def test_the_clocks_task_times_nobody_out_and_misses_nobody_while_nobody_can_play(
    clock: Clock, pulses: tuple
) -> None:
    hand = await make(1)
    begun = clock.now
    await database_sync_to_async(tasks.sweep)()
    await pulses[0].beat()
    clock.now = begun + 30_000
    await database_sync_to_async(tasks.sweep)()
    assert await all_kinds(hand) == ["start"]
    await pulses[0].beat()
    await database_sync_to_async(tasks.sweep)()
    assert await all_kinds(hand) == ["start", "extend"]
    assert lease(hand, 0) == clock.now + leases.LEASE_MS
    assert faults.found() is None


async def test_an_outage_is_given_back_once_whoever_measured_it(clock: Clock) -> None:
    """The sweep and two processes' nets, each with its own idea of when it began and ended."""
    hand = await make(1)
    began = (await database_sync_to_async(folded)(hand)).began
    clock.now = began + 20_000

    def all_give() -> None:
        for outage in (Outage(began + 5_000, began + 15_000), Outage(began + 4_700, began + 15_400)):
            faults.give_back(folds.fresh([hand.id]), outage)
            turns.run_due(hand.id, began, outage)

    await database_sync_to_async(all_give)()
    assert await all_kinds(hand) == ["start", "extend"]
    assert (await hand.entries.aget(seq=1)).action["data"]["ms"] == 10_000


def test_two_threads_that_give_back_at_once_do_it_once() -> None:
    hand = seated(1)
    began = folded(hand).began
    barrier = threading.Barrier(2)

    def give(shift: int) -> None:
        try:
            found = folds.fresh([hand.id])
            barrier.wait()
            faults.give_back(found, Outage(began + 1_000 + shift, began + 9_000 + shift))
        finally:
            connection.close()

    threads = [threading.Thread(target=give, args=(shift,)) for shift in (0, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kinds(hand) == ["start", "extend"]


async def test_an_outage_that_goes_on_before_it_was_given_back_is_one(clock: Clock, pulses: tuple) -> None:
    await pulses[0].beat()
    since = clock.now
    for _ in range(2):
        clock.now += 10_000
        await pulses[0].beat()
    assert faults.found() == Outage(since, clock.now)


async def test_a_second_outage_gives_back_only_what_is_new(clock: Clock) -> None:
    hand = await make(1)
    began = (await database_sync_to_async(folded)(hand)).began

    def both() -> None:
        faults.give_back(folds.fresh([hand.id]), Outage(began, began + 5_000))
        faults.give_back(folds.fresh([hand.id]), Outage(began, began + 9_000))

    await database_sync_to_async(both)()
    entries = [e.action["data"]["ms"] async for e in hand.entries.filter(seq__gt=0).order_by("seq")]
    assert entries == [5_000, 4_000]


async def test_a_hand_that_began_later_is_owed_nothing(clock: Clock) -> None:
    hand = await make(1)
    began = (await database_sync_to_async(folded)(hand)).began
    outage = Outage(began - 60_000, began - 10)
    await database_sync_to_async(lambda: faults.give_back(folds.fresh([hand.id]), outage))()
    assert await all_kinds(hand) == ["start"]


async def test_after_minutes_without_a_server_a_hand_is_void_and_nobody_pays(
    clock: Clock, pulses: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(writer, "request_settlements", asked.extend)
    hand = await make(1)
    await pulses[0].beat()
    clock.now += 301_000
    await pulses[0].beat()
    assert await passed() is True
    await database_sync_to_async(hand.refresh_from_db)()
    assert hand.status == Hand.Status.OVER
    assert (hand.result["ending"], hand.result["penalty"]) == ("void", None)
    assert asked == [hand.id]


async def test_a_database_out_of_reach_stops_the_pulse(
    clock: Clock, pulses: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = pulses[0]
    await one.beat()
    began = clock.now
    with monkeypatch.context() as away:
        away.setattr(pulse, "_reach", lambda: (_ for _ in ()).throw(OperationalError("gone")))
        for _ in range(8):
            clock.now += 500
            with pytest.raises(OperationalError):
                await one.beat()
        assert one.silent
    await one.beat()
    assert not one.silent
    assert one.outage == faults.found() == Outage(began, clock.now)


async def test_a_connection_that_was_cut_is_no_outage(clock: Clock, pulses: tuple) -> None:
    """On the real server: the beat's own connection is ended under it, the next beat has another one."""
    await pulses[0].beat()

    def cut() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            return int(cursor.fetchone()[0])

    assert await database_sync_to_async(cut)() >= 1
    clock.now += 500
    with suppress(OperationalError):
        await pulses[0].beat()
    clock.now += 500
    await pulses[0].beat()
    assert int(fanout.client().get(faults.PULSE) or 0) == clock.now
    assert faults.found() is None


async def test_moves_that_cannot_be_stored_stop_the_pulse(clock: Clock, pulses: tuple) -> None:
    held = Pulse(pulses[0]._redis, lambda: True)
    await pulses[0].beat()
    clock.now += 500
    await held.beat()
    assert int(fanout.client().get(faults.PULSE) or 0) == clock.now - 500
    await held.close()


async def test_a_process_whose_redis_is_gone_too_knows_of_the_outage_by_itself(
    clock: Clock, pulses: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its net gives back what it saw, before it times anybody out."""
    hand = await make(1)
    due = await database_sync_to_async(due_of)(hand)
    one = pulses[0]
    await one.beat()
    since = clock.now
    clock.now = due + 2_000
    await one.beat()
    fanout.client().delete(faults.PULSE, faults.OUTAGE)
    assert one.outage == Outage(since, clock.now)
    await database_sync_to_async(turns.run_due)(hand.id, clock.now, one.outage)
    assert await all_kinds(hand) == ["start", "extend"]


async def test_a_redis_that_was_away_and_forgot_is_an_outage_that_each_process_remembers(
    clock: Clock, pulses: tuple
) -> None:
    await pulses[0].beat()
    since = clock.now
    fanout.client().delete(faults.PULSE)
    clock.now += 6_000
    await pulses[0].beat()
    assert faults.found() == Outage(since, clock.now)


async def test_the_net_waits_while_nobody_can_play(enter: Enter, hubs: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.runtime.table.NET_SECONDS", 0.05)
    hand = await make(1, timers={"opening": 300})
    monkeypatch.setattr(hubs[0]._pulse, "_stored", 0)
    here = await enter(hand, hand.people[0], 0)
    assert await here.rest(0.8) == []
    assert await all_kinds(hand) == ["start"]
    monkeypatch.setattr(hubs[0]._pulse, "_stored", None)
    assert "dealing" in [event["kind"] for event in (await here.until("ev"))["e"]]


def test_after_a_database_that_failed_the_clock_lets_waiting_moves_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = seated(1)
    due = due_of(hand)
    monkeypatch.setattr(store, "now_ms", lambda: due)
    with monkeypatch.context() as away:
        away.setattr(store, "entries_after", lambda *given: (_ for _ in ()).throw(OperationalError("gone")))
        with pytest.raises(OperationalError):
            tasks.sweep()
    tasks.sweep()
    assert kinds(hand) == ["start"]
    monkeypatch.setattr(faults._held, "until", 0.0)
    tasks.sweep()
    assert kinds(hand) == ["start", "timeout"]


def test_a_broker_that_says_nothing_is_not_waited_for() -> None:
    """Of a Redis that is stopped, not dead: kombu's own default is to wait for ever."""
    limits = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    for name in ("socket_timeout", "socket_connect_timeout"):
        assert name in Channel.from_transport_options
        assert 1 < limits[name] <= 5, "a worker's own blocking pop takes a second"


# A planned restart


async def test_before_a_planned_end_the_tables_played_here_get_their_time(enter: Enter, hubs: tuple) -> None:
    played = await make(2, timers={"opening": 60_000})
    elsewhere = await make(1)
    watched = await make(1, room={"spectators": True})
    here = await enter(played, played.people[0], 0)
    await enter(watched, played.people[1], 0)
    there = await enter(elsewhere, elsewhere.people[0], 1)
    fanout.client().zadd(fanout.LEASES, {leases.name((played.id, 1)): "+inf"})
    now = store.now_ms()
    await hubs[0].drain()
    extended = await here.until("ev")
    assert extended["e"] == [{"kind": "extended", "ms": 10_000, "why": "restart"}]
    before = here.frames[0]["view"]["decisions"][0]["due"]
    assert extended["d"][0]["due"] == before + 10_000
    assert (lease(played, 0) or 0) >= now + 10_000 + leases.LEASE_MS
    assert lease(played, 1) == float("inf")
    await hubs[0].drain()
    assert [kind for _, _, kind in await log_of(played)] == ["start", "extend"]
    assert await all_kinds(watched) == await all_kinds(elsewhere) == ["start"]
    assert await there.rest(0.1) == []


async def test_a_restart_within_its_time_is_no_outage_and_a_longer_one_is_for_the_rest(
    clock: Clock, pulses: tuple
) -> None:
    await pulses[0].beat()
    pulses[0].start()
    await pulses[0].stop(clock.now + hub.RESTART_MS)
    clock.now += 9_000
    assert await passed() is True
    await pulses[1].beat()
    assert faults.found() is None
    pulses[1].start()
    await pulses[1].stop(clock.now + hub.RESTART_MS)
    clock.now += 15_000
    assert await passed() is False
    fresh = Pulse(pulses[0]._redis, lambda: False)
    await fresh.beat()
    assert faults.found() == Outage(clock.now - 5_000, clock.now)
    await fresh.close()


async def test_a_drain_that_cannot_be_stored_ends_in_time(
    enter: Enter, hubs: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "DRAIN_SECONDS", 0.2)
    hand = await make(1)
    await enter(hand, hand.people[0], 0)
    held = threading.Event()
    real = writer.commit
    monkeypatch.setattr(writer, "commit", lambda *given: held.wait(5) and real(*given))
    await hubs[0].drain()
    assert await all_kinds(hand) == ["start"]
    held.set()
