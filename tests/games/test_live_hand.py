"""A hand over its sockets: two hubs stand for two processes that share PostgreSQL and Redis and nothing else."""

from __future__ import annotations

import asyncio
import json
import time
import uuid

import pytest
from channels.db import database_sync_to_async
from django.db import transaction

from accounts.events import AccountSwitchedOff
from games import subscribers
from games.consumers import HandConsumer
from games.models import Hand
from games.runtime import attendance, fanout, leases, store, turns
from games.runtime.hub import NOT_SIGNED_IN, Hub
from games.runtime.sockets import Outbox
from tests.games.conftest import Enter, Person, log_of, new_hand

pytestmark = pytest.mark.django_db(transaction=True)
make = database_sync_to_async(new_hand)


async def test_a_move_is_acknowledged_after_its_event_and_shown_to_the_other_process(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    key = await here.say(0, "hello")
    event = await here.frame()
    assert (event["t"], event["n"], event["k"], event["e"][0]["word"]) == ("ev", 1, key, "hello")
    other = await there.until("ev")
    assert other["n"] == 1
    assert "k" not in other
    assert other["e"] == [{"kind": "say", "seat": 0, "word": "hello"}]
    assert other["d"][0]["mine"] == {"said": 1}
    assert "mine" not in event["d"][0]
    assert [kind for _, _, kind in await log_of(hand)] == ["start", "say"]


async def test_two_processes_answer_one_decision_and_only_one_is_played(enter: Enter) -> None:
    hand, (first, second) = await make()
    tabs = [await enter(hand, first, 0), await enter(hand, first, 1)]
    watcher = await enter(hand, second, 1)
    await asyncio.gather(tabs[0].say(0, "left"), tabs[1].say(0, "right"))
    answers = [await tab.answer() for tab in tabs]
    assert sorted(answer["t"] for answer in answers) == ["no", "ok"]
    refused = next(answer for answer in answers if answer["t"] == "no")
    assert refused["code"] == "decision_closed"
    assert refused["text"]
    assert len(await log_of(hand)) == 2
    frames = await watcher.rest()
    assert [frame["n"] for frame in frames] == [1]


async def test_neighbours_in_two_processes_both_get_their_entry_in(enter: Enter) -> None:
    """Both want entry n + 1 for things that do not exclude each other: the loser appends again."""
    hand, (first, second) = await make(turns=100)
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    for turn in range(0, 20, 2):
        winks = [{"t": "act", "k": f"wink-{turn:04}", "a": {"kind": "wink"}}] * 1
        await asyncio.gather(here.say(turn, "a"), *(there.send_json_to(wink) for wink in winks))
        assert (await here.answer())["t"] == "ok"
        assert (await there.answer())["t"] == "ok"
        await there.say(turn + 1, "b")
        assert (await there.answer())["t"] == "ok"
        while True:
            frame = await here.until("ev")
            if frame["d"][0]["id"] == turn + 2:
                break
    entries = await log_of(hand)
    assert [seq for seq, _, _ in entries] == list(range(31))
    assert sum(kind == "wink" for _, _, kind in entries) == 10


async def test_a_command_sent_again_is_answered_again_and_not_played_twice(enter: Enter) -> None:
    hand, (first, second) = await make()
    here = await enter(hand, first, 0)
    watcher = await enter(hand, second, 0)
    key = await here.say(0, "once")
    assert (await here.answer())["t"] == "ok"
    await here.disconnect()
    again = await enter(hand, first, 1)
    await again.say(0, "once", key)
    assert await again.answer() == {"t": "ok", "k": key}
    assert len(await log_of(hand)) == 2
    assert len(await watcher.rest()) == 1


async def test_another_seats_key_is_no_ones_elses(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first), await enter(hand, second)
    key = await here.say(0, "mine")
    assert (await here.answer())["t"] == "ok"
    await there.say(1, "yours", key)
    assert (await there.answer())["t"] == "ok"
    assert len(await log_of(hand)) == 3


async def test_hidden_entries_do_not_advance_a_viewers_counter(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first), await enter(hand, second, 1)
    await there.send_json_to({"t": "act", "k": "wink-wink", "a": {"kind": "wink"}})
    assert (await there.frame())["e"] == [{"kind": "wink", "seat": 1}]
    await here.say(0, "hello")
    assert (await here.frame())["n"] == 1
    assert (await there.frame())["n"] == 2


async def test_what_is_lost_on_the_way_is_read_from_the_log(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    with monkeypatch.context() as mute:
        mute.setattr(fanout, "announce", lambda stored: None)
        await here.say(0, "unheard")
        assert (await here.answer())["t"] == "ok"
        assert await there.rest() == []
    # The other seat's own move runs into the taken number and finds what was missed.
    await there.say(0, "late")
    assert (await there.answer())["code"] in ("decision_closed", "not_your_turn")
    await there.say(1, "answer")
    assert (await there.answer())["t"] == "ok"
    words = [event["word"] for frame in there.frames if frame["t"] == "ev" for event in frame["e"]]
    assert words == ["unheard", "answer"]


async def test_a_gap_in_the_messages_is_filled_in_order(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    with monkeypatch.context() as mute:
        mute.setattr(fanout, "announce", lambda stored: None)
        await here.say(0, "unheard")
        await here.answer()
    await here.send_json_to({"t": "act", "k": "wink-wink", "a": {"kind": "wink"}})
    await here.answer()
    frame = await there.until("ev")
    assert [event["word"] for event in frame["e"]] == ["unheard"]
    assert frame["n"] == 1


async def test_a_lost_subscription_is_made_good(enter: Enter, hubs: tuple) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)

    def cut() -> None:
        for client in fanout.client().client_list(_type="pubsub"):
            fanout.client().client_kill_filter(_id=client["id"])

    await database_sync_to_async(cut)()
    await here.say(0, "in the dark")
    assert (await here.answer())["t"] == "ok"
    assert (await there.until("ev"))["e"][0]["word"] == "in the dark"
    await there.say(1, "back")
    assert (await there.answer())["t"] == "ok"
    assert (await here.until("ev"))["e"][0]["word"] == "back"


async def test_an_entry_that_does_not_fold_here_sends_its_viewers_for_a_fresh_copy(
    enter: Enter, hubs: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, (first, second) = await make()
    other, (third, fourth) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    near, far = await enter(other, third, 0), await enter(other, fourth, 1)
    table = hubs[1]._tables[hand.id]
    monkeypatch.setattr(table.folded, "state", None)
    await here.say(0, "unheard of")
    assert (await here.answer())["t"] == "ok"
    assert (await there.receive_output(3))["code"] == 1012
    assert hand.id not in hubs[1]._tables
    again = await enter(hand, second, 1)
    assert again.frames[0]["view"]["words"] == [[0, "unheard of"]]
    await near.say(0, "still heard")
    assert (await far.until("ev"))["e"][0]["word"] == "still heard"


async def test_a_snapshot_equals_what_the_frames_led_to(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    for turn in range(4):
        speaker = (here, there)[turn % 2]
        await speaker.say(turn, f"word {turn}")
        assert (await speaker.answer())["t"] == "ok"
        await (there, here)[turn % 2].until("ev")
    told = [[e["seat"], e["word"]] for frame in there.frames if frame["t"] == "ev" for e in frame["e"]]
    await there.send_json_to({"t": "sync"})
    snap = await there.until("snap")
    assert snap["n"] == 0
    assert snap["view"]["words"] == told
    fresh = await enter(hand, second, 0)
    assert fresh.frames[0]["view"] == snap["view"]
    await here.say(4, "on")
    assert (await there.until("ev"))["n"] == 1


async def test_no_frame_carries_another_seats_secret(enter: Enter) -> None:
    hand, players = await make(turns=4)
    people = [await enter(hand, player, process) for process, player in enumerate(players)]
    secrets = [person.frames[0]["view"]["secret"] for person in people]
    for turn in range(3):
        await people[turn % 2].say(turn, "word")
        await people[turn % 2].answer()
        await people[1 - turn % 2].until("ev")
    for seat, person in enumerate(people):
        await person.send_json_to({"t": "sync"})
        await person.rest()
        sent = json.dumps(person.frames)
        assert str(secrets[seat]) in sent
        assert str(secrets[1 - seat]) not in sent
        assert bytes(hand.seed).hex() not in sent


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"kind": "say", "word": 5}}, "malformed"),
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"kind": "dance"}}, "unknown_action"),
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"kind": "timeout"}}, "unknown_action"),
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"kind": "start"}}, "unknown_action"),
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"kind": "say", "word": "x", "auto": True}}, "malformed"),
        ({"t": "act", "k": "k" * 8, "d": 9, "a": {"kind": "say", "word": "x"}}, "decision_closed"),
        ({"t": "act", "k": "k" * 8, "d": 0, "a": {"word": "x"}}, "malformed"),
    ],
)
async def test_a_refused_command_changes_nothing(enter: Enter, message: dict, code: str) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first), await enter(hand, second, 1)
    before = here.frames[0]["view"]
    await here.send_json_to(message)
    answer = await here.frame()
    assert (answer["t"], answer["k"], answer["code"]) == ("no", "k" * 8, code)
    assert len(await log_of(hand)) == 1
    assert await there.rest(0.1) == []
    await here.send_json_to({"t": "sync"})
    assert (await here.until("snap"))["view"] == before


