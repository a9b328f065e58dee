"""Leases that end, and people who come back. The clock of these tests is moved, never waited for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games import tasks
from games.models import Hand
from games.runtime import fanout, leases, presence, store, turns, writer
from games.runtime.folded import Folded
from tests.games.conftest import CLOCK, Enter, log_of, new_hand
from tests.rules.play import config

pytestmark = pytest.mark.django_db(transaction=True)


def seated(people: int = 3, **changes: Any) -> Hand:
    """A hand of 欢乐斗地主 whose first seats are people's."""
    bots = [None] * people + ["easy"] * (3 - people)
    hand, players = new_hand(people, **(config(bots=bots, **changes) | {"turns": None}))
    hand.people = players
    return hand


def folded(hand: Hand) -> Folded:
    found = store.load(hand.id)
    assert found is not None
    return found


def lease(hand: Hand, seat: int) -> float | None:
    return fanout.client().zscore(fanout.LEASES, leases.name((hand.id, seat)))


def pass_time(start: int, end: int, step: int = 1_000) -> list[tuple[Any, int]]:
    """The clock sweeps from `start` to `end`; who was found missing."""
    return [seat for now in range(start, end + 1, step) for seat in presence.sweep(now)]


def renew(hand: Hand, seat: int, now: int) -> None:
    fanout.client().zadd(fanout.LEASES, {leases.name((hand.id, seat)): now + leases.LEASE_MS})


def kinds(hand: Hand) -> list[str]:
    return [action["kind"] for action in hand.entries.order_by("seq").values_list("action", flat=True)]


def test_every_person_has_a_lease_from_the_start_and_bots_have_none() -> None:
    hand = seated(2)
    begun = hand.entries.get(seq=0).at
    assert [lease(hand, seat) for seat in range(3)] == [begun + 12_000, begun + 12_000, None]


def test_who_never_comes_is_lost_after_one_lease_and_only_once() -> None:
    hand = seated(2)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    renew(hand, 1, begun + 10_000)
    assert pass_time(begun + 1_000, begun + 11_999) == []
    assert kinds(hand) == ["start"]
    assert pass_time(begun + 12_000, begun + 20_000) == [(hand.id, 0)]
    assert kinds(hand) == ["start", "lost"]
    assert folded(hand).state.view(None, begun)["seats"][0]["lost"] == hand.entries.get(seq=1).at + 60_000
    assert lease(hand, 0) == float("inf")


def test_two_that_are_lost_at_once_both_enter_it() -> None:
    hand = seated(3)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    assert sorted(pass_time(begun, begun + 13_000)) == [(hand.id, seat) for seat in range(3)]
    assert kinds(hand) == ["start", "lost", "lost", "lost"]
    assert len({cmd for (cmd,) in hand.entries.values_list("cmd")}) == 4


def test_a_neighbours_entry_in_between_does_not_save_the_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    real, raced = writer.commit, []

    def beaten(proposals: Any) -> Any:
        if not raced:
            raced.append(True)
            rival = folded(hand).propose("extend:1", "extend", None, None, {"ms": 5, "why": "fault"}, begun)
            assert real([rival])
        return real(proposals)

    monkeypatch.setattr(writer, "commit", beaten)
    assert pass_time(begun, begun + 13_000) == [(hand.id, 0)]
    assert kinds(hand) == ["start", "extend", "lost"]


def test_a_finished_hand_leaves_no_lease() -> None:
    hand = seated(3)
    fold = folded(hand)
    writer.commit([fold.propose("void:1", "void", None, None, {"why": "fault"}, fold.at)])
    assert fanout.client().zcard(fanout.LEASES) == 0


def test_a_lease_of_a_hand_that_is_over_is_dropped_without_an_entry() -> None:
    hand = seated(3)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    Hand.objects.filter(id=hand.id).update(status=Hand.Status.OVER)
    assert pass_time(begun, begun + 13_000) == []
    assert kinds(hand) == ["start"]
    assert fanout.client().zcard(fanout.LEASES) == 0


def test_a_clock_that_stood_still_judges_nobody_before_a_whole_new_lease() -> None:
    """Worker, beat or Redis were away for a minute: people could not show that they were there."""
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    again = begun + 60_000
    assert pass_time(again, again + 11_999, 500) == []
    assert kinds(hand) == ["start"]
    assert pass_time(again + 12_000, again + 12_500, 500) == [(hand.id, 0)]


def test_a_redis_that_lost_everything_gets_whole_leases_again() -> None:
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    fanout.client().delete(*CLOCK)
    turns.rearm(begun + 11_000)
    assert lease(hand, 0) == begun + 23_000
    assert pass_time(begun + 11_000, begun + 22_999) == []
    assert pass_time(begun + 23_000, begun + 24_000) == [(hand.id, 0)]


