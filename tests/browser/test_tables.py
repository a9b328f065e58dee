"""Ways to a seat and from it, on desktop and phones: watch, flee, race for a free place, vote somebody away, change
tables, and a room too dear that leads to one that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import person
from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

SIZES = ("desktop", "portrait", "landscape", "desktop", "portrait")
TABLE = re.compile(r"/t/\d+/$")


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[list[Page]]:
    """Guests, each with a page of an own size."""
    contexts: list[BrowserContext] = []
    for size in SIZES:
        contexts.append(person.context(browser, size))
        person.sign_in(contexts[-1], Stranger(house.url).enter().jar, house.url)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def seats_of(page: Page, table: str) -> None:
    """Look at the room until it shows a free place at the table."""
    expect(page.locator(f"[data-table='{table}'] .seat-free")).to_have_count(1, timeout=20_000)


def test_ways_to_a_seat_and_from_it(house: House, people: list[Page]) -> None:
    room = rooms.brisk(house, "huanle", "novice", bot_wait=120_000, ready=120_000)
    address = f"{house.url}/r/{room}/"
    errors = [person.watch(page) for page in people]
    first, second, third, fourth, fifth = people

    # Three are matched; the fourth watches from the room's page, and they see it.
    for page in (first, second, third):
        page.goto(address)
        page.locator("[data-join] button").first.click(no_wait_after=True)
    for page in (first, second, third):
        page.wait_for_url("**/t/*/", timeout=30_000)
        page.wait_for_selector(".tbl:not([data-phase=waiting])", timeout=20_000)
    table = first.url.rstrip("/").rpartition("/")[2]
    fourth.goto(address)
    person.shoot(fourth, "room-desktop")
    fourth.locator(f"[data-table='{table}'] a.desk-state").click()
    fourth.wait_for_selector(".tbl:not([data-phase=waiting])", timeout=20_000)
    expect(first.locator(".watchers")).to_contain_text("1")
    assert fourth.locator(".held").count() == 0

    # Leaving now has a price, named before it is paid; the others go on at the table.
    first.locator(".leave > button").click()
    expect(first.locator(".leave-pop")).to_contain_text("逃跑")
    person.shoot(first, "flee-desktop")
    first.locator("[data-act=flee]").click()
    first.wait_for_url(address)
    for page in (second, third):
        page.locator("[data-act=again]").click(timeout=20_000)

    # Two reach for the seat that is free: one sits down, the other one is told and offered what there is instead.
    for page in (fourth, fifth):
        page.goto(address)
        seats_of(page, table)
    for page in (fourth, fifth):
        page.locator(f"[data-table='{table}'] .seat-free").dispatch_event("click")
    with_seat, without = (fourth, fifth) if sits(fourth, fifth) else (fifth, fourth)
    notice = without.locator(".notice-error")
    expect(notice).to_contain_text(re.compile("坐满|有人"))
    person.shoot(without, "raced")
    notice.locator(".btn-hint").click()
    expect(without.get_by_role("dialog")).to_contain_text("正在撮合")
    without.get_by_role("button", name="取消").click()
    expect(without.get_by_role("dialog")).to_have_count(0)

    # Two who sit there send the third away, who reads why in the room.
    name = with_seat.locator(".own .seat-name").inner_text()
    for page in (second, third):
        page.goto(f"{house.url}/company/")
        person.shoot(page, "vote")
        page.locator(".people-list li", has_text=name).get_by_role("button", name="请离").click()
    with_seat.wait_for_url(address, timeout=20_000)
    expect(with_seat.locator("#live-notice")).to_contain_text("请你离开")
    person.shoot(with_seat, "sent-away")

    # Another table of the same room: by way of its queue.
    second.goto(f"{house.url}/t/{table}/")
    second.locator("[data-act=change]").click()
    expect(second.get_by_role("dialog")).to_contain_text("正在撮合", timeout=20_000)

    # A room too dear says what is missing, and leads to one that fits.
    dear = rooms.tune(house, rooms.brisk(house, "huanle", "senior"), minimum=80_000)  # as it is; others cheapened it
    without.goto(f"{house.url}/r/{dear}/")
    short = without.locator(".room-head .short")
    expect(short).to_contain_text("8万")
    person.shoot(without, "too-dear")
    short.get_by_role("link").click()
    without.wait_for_url(re.compile(r"/r/\d+/$"))
    expect(without.locator("[data-join] button").first).to_be_visible()

    for own in errors:
        assert [one for one in own if "closed before the connection" not in one] == []
    assert "clean" in house.manage("audit_ledger").lower()


def sits(one: Page, other: Page) -> bool:
    """Which of the two got to the table."""
    for _ in range(200):
        if TABLE.search(one.url) or TABLE.search(other.url):
            return bool(TABLE.search(one.url))
        one.wait_for_timeout(100)
    raise AssertionError("nobody sat down")