async def test_a_move_out_of_turn_is_refused_with_its_own_code(enter: Enter) -> None:
    hand, (_, second) = await make()
    there = await enter(hand, second)
    await there.say(0, "me first")
    assert (await there.answer())["code"] == "not_your_turn"
    assert len(await log_of(hand)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "null",
        '{"t":"fly"}',
        '{"t":"act"}',
        '{"t":"act","k":"short","a":{}}',
        '{"t":"act","k":"eight888\\n","a":{}}',
        '{"t":"act","k":"eight888","d":-1,"a":{}}',
        '{"t":"act","k":"eight888","d":0,"a":{"kind":"say","word":"\\u0000"}}',
        '{"t":"act","k":"eight888","d":0,"a":{"kind":"say","word":"\\ud800"}}',
        '{"t":"act","k":"eight888","d":0,"a":{"kind":"say","word":"' + "x" * 5000 + '"}}',
        "[" * 4000,
    ],
)
async def test_a_malformed_message_is_answered_and_the_socket_lives(enter: Enter, text: str) -> None:
    hand, (first, _) = await make()
    here = await enter(hand, first)
    await here.send_to(text_data=text)
    assert (await here.frame())["code"] == "malformed"
    await here.say(0, "still here")
    assert (await here.answer())["t"] == "ok"