def test_rearming_touches_no_lease_that_is_there() -> None:
    hand = seated(2)
    begun = hand.entries.get(seq=0).at
    fanout.client().zadd(fanout.LEASES, {leases.name((hand.id, 1)): "+inf"})
    turns.rearm(begun + 5_000)
    assert [lease(hand, seat) for seat in range(3)] == [begun + 12_000, float("inf"), None]


def test_a_worker_that_dies_with_ended_leases_only_delays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    with monkeypatch.context() as broken:
        broken.setattr(writer, "commit", lambda proposals: (_ for _ in ()).throw(writer.Unavailable))
        with pytest.raises(writer.Unavailable):
            pass_time(begun, begun + 12_000)
    assert pass_time(begun + 12_500, begun + 18_000) == [(hand.id, 0)]
    assert kinds(hand) == ["start", "lost"]


def test_coming_back_closes_the_countdown_and_is_entered_once() -> None:
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun)
    assert not presence.back(hand.id, 0)
    pass_time(begun, begun + 13_000)
    assert presence.back(hand.id, 0)
    assert not presence.back(hand.id, 0)
    assert kinds(hand) == ["start", "lost", "back"]
    assert not folded(hand).state.away(0)


@pytest.mark.parametrize("absence", ["end", "trustee"])
def test_staying_away_ends_as_the_room_says(absence: str) -> None:
    """Nobody plays and nobody comes: the whole way from the lease to the end, by sweeps alone."""
    timers = {"opening": 200_000}
    hand = seated(1, room={"absence": absence}, timers=timers)
    begun = hand.entries.get(seq=0).at
    for now in range(begun, begun + 75_000, 1_000):
        turns.sweep(now)
        presence.sweep(now)
    state = folded(hand).state
    assert kinds(hand) == ["start", "lost", "timeout"]
    if absence == "end":
        assert state.result is not None
        assert (state.result.ending, state.result.outcomes) == ("escape", ("escape", "draw", "draw"))
        assert fanout.client().zcard(fanout.LEASES) == 0
    else:
        assert state.result is None
        assert state.view(0, begun)["seats"][0]["trustee"] == "absent"


def test_the_clocks_task_looks_at_due_times_and_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = seated(1)
    begun = hand.entries.get(seq=0).at
    presence.sweep(begun + 12_000)
    fanout.client().zadd(fanout.LEASES, {leases.name((hand.id, 0)): begun + 12_100})
    monkeypatch.setattr(store, "now_ms", lambda: begun + 12_100)
    tasks.sweep()
    assert set(kinds(hand)) == {"start", "timeout", "lost"}


# Over the sockets


async def test_a_socket_that_is_gone_changes_nothing_by_itself(enter: Enter) -> None:
    hand = await database_sync_to_async(seated)(3)
    here, there = await enter(hand, hand.people[0], 0), await enter(hand, hand.people[1], 1)
    await here.disconnect()
    assert await there.rest(0.3) == []
    assert [kind for _, _, kind in await log_of(hand)] == ["start"]


async def test_a_lost_seat_that_joins_again_is_back_for_everybody(enter: Enter) -> None:
    hand = await database_sync_to_async(seated)(3)
    there = await enter(hand, hand.people[1], 1)
    begun = there.frames[0]["s"]
    await asyncio.sleep(0.4)  # its join is a sign of life
    away = begun + 13_000
    await database_sync_to_async(presence.sweep)(away - 1_000)
    fanout.client().zadd(fanout.LEASES, {leases.name((hand.id, 0)): away})
    await database_sync_to_async(presence.sweep)(away)
    lost = await there.until("ev")
    assert [(event["kind"], event["seat"]) for event in lost["e"]] == [("lost", 0)]
    here = await enter(hand, hand.people[0], 0)
    for person in (here, there):
        assert [(e["kind"], e["seat"]) for e in (await person.until("ev"))["e"]] == [("back", 0)]
    assert [kind for _, _, kind in await log_of(hand)] == ["start", "lost", "back"]


async def test_any_message_of_a_lost_seat_brings_it_back(enter: Enter) -> None:
    """Its socket never broke: the pings were too late, or their leases were."""
    hand = await database_sync_to_async(seated)(3)
    here = await enter(hand, hand.people[0], 0)
    folds = await database_sync_to_async(folded)(hand)
    await database_sync_to_async(writer.commit)([folds.propose("lost:0:1", "lost", 0, None, {}, folds.at)])
    assert (await here.until("ev"))["e"][0]["kind"] == "lost"
    await here.send_json_to({"t": "hints", "d": 0})
    assert (await here.until("ev"))["e"] == [{"kind": "back", "seat": 0}]
    await here.send_json_to({"t": "ping", "c": 1})
    await here.until("pong")
    assert [kind for _, _, kind in await log_of(hand)] == ["start", "lost", "back"]
