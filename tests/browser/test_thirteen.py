"""Thirteen Water on the running platform: hands to their end by each way of arranging, special hands declared and
declined, fouls, what the clock arranges, the page loaded again in each phase, the result and its replay.

Where MODES_HANDS is 1, as in `script/soak modes`, everything is played at every size, with two, three and four seats.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import person
from tests.browser.arranging import WAYS, act, arrange, lay, opened, reload, result, seated, tray, warned
from tests.house import House
from tests.live import rooms
from tests.live.deals import Wanted, special, wish
from tests.live.stranger import Stranger
from tests.thirteen.hands import foul_rows

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

FULL = bool(os.environ.get("MODES_HANDS"))
in_full = pytest.mark.skipif(not FULL, reason="part of script/soak")
PLAYED = (
    [(size, WAYS) for size in person.SIZES]
    if FULL
    else [("desktop", ("drag", "types")), ("portrait", ("tap", "suggest"))]
)
SPECIALS = [(size, seats) for size in person.SIZES for seats in (2, 3, 4)] if FULL else [("landscape", 2)]
RELOADED = list(person.SIZES) if FULL else ["desktop"]
SKIPPED = {"tap": "tap", "drag": "Escape", "types": "Enter", "suggest": None}
"""How the compare is cut short in the hand that is arranged so; None: it is watched to its end."""
HURRY = 300
"""How long (ms) a lonely person waits for bots."""
PATIENT = {"opening": 15_000, "arrange": 60_000}
"""Nobody's time may run out on a busy machine."""


def enter(browser: Browser, house: House, size: str, room: int, wanted: Wanted | None = None) -> Page:
    """Somebody on the room's page, whose hands will be as `wanted`."""
    context = person.context(browser, size)
    person.sign_in(context, Stranger(house.url).enter().jar, house.url)
    page = context.new_page()
    if wanted:
        wish(page, house, wanted)
    page.goto(f"{house.url}/r/{room}/")
    return page


def matched(*pages: Page) -> None:
    """They join, and sit at a table with a hand on it."""
    for page in pages:
        page.locator("[data-join] button").click(no_wait_after=True)
    for page in pages:
        seated(page)


@pytest.fixture
def contexts(browser: Browser) -> Iterator[None]:
    """Closes what a test opened."""
    before: list[BrowserContext] = list(browser.contexts)
    yield
    for context in [one for one in browser.contexts if one not in before]:
        context.close()


def compared(page: Page, name: str, seats: int, skip: str | None) -> list[int]:
    """From the last lock over the compare to the sums, mine first."""
    page.wait_for_selector(".tbl[data-layout=show]", timeout=10_000)
    page.wait_for_selector("[data-act=skip]", timeout=30_000)
    person.shoot(page, f"thirteen-{name}-compare")
    assert page.locator(".panel13").count() == seats
    expect(page.locator(".result")).to_have_count(0)
    if skip == "tap":
        act(page, "skip")
    elif skip:
        page.keyboard.press(skip)
    sums = result(page)
    assert len(sums) == seats
    assert sum(sums) == -seats, "the house takes its fee of each seat, nothing else is lost"
    person.shoot(page, f"thirteen-{name}-result")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return sums


def again(page: Page) -> None:
    """On to the next hand; pressed once more where the table heard later than the page that this one is over."""
    begun = page.locator(".tbl[data-phase=opening], .tbl[data-phase=arrange]")
    until = time.monotonic() + 30
    while not begun.count():
        assert time.monotonic() < until, page.locator("body").inner_text()
        person.click(page, "again")
        page.wait_for_timeout(500)
    opened(page)


@pytest.mark.parametrize(("size", "ways"), PLAYED)
def test_hands_to_their_end_by_each_way_of_arranging(
    house: House, browser: Browser, contexts: None, size: str, ways: tuple[str, ...]
) -> None:
    room = rooms.brisk(house, "thirteen", "novice", bot_wait=HURRY, **PATIENT)
    page = enter(browser, house, size, room)
    errors = person.watch(page)
    matched(page)
    opened(page)
    for way in ways:
        name = f"{size}-{way}"
        person.shoot(page, f"thirteen-{name}-board")
        arrange(page, way)
        person.shoot(page, f"thirteen-{name}-laid")
        act(page, "submit")
        compared(page, name, 4, SKIPPED[way] if FULL else "tap")
        if way != ways[-1]:
            again(page)
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


@pytest.mark.parametrize(("size", "seats"), SPECIALS)
def test_a_special_hand_is_declared_then_another_one_declined_after_a_foul(
    house: House, browser: Browser, contexts: None, size: str, seats: int
) -> None:
    room = rooms.brisk(house, "thirteen", "junior", bot_wait=HURRY, **PATIENT)
    rooms.tune(house, room, seats=seats, fewest=2, n=1, a=1, minimum=120)
    page = enter(browser, house, size, room, special())
    errors = person.watch(page)
    name = f"{size}-{seats}-special"
    matched(page)
    opened(page)
    held = page.locator(".ribbon13 b").inner_text()
    expect(page.locator(".ribbon13")).to_contain_text("× 每家")
    person.shoot(page, f"thirteen-{name}-board")
    expect(page.locator(".tbl-seats .tag-good")).to_have_count(seats - 1)
    reload(page)
    act(page, "declare")
    compared(page, f"{name}-declared", seats, "tap")
    mine = page.locator(".result-line.is-me")
    expect(mine.locator(".tag")).to_have_text([held])
    expect(page.locator(".matrix13 .is-me td small", has_text="报到")).to_have_count(seats - 1)

    again(page)
    held = page.locator(".ribbon13 b").inner_text()
    lay(page, foul_rows(tray(page)))
    warned(page)
    person.shoot(page, f"thirteen-{name}-foul")
    page.evaluate("document.activeElement?.blur()")  # else Enter would press the button tapped last
    page.keyboard.press("Enter")
    expect(page.locator(".tbl-reason")).to_contain_text("相公不能确定")
    expect(page.locator(".tbl[data-layout=board]")).to_have_count(1)
    act(page, "suggest")
    expect(page.locator("[data-act=submit]")).to_have_text("按三墩比")
    act(page, "submit")
    compared(page, f"{name}-declined", seats, "tap")
    expect(mine.locator(".tag", has_text=held)).to_have_count(0)
    expect(mine.locator(".result-why")).to_contain_text("前")
    assert errors == []


