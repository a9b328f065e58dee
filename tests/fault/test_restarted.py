"""A web process that is asked to end gives its tables time and says so; the hand goes on with the next one."""

import asyncio
import json
from typing import Any

import pytest
import websockets

from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [pytest.mark.fault, pytest.mark.timeout(300)]


def test_sockets_are_closed_with_the_code_of_a_restart(fresh_house: House) -> None:
    house = fresh_house
    person = Stranger(house.url, think=0.2).enter()

    told: list[dict[str, Any]] = []

    async def scenario() -> int | None:
        await person.join(rooms.novice(house))
        async with asyncio.timeout(30), person.socket(f"/ws/hand/{person.hand}/") as socket:
            await socket.recv()
            house.processes("uvicorn")[0].terminate()
            try:
                while True:
                    told.append(json.loads(await socket.recv()))
            except websockets.exceptions.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
        await person.play()
        return code

    assert asyncio.run(scenario()) == 1012
    events = [event for frame in told if frame["t"] == "ev" for event in frame["e"]]
    extended = [event for event in events if event["kind"] == "extended"]
    assert [(event["ms"], event["why"]) for event in extended] == [(10_000, "restart")], "no time for the restart"
    assert person.settled
