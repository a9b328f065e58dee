"""Deals that a test wishes for, on a running platform and with nothing in it changed.

A deal comes from the house's secret seed and the shares that the players' browsers send. Whoever may read the house's
database before the deal knows the seed, and can look for a share that makes the deal: here a test, of its own house.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import psycopg
from playwright.sync_api import Page, WebSocketRoute

from games.rules.core import Action
from games.rules.thirteen.rounds import Thirteen
from tests.house import House

TRIES = 20_000
Wanted = Callable[[Thirteen, int], bool]
"""Whether a hand that has been dealt is what the test wants for this seat."""


def wish(page: Page, house: House, wanted: Wanted) -> None:
    """From now on the page's share of the shuffle is chosen so that its hands are as `wanted`.

    It must be the only person at the table, or the last whose share arrives. To be called before the table is opened.
    """

    def route(socket: WebSocketRoute) -> None:
        found = re.search(r"/ws/hand/([0-9a-f-]+)/", socket.url)
        assert found
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            said = json.loads(text)
            if said["t"] == "act" and said["a"]["kind"] == "nonce":
                said["a"]["nonce"] = share(house, found[1], wanted)
                text = json.dumps(said)
            server.send(text)

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/hand/"), route)


def share(house: House, hand: str, wanted: Wanted) -> str:
    """The first share of the hand's only person that leads to a deal as `wanted`."""
    with psycopg.connect(house.database_url) as database:
        row = database.execute("SELECT config, seed, carry FROM games_hand WHERE id = %s", [hand]).fetchone()
    assert row, "no such hand"
    config, seed, carry = row
    (seat,) = (at for at, bot in enumerate(config["bots"]) if not bot)
    for number in range(TRIES):
        state = dealt(config, bytes(seed), carry, seat, str(number))
        if wanted(state, seat):
            return str(number)
    raise AssertionError(f"no such deal among {TRIES}")


def dealt(config: Any, seed: bytes, carry: Any, seat: int, nonce: str) -> Thirteen:
    """The hand after its deal, as its rules make it."""
    state = Thirteen.start(config, seed, carry, 0)
    for kind, data in (("nonce", {"nonce": nonce}), ("open", {})):
        state.apply(Action(kind, seat, 0, data, 0))
    return state


def special(key: str | None = None) -> Wanted:
    """The seat holds this special hand, or any one."""
    return lambda state, seat: bool(state.specials[seat]) and key in (None, state.specials[seat])
