"""Time-outs, automated seats and the nets below them."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError, connection

from games.models import Hand
from games.runtime import fanout, store, table, turns, writer
from games.runtime.folded import Folded
from games.runtime.notices import publish_notice
from games.runtime.thinking import think_ms
from tests.games import toy
from tests.games.conftest import Enter, log_of, new_hand

pytestmark = pytest.mark.django_db(transaction=True)
make = database_sync_to_async(new_hand)
sweep = database_sync_to_async(turns.sweep)


def due_of(hand: Hand) -> float | None:
    return fanout.client().zscore(fanout.DUE, str(hand.id))


def folded(hand: Hand) -> Folded:
    found = store.load(hand.id)
    assert found is not None
    return found


def kinds(hand: Hand) -> list[str]:
    return [action["kind"] for action in hand.entries.order_by("seq").values_list("action", flat=True)]


def test_a_started_hand_is_due_at_its_first_deadline() -> None:
    hand, _ = new_hand()
    first = hand.entries.get(seq=0)
    assert due_of(hand) == first.due == first.at + 60_000


def test_nothing_is_due_before_its_time() -> None:
    hand, _ = new_hand()
    assert turns.sweep() == []
    assert kinds(hand) == ["start"]
    assert due_of(hand) == hand.entries.get(seq=0).due


def test_a_sweep_times_out_every_overdue_hand_in_one_insert() -> None:
    hands = [new_hand()[0] for _ in range(3)]
    late = max(int(due_of(hand) or 0) for hand in hands)
    statements = []

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        turns.sweep(late)
    assert sum("INSERT INTO games_logentry" in sql for sql in statements) == 1
    for hand in hands:
        assert kinds(hand) == ["start", "timeout"]
        entry = hand.entries.get(seq=1)
        assert entry.action["decision"] == 0
        assert due_of(hand) == entry.due == late + 60_000


def test_a_time_out_is_entered_once_however_many_sweeps_run() -> None:
    hand, _ = new_hand()
    late = int(due_of(hand) or 0)
    barrier = threading.Barrier(2)

    def run() -> None:
        barrier.wait()
        try:
            turns.run_due(hand.id, late)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kinds(hand) == ["start", "timeout"]


def test_an_answered_decision_is_not_timed_out() -> None:
    hand, _ = new_hand()
    late = int(due_of(hand) or 0)
    fold = folded(hand)
    proposal = fold.propose("0:in-time-1", "say", 0, 0, {"word": "just"}, late - 1)
    writer.commit([proposal])
    fanout.client().zadd(fanout.DUE, {str(hand.id): late})  # a due time that Redis kept too long
    turns.sweep(late)
    assert kinds(hand) == ["start", "say"]
    assert due_of(hand) == late - 1 + 60_000


def test_a_failed_sweep_leaves_its_hands_due(monkeypatch: pytest.MonkeyPatch) -> None:
    hand, _ = new_hand()
    late = int(due_of(hand) or 0)
    with monkeypatch.context() as broken:
        broken.setattr(writer, "commit", lambda proposals: (_ for _ in ()).throw(writer.Unavailable))
        with pytest.raises(writer.Unavailable):
            turns.sweep(late)
    assert due_of(hand) == late
    turns.sweep(late)
    assert kinds(hand) == ["start", "timeout"]


def test_a_hand_that_is_gone_leaves_the_clock() -> None:
    fanout.client().zadd(fanout.DUE, {"00000000-0000-4000-8000-000000000000": 1})
    assert turns.sweep(10) == []
    assert fanout.client().zcard(fanout.DUE) == 0


def test_lost_due_times_are_put_back_from_the_log() -> None:
    hand, _ = new_hand()
    due = due_of(hand)
    fanout.client().delete(fanout.DUE, fanout.SEQ)
    assert turns.rearm() == 1
    assert due_of(hand) == due
    fanout.client().zadd(fanout.DUE, {str(hand.id): 5})  # claimed by a sweep meanwhile
    turns.rearm()
    assert due_of(hand) == 5


def test_one_hand_that_does_not_fold_stops_no_other_clock() -> None:
    bad, good = new_hand()[0], new_hand()[0]
    late = int(due_of(good) or 0)
    Hand.objects.filter(id=bad.id).update(config={"of": "another release"})
    turns.sweep(late)
    assert kinds(bad) == ["start"]
    assert kinds(good) == ["start", "timeout"]


def test_one_time_out_that_the_rules_cannot_take_stops_no_other_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = new_hand(turns=1)[0], new_hand()[0]
    late = int(due_of(good) or 0)
    monkeypatch.setattr(toy, "Result", None)
    turns.sweep(late)
    assert kinds(bad) == ["start"]
    assert kinds(good) == ["start", "timeout"]
    assert due_of(bad) == late + turns.CLAIM_MS


def test_the_clock_forgets_hands_that_were_closed_without_an_entry() -> None:
    closed, live = new_hand()[0], new_hand()[0]
    Hand.objects.filter(id=closed.id).update(status=Hand.Status.OVER)
    assert turns.rearm() == 1
    assert due_of(closed) is None
    assert not fanout.client().hexists(fanout.SEQ, str(closed.id))
    assert due_of(live) == live.entries.get(seq=0).due


def test_an_older_entry_never_moves_a_due_time_back() -> None:
    hand, _ = new_hand()
    fold = folded(hand)
    first = fold.propose("0:first-word", "say", 0, 0, {"word": "a"}, fold.at)
    fold.accept(first)
    second = fold.propose("1:next-word", "say", 1, 1, {"word": "b"}, fold.at + 5)
    fanout.announce([second])
    fanout.announce([first])
    assert due_of(hand) == second.entry.due


def test_a_bot_thinks_then_plays_from_its_own_view() -> None:
    hand, _ = new_hand(1, bots=[None, "easy"], timers={"say": 60_000, "think": [500, 900]})
    fold = folded(hand)
    writer.commit([fold.propose("0:my-word-1", "say", 0, 0, {"word": "a"}, fold.at)])
    think = think_ms(hand.id, hand.config, 1, 1)
    assert 500 <= think <= 900
    ready = fold.at + think
    assert due_of(hand) == ready
    assert turns.sweep(ready - 1) == []
    asked = turns.sweep(ready)
    assert asked == [turns.Turn(hand.id, 1, 1)]
    assert due_of(hand) == ready + turns.BOT_MS
    assert turns.play(asked[0])
    assert not turns.play(asked[0])
    entry = hand.entries.get(seq=2)
    assert entry.action == {"kind": "say", "seat": 1, "decision": 1, "data": {"word": "bot 1", "auto": True}}
    assert due_of(hand) == entry.at + 60_000


def test_a_faulty_policy_plays_any_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    hand, _ = new_hand(0, bots=["easy", "easy"])
    monkeypatch.setitem(turns.POLICIES, "toy", lambda *given: {"kind": "dance"})
    assert turns.play(turns.Turn(hand.id, 0, 0))
    assert hand.entries.get(seq=1).action["data"]["word"] == "anything"


def test_bots_alone_finish_a_hand_and_ask_for_its_settlement(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(writer, "request_settlements", asked.extend)
    hand, _ = new_hand(0, bots=["easy", "easy"], turns=4)
    now = store.now_ms()
    for _ in range(4):
        now = max(now, int(due_of(hand) or 0))
        for turn in turns.sweep(now):
            turns.play(turn)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.OVER
    assert asked == [hand.id]
    assert due_of(hand) is None


def test_the_log_refuses_to_be_changed() -> None:
    hand, _ = new_hand()
    for sql in ("UPDATE games_logentry SET at = 0", "DELETE FROM games_logentry"):
        with pytest.raises(Exception, match="append only"), connection.cursor() as cursor:
            cursor.execute(sql)
    assert kinds(hand) == ["start"]


def test_a_retried_batch_knows_its_own_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """The insert succeeds and the connection breaks before the answer comes."""
    hand, _ = new_hand()
    fold = folded(hand)
    proposal = fold.propose("0:once-only", "say", 0, 0, {"word": "a"}, store.now_ms())
    rival = fold.propose("0:a-rival-1", "say", 0, 0, {"word": "b"}, store.now_ms())
    real, calls = store.append, []

    def breaks_once(proposals: Any) -> Any:
        taken = real(proposals)
        calls.append(taken)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return taken

    monkeypatch.setattr(store, "append", breaks_once)
    assert writer.commit([proposal]) == {(hand.id, 1)}
    assert calls == [{(hand.id, 1)}, set()]
    assert due_of(hand) == proposal.entry.due
    calls.clear()
    assert writer.commit([rival]) == set()
    assert hand.entries.get(seq=1).cmd == "0:once-only"


async def test_one_entry_that_cannot_be_stored_does_not_take_the_others_with_it(enter: Enter, hubs: tuple) -> None:
    hand, (first, _) = await make()
    other = await database_sync_to_async(folded)((await make())[0])
    bad = other.propose("0:poison-12", "say", 0, 0, {"word": "\x00"}, other.at)
    here = await enter(hand, first)
    await here.say(0, "fine")
    outcome = hubs[0]._writer.put(bad)
    with pytest.raises(writer.Unavailable):
        await outcome
    assert (await here.answer())["t"] == "ok"


async def test_of_two_in_one_batch_that_claim_a_number_one_is_told_so(enter: Enter, hubs: tuple) -> None:
    """A command of a socket that broke waits for the writer, and its sender is back with another one."""
    hand, _ = await make()
    fold = await database_sync_to_async(folded)(hand)
    one, other = (fold.propose(f"0:claim-{word}", "say", 0, 0, {"word": word}, fold.at) for word in "ab")
    assert [await done for done in [hubs[0]._writer.put(one), hubs[0]._writer.put(other)]] == [True, False]
    assert await log_of(hand) == [(0, "start", "start"), (1, "0:claim-a", "say")]


async def test_a_process_with_viewers_does_by_itself_what_celery_does_not(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "NET_SECONDS", 0.1)
    hand, (first,) = await make(1, bots=[None, "easy"], timers={"say": 300, "think": [0, 50]})
    here = await enter(hand, first, 0)
    timed_out, played = await here.until("ev"), await here.until("ev")
    assert timed_out["e"][0]["word"] == "…"
    assert played["e"][0]["word"] == "bot 1"


async def test_a_time_out_of_a_worker_reaches_the_sockets(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    await sweep(int(due_of(hand) or 0))
    for person in (here, there):
        assert (await person.until("ev"))["e"][0]["word"] == "…"
    assert [kind for _, _, kind in await log_of(hand)] == ["start", "timeout"]


async def test_a_notice_reaches_each_seat_with_its_own_payload_and_late_comers_too(enter: Enter) -> None:
    hand, (first, second) = await make(room={"id": 1, "name": "toy", "spectators": True})
    stranger = (await make())[1][0]
    here, watcher = await enter(hand, first, 0), await enter(hand, stranger, 1)
    payloads = {
        0: {"changes": [5, -5], "balances": {"beans": 5}},
        1: {"changes": [5, -5], "balances": {"beans": 987654321987}},
    }
    await database_sync_to_async(publish_notice)(hand.id, payloads, {"changes": [5, -5]})
    assert await here.until("settled") == {"t": "settled", "changes": [5, -5], "balances": {"beans": 5}}
    assert await watcher.until("settled") == {"t": "settled", "changes": [5, -5]}
    late = await enter(hand, second, 0)
    assert late.frames[0]["settled"] == payloads[1]
    assert "987654321987" not in json.dumps(here.frames + watcher.frames)


async def test_a_notice_that_redis_lost_is_read_from_the_hand(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "NOTICE_SECONDS", 0.2)
    monkeypatch.setattr(fanout, "notify", lambda hand_id, notice: None)
    hand, (first, second) = await make(turns=1)
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    await here.say(0, "last word")
    assert (await here.answer())["t"] == "ok"
    await there.until("ev")
    payloads = {seat: {"changes": [5, -5], "balances": {"beans": seat}} for seat in range(2)}
    await database_sync_to_async(publish_notice)(hand.id, payloads, {"changes": [5, -5]})
    assert await here.until("settled", 3) == {"t": "settled", **payloads[0]}
    assert await there.until("settled", 3) == {"t": "settled", **payloads[1]}
    assert await here.rest(0.6) == [], "told once"
