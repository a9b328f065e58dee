"""The table island in the modes beside the first: what each shows, asks and sends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.js import scenes
from tests.js.harness import open_table, push
from tests.js.test_island import FITS, SCREENS, TOO_SMALL, acted, raised, settle, shoot

pytestmark = pytest.mark.browser

OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll('.laid, .seat-name, .seat-stack .num')]
        .map((one) => [one.className.baseVal ?? one.className, one.getBoundingClientRect()]);
    const over = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    return boxes.flatMap(([name, a], i) =>
        boxes.slice(i + 1).filter(([, b]) => over(a, b)).map(([other]) => `${name} / ${other}`));
}"""
"""Plays that lie over each other, over a name or over a count."""


def at(page: Page, view: dict[str, Any], *more: dict[str, Any], lang: str = "zh-Hans") -> None:
    """The table of the view's own mode, as it stands after a snapshot of it and some more frames."""
    open_table(page, scenes.boot_of(view), lang)
    push(page, scenes.snap_of(view))
    for frame in more:
        push(page, frame)
    settle(page)


def event(*events: dict[str, Any], decisions: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"t": "ev", "n": 1, "s": 0, "e": list(events), "d": decisions or []}


@pytest.mark.parametrize(
    ("screen", "lang"),
    [("desktop", "zh-Hans"), ("across", "zh-Hans"), ("small", "en"), ("upright", "en")],
)
def test_every_mode_fits_every_screen_in_both_languages(page: Page, screen: str, lang: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for scene, make in scenes.MODE_SCENES.items():
        at(page, make(), *([scenes.SETTLED] if "over" in scene else []), lang=lang)
        shoot(page, f"{scene}-{lang}")
        assert page.evaluate(FITS), scene
        assert page.evaluate(TOO_SMALL) == [], scene
        if make()["phase"] != "over":
            assert page.evaluate(OVERLAPS) == [], scene
    assert errors == []


@pytest.mark.parametrize(("way", "points"), [("2 分", 2), ("不叫", 0), ("3", 3), ("n", 0)])
def test_only_higher_points_may_be_called(page: Page, way: str, points: int) -> None:
    at(page, scenes.bidding())
    expect(page.get_by_role("button", name="1 分")).to_be_disabled()
    expect(page.locator("[data-laid='2']")).to_have_text("1 分")
    page.keyboard.press("1")
    assert acted(page) == [], "a call that is not higher is not sent"
    if len(way) == 1:
        page.keyboard.press(way)
    else:
        page.get_by_role("button", name=way, exact=True).click()
    assert acted(page) == [{"kind": "bid", "points": points}]


def test_the_call_is_the_base_of_the_sum(page: Page) -> None:
    at(page, scenes.bidding())
    page.locator(".stakes-button").click()
    expect(page.locator(".pop")).to_contain_text("叫 1 分 = 1")
    expect(page.locator(".pop")).to_contain_text("只计积分")


def test_a_new_deal_says_which_of_how_many_it_is(page: Page) -> None:
    at(page, scenes.siren_bidding())
    push(page, event({"kind": "dealing", "deal": 2, "start": 0, "step": 0, "total": 25, "nonces": [""] * 4}))
    settle(page)
    expect(page.locator(".tbl-wait")).to_have_text("没有人叫，重新发牌（第 2 副，共 3 副）")


def test_only_the_landlord_of_four_sees_the_hole_cards(page: Page) -> None:
    at(page, scenes.siren_landlord())
    expect(page.locator(".hole use[href^='#card-']")).to_have_count(8)
    expect(page.locator(".hole")).to_contain_text("仅你可见")
    at(page, scenes.siren_peasant())
    expect(page.locator(".hole use[href^='#card-']")).to_have_count(0)
    expect(page.get_by_role("img", name="底牌只有地主看得见")).to_have_count(1)


@pytest.mark.parametrize("screen", ["small", "upright"])
def test_thirty_three_cards_can_each_be_hit(page: Page, screen: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    at(page, scenes.siren_landlord())
    hit = page.evaluate(
        """() => [...document.querySelectorAll('.held')].filter((card) => {
            const box = card.getBoundingClientRect();
            const under = document.elementFromPoint(box.left + 10, box.top + 14)?.closest('.held');
            return under === card;
        }).length"""
    )
    assert hit == 33
    page.locator(".held").nth(20).click(position={"x": 10, "y": 14})
    assert raised(page) == ["20"]


def test_laizi_are_marked_wherever_they_lie_and_announced_when_turned(page: Page) -> None:
    view = scenes.tiandi_play()
    at(page, view)
    assert page.locator(".held [data-wild=earth]").count() == 3
    assert page.locator(".held [data-wild=heaven]").count() == 2
    expect(page.get_by_role("img", name="天癞子 5、地癞子 9")).to_have_count(1)
    expect(page.locator(".seat-open [data-wild=earth]")).to_have_count(1)
    expect(page.locator("[data-laid='1'] .stands")).to_have_count(2)
    expect(page.locator("[data-laid='1'] .laid-name")).to_have_text("5 张软炸弹 3")
    push(page, event({"kind": "wilds", "wilds": [2, 13, 14]}))
    expect(page.locator(".turned figcaption")).to_have_text(["地癞子 小王", "地癞子 大王"])
    expect(page.locator(".turned")).to_have_count(0, timeout=5_000)


def raise_the_straight(page: Page) -> None:
    at(page, scenes.laizi_reading())
    for key in "67895":
        page.keyboard.press(key)


def test_cards_with_several_readings_are_asked_about(page: Page) -> None:
    raise_the_straight(page)
    page.get_by_role("button", name="出牌", exact=True).click()
    assert acted(page) == []
    readings = page.locator("[data-act=reading]")
    expect(readings).to_have_count(2)
    expect(readings.first).to_contain_text("顺子 6–10")
    expect(readings.first).to_contain_text("默认")
    expect(readings.first).to_be_focused()
    readings.nth(1).click()
    (move,) = acted(page)
    assert move["as"] == {"type": "chain_solo", "rank": 6}
    assert len(move["cards"]) == 5
    expect(page.locator(".chooser")).to_have_count(0)


def test_insisting_takes_the_default_and_escape_or_another_card_closes_the_question(page: Page) -> None:
    raise_the_straight(page)
    page.keyboard.press("Enter")
    expect(page.locator(".chooser")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".chooser")).to_have_count(0)
    page.mouse.click(500, 300, button="right")
    expect(page.locator(".chooser")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator(".chooser")).to_have_count(0)
    assert acted(page) == []
    page.keyboard.press("4")
    page.keyboard.press("4")
    page.mouse.click(500, 300, button="right")
    page.mouse.click(500, 300, button="right")
    (move,) = acted(page)
    assert move["as"] == {"type": "chain_solo", "rank": 7}, "the server's own default"


def test_who_may_not_double_reads_whose_means_are_short(page: Page) -> None:
    at(page, scenes.barred())
    expect(page.get_by_role("button", name="加倍 ×2")).to_be_disabled()
    expect(page.get_by_text("木头人甲的欢乐豆不足 2,000，不能加倍")).to_be_visible()


def test_where_nobody_may_double_the_table_says_so_until_the_first_play(page: Page) -> None:
    view = scenes.laizi_reading() | {"short": [0, 1, 2]}
    for seat in view["seats"]:
        seat["last"], seat["plays"] = None, 0
    at(page, view)
    expect(page.get_by_text("有人携带不超过 2,000，这一局不加倍")).to_be_visible()
    push(page, event({"kind": "play", "seat": 1, "cards": [0], "type": "solo", "rank": 0, "len": 1, "left": 13}))
    expect(page.get_by_text("这一局不加倍")).to_have_count(0)


def test_opening_the_hand_while_it_is_dealt_tells_how_long_it_counts_four_times(page: Page) -> None:
    view = scenes.dealing()
    view["seats"][0] |= {"count": 4, "cards": scenes.HAND[:4]}
    view["dealing"] = {"start": scenes.now() - 200, "step": 400, "total": 17}
    at(page, view)
    expect(page.get_by_role("button", name="明牌 ×4")).to_be_enabled()
    expect(page.locator(".closing small")).to_have_text(re.compile(r"^×4 还有 [0-3]\.\d 秒$"))
    view["dealing"]["start"] -= 6_000
    view["seats"][0]["count"] = 10
    at(page, view)
    expect(page.get_by_role("button", name="明牌 ×3")).to_be_enabled()
    expect(page.locator(".closing small")).to_contain_text("×3 还有")


def test_the_cards_nobody_got_are_shown_at_the_end(page: Page) -> None:
    at(page, scenes.two_over(), scenes.SETTLED)
    expect(page.locator(".result .rest")).to_contain_text("没发的 11 张")
    expect(page.locator(".result .rest svg.card")).to_have_count(11)
    page.locator("[data-act=look]").click()
    expect(page.locator(".tbl-felt .rest svg.card")).to_have_count(11)


def test_points_are_summed_up_without_a_currency(page: Page) -> None:
    at(page, scenes.classic_over(), scenes.SETTLED | {"changes": [0, 0, 0], "rake": [0, 0, 0], "balances": None})
    mine = page.locator(".result-line.is-me")
    expect(mine).to_contain_text("（底分 3 × 倍数 2 = 6）× 2")
    expect(mine.locator(".result-sum")).to_have_text("+12")
    expect(page.get_by_text("倍数：叫 3 分 · 炸弹 ×2 = 6")).to_be_visible()
    expect(page.locator("[data-act=again-show]")).to_have_count(0)


def test_a_dissolved_table_leads_back_to_the_room(page: Page) -> None:
    at(page, scenes.dissolved())
    expect(page.locator("#result-title")).to_have_text("没有人叫地主")
    expect(page.get_by_text("连着三副牌没有人叫地主，牌桌解散")).to_be_visible()
    expect(page.locator("[data-act=again], [data-act=change]")).to_have_count(0)
    with page.expect_request("**/r/1/"):
        page.locator("[data-act=room]").click()
