"""Away and back: a cut line in each phase, reloads, the trustee, a second window, spectators, leaving and staying away.

What a page shows after its return must be what it would show had nothing happened: what everybody sees equals the
screen of a spectator who was never away, the whole screen equals the one of a fresh load, and nothing is sent.

`AWAY_SECONDS` holds the lengths of the cuts: each is tried in each phase, a table for each length. Unset, it is a
second everywhere and ten seconds in one phase (script/soak sets "1,10,61").
"""

from __future__ import annotations

import os
import re
import time

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import person, sitting
from tests.browser.sitting import Scenario, Sitter, live, own, pause, phase, public, reach, room, same, until
from tests.house import House

PHASES = ("opening", "deal", "call", "double", "play", "result")
SECONDS = [float(text) for text in os.environ.get("AWAY_SECONDS", "").split(",") if text]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800 if SECONDS else 400)]
PLANS = [[(phase, seconds) for phase in PHASES] for seconds in SECONDS] or [
    [(phase, 10.0 if phase == "play" else 1.0) for phase in PHASES],
]
"""For each table the cuts of its hand."""
UNHURRIED = {
    "opening": 60_000,
    "deal_step": 250,
    "call": 120_000,
    "double": 120_000,
    "play": 120_000,
    "think": [60, 150],
}
"""Nobody's time runs out while a busy machine compares screens; bots do not keep anybody waiting."""
STILL = {"call", "double", "play", "result"}
"""Phases in which nothing moves while this person does not choose."""


def cut_in_each_phase(sitter: Sitter, twin: Sitter, room_id: int, plan: list[tuple[str, float]]) -> Scenario:
    yield from sitter.join(room_id)
    yield from twin.watch(sitter)
    page = sitter.page
    for wanted, seconds in plan:
        where = f"{wanted}, {seconds:g} s away"
        yield from reach(sitter, wanted)
        print(f"{time.monotonic():.1f} {where}")
        before = own(page) if wanted in STILL else None
        sitter.said.clear()
        sitter.line.cut()
        yield from pause(seconds)
        sitter.line.mend()
        yield from until(lambda: live(page), f"a connection again: {where}")
        yield from same(lambda: public(page), lambda: public(twin.page), f"after {where}")
        if seconds <= 10:
            assert before is None or own(page) == before, where
        assert sitter.decided == [], where
        after = own(page)
        page.reload()
        yield from until(lambda: live(page), f"a connection after the reload: {where}")
        yield from same(lambda: public(page), lambda: public(twin.page), f"reloaded after {where}")
        if wanted in STILL and seconds <= 10:
            yield from same(lambda: own(page), lambda known=after: known, f"reloaded after {where}")
        assert sitter.decided == [], where
    assert sitter.errors == []
    assert twin.errors == []


def trustee_and_price(sitter: Sitter, room_id: int) -> Scenario:
    page = sitter.page
    yield from sitter.join(room_id)
    for wanted in ("opening", "call", "play"):
        yield from reach(sitter, wanted)
        yield from price_is_named(sitter)

    yield from takes_back_in_time(sitter)

    # What it plays while nobody is there is told on return, and listed card by card.
    mine = cards(sitter, ".held")
    page.locator(".tbl-bar .trustee-switch").click()
    expect(page.locator(".own .tag-robot")).to_be_visible()
    sitter.line.cut()
    yield from pause(8)
    sitter.line.mend()
    yield from until(lambda: live(page), "a connection again beside the trustee")
    toast = page.locator(".toast [data-act=missed]")
    yield from until(toast.count, "the word of what was done meanwhile")
    assert toast.inner_text().startswith("已重连，期间")
    person.shoot(page, "away-toast")
    yield from until(lambda: page.locator(".held").count() < len(mine), "a play of the trustee", 120)
    page.locator(".tbl-veil").dispatch_event("pointerdown")
    yield from until(lambda: toast.count() and toast.inner_text().startswith("你已接管，期间托管出了"), "the list")
    toast.click()
    expect(page.locator(".missed li").first).to_be_visible()
    person.shoot(page, "away-missed")
    assert sorted(cards(sitter, ".missed")) == sorted(set(mine) - set(cards(sitter, ".held")))
    page.get_by_role("button", name="知道了").click()
    expect(page.locator(".own .tag-robot")).to_have_count(0)
    page.reload()
    yield from until(lambda: live(page), "a reload without the trustee")
    assert page.locator(".toast").count() == 0, "an own action empties the list"

    yield from price_is_named(sitter, stay=False)
    page.get_by_role("button", name="确认离开").click()
    yield from until(lambda: f"/r/{room_id}/" in page.url, "the room after fleeing")
    assert sitter.errors == []


def takes_back_in_time(sitter: Sitter) -> Scenario:
    """Taken back while the trustee thinks about the own decision: the same decision is the person's again.

    On a busy machine the trustee may have played by then; the next own turn is another chance.
    """
    page = sitter.page
    buttons = page.locator(".tbl-buttons [data-act]")
    for _ in range(4):
        yield from reach(sitter, "play")
        held = cards(sitter, ".held")
        turn = own(page)["acts"]
        page.locator(".tbl-bar .trustee-switch").click()
        yield from until(page.locator(".own .tag-robot").count, "the trustee's badge")
        box = page.locator(".tbl-hand").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        yield from until(
            lambda: page.locator(".tbl-veil, .own .tag-robot").count() == 0 or phase(page) == "over",
            "the own hand again",
        )
        told = page.locator(".toast").all_inner_texts()
        if cards(sitter, ".held") == held and buttons.count() and "期间" not in "".join(told):
            assert any("你已接管" in text for text in told), told
            assert own(page)["acts"] == turn
            return
    raise AssertionError("the trustee was quicker each time")


