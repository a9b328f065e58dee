"""Thirteen Water on the running platform: hands of four seats to their end by each way of arranging, what the clock
arranges, the page loaded again in each phase, the result and its replay.

Where MODES_HANDS is 1, as in `script/soak modes`, every way is played at every size.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.rules.thirteen.arrangement import Rows, is_foul
from tests.browser import person
from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

ROWS = ("front", "middle", "back")
WAYS = ("tap", "drag", "types", "suggest")
PLAYED = (
    [(size, WAYS) for size in person.SIZES]
    if os.environ.get("MODES_HANDS")
    else [("desktop", ("drag", "types")), ("portrait", ("tap", "suggest"))]
)
HURRY = 300
"""How long (ms) a lonely person waits for bots."""


def enter(browser: Browser, house: House, size: str, room: int) -> Page:
    """Somebody who waits for a match in the room."""
    context = person.context(browser, size)
    person.sign_in(context, Stranger(house.url).enter().jar, house.url)
    page = context.new_page()
    page.goto(f"{house.url}/r/{room}/")
    page.locator("[data-join] button").click(no_wait_after=True)
    return page


def seated(page: Page) -> None:
    page.wait_for_url("**/t/*/", timeout=60_000)
    page.wait_for_selector(".tbl:not([data-phase=waiting])", timeout=30_000)


def act(page: Page, name: str) -> None:
    page.locator(f"[data-act={name}]").click()


def opened(page: Page) -> None:
    """Past the opening, up to the own board."""
    if page.locator("[data-act=open]").count():
        person.click(page, "open")
    page.wait_for_selector(".tbl[data-layout=board]", timeout=15_000)
    expect(page.locator(".held")).to_have_count(13)


def tray(page: Page) -> list[int]:
    """The cards that are not laid yet."""
    found: list[int] = page.locator(".held use").evaluate_all(
        "(all) => all.map((u) => +u.getAttribute('href').slice(6))"
    )
    return found


def board(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-row]')].map((row) =>
            [row.dataset.row, [...row.querySelectorAll('.laid13')].map((card) => Number(card.dataset.card))]))"""
    )
    return found


def laid(page: Page) -> Rows:
    return Rows(*(tuple(board(page)[name]) for name in ROWS))


def arrange(page: Page, way: str) -> None:
    """Lay all thirteen cards in one of the ways; whatever stands foul then is set right by a suggestion."""
    match way:
        case "tap":
            for name, size in (("back", 5), ("middle", 5)):
                for place in range(size):
                    page.locator(".held").nth(place).click(position={"x": 8, "y": 18})
                act(page, f"row-{name}")
        case "drag":
            for name, size in (("back", 5), ("middle", 5)):
                for _ in range(size):
                    _drag(page, page.locator(".held").first.bounding_box(), name)
        case "types":
            for kind in ("straight_flush", "quads", "full_house", "flush", "straight", "trips", "two_pair", "pair") * 2:
                button = page.locator(f"[data-act=type-{kind}]:not([disabled])")
                if button.count() and min(len(row) for row in board(page).values()) == 0:
                    button.click()
            _fill(page)
        case _:
            act(page, "suggest")
            expect(page.locator("[data-act=suggest]")).to_contain_text("1/")
    expect(page.locator(".held")).to_have_count(0)
    rows = laid(page)
    assert [len(row) for row in rows.all] == [3, 5, 5]
    if is_foul(rows) and is_foul(rows.swapped()):
        expect(page.locator(".tbl-reason")).to_contain_text("相公")
        expect(page.locator(".row13.is-broken")).not_to_have_count(0)
        expect(page.locator("[data-act=submit]")).to_be_disabled()
        act(page, "suggest")
    expect(page.locator("[data-act=submit]")).to_be_enabled()


def _drag(page: Page, start: dict[str, float] | None, row: str) -> None:
    end = page.locator(f"[data-row={row}] .row13-cards").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, start["y"] - 20, steps=2)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=2)
    page.mouse.up()


def _fill(page: Page) -> None:
    """What the types left over goes where there is room."""
    for name, size in (("back", 5), ("middle", 5), ("front", 3)):
        for _ in range(size - len(board(page)[name])):
            page.locator(".held").first.click(position={"x": 8, "y": 18})
            act(page, f"row-{name}")


@pytest.fixture
def contexts(browser: Browser) -> Iterator[None]:
    """Closes what a test opened."""
    before: list[BrowserContext] = list(browser.contexts)
    yield
    for context in [one for one in browser.contexts if one not in before]:
        context.close()


