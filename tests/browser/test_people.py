"""From a friend request over an invitation to a private table with a password, on desktop and phones."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.person import context, enter, shoot, watch
from tests.house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def number_of(page: Page, url: str) -> str:
    """The player's own number, as the link to the own profile has it."""
    page.goto(f"{url}/me/")
    link = page.get_by_role("link", name="我的主页").get_attribute("href") or ""
    found = re.search(r"/u/(\d+)/", link)
    assert found
    page.goto(f"{url}/")
    return found[1]


def test_friends_meet_at_a_private_table(house: House, browser: Browser) -> None:
    contexts = {size: context(browser, size) for size in ("desktop", "portrait", "landscape")}
    host, friend, stranger = (contexts[size].new_page() for size in contexts)
    errors = [watch(page) for page in (host, friend, stranger)]
    for page in (host, friend, stranger):
        enter(page, house.url)
    friends_number = number_of(friend, house.url)

    # The request comes up in the friend's hall at once, and leads to the answer.
    host.goto(f"{house.url}/u/{friends_number}/")
    host.get_by_role("button", name="加好友").click()
    expect(host.get_by_role("button", name="收回申请")).to_be_visible()
    shoot(host, "profile-desktop")
    friend.get_by_role("link", name="去答复").click()
    shoot(friend, "friends-portrait")
    friend.get_by_role("button", name="接受", exact=True).click()
    expect(friend.get_by_text("你们是好友了")).to_be_visible()
    friend.goto(f"{house.url}/")

    # The host sees the friend in the hall, opens a table and invites.
    host.goto(f"{house.url}/")
    expect(host.locator("#friends .is-hall")).to_have_count(1)
    shoot(host, "hall-desktop")
    host.locator("a[href^='/r/']").first.click()
    host.get_by_text("开私人桌").click()
    host.get_by_label("口令").fill("茶馆")
    shoot(host, "private-desktop")
    host.get_by_role("button", name="开桌").click()
    host.wait_for_url("**/company/")
    table = host.get_by_role("heading", level=1).inner_text().split()[0]
    shoot(host, "company-desktop")
    host.get_by_role("button", name="邀请", exact=True).click()
    expect(host.get_by_text("邀请发出了")).to_be_visible()

    friend.get_by_role("link", name="去看看").click()
    shoot(friend, "door-portrait")
    friend.get_by_role("button", name="坐下").click()
    friend.wait_for_url("**/t/*/")

    # A third one finds the table by its number, is asked for the password, and told when it is wrong.
    stranger.goto(f"{house.url}/")
    stranger.get_by_label("桌号").fill(table)
    stranger.get_by_role("button", name="找桌").click()
    shoot(stranger, "find-landscape")
    stranger.locator(".found-table", has_text="私人桌").get_by_role("link", name="去看看").click()
    for word, left in (("酒馆", False), ("茶馆", True)):
        stranger.get_by_label("口令").fill(word)
        stranger.get_by_role("button", name="坐下").click()
        if left:
            stranger.wait_for_url(re.compile(r"/t/\d+/$"))
        else:
            expect(stranger.get_by_text("口令不对")).to_be_visible()
            shoot(stranger, "door-landscape")

    host.get_by_role("link", name="回到牌桌").first.click()
    for page in (host, friend, stranger):
        expect(page.locator("[data-act=invite]")).to_be_visible()
    shoot(host, "table-desktop")
    shoot(friend, "table-portrait")
    for page in (host, friend, stranger):
        page.locator("[data-act=ready]").click()
    for page in (host, friend, stranger):
        expect(page.locator("[data-phase]").first).not_to_have_attribute("data-phase", "waiting")
    assert [error for found in errors for error in found] == []
    for one in contexts.values():
        one.close()
