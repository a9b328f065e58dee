"""The table island in Chromium: what it shows in each phase, what it sends, and what it must never send."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.js import scenes
from tests.js.harness import open_table, push, sent

pytestmark = pytest.mark.browser

SCREENS = {"desktop": (1024, 768), "across": (844, 390), "small": (667, 375), "upright": (390, 844)}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page of each size that the table is drawn for."""
    width, height = SCREENS[request.param]
    page.set_viewport_size({"width": width, "height": height})
    return page


def at(page: Page, view: dict[str, Any], *more: dict[str, Any]) -> None:
    """The table as it stands after a snapshot of `view` and some more frames."""
    open_table(page, scenes.boot())
    push(page, scenes.snap(view))
    for frame in more:
        push(page, frame)
    settle(page)


def settle(page: Page) -> None:
    """Let what was pushed be drawn and every motion end."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("document.getAnimations().length === 0")


def raised(page: Page) -> list[str]:
    return page.locator('.held[aria-selected="true"]').evaluate_all("(all) => all.map((one) => one.dataset.at)")


def strip(page: Page, index: int) -> tuple[float, float]:
    """A point on the part of a card that no other card covers."""
    box = page.locator(".held").nth(index).bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 24


def sweep(page: Page, start: int, *through: int) -> None:
    page.mouse.move(*strip(page, start))
    page.mouse.down()
    for index in through:
        page.mouse.move(*strip(page, index), steps=4)
    page.mouse.up()


def acted(page: Page) -> list[dict[str, Any]]:
    return [message["a"] for message in sent(page) if message["t"] == "act"]


@pytest.mark.parametrize("scene", scenes.SCENES)
def test_every_phase_fits_every_screen(screen: Page, scene: str):
    errors: list[str] = []
    screen.on("pageerror", lambda error: errors.append(str(error)))
    at(screen, scenes.SCENES[scene](), *([scenes.SETTLED] if scene == "over" else []))
    assert errors == []
    assert screen.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.body.scrollHeight <= innerHeight"
    )
    small = screen.evaluate(
        """() => [...document.querySelectorAll('button:not(.held), a')].filter((one) => one.checkVisibility())
            .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5 || box.left < 0 || box.right > innerWidth
                                 || box.top < 0 || box.bottom > innerHeight)
            .map(([text]) => text)"""
    )
    assert small == []


def test_the_waiting_table_gets_ready_through_the_lobby(page: Page):
    open_table(page, scenes.boot(hand=None))
    expect(page.get_by_text("等待 1 人准备")).to_be_visible()
    page.get_by_role("button", name="明牌开始 ×5").click()
    assert sent(page, "/ws/lobby/") == [{"t": "watch", "table": 7}, {"t": "ready", "show": True}]
    table = scenes.boot()["table"] | {"v": 2}
    push(page, {"t": "table", "table": table}, "/ws/lobby/")
    page.wait_for_function("window.sockets.some((one) => one.url.endsWith('/ws/hand/h1/'))")


def test_the_nonce_goes_out_unasked_and_once(page: Page):
    opening = scenes.opening()
    opening["nonces"] = ["", "", ""]
    at(page, opening)
    (nonce,) = acted(page)
    assert nonce["kind"] == "nonce"
    assert len(nonce["nonce"]) == 32
    push(
        page,
        {
            "t": "ev",
            "n": 1,
            "s": 0,
            "e": [{"kind": "nonce", "seat": 0, "nonce": nonce["nonce"]}],
            "d": opening["decisions"],
        },
    )
    push(page, {"t": "ok", "k": sent(page)[0]["k"]})
    page.get_by_role("button", name="开始", exact=True).click()
    assert acted(page)[1:] == [{"kind": "open", "show": False}]


@pytest.mark.parametrize(
    ("scene", "button", "action"),
    [
        ("dealing", "明牌 ×3", {"kind": "show"}),
        ("calling", "叫地主", {"kind": "call", "yes": True}),
        ("calling", "不叫", {"kind": "call", "yes": False}),
        ("robbing", "抢地主 ×2", {"kind": "rob", "yes": True}),
        ("doubling", "不加倍", {"kind": "double", "yes": False}),
        ("doubling", "明牌 ×2", {"kind": "show"}),
        ("following", "不出", {"kind": "pass"}),
        ("beaten", "要不起", {"kind": "pass"}),
        ("trustee", "取消托管", {"kind": "trustee", "on": False}),
    ],
)
def test_a_button_answers_its_decision(page: Page, scene: str, button: str, action: dict[str, Any]):
    at(page, scenes.SCENES[scene]())
    page.get_by_role("button", name=button, exact=True).click()
    (message,) = [message for message in sent(page) if message["t"] == "act"]
    assert message["a"] == action
    assert message.get("d") == (None if action["kind"] == "trustee" else 7)


def test_who_may_not_double_is_told_why(page: Page):
    view = scenes.doubling()
    view["decisions"][0].pop("mine")
    view["seats"][0]["show"] = 5
    at(page, view)
    expect(page.get_by_role("button", name="加倍 ×2")).to_be_disabled()
    expect(page.get_by_text("三家携带都超过 2,000 才能加倍")).to_be_visible()


def test_a_sweep_raises_five_another_lowers_them_and_one_taken_back_changes_nothing(screen: Page):
    at(screen, scenes.following())
    sweep(screen, 2, 6)
    assert raised(screen) == ["2", "3", "4", "5", "6"]
    sweep(screen, 6, 2)
    assert raised(screen) == []
    sweep(screen, 3, 7, 3)
    assert raised(screen) == []
    screen.mouse.click(*strip(screen, 4))
    assert raised(screen) == ["4"]


def test_cards_picked_ahead_survive_what_the_others_play(page: Page):
    at(page, scenes.watching_others())
    page.mouse.click(*strip(page, 3))
    page.mouse.click(*strip(page, 8))
    mine = scenes.decision("play", [0], 20_000, {"lead": True, "beats": True, "show": False}, 9)
    push(page, {"t": "ev", "n": 1, "s": 0, "e": [{"kind": "pass", "seat": 2}, {"kind": "trick", "seat": 1}], "d": []})
    push(
        page,
        {
            "t": "ev",
            "n": 2,
            "s": 0,
            "d": [mine],
            "e": [{"kind": "play", "seat": 1, "cards": [0], "type": "solo", "rank": 0, "len": 1, "left": 1}],
        },
    )
    settle(page)
    assert raised(page) == ["3", "8"]
    assert page.title().startswith("● 轮到你")


@pytest.mark.parametrize("way", ["button", "Enter", "right click", "double click"])
def test_every_way_to_play_sends_the_raised_cards_once(page: Page, way: str):
    view = scenes.following()
    at(page, view)
    play = page.get_by_role("button", name="出牌", exact=True)
    page.mouse.click(*strip(page, 5))
    expect(play).to_be_disabled()
    expect(page.get_by_text("牌型不同")).to_be_visible()
    page.mouse.click(*strip(page, 6))
    expect(play).to_be_enabled()
    if way == "button":
        play.click()
    elif way == "Enter":
        page.keyboard.press("Enter")
    elif way == "right click":
        page.mouse.click(500, 300, button="right")
    else:
        page.mouse.dblclick(*strip(page, 5))
    hand = view["seats"][0]["cards"]
    assert acted(page) == [{"kind": "play", "cards": hand[5:7]}]


def test_a_refused_play_returns_raised_with_its_reason(page: Page):
    at(page, scenes.following())
    sweep(page, 5, 6)
    page.keyboard.press("Enter")
    push(page, {"t": "no", "k": sent(page)[0]["k"], "code": "too_weak", "text": "大不过上家", "facts": {}})
    expect(page.get_by_text("大不过上家").first).to_be_visible()
    assert raised(page) == ["5", "6"]
    expect(page.get_by_role("button", name="出牌", exact=True)).to_be_enabled()


def test_hints_go_up_and_round(page: Page):
    view = scenes.following()
    at(page, view)
    hand = view["seats"][0]["cards"]
    page.get_by_role("button", name="提示").click()
    assert sent(page) == [{"t": "hints", "d": 7}]
    plays = [{"kind": "play", "cards": hand[10:12]}, {"kind": "play", "cards": hand[5:7]}, {"kind": "pass"}]
    push(page, {"t": "hints", "d": 7, "plays": plays})
    seen = []
    for _ in range(3):
        settle(page)
        seen.append(raised(page))
        page.keyboard.press("h")
    assert seen == [["10", "11"], ["5", "6"], ["10", "11"]]
    assert len(sent(page)) == 1


def test_the_keyboard_alone_raises_and_passes(page: Page):
    at(page, scenes.following())
    page.keyboard.press("k")
    assert raised(page) == ["5"]
    page.keyboard.press("k")
    assert raised(page) == ["5", "6"]
    page.keyboard.press("k")
    assert raised(page) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert raised(page) == ["1"]
    page.keyboard.press("Backspace")
    assert raised(page) == []
    page.keyboard.press("p")
    assert acted(page) == [{"kind": "pass"}]


def test_a_lost_connection_greys_the_actions_keeps_the_hand_and_sends_nothing_on_return(page: Page):
    view = scenes.following()
    at(page, view)
    sweep(page, 5, 6)
    page.evaluate("window.cut = true; window.sockets.findLast((s) => s.url.includes('/ws/hand/')).drop(1006)")
    expect(page.get_by_role("button", name="出牌", exact=True)).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("正在重连", timeout=8_000)
    assert raised(page) == ["5", "6"]
    page.evaluate("window.cut = false")
    page.get_by_role("button", name="立即重试").click()
    page.wait_for_function("window.sockets.findLast((s) => s.url.includes('/ws/hand/')).readyState === 1")
    push(page, scenes.snap(view))
    expect(page.get_by_role("button", name="出牌", exact=True)).to_be_enabled()
    assert raised(page) == ["5", "6"]
    assert sent(page) == []


def test_leaving_takes_two_steps_and_names_the_price(page: Page):
    at(page, scenes.following())
    page.get_by_role("button", name="离开牌桌").click()
    assert sent(page, "/ws/lobby/")[1:] == [{"t": "leave"}]
    push(
        page,
        {
            "t": "no",
            "re": "leave",
            "code": "would_flee",
            "text": "",
            "facts": {"price": 1200, "currency": "beans", "points": -80, "hand": "h1", "table": 7},
        },
        "/ws/lobby/",
    )
    expect(page.get_by_text("最多扣 1,200 欢乐豆")).to_be_visible()
    page.get_by_role("button", name="继续打").click()
    assert len(sent(page, "/ws/lobby/")) == 2
    page.get_by_role("button", name="离开牌桌").click()
    push(
        page,
        {
            "t": "no",
            "re": "leave",
            "code": "would_flee",
            "text": "",
            "facts": {"price": 1200, "currency": "beans", "points": -80, "hand": "h1", "table": 7},
        },
        "/ws/lobby/",
    )
    page.get_by_role("button", name="确认离开").click()
    assert sent(page, "/ws/lobby/")[-1] == {"t": "leave", "flee": True}


def test_the_result_explains_every_number_and_goes_on(page: Page):
    at(page, scenes.over(), scenes.SETTLED)
    mine = page.locator(".result-line.is-me")
    expect(mine).to_contain_text("底分 1 × 倍数 60 × 系数 1 = 60")
    expect(mine).to_contain_text("加倍 2 × 系数 1 = 120")
    expect(mine).to_contain_text("服务费 −5")
    expect(mine).to_contain_text("+175")
    expect(page.get_by_text("倍数：初始 15 · 抢地主 ×2 · 炸弹 ×2 = 60")).to_be_visible()
    expect(page.get_by_text("再 110 分升渔夫")).to_be_visible()
    page.get_by_role("button", name="继续", exact=True).click()
    assert sent(page, "/ws/lobby/")[-1] == {"t": "ready", "show": False}
    expect(page.locator(".result")).to_have_count(0)


def test_what_happens_is_said_once_to_those_who_listen(page: Page):
    at(page, scenes.watching_others())
    push(
        page,
        {
            "t": "ev",
            "n": 1,
            "s": 0,
            "d": [],
            "e": [
                {"kind": "play", "seat": 2, "cards": [1, 2, 0, 5], "type": "trio_solo", "rank": 0, "len": 1, "left": 7}
            ],
        },
    )
    expect(page.locator("[aria-live=polite]").filter(has_text="木头人乙出三带一 3 3 3 4，剩 7 张")).to_have_count(1)


def test_who_lost_the_seat_is_led_back_to_the_room(page: Page):
    open_table(page, scenes.boot(hand=None))
    push(page, {"t": "state", "me": scenes.boot()["me"] | {"seat": None, "ticket": None}}, "/ws/lobby/")
    expect(page.get_by_role("button", name="回房间")).to_be_visible()
    expect(page.get_by_role("button", name="开始", exact=True)).to_have_count(0)
