"""The pages in a real browser on the running platform: from a stranger's first tap to a table, at each window size."""

import re

import brotli
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

WINDOWS = {
    "desktop": (1024, 768, "zh-CN"),
    "landscape": (844, 390, "zh-CN"),
    "portrait": (390, 844, "zh-CN"),
    "small": (667, 375, "zh-CN"),
    "desktop-english": (1024, 768, "en-US"),
    "portrait-english": (390, 844, "en-US"),
}
READ = ("desktop", "portrait")
"""Where axe reads the pages too: what it minds depends on the layout, not on the language or the exact size."""
HELP = ("/help/doudizhu/", "/help/fairness/")
PUBLIC = ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", *HELP)
OWN = (
    "/",
    "/r/{room}/",
    "/me/",
    "/boards/",
    "/challenges/",
    "/me/hands/",
    "/me/topup/",
    "/me/care/",
    "/friends/",
    "/me/privacy/",
    "/me/account/",
    "/me/conduct/",
    "/shop/",
    "/bag/",
    "/avatar/",
    "/find/?number=99",
    "/accounts/logout/",
    "/nowhere/",
)
SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input:not([type=hidden])")]
  .filter((e) => !e.closest(".check") && !e.matches(".skip"))
  .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width > 0 && (box.width < 44 || box.height < 44))
  .map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""


@pytest.fixture(scope="module", params=WINDOWS)
def page(request: pytest.FixtureRequest, browser: Browser, house: House):
    """A stranger's tab in one window size. An error in its console fails, unless a missing page explains it."""
    width, height, locale = WINDOWS[request.param]
    context = browser.new_context(
        base_url=house.url,
        viewport={"width": width, "height": height},
        has_touch=not request.param.startswith("desktop"),
        locale=locale,
        reduced_motion="reduce",
    )
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield tab
    context.close()
    assert [error for error in errors if "404 (Not Found)" not in error] == []


def enter(page: Page) -> None:
    """Become a guest, by the login card's one tap."""
    page.goto("/accounts/login/")
    page.locator("button[form=guest]").click()
    page.locator(".bar-me").wait_for()


def check(page: Page, address: str, read: bool) -> None:
    """The page fits its window, has targets for a finger, and where it is `read` axe finds nothing serious."""
    page.goto(address)
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        assert page.evaluate(SMALL_TARGETS) == [], address
    if not read:
        return
    serious = [
        (rule["id"], node["html"][:120])
        for rule in Axe().run(page).response["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
    assert serious == [], address


def first_room(page: Page) -> str:
    page.goto("/")
    href = page.locator(".room h3 a").first.get_attribute("href")
    return re.search(r"\d+", href)[0]


def test_every_page_is_fit_for_its_window(page, request):
    read = request.node.callspec.params["page"] in READ
    for address in PUBLIC:
        check(page, address, read)
    enter(page)
    room = first_room(page)
    page.locator(".bar-me > span").evaluate("(name) => { name.textContent = '千里共婵娟的月下老人'.repeat(2); }")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a long name in the bar"
    for address in OWN:
        check(page, address.format(room=room), read)
    page.context.clear_cookies()


def test_one_tap_in_the_hall_leads_to_a_table(page):
    enter(page)
    page.locator(".banner-join button").first.click()
    overlay = page.get_by_role("dialog")
    expect(overlay).to_contain_text(re.compile("正在撮合|已配桌|Finding players|Table found"))
    page.wait_for_url(re.compile(r"/t/\d+/$"), timeout=20_000)
    expect(page.locator("#table")).to_have_attribute("data-table", re.search(r"/t/(\d+)/", page.url)[1])
    page.goto("/")
    resume = page.locator(".resume")
    expect(resume).to_contain_text(re.compile("继续牌局|Back to your hand"))
    resume.click()
    page.wait_for_url(re.compile(r"/t/\d+/$"))
    page.context.clear_cookies()


def test_cancelling_ends_the_wait(browser, house):
    with browser.new_context(base_url=house.url, locale="zh-CN") as stranger:
        page = stranger.new_page()
        enter(page)
        page.locator(".banner-join").get_by_role("button", name="加入").first.click()
        page.get_by_role("dialog").get_by_role("button", name="取消").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_timeout(4_000)
        # `?wait=1` stays behind where the form was sent before the page's script had loaded
        assert page.url.partition("?")[0] == f"{house.url}/", "nobody is seated after having cancelled"


@pytest.mark.parametrize(("address", "budget"), [("/accounts/login/", 45_000), ("/", 90_000)])
def test_cold_pages_stay_within_their_budget_of_bytes(browser, house, address, budget):
    """Counted as production sends them: text packed with brotli, fonts as they are."""
    session = None
    if address == "/":
        with browser.new_context(base_url=house.url, locale="zh-CN") as warm:
            enter(warm.new_page())
            session = warm.storage_state()
    with browser.new_context(base_url=house.url, locale="zh-CN", storage_state=session) as cold:
        page = cold.new_page()
        responses = []
        page.on("response", lambda response: responses.append(response))
        page.goto(address)
        page.wait_for_timeout(2_000)
        sizes = {
            r.url: len(r.body()) if r.url.endswith(".woff2") else len(brotli.compress(r.body(), quality=9))
            for r in responses
            if r.ok and r.url.startswith(house.url)
        }
    assert sum(sizes.values()) <= budget, sorted(sizes.items(), key=lambda item: -item[1])[:8]
