"""An alarm rings once, when it was last set to, on the loops of asyncio and of the server."""

import asyncio
from collections.abc import Callable

import pytest
import uvloop

from games.runtime.alarm import Alarm


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_an_alarm_of_an_instant_that_has_passed_can_be_set_again(loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    rung: list[float] = []

    async def scenario() -> None:
        running = asyncio.get_running_loop()
        alarm = Alarm(lambda: rung.append(running.time()))
        alarm.set(running.time() - 1)
        alarm.set(running.time() + 0.05)  # earlier than it was: nothing has rung yet
        assert rung == []
        later = running.time() + 0.1
        alarm.set(later)
        await asyncio.sleep(0.2)
        assert len(rung) == 1
        assert rung[0] >= later - 0.01
        alarm.set(running.time() + 0.1)
        alarm.set(running.time() + 0.02)
        await asyncio.sleep(0.06)
        assert len(rung) == 2
        alarm.stop()
        await asyncio.sleep(0.1)
        assert len(rung) == 2

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scenario())