def price_is_named(sitter: Sitter, *, stay: bool = True) -> Scenario:
    """The leave button tells what it costs before it does anything."""
    page = sitter.page
    page.get_by_role("button", name="离开牌桌").click()
    told = page.locator(".leave-pop p")
    yield from until(told.count, "the price of leaving")
    assert re.search(r"最多扣 [1-9][\d,]* 欢乐豆", told.inner_text()), told.inner_text()
    if stay:
        page.get_by_role("button", name="继续打").click()
        assert page.locator(".leave-pop").count() == 0
        assert phase(page) != "over"


def cards(sitter: Sitter, within: str) -> list[str]:
    found: list[str] = sitter.page.locator(f"{within} use").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href'))"
    )
    return found


def stays_away(here: Sitter, away: Sitter, room_id: int) -> Scenario:
    """Who does not come back ends the hand; the other one sees the countdown, the price, and a way on."""
    for one in (here, away):
        one.page.goto(f"{one.line.url}/r/{room_id}/")
    for one in (here, away):
        one.page.locator("form[data-join] button").first.click()
    for one in (here, away):
        yield from until(lambda one=one: phase(one.page) not in ("", "waiting"), "a table for two people")
    assert here.page.url.removeprefix(here.line.url) == away.page.url.removeprefix(away.line.url)
    name = away.name
    away.line.cut()
    lost = here.page.locator(".tag-lost")
    yield from until(lost.count, "the mark of a lost player")
    assert re.fullmatch(r"断线 \d+", lost.inner_text())
    assert here.page.get_by_text(f"{name} 断线，再等").count() == 1
    person.shoot(here.page, "away-lost")
    yield from price_is_named(here)
    told = here.page.locator(".result-left")
    yield from until(lambda: told.count() and "扣" in told.inner_text(), "the result of staying away")
    person.shoot(here.page, "away-escaped")
    assert f"{name} 断线超时未回，按逃跑处理" in told.inner_text()
    assert re.search(r"扣 [1-9][\d,]* 欢乐豆", told.inner_text())
    assert here.page.locator(".tag-lost").count() == 0

    away.line.mend()
    own_told = away.page.locator(".result-left")
    yield from until(lambda: own_told.count() and "扣" in own_told.inner_text(), "the result that was missed")
    assert "你 断线超时未回" in own_told.inner_text()
    yield from until(lambda: away.page.locator("[data-act=room]").count(), "the way back to the room")
    away.page.reload()
    yield from until(lambda: own_told.count() and "扣" in own_told.inner_text(), "the same result on a fresh page")
    yield from until(lambda: away.page.locator("[data-act=room]").count(), "the way back to the room again")
    assert away.page.locator("[data-act=again]").count() == 0

    here.page.get_by_role("button", name="继续等人").click()
    yield from until(lambda: phase(here.page) != "over", "the table after the result")
    assert "/t/" in here.page.url
    assert here.errors == away.errors == []


def two_windows_and_a_spectator(sitter: Sitter, twin: Sitter, room_id: int) -> Scenario:
    yield from sitter.join(room_id)
    yield from twin.watch(sitter)
    first = sitter.page
    yield from reach(sitter, "play")

    # The spectator: counted, named, without a hand, free to go.
    eye = first.get_by_role("button", name="1 人旁观")
    yield from until(eye.count, "a spectator is counted")
    eye.click()
    assert first.locator(".pop-names li").count() == 1
    eye.click()
    assert twin.page.locator(".held, [role=listbox]").count() == 0
    assert twin.page.get_by_text("旁观中").count() == 1
    person.shoot(twin.page, "away-spectator")

    # A second window watches until it takes over; then the first one does.
    second = sitter.context.new_page()
    second.goto(sitter.house.url + first.url.removeprefix(sitter.line.url))
    yield from until(lambda: live(second), "the second window")
    take = {page: page.get_by_role("button", name="接管") for page in (first, second)}
    yield from until(take[second].count, "the second window asks")
    assert take[first].count() == 0
    assert second.get_by_text("此账号已在另一窗口对局").count() >= 1
    person.shoot(second, "away-second")
    second.get_by_role("button", name="旁观", exact=True).click()
    yield from same(lambda: public(second), lambda: public(first), "the window that watches")
    assert second.locator(".tbl-buttons button:not([disabled])").count() == 1, "only 接管 may be pressed"
    take[second].click()
    yield from until(take[first].count, "the first window is told")
    assert take[second].count() == 0
    assert second.locator(".tbl-buttons button:not([disabled])").count() > 0
    sitter.said.clear()
    first.keyboard.press("p")
    assert sitter.decided == [], "a window that only watches sends nothing"
    take[first].click()
    yield from until(take[second].count, "the second window is told again")
    second.close()

    twin.page.get_by_role("button", name="离开旁观").click()
    yield from until(lambda: "/r/" in twin.page.url, "the spectator is gone")
    yield from until(lambda: first.locator(".watchers").count() == 0, "nobody watches any more")
    assert sitter.errors == twin.errors == []


def test_away_and_back(house: House, browser: Browser) -> None:
    quick = room(house, "junior", **UNHURRIED)
    slow = room(house, "middle", **UNHURRIED | {"think": [3_000, 3_400], "deal_step": 60})
    shared = room(house, "senior", 8_000, **UNHURRIED | {"return": 15_000})
    people: list[Sitter] = []

    def guest() -> Sitter:
        people.append(Sitter(browser, house))
        return people[-1]

    try:
        sitting.together(
            stays_away(guest(), guest(), shared),
            trustee_and_price(guest(), slow),
            two_windows_and_a_spectator(guest(), guest(), quick),
            *(cut_in_each_phase(guest(), guest(), quick, plan) for plan in PLANS),
        )
    finally:
        for one in people:
            one.close()