@pytest.mark.parametrize(("size", "ways"), PLAYED)
def test_hands_to_their_end_by_each_way_of_arranging(
    house: House, browser: Browser, contexts: None, size: str, ways: tuple[str, ...]
) -> None:
    room = rooms.brisk(house, "thirteen", "novice", bot_wait=HURRY, arrange=60_000)
    page = enter(browser, house, size, room)
    errors = person.watch(page)
    seated(page)
    for way in ways:
        opened(page)
        person.shoot(page, f"thirteen-{size}-{way}-board")
        arrange(page, way)
        person.shoot(page, f"thirteen-{size}-{way}-laid")
        act(page, "submit")
        page.wait_for_selector(".tbl[data-layout=show]", timeout=10_000)
        page.wait_for_selector("[data-act=skip]", timeout=15_000)
        person.shoot(page, f"thirteen-{size}-{way}-compare")
        assert page.locator(".panel13").count() == 4
        act(page, "skip")
        sums = page.locator(".result-sum")
        expect(sums.first).to_have_text(re.compile("[+−0]"))
        expect(page.locator(".result-line")).to_have_count(4)
        page.wait_for_function(
            "[...document.querySelectorAll('.result-sum')].every((one) => /\\d/.test(one.textContent))"
        )
        person.shoot(page, f"thirteen-{size}-{way}-result")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        total = sum(int(one.replace("−", "-").replace(",", "")) for one in sums.all_inner_texts())
        assert total == -4, "the house takes its fee of each seat, nothing else is lost"
        if way != ways[-1]:
            act(page, "again")
            page.wait_for_selector(".tbl[data-phase=opening], .tbl[data-phase=arrange]", timeout=30_000)
    look_at_the_replay(page, house, size)
    assert errors == []
    assert "clean" in house.manage("audit_ledger").lower()


def look_at_the_replay(page: Page, house: House, size: str) -> None:
    """The replay of the last hand: the same felt, the deal holds."""
    page.goto(f"{house.url}{page.locator('[data-act=replay]').get_attribute('href')}")
    page.wait_for_selector(".rp[data-layout]")
    page.locator("[data-act=end]").click()
    expect(page.locator(".panel13 .line13.is-open")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.shoot(page, f"thirteen-{size}-replay")
    page.locator("[data-act=start]").click()
    page.get_by_label("明牌").check()
    page.locator("[data-act=next]").click()
    while not page.locator(".loose13").count():
        page.locator("[data-act=next]").click()
    person.shoot(page, f"thirteen-{size}-replay-arranging")
    act(page, "verify")
    expect(page.locator(".rp-proof")).to_have_attribute("data-verdict", "fair")
    page.go_back()


def screen(page: Page) -> object:
    """What the table shows, without clocks."""
    return page.evaluate(
        """() => ({
            layout: document.querySelector('.tbl').dataset.layout,
            board: [...document.querySelectorAll('[data-row] .laid13')].map((one) => one.dataset.card),
            hand: [...document.querySelectorAll('.held')].map((one) => one.getAttribute('aria-label')),
            lines: [...document.querySelectorAll('.line13')].map((one) => one.textContent + one.className),
            seats: [...document.querySelectorAll('.seat-who, .sum13')].map((one) => one.innerText),
        })"""
    )


def reload(page: Page) -> None:
    """The page loaded again shows the same moment."""
    before = screen(page)
    page.reload()
    page.wait_for_selector(".tbl:not([data-phase=waiting])")
    page.wait_for_function("!document.querySelector('.ping-off')")
    assert screen(page) == before


def test_reloading_gives_the_same_moment_and_the_clock_arranges_for_who_does_not(
    house: House, browser: Browser, contexts: None
) -> None:
    room = rooms.brisk(house, "thirteen", "plain", bot_wait=4_000, opening=4_000, arrange=9_000)
    ready, idle = (enter(browser, house, "desktop", room) for _ in range(2))
    errors = [person.watch(page) for page in (ready, idle)]
    for page in (ready, idle):
        seated(page)
    assert ready.url == idle.url, "the two were not seated together"
    if ready.locator(".tbl[data-phase=opening]").count():
        reload(ready)
    for page in (ready, idle):
        opened(page)
    arrange(ready, "suggest")
    expect(ready.locator(".tbl-seats .tag-good")).to_have_count(2)
    reload(ready)
    act(ready, "submit")
    expect(ready.locator(".wait13")).to_contain_text(idle.locator(".own .seat-name").inner_text())
    reload(ready)
    expect(ready.locator(".panel13:not(.is-me) .line13.is-open")).to_have_count(0)
    # nothing is done on the other page
    expect(idle.locator("[aria-live=assertive]").filter(has_text="系统已替你理好牌")).to_have_count(1, timeout=20_000)
    for page in (ready, idle):
        expect(page.locator(".skip13")).to_be_visible()
    idle.reload()
    expect(idle.locator(".result")).to_be_visible()
    ready.keyboard.press("Escape")
    expect(ready.locator(".result-line")).to_have_count(4)
    ready.wait_for_function("[...document.querySelectorAll('.result-sum')].every((one) => /\\d/.test(one.textContent))")
    text = ready.locator(".result").inner_text()
    ready.reload()
    expect(ready.locator(".result-sum").first).to_have_text(re.compile(r"\d"))
    assert ready.locator(".result").inner_text() == text
    assert [error for page in errors for error in page if "closed before the connection" not in error] == []
