"""People at tables of the running platform, each on a line of his own, several at once.

A scenario is a generator that yields whenever it waits, so that one process plays many of them side by side: most of
what these tests do is waiting.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser import person
from tests.browser.line import Line
from tests.house import House

Scenario = Iterator[None]

PATIENCE = 60.0
"""Seconds that a condition may take on a busy machine."""
QUIET = {"ping", "sync", "watch", "hints"}
"""What a page says without anybody having decided anything."""


def room(house: House, code: str, bot_wait: int = 0, **timers: Any) -> int:
    """The id of the room of 欢乐 for three with this code, open to guests, with these lengths in ms for its phases."""
    with psycopg.connect(house.database_url) as database:
        row = database.execute(
            "UPDATE lobby_room SET timers = timers || %s::jsonb, bot_wait = %s, minimum = 500, threshold = 100,"
            " n = 1, a = 5, spectators = true, spectator_delay = 0"
            " WHERE code = %s AND zone_id = (SELECT id FROM lobby_zone WHERE code = 'huanle') RETURNING id",
            [json.dumps(timers), bot_wait, code],
        ).fetchone()
    assert row, f"no room {code} was loaded"
    return int(row[0])


class Sitter:
    """A guest with a page of his own behind a `Line`. `said` is what the page has sent about the hand."""

    def __init__(self, browser: Browser, house: House, size: str = "desktop") -> None:
        self.house = house
        self.line = Line(house.url)
        self.context: BrowserContext = person.context(browser, size)
        self.page: Page = self.context.new_page()
        self.said: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._listen)
        person.enter(self.page, self.line.url)

    def _listen(self, socket: Any) -> None:
        if "/ws/hand/" in socket.url:
            socket.on("framesent", lambda text: self.said.append(json.loads(text)))

    @property
    def decided(self) -> list[dict[str, Any]]:
        """What was sent that a person must have wanted."""
        return [message for message in self.said if message["t"] not in QUIET]

    @property
    def name(self) -> str:
        return self.page.locator(".own .seat-name").inner_text()

    def close(self) -> None:
        self.context.close()
        self.line.close()

    def join(self, room_id: int) -> Scenario:
        """Wait for a match in the room, up to the table with its hand."""
        self.page.goto(f"{self.line.url}/r/{room_id}/")
        self.page.locator("form[data-join] button").first.click()
        yield from until(lambda: "/t/" in self.page.url and phase(self.page) not in ("", "waiting"), "a match")

    def watch(self, other: Sitter) -> Scenario:
        """Look at another one's table."""
        self.page.goto(self.line.url + other.page.url.removeprefix(other.line.url))
        yield from until(lambda: live(self.page), "the spectator's screen")


def together(*scenarios: Scenario) -> None:
    """Play the scenarios side by side to their ends."""
    running = list(scenarios)
    while running:
        for one in tuple(running):
            try:
                next(one)
            except StopIteration:
                running.remove(one)
                print(f"{time.monotonic():.1f} {one.__name__} is done")
        time.sleep(0.02)


def until(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Scenario:
    """Wait until `holds()`."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"did not happen: {what}"
        yield


def pause(seconds: float) -> Scenario:
    """Let so much time go by."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def same(one: Callable[[], Any], other: Callable[[], Any], what: str) -> Scenario:
    """Wait until two screens show the same, and stay so; the last difference otherwise."""
    end = time.monotonic() + PATIENCE
    while True:
        first, second = one(), other()
        if first == second:
            return
        assert time.monotonic() < end, f"{what}:\n{first}\n{second}"
        yield


def ask(page: Page, script: str) -> Any:
    """What a script finds; asked again where the page goes on to its next address meanwhile."""
    while True:
        try:
            return page.evaluate(script)
        except Error as error:
            if "Execution context was destroyed" not in error.message:
                raise


def phase(page: Page) -> str:
    """What the table is doing; empty while the page has none."""
    found: str = ask(page, "() => document.querySelector('[data-phase]')?.dataset.phase ?? ''")
    return found


def live(page: Page) -> bool:
    """Whether the table has a hand on it and a connection that answers."""
    found: bool = ask(
        page,
        "() => !!document.querySelector('.tbl:not([data-phase=waiting]) .ping:not(.ping-off)')"
        " && !document.querySelector('.banner')",
    )
    return found


PUBLIC = """() => {
  const of = (one) => one.classList.contains('own') && document.querySelector('.tbl-hand')
    ? document.querySelectorAll('.held').length
    : Number(one.querySelector('.seat-stack .num')?.textContent ?? one.querySelectorAll('.seat-open .card').length);
  const by = (name, read) => Object.fromEntries([...document.querySelectorAll(`[data-${name}]`)]
    .map((one) => [one.dataset[name], read(one)]).sort());
  return {
    phase: document.querySelector('[data-phase]')?.dataset.phase,
    seats: by('seat', (one) => [one.querySelector('.seat-name')?.textContent, of(one),
      [...one.querySelectorAll('.tag')].map((tag) => tag.textContent.replace(/[0-9]+$/, ''))]),
    laid: by('laid', (one) => one.getAttribute('aria-label') ?? one.textContent),
    hole: document.querySelector('.hole')?.getAttribute('aria-label'),
    times: document.querySelector('.stakes-times')?.textContent,
  };
}"""
"""What everybody at the table may see, without clocks."""
OWN = """() => ({
  hand: [...document.querySelectorAll('.held')].map((card) => card.getAttribute('aria-label')),
  acts: [...document.querySelectorAll('.tbl-buttons [data-act]')].map((one) => [one.dataset.act, one.disabled]),
  reason: document.querySelector('.tbl-reason')?.textContent,
  result: document.querySelector('.result')?.innerText,
  title: document.title,
})"""
"""What only the player sees."""


def public(page: Page) -> Any:
    return ask(page, PUBLIC)


def own(page: Page) -> Any:
    return ask(page, OWN)


MINE = {
    "call": "[data-act=call], [data-act=rob]",
    "double": "[data-act=double]:not([disabled])",
    "play": ".tbl-buttons [data-act=pass], .tbl-buttons [data-act=play]",
    "result": ".result [data-act]",
}
"""By what one sees that a phase waits for the own choice."""
SEEN_AS = {"call": ("call", "rob"), "result": ("over",)}


def waits(page: Page, wanted: str) -> bool:
    """Whether the hand is in the phase `wanted`, and where people choose in it, waits for this one."""
    if phase(page) not in SEEN_AS.get(wanted, (wanted,)):
        return False
    mark = MINE.get(wanted)
    settled = wanted != "result" or "结算中" not in page.locator(".result").inner_text()
    return mark is None or (page.locator(mark).count() > 0 and settled)


def reach(sitter: Sitter, wanted: str) -> Scenario:
    """Play by the buttons up to a phase; the trustee brings a hand to its end, and another hand follows one that was
    over too soon."""
    page = sitter.page

    def there() -> bool:
        if waits(page, wanted):
            return True
        if wanted == "result":
            entrust(page)
        elif page.locator("[data-act=again]").count():
            page.locator("[data-act=again]").click()
        elif page.locator(".tbl-veil").count():
            page.locator(".tbl-veil").dispatch_event("pointerdown")
        else:
            person.press(page)
        return False

    yield from until(there, f"the phase {wanted}", 150)


def entrust(page: Page) -> None:
    """Hand the seat over, if it is not."""
    switch = page.locator(".tbl-bar .trustee-switch[aria-pressed=false]")
    if switch.count() and phase(page) in ("call", "rob", "double", "play"):
        switch.click()