async def test_bytes_are_malformed_too(enter: Enter) -> None:
    hand, (first, _) = await make()
    here = await enter(hand, first)
    await here.send_to(bytes_data=b"\xff")
    assert (await here.frame())["code"] == "malformed"


async def test_haste_is_refused_and_then_closed(enter: Enter) -> None:
    hand, (first, _) = await make()
    here = await enter(hand, first)
    for _ in range(200):
        await here.send_json_to({"t": "act", "k": "too-fast", "d": 5, "a": {"kind": "say", "word": "x"}})
    codes = []
    while (message := await here.receive_output(3))["type"] == "websocket.send":
        codes.append(json.loads(message["text"])["code"])
    assert message["code"] == 4429
    assert codes[0] == "decision_closed"
    assert codes[-1] == "slow_down"
    assert len(await log_of(hand)) == 1


async def test_ping_is_answered_with_the_servers_clock_and_renews_the_lease(enter: Enter) -> None:
    hand, (first, _) = await make()
    here = await enter(hand, first)
    await here.send_json_to({"t": "ping", "c": 123.5})
    pong = await here.frame()
    assert (pong["t"], pong["c"]) == ("pong", 123.5)
    fanout.client().delete(fanout.LEASES)
    await here.send_json_to({"t": "ping", "c": 123.5})
    await here.frame()
    await asyncio.sleep(attendance.GATHER_SECONDS + 0.3)
    until = fanout.client().zscore(fanout.LEASES, leases.name((hand.id, 0)))
    assert until is not None
    assert abs(until - leases.LEASE_MS - pong["s"]) < 2_000
    assert fanout.client().zscore(fanout.LEASES, leases.name((hand.id, 1))) is None


