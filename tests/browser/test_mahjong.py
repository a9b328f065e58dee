"""Guangdong mahjong at the table: hands with bots on a desktop and a phone, loaded again on the way.

The one that ends first ends the test; where MODES_HANDS is 1, as in `script/soak modes`, both are played out.
"""

import os
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import person
from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

SIZES = ("desktop", "portrait")
BRISK = {"turn": 60_000, "claim": 60_000}
"""Nobody's turn may run out on a busy machine."""
LOOSEST = """() => {
  const held = [...document.querySelectorAll('.held')];
  const faces = held.map((one) => Number(one.dataset.face));
  const ready = held.findIndex((one) => one.classList.contains('is-readying'));
  const ties = faces.map((own, i) => faces.reduce((sum, other, j) => {
    const near = own < 27 && other < 27 && Math.floor(own / 9) === Math.floor(other / 9) ? Math.abs(own - other) : 9;
    return sum + (i === j ? 0 : [3, 2, 1][own === other ? 0 : near] ?? 0);
  }, 0));
  held[ready >= 0 ? ready : ties.indexOf(Math.min(...ties))]?.click();
}"""
"""Raises the tile that a hasty person would do without, by a click as assistive technology makes it."""


@pytest.fixture
def pages(house: House, browser: Browser) -> Iterator[list[Page]]:
    room = rooms.brisk(house, "mahjong-0", "novice", bot_wait=0, **BRISK)
    contexts = [person.context(browser, size) for size in SIZES]
    found = []
    for context in contexts:
        person.sign_in(context, Stranger(house.url).enter().jar, house.url)
        page = context.new_page()
        page.goto(f"{house.url}/r/{room}/")
        page.locator("[data-join] button").first.click(no_wait_after=True)
        page.wait_for_url("**/t/*/", timeout=60_000)
        found.append(page)
    yield found
    for context in contexts:
        context.close()


def over(page: Page) -> bool:
    """Whether the sum of the hand is shown."""
    return page.locator(".result .result-sum").count() > 0


def hand(page: Page) -> list[str]:
    """What the own half shows, without clocks."""
    shown: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.held, .mj-hand .meld, .tbl-buttons [data-act], .mj-chip, .mj-wait')]
          .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())"""
    )
    return shown


def again(page: Page) -> None:
    """While the hand waits for this person a page that is loaded again shows the same."""
    page.evaluate("document.activeElement?.blur()")
    before = hand(page)
    page.reload()
    page.wait_for_selector(".tbl-buttons [data-act]")
    page.wait_for_selector(".held")
    assert hand(page) == before


def step(page: Page, size: str, seen: set[str]) -> None:
    """Do what a hasty person would do; each kind of moment is looked at once, and loaded again."""
    acts = [act for act in person.offered(page) if act in ("open", "win", "kong", "pung", "chow", "discard", "pass")]
    asked = "claim" if "pass" in acts else "turn" if page.locator(".tbl-buttons [data-act=discard]").count() else ""
    if asked and asked not in seen:
        seen.add(asked)
        person.shoot(page, f"mahjong-{size}-{asked}")
        again(page)
        return
    for act in ("open", "win", "kong", "pung", "chow"):
        if act in acts:
            seen.add(act)
            person.click(page, act)
            if page.locator(".mj-chooser button").count():
                page.locator(".mj-chooser button").first.click()
            return
    if asked == "turn":
        page.evaluate(LOOSEST)
        while person.click(page, "discard") and page.locator(".mj-danger[data-warned=true]").count():
            pass  # a second tap, where the first was warned


def test_a_hand_of_mahjong_to_its_end_on_a_desktop_and_a_phone(house: House, pages: list[Page]) -> None:
    errors = [person.watch(page) for page in pages]
    seen: list[set[str]] = [set() for _ in pages]
    until = time.monotonic() + 200
    wanted = len(pages) if os.environ.get("MODES_HANDS") else 1
    while len(pages) - len(playing := [n for n, page in enumerate(pages) if not over(page)]) < wanted:
        assert time.monotonic() < until, [hand(pages[n]) for n in playing]
        for n in playing:
            step(pages[n], SIZES[n], seen[n])
        pages[0].wait_for_timeout(60)
    for page, size, moments in zip(pages, SIZES, seen, strict=True):
        if not over(page):
            continue
        page.wait_for_function("document.querySelector('.result-sum')?.textContent.match(/[+−0-9]/)")
        person.shoot(page, f"mahjong-{size}-result")
        assert {"turn"} <= moments
        assert page.locator(".result-line").count() == 4
        won = page.locator(".mj-win")
        assert won.count() or page.locator(".mj-drawn").count()
        if won.count():
            assert page.locator(".mj-win .mj-fans dt").count() >= 1
            assert page.locator(".mj-pays").first.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{size} scrolls sideways"
        told = page.locator(".result-line").all_inner_texts()
        page.reload()
        page.wait_for_selector(".result-sum")
        assert page.locator(".result-line").all_inner_texts() == told
        switches = page.locator(".mj-switches button[aria-pressed=true]")
        assert switches.count() == 0, "nothing plays by itself once a hand is over"
    assert [one for found in errors for one in found if "closed before the connection" not in one] == []
    assert "clean" in house.manage("audit_ledger").lower()