@pytest.mark.parametrize("size", RELOADED)
def test_reloading_gives_the_same_moment_and_the_clock_arranges_for_who_does_not(
    house: House, browser: Browser, contexts: None, size: str
) -> None:
    room = rooms.brisk(house, "thirteen", "plain", bot_wait=4_000, opening=15_000, arrange=9_000)
    ready, idle = (enter(browser, house, size, room) for _ in range(2))
    errors = [person.watch(page) for page in (ready, idle)]
    matched(ready, idle)
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
    person.shoot(ready, f"thirteen-{size}-waiting")
    expect(ready.locator(".panel13:not(.is-me) .line13.is-open")).to_have_count(0)
    # nothing is done on the other page
    expect(idle.locator("[aria-live=assertive]").filter(has_text="系统已替你理好牌")).to_have_count(1, timeout=20_000)
    for page in (ready, idle):
        expect(page.locator(".skip13")).to_be_visible()
    idle.reload()
    expect(idle.locator(".result")).to_be_visible()
    ready.keyboard.press("Escape")
    sums = result(ready)
    assert len(sums) == 4
    text = ready.locator(".result").inner_text()
    ready.reload()
    assert result(ready) == sums
    assert ready.locator(".result").inner_text() == text
    assert sorted(result(idle)) == sorted(sums)
    assert [error for page in errors for error in page if "closed before the connection" not in error] == []


@in_full
@pytest.mark.parametrize("size", list(person.SIZES))
def test_a_foul_loses_where_the_room_lets_it(house: House, browser: Browser, contexts: None, size: str) -> None:
    room = rooms.brisk(house, "thirteen", "middle", bot_wait=HURRY, **PATIENT)
    rooms.tune(house, room, n=1, a=1, minimum=120, switches={"foul_mode": "penalty"})
    page = enter(browser, house, size, room, lambda hand, _: not any(hand.specials))
    matched(page)
    opened(page)
    lay(page, foul_rows(tray(page)))
    act(page, "submit")
    expect(page.locator(".tbl-reason")).to_contain_text("再点一次确定")
    person.shoot(page, f"thirteen-{size}-foul-penalty")
    expect(page.locator(".tbl[data-layout=board]")).to_have_count(1)
    act(page, "submit")
    sums = compared(page, f"{size}-fouled", 4, "tap")
    expect(page.locator(".result-line.is-me .tag")).to_have_text(["相公"])
    assert sums[0] <= -3 * 3 * 2 - 1, "shot by all three"


@in_full
def test_three_friends_play_then_two_of_them(house: House, browser: Browser, contexts: None) -> None:
    """At a table of four a hand begins with as many as are there and ready."""
    room = rooms.brisk(house, "thirteen", "novice", **PATIENT, ready=120_000)
    pages = {size: person.context(browser, size).new_page() for size in person.SIZES}
    errors = [person.watch(page) for page in pages.values()]
    for page in pages.values():
        person.sign_in(page.context, Stranger(house.url).enter().jar, house.url)
        page.goto(f"{house.url}/r/{room}/")
    host, *others = pages.values()
    host.get_by_text("开私人桌").click()
    host.get_by_label("口令").fill("茶馆")
    host.get_by_role("button", name="开桌").click()
    host.wait_for_url("**/company/")
    door = host.get_by_role("heading", level=1).inner_text().split()[0]
    for page in others:
        page.goto(f"{house.url}/")
        page.get_by_label("桌号").fill(door)
        page.get_by_role("button", name="找桌").click()
        page.locator(".found-table", has_text="私人桌").get_by_role("link", name="去看看").click()
        page.get_by_label("口令").fill("茶馆")
        page.get_by_role("button", name="坐下").click()
        page.wait_for_url("**/t/*/")
    host.get_by_role("link", name="回到牌桌").first.click()
    playing = dict(pages)
    for ways in (("drag", "types", "tap"), ("suggest", "drag")):
        for page in playing.values():
            page.locator("[data-act=ready], [data-act=again]").click()
        for page in playing.values():
            page.wait_for_selector(".tbl[data-phase=opening]", timeout=30_000)
        for page in playing.values():
            person.click(page, "open")
        for (size, page), way in zip(playing.items(), ways, strict=True):
            opened(page)
            arrange(page, way)
            act(page, "submit")
            person.shoot(page, f"thirteen-friends-{size}-waiting")
        seats = len(playing)
        told = [compared(page, f"friends-{seats}-{size}", seats, "tap") for size, page in playing.items()]
        assert len({tuple(sorted(sums)) for sums in told}) == 1, "they were told different results"
        if seats == 3:
            size, gone = playing.popitem()
            act(gone, "leave")
            gone.wait_for_url(re.compile(r"/r/\d+/"))
    assert [error for page in errors for error in page if "closed before the connection" not in error] == []
