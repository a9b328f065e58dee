"""Several windows of one player at his seat: one holds it, the others watch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
import redis
from channels.db import database_sync_to_async

from games.runtime import company, fanout, windows
from games.runtime.gathered import Gathered
from games.runtime.hub import Hub
from tests.games.conftest import Enter, Person, log_of, new_hand

pytestmark = pytest.mark.django_db(transaction=True)
make = database_sync_to_async(new_hand)

DESK, PHONE = "desk-window", "phone-window"


async def refused(window: Person, decision: int = 0) -> dict[str, Any]:
    """The answer to a move that must not be entered."""
    await window.say(decision, "from the wrong window")
    answer = await window.answer()
    assert answer["t"] == "no"
    return answer


@pytest.mark.parametrize("process", [0, 1])
async def test_a_second_window_watches_and_may_not_act_until_it_takes_the_seat(enter: Enter, process: int) -> None:
    hand, (first, second) = await make()
    desk = await enter(hand, first, 0, DESK)
    phone = await enter(hand, first, process, PHONE)
    there = await enter(hand, second, 1)
    assert (desk.frames[0]["held"], phone.frames[0]["held"]) == (False, True)
    assert phone.frames[0]["view"] == desk.frames[0]["view"]
    answer = await refused(phone)
    assert (answer["code"], answer["text"]) == ("elsewhere", "您正在另一个窗口玩这一局")
    assert await there.rest(0.1) == []

    await phone.send_json_to({"t": "take"})
    assert await phone.frame() == {"t": "held", "held": False}
    assert await desk.frame() == {"t": "held", "held": True}
    assert (await refused(desk))["code"] == "elsewhere"
    await phone.say(0, "hello")
    assert (await phone.answer())["t"] == "ok"
    assert (await desk.until("ev"))["e"][0]["word"] == "hello"
    assert len(await log_of(hand)) == 2
    assert [f["t"] for f in await there.rest()] == ["ev"]  # the other seat hears nothing of windows


async def test_a_page_that_is_loaded_again_is_not_a_second_window(enter: Enter) -> None:
    hand, (first, _) = await make()
    before = await enter(hand, first, 0, DESK)
    again = await enter(hand, first, 1, DESK)  # the old socket has not ended yet
    assert again.frames[0]["held"] is False
    await again.say(0, "still me")
    assert (await again.answer())["t"] == "ok"
    # Should the old socket be a duplicated page: it is told, and may take the seat like any other window.
    assert await before.until("held") == {"t": "held", "held": True}
    await before.send_json_to({"t": "take"})
    assert await before.until("held") == {"t": "held", "held": False}
    assert await again.until("held") == {"t": "held", "held": True}


async def test_a_window_that_ends_frees_the_seat(enter: Enter) -> None:
    hand, (first, _) = await make()
    desk = await enter(hand, first, 0, DESK)
    phone = await enter(hand, first, 1, PHONE)
    assert phone.frames[0]["held"] is True
    await desk.disconnect()
    await asyncio.sleep(0.1)
    await phone.say(0, "nobody else is here")
    assert (await phone.until("held")) == {"t": "held", "held": False}
    assert (await phone.answer())["t"] == "ok"
    other = await enter(hand, first, 0, DESK)
    assert other.frames[0]["held"] is True


async def test_a_seat_left_free_goes_to_the_window_that_watches_but_not_during_a_reload(
    enter: Enter, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "KEEP_SECONDS", 0.1)
    hand, (first, _) = await make()
    desk = await enter(hand, first, 0, DESK)
    phone = await enter(hand, first, 1, PHONE)
    await desk.disconnect()
    assert await phone.rest(0.5) == []
    desk = await enter(hand, first, 0, DESK)
    assert desk.frames[0]["held"] is False
    monkeypatch.setattr(windows, "GRACE_MS", 100)
    await desk.disconnect()
    assert await phone.frame(5) == {"t": "held", "held": False}


async def test_the_windows_of_a_killed_process_lapse(
    enter: Enter, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "KEEP_SECONDS", 0.1)
    monkeypatch.setattr(windows, "LAPSE_MS", 600)
    hand, (first, _) = await make()
    killed = windows.Windows(Gathered(fanout.client()))
    await killed.claim(hand.id, 0, windows.window_of(DESK), "join")  # and then never a sign of life
    phone = await enter(hand, first, 1, PHONE)
    assert phone.frames[0]["held"] is True
    assert (await refused(phone))["code"] == "elsewhere"
    assert await phone.frame(5) == {"t": "held", "held": False}
    # One that lives does not lapse: the other process gives its signs of life.
    desk = await enter(hand, first, 0, DESK)
    assert desk.frames[0]["held"] is True
    assert await desk.rest(1) == []


async def test_a_killed_processs_own_page_comes_back_at_once(enter: Enter, hubs: tuple[Hub, Hub]) -> None:
    hand, (first, _) = await make()
    await windows.Windows(Gathered(fanout.client())).claim(hand.id, 0, windows.window_of(DESK), "join")
    desk = await enter(hand, first, 1, DESK)
    assert desk.frames[0]["held"] is False


@pytest.mark.parametrize("page", [None, "short", "x" * 37, "has%20space"])
async def test_sockets_without_a_window_are_one_window(enter: Enter, page: str | None) -> None:
    hand, (first, second) = await make()
    scripts = [await enter(hand, first, process, page) for process in (0, 1)]
    there = await enter(hand, second, 0, page)
    assert [script.frames[0]["held"] for script in scripts] == [False, False]
    await scripts[0].disconnect()
    await scripts[1].say(0, "a")
    assert (await scripts[1].answer())["t"] == "ok"
    await there.until("ev")
    again = await enter(hand, first, 0, page)
    await there.say(1, "b")
    assert (await there.answer())["t"] == "ok"
    await again.say(2, "c")
    assert (await again.answer())["t"] == "ok"


async def test_a_command_that_is_in_the_log_is_answered_in_any_window(enter: Enter) -> None:
    hand, (first, _) = await make()
    desk = await enter(hand, first, 0, DESK)
    key = await desk.say(0, "once")
    assert (await desk.answer())["t"] == "ok"
    phone = await enter(hand, first, 1, PHONE)
    await phone.say(0, "once", key)
    assert await phone.answer() == {"t": "ok", "k": key}
    assert len(await log_of(hand)) == 2


async def test_without_redis_a_window_plays_on_and_may_take_the_seat(
    enter: Enter, hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, (first, second) = await make()
    there = await enter(hand, second, 0, PHONE)
    desk = await enter(hand, first, 0, DESK)
    watching = await enter(hand, first, 0, PHONE)

    async def away(self: Gathered, calls: Sequence[Any]) -> list[Any]:
        return [redis.ConnectionError()] * len(calls)

    monkeypatch.setattr(Gathered, "_outcomes", away)
    await desk.say(0, "a")
    assert (await desk.answer())["t"] == "ok"
    await there.until("ev")
    await there.say(1, "b")
    assert (await there.answer())["t"] == "ok"
    await watching.send_json_to({"t": "take"})
    assert await watching.until("held") == {"t": "held", "held": False}
    assert await desk.until("held") == {"t": "held", "held": True}
    await watching.say(2, "c")
    assert (await watching.answer())["t"] == "ok"
    await there.disconnect()
    alone = await enter(hand, second, 0, "one-more-window")
    assert alone.frames[0]["held"] is False


async def test_missed_messages_are_made_good_when_the_subscription_is_back(enter: Enter, hubs: tuple[Hub, Hub]) -> None:
    hand, (first, _) = await make()
    desk = await enter(hand, first, 0, DESK)
    hubs[0]._subscription._heard = lambda channel, data: None
    phone = await enter(hand, first, 1, PHONE)
    await phone.send_json_to({"t": "take"})
    assert await phone.frame() == {"t": "held", "held": False}
    assert await desk.rest(0.1) == []
    hubs[0]._back()
    assert await desk.frame() == {"t": "held", "held": True}


async def test_only_a_seat_can_be_taken(enter: Enter) -> None:
    hand, _ = await make(room={"id": 1, "name": "toy", "spectators": True})
    stranger = (await make())[1][0]
    watcher = await enter(hand, stranger, 0, DESK)
    await watcher.send_json_to({"t": "take"})
    assert (await watcher.until("err"))["code"] == "not_seated"
