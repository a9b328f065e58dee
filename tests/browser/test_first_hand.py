"""A stranger: guest, 加入, a hand against two bots to the settlement, at every size."""

import pytest
from playwright.sync_api import Browser

from tests.browser import person
from tests.house import House
from tests.live import rooms

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.mark.parametrize("size", list(person.SIZES))
def test_a_stranger_plays_a_hand_to_its_settlement(house: House, browser: Browser, size: str) -> None:
    rooms.novice(house)
    context = person.context(browser, size)
    page = context.new_page()
    errors = person.watch(page)
    person.enter(page, house.url)
    person.shoot(page, f"{size}-hall")
    person.join(page)

    person.play(page, person.once(lambda phase: person.shoot(page, f"{size}-{phase or 'waiting'}")))

    page.wait_for_function("document.querySelector('.result-sum')?.textContent.match(/[+−-]/)")
    person.shoot(page, f"{size}-result")
    assert page.locator(".result-line").count() == 3
    assert page.locator(".result-why").first.inner_text() != ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert errors == []
    context.close()
    assert "clean" in house.manage("audit_ledger").lower()


def test_reloading_gives_the_same_screen(house: House, browser: Browser) -> None:
    rooms.novice(house)
    context = person.context(browser, "desktop")
    page = context.new_page()
    person.enter(page, house.url)
    person.join(page)
    seen: set[str] = set()

    def compare(phase: str) -> None:
        # Only while the hand waits for this person does nothing move by itself
        if phase in ("", "deal", "over") or phase in seen or not page.locator(".own.is-turn").count():
            return
        before = person.still(page)
        if before is None:
            return
        page.reload()
        page.wait_for_selector("[data-phase]:not([data-phase=''])")
        page.wait_for_timeout(300)
        after = person.screen(page)
        if before["turn"] == after["turn"]:  # nobody moved while the page was away
            assert after == before
            seen.add(phase)

    person.play(page, compare)
    page.wait_for_function("document.querySelector('.result-sum')?.textContent.match(/[+−-]/)")
    result = page.locator(".result").inner_text()
    page.reload()
    page.wait_for_selector("[data-act=again]")
    assert page.locator(".result").inner_text() == result
    assert {"play"} <= seen
    context.close()