async def test_hints_are_only_for_whoever_has_the_decision(enter: Enter) -> None:
    hand, (first, second) = await make()
    here, there = await enter(hand, first), await enter(hand, second)
    for person, plays in ((here, [{"kind": "say", "word": "hm"}]), (there, [])):
        await person.send_json_to({"t": "hints", "d": 0})
        assert await person.frame() == {"t": "hints", "d": 0, "plays": plays}


async def test_doors_that_stay_shut(hubs: tuple) -> None:
    hand, (first, _) = await make()
    stranger = (await make())[1][0]
    for whose, user, code in (
        (hand, None, 4401),
        (hand, stranger, 4403),
        (uuid.uuid4(), first, 4404),
    ):
        person = Person(hubs[0], whose, user)
        await person.connect()
        assert await person.receive_output() == {"type": "websocket.close", "code": code}


async def test_a_spectator_sees_no_secret_and_may_not_act(enter: Enter) -> None:
    hand, (first, _) = await make(room={"id": 1, "name": "toy", "spectators": True})
    stranger = (await make())[1][0]
    here, watcher = await enter(hand, first), await enter(hand, stranger, 1)
    assert watcher.frames[0]["seat"] is None
    await watcher.say(0, "me too")
    assert (await watcher.answer())["code"] == "not_seated"
    await here.say(0, "hello")
    assert (await watcher.until("ev"))["e"] == [{"kind": "say", "seat": 0, "word": "hello"}]
    assert str(here.frames[0]["view"]["secret"]) not in json.dumps(watcher.frames)


