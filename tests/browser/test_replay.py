"""A finished hand at its link: the replay shows what the live table showed, and the deal can be checked by anyone."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser import person
from tests.house import House
from tests.live import rooms

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

SHOWN = """() => ({
  seats: [...document.querySelectorAll('.tbl-seats > .seat')].map((seat) => [
    seat.getAttribute('aria-label'),
    [...seat.querySelectorAll('.tag')].map((tag) => tag.textContent),
    seat.querySelector('.seat-stack, .seat-open')?.outerHTML,
  ]),
  own: [...document.querySelectorAll('.own .tag')].map((tag) => tag.textContent),
  laid: [...document.querySelectorAll('.laid')].map((laid) => laid.outerHTML),
  wait: document.querySelector('.tbl-wait')?.textContent,
  hand: [...document.querySelectorAll('[role=option]')].map((card) => card.getAttribute('aria-label')),
  hole: document.querySelector('.hole')?.outerHTML,
  stakes: document.querySelector('.stakes-button')?.textContent,
})"""
"""What the table shows but for clocks, bubbles and buttons."""


def shown(page: Page) -> str:
    return json.dumps(page.evaluate(SHOWN), ensure_ascii=False)


@pytest.fixture(scope="module")
def played(house: House, browser: Browser) -> Iterator[tuple[Page, str, list[str]]]:
    """A guest who has played a hand: the page, the replay's address, and what the live table showed whenever the hand
    waited for the guest, and at the end."""
    rooms.novice(house)
    context = person.context(browser, "desktop")
    page = context.new_page()
    person.enter(page, house.url)
    person.join(page)
    live: list[str] = []

    def note(phase: str) -> None:
        # Nothing moves by itself while the hand waits for this person; raised cards are the browser's own
        if phase in ("call", "rob", "double", "play") and page.locator(".tbl-buttons .btn").count():
            before = shown(page)
            if shown(page) == before and before not in live[-1:]:
                live.append(before)

    person.play(page, note)
    expect(page.locator(".result-sum").first).to_have_text(re.compile("[+−0]"))
    page.locator("[data-act=look]").click()
    expect(page.locator(".bubble")).to_have_count(0)
    live.append(shown(page))
    page.locator(".result-open").click()
    link = page.locator("[data-act=replay]").get_attribute("href")
    yield page, f"{house.url}{link}", live
    context.close()


def open_replay(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".rp[data-phase]")


def moment(page: Page) -> int:
    return int(page.locator(".rp-count").get_attribute("data-moment") or -1)


def test_the_replay_shows_what_the_live_table_showed(played: tuple[Page, str, list[str]]) -> None:
    page, address, live = played
    errors = person.watch(page)
    open_replay(page, address)
    told = []
    for _ in range(400):
        told.append(shown(page))
        if page.locator("[data-act=next]").is_disabled():
            break
        page.keyboard.press("ArrowRight")
    assert len(live) > 4
    assert told[-1] == live[-1], "the last state"
    at = iter(told)
    assert [state for state in live if state not in at] == [], "every live state, in order"
    assert errors == []


def test_the_keys_step_and_play(played: tuple[Page, str, list[str]]) -> None:
    page, address, _ = played
    open_replay(page, address)
    assert moment(page) == 0
    page.keyboard.press("ArrowRight")
    first = moment(page)
    page.keyboard.press("ArrowRight")
    second = moment(page)
    assert 0 < first < second
    page.keyboard.press("ArrowLeft")
    assert moment(page) == first
    page.locator(".rp-row select").first.select_option("4")
    page.locator("body").click(position={"x": 500, "y": 300})
    page.keyboard.press("Space")
    expect(page.locator(".rp-count")).not_to_have_attribute("data-moment", str(second))
    page.keyboard.press("Space")
    stopped = moment(page)
    page.wait_for_timeout(700)
    assert moment(page) == stopped
    page.locator("[data-act=next]").focus()
    page.keyboard.press("Space")  # plays, and does not press the button besides
    expect(page.locator("[data-act=pause]")).to_be_visible()
    page.keyboard.press("End")
    assert page.locator("[data-act=next]").is_disabled()
    page.keyboard.press("Home")
    assert moment(page) == 0


def test_any_seat_may_be_looked_from_and_all_hands_opened(played: tuple[Page, str, list[str]]) -> None:
    page, address, _ = played
    open_replay(page, address)
    page.locator("[data-key=landlord]").first.click()
    own = page.locator("[role=option]").count()
    assert own in (17, 20)
    assert page.locator(".tbl-seats .seat-open").count() == 0
    viewer = page.locator(".rp-viewer")
    names = viewer.locator("option").all_inner_texts()
    assert len(names) == 4
    hands = {}
    for seat, name in enumerate(names[:3]):
        viewer.select_option(str(seat))
        expect(page.locator(".own .seat-name")).to_have_text(name)
        hands[seat] = page.locator("[role=option]").count()
    assert sorted(hands.values()) == [17, 17, 20]
    page.get_by_label("明牌").check()
    cards = page.locator(".tbl-seats .seat-open .card").count()
    assert cards + page.locator("[role=option]").count() == 54
    viewer.select_option("watch")
    assert page.locator("[role=option]").count() == 0
    page.get_by_label("明牌").uncheck()
    assert page.locator(".tbl-seats .seat-open").count() == 0


def test_a_link_leads_to_this_moment_and_viewer(played: tuple[Page, str, list[str]], browser: Browser) -> None:
    page, address, _ = played
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_replay(page, address)
    page.locator("[data-key=landlord]").first.click()
    page.locator(".rp-viewer").select_option("1")
    page.locator("[data-act=copy]").click()
    expect(page.locator("[data-act=copy]")).to_contain_text("已复制")
    link = page.evaluate("navigator.clipboard.readText()")
    before, at = shown(page), moment(page)
    # somebody else, not signed in
    context = person.context(browser, "desktop")
    other = context.new_page()
    open_replay(other, link)
    assert (shown(other), moment(other)) == (before, at)
    context.close()


def test_the_deal_is_recomputed_step_by_step_and_a_wrong_seed_is_told(played: tuple[Page, str, list[str]]) -> None:
    page, address, _ = played
    open_replay(page, address)
    page.locator("[data-act=verify]").click()
    panel = page.locator(".rp-proof")
    expect(panel).to_have_attribute("data-verdict", "fair")
    expect(panel.locator(".rp-verdict")).to_contain_text("验证通过")
    steps = [row.get_attribute("data-step") for row in panel.locator("[data-step]").all()]
    assert steps[0] == "commitment"
    assert steps.count("hand") >= 3
    nonce = panel.locator("[data-step=nonces] code").first.inner_text().split()[0]
    assert len(nonce) == 32, "this browser's own share of the shuffle"
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)

    def forge(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        seed = bytearray.fromhex(told["proof"]["seed"])
        seed[0] ^= 1
        told["proof"]["seed"] = seed.hex()
        route.fulfill(response=answer, json=told)

    page.route("**/api/games/replays/**", forge)
    page.goto("about:blank")
    open_replay(page, f"{address}#verify")
    expect(panel).to_have_attribute("data-verdict", "wrong")
    expect(panel.locator(".rp-verdict")).to_contain_text("验证失败")
    assert panel.locator(".is-wrong").count() >= 5
    page.unroute("**/api/games/replays/**")


@pytest.mark.parametrize("size", list(person.SIZES))
def test_the_replay_fits_every_screen(played: tuple[Page, str, list[str]], browser: Browser, size: str) -> None:
    _, address, _ = played
    context = person.context(browser, size)
    page = context.new_page()
    errors = person.watch(page)
    open_replay(page, address)
    page.locator("[data-key=landlord]").first.click()
    page.locator(".rp-viewer").select_option("0")
    page.get_by_label("明牌").check()
    person.shoot(page, f"{size}-replay")
    _fits(page)
    page.locator("[data-act=end]").click()
    page.locator(".result-open").click()
    person.shoot(page, f"{size}-replay-result")
    assert [button.get_attribute("data-act") for button in page.locator(".result-foot > *").all()] == ["look"]
    page.locator("[data-act=look]").click()
    page.locator("[data-act=verify]").click()
    expect(page.locator(".rp-proof")).to_have_attribute("data-verdict", "fair")
    person.shoot(page, f"{size}-replay-proof")
    _fits(page)
    if size == "desktop":
        serious = [
            (rule["id"], node["html"][:120])
            for rule in Axe().run(page).response["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]
        assert serious == []
    assert errors == []
    context.close()


def _fits(page: Page) -> None:
    """Nothing scrolls sideways, and everything to press is in the window and large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll('.rp button:not(.held), .rp a, .rp select, .rp-proof button')]
            .filter((one) => one.checkVisibility() && !one.closest('.rp-keys'))
            .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5 || box.left < 0 || box.right > innerWidth
                                 || box.top < 0 || box.bottom > innerHeight)
            .map(([text]) => text)"""
    )
    assert small == []


def test_the_hand_is_in_the_players_list(played: tuple[Page, str, list[str]], house: House) -> None:
    page, address, _ = played
    page.goto(f"{house.url}/me/hands/")
    row = page.locator(".hands-row").first
    expect(row).to_contain_text("欢乐斗地主")
    person.shoot(page, "desktop-hands")
    row.get_by_role("link", name="回放").click()
    page.wait_for_url(address)
    page.wait_for_selector(".rp[data-phase]")
    page.get_by_role("link", name="我的牌局").click()
    page.wait_for_url(f"{house.url}/me/hands/")