async def test_a_viewer_who_reads_nothing_is_dropped_and_holds_up_nobody(
    enter: Enter, hubs: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.runtime.sockets.BACKLOG", 3)
    hand, (first, second) = await make(turns=100)
    here = await enter(hand, first)
    sent: list[dict] = []
    stuck = asyncio.Event()

    async def never_drains(message: dict) -> None:
        sent.append(message)
        if len(sent) > 2 and message["type"] == "websocket.send":
            await stuck.wait()

    person = Person(hubs[0], hand, second)
    scope = {**person.scope, "user": second}
    incoming: asyncio.Queue = asyncio.Queue()
    incoming.put_nowait({"type": "websocket.connect"})
    slow = asyncio.create_task(person.application(scope, incoming.get, never_drains))
    await asyncio.sleep(0.2)
    for turn in range(6):
        # Winks are seen by their seat alone, time-outs by both.
        await here.send_json_to({"t": "act", "k": f"wink-{turn:04}", "a": {"kind": "wink"}})
        assert (await here.answer())["t"] == "ok"
        await database_sync_to_async(turns.run_due)(hand.id, store.now_ms() + 60_000 * (turn + 1))
        assert (await here.until("ev"))["e"][0]["word"] == "…"
    async with asyncio.timeout(5):
        await slow
    assert sent[-1] == {"type": "websocket.close", "code": 4408}


async def test_what_time_reveals_is_shown_without_an_entry(enter: Enter) -> None:
    hand, (first, second) = await make(ticks=3, timers={"say": 60_000, "step": 150})
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    for person in (here, there):
        before = person.frames[0]["view"]["ticks"]
        for count in range(before + 1, 4):
            assert (await person.until("ev"))["e"] == [{"kind": "tick", "count": count}]
    assert len(await log_of(hand)) == 1
    await here.say(0, "after")
    assert (await there.until("ev"))["e"][0]["kind"] == "say"


async def test_a_new_viewers_first_frame_is_the_snapshot_whatever_time_has_revealed(
    enter: Enter, hubs: tuple[Hub, Hub]
) -> None:
    hand, (first, second) = await make(ticks=100, timers={"say": 60_000, "step": 20})
    here = await enter(hand, first)
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(json.loads(message["text"]))

    time.sleep(0.1)  # the loop is held up, so what time reveals is told late
    table, viewer = await hubs[0].join(hand.id, second.pk, Outbox(send, lambda code: None))
    hubs[0].leave(table, viewer)
    assert [frame["t"] for frame in sent] == ["snap"]
    assert sent[0]["view"]["ticks"] >= 5
    told: list[int] = []
    while not told or told[-1] < sent[0]["view"]["ticks"]:
        told += [event["count"] for event in (await here.until("ev"))["e"]]
    assert told == list(range(told[0], sent[0]["view"]["ticks"] + 1))


async def test_the_last_entry_ends_the_hand_and_stores_its_result(enter: Enter) -> None:
    hand, (first, second) = await make(turns=2)
    here, there = await enter(hand, first, 0), await enter(hand, second, 1)
    await here.say(0, "a")
    await there.until("ev")
    await there.say(1, "b")
    assert (await here.until("ev"))["e"][0]["word"] == "a"
    assert (await here.until("ev"))["e"][-1]["kind"] == "over"
    stored = await database_sync_to_async(Hand.objects.get)(id=hand.id)
    assert stored.status == Hand.Status.OVER
    assert stored.result["outcomes"] == ["win", "lose"]
    assert stored.ended is not None
    await here.say(2, "c")
    assert (await here.answer())["code"] == "hand_over"
    assert fanout.client().zscore(fanout.DUE, str(hand.id)) is None


async def test_a_hand_that_is_no_longer_live_takes_no_entry(enter: Enter) -> None:
    hand, (first, _) = await make()
    here = await enter(hand, first)
    await database_sync_to_async(Hand.objects.filter(id=hand.id).update)(status=Hand.Status.VOID)
    await here.say(0, "too late")
    assert (await here.answer())["code"] == "hand_over"
    assert len(await log_of(hand)) == 1


async def test_refusals_are_in_the_readers_language(hubs: tuple) -> None:
    hand, (_, second) = await make()
    texts = []
    for language in (b"zh-CN", b"fr, en;q=0.5", b""):
        person = Person(hubs[0], hand, second, [(b"accept-language", language)])
        await person.enter()
        await person.say(0, "x")
        texts.append((await person.answer())["text"])
        await person.disconnect()
    assert texts[0] == texts[2] == "还没轮到您"


async def test_a_socket_that_is_gone_before_it_is_accepted_is_no_fault(
    hubs: tuple[Hub, Hub], caplog: pytest.LogCaptureFixture
) -> None:
    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, str]) -> None:
        raise ConnectionResetError

    await HandConsumer(hubs[0])({"type": "websocket", "user": None}, receive, send)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_the_sockets_of_an_account_that_is_gone_are_closed_in_every_process(enter: Enter) -> None:
    hand, (gone, other) = await make(room={"spectators": True})
    seated, window, neighbour = await enter(hand, gone, 0), await enter(hand, gone, 1), await enter(hand, other, 1)
    await database_sync_to_async(transaction.atomic(subscribers.send_away))(AccountSwitchedOff(gone.pk))
    for socket in (seated, window):
        while (output := await socket.receive_output(5))["type"] != "websocket.close":
            continue
        assert output["code"] == NOT_SIGNED_IN
    await neighbour.say(0, "hello")
    await neighbour.until("no")  # it is not his turn, but he is still there
