"""The table island in Chromium: what it shows in each phase, what it sends, and what it must never send."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.person import shoot as keep
from tests.js import scenes
from tests.js.harness import open_table, push, sent

pytestmark = pytest.mark.browser

AFTER = {"over": [scenes.SETTLED], "escaped": [scenes.ESCAPED]}
"""What a scene's snapshot is followed by."""
SCREENS = {"desktop": (1024, 768), "across": (844, 390), "small": (667, 375), "upright": (390, 844)}


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page of each size that the table is drawn for."""
    width, height = SCREENS[request.param]
    page.set_viewport_size({"width": width, "height": height})
    return page


def at(page: Page, view: dict[str, Any], *more: dict[str, Any]) -> None:
    """The table as it stands after a snapshot of `view` and some more frames."""
    open_table(page, scenes.boot() | {"seat": view["seat"]})
    push(page, scenes.snap(view))
    for frame in more:
        push(page, frame)
    settle(page)


def settle(page: Page) -> None:
    """Let what was pushed be drawn and every motion end."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("document.getAnimations().length === 0")


FITS = "document.documentElement.scrollWidth <= innerWidth && document.body.scrollHeight <= innerHeight"
TOO_SMALL = """() => [...document.querySelectorAll('button:not(.held), a')].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5 || box.left < 0 || box.right > innerWidth
                         || box.top < 0 || box.bottom > innerHeight)
    .map(([text]) => text)"""
"""What a finger could not hit, or lies outside the window."""


def shoot(page: Page, name: str) -> None:
    """Keep a picture where the environment asks for them."""
    size = page.viewport_size
    assert size
    keep(page, f"{name}-{size['width']}x{size['height']}")


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


def test_every_phase_fits_every_screen(screen: Page):
    errors: list[str] = []
    screen.on("pageerror", lambda error: errors.append(str(error)))
    open_table(screen, scenes.boot())
    for scene, make in scenes.SCENES.items():
        push(screen, scenes.snap(make()))
        for frame in AFTER.get(scene, []):
            push(screen, frame)
        settle(screen)
        shoot(screen, scene)
        assert screen.evaluate(FITS), scene
        assert screen.evaluate(TOO_SMALL) == [], scene
    assert errors == []


def test_english_fits_the_narrow_screens(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page, scenes.boot(), "en")
    for scene, make in scenes.SCENES.items():
        for held in {False, scene == "following"}:
            push(page, scenes.snap(make(), held=held, watch={"n": 12, "names": []}))
            for frame in AFTER.get(scene, []):
                push(page, frame)
            for size in ("upright", "small"):
                page.set_viewport_size(dict(zip(("width", "height"), SCREENS[size], strict=True)))
                settle(page)
                shoot(page, f"en-{scene}{'-held' if held else ''}")
                assert page.evaluate(FITS), (scene, size)
                assert page.evaluate(TOO_SMALL) == [], (scene, size)


def test_nothing_serious_stands_in_a_readers_way(page: Page):
    at(page, scenes.trustee())
    for scene in ("trustee", "alarmed", "spectated", "watching_others", "escaped"):
        push(page, scenes.snap(scenes.SCENES[scene](), held=scene == "alarmed", watch={"n": 1, "names": ["阿德"]}))
        settle(page)
        found = [
            (scene, rule["id"], node["html"][:120])
            for rule in Axe().run(page).response["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]
        assert found == []


def test_the_waiting_table_gets_ready_through_the_lobby(page: Page):
    open_table(page, scenes.boot(hand=None))
    expect(page.get_by_text("等待 1 人准备")).to_be_visible()
    page.get_by_role("button", name="明牌开始 ×5").click()
    assert sent(page, "/ws/lobby/") == [{"t": "watch", "table": 7}, {"t": "ready", "show": True}]
    table = scenes.boot()["table"] | {"v": 2}
    push(page, {"t": "table", "table": table}, "/ws/lobby/")
    page.wait_for_function("window.sockets.some((one) => one.url.includes('/ws/hand/h1/'))")


def test_the_commitment_can_be_read_before_the_deal_and_the_seed_after_the_hand(page: Page):
    opening = scenes.opening() | {"commitment": "9f" * 32, "seed": None}
    at(page, opening)
    page.locator(".stakes-button").click()
    expect(page.locator(".pledge dd")).to_have_text(["9f" * 32])
    over = scenes.SCENES["over"]() | {"commitment": "9f" * 32, "seed": "e1" * 32}
    push(page, scenes.snap(over))
    expect(page.locator(".pledge dd")).to_have_text(["9f" * 32, "e1" * 32])


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
    view["short"] = [0, 2]
    at(page, view)
    expect(page.get_by_role("button", name="加倍 ×2")).to_be_disabled()
    expect(page.get_by_text("我、木头人乙的欢乐豆不足 2,000，不能加倍")).to_be_visible()


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


def try_again_now(page: Page) -> None:
    """Let the line stand again and press 立即重试 in the same moment: left to itself the page is back soon anyway, and
    the button gone."""
    page.wait_for_function(
        """() => {
            const button = [...document.querySelectorAll("button")].find((b) => b.textContent.includes("立即重试"));
            if (!button) return false;
            window.cut = false;
            button.click();
            return true;
        }"""
    )


def test_a_lost_connection_greys_the_actions_keeps_the_hand_and_sends_nothing_on_return(page: Page):
    view = scenes.following()
    at(page, view)
    sweep(page, 5, 6)
    page.evaluate("window.cut = true; window.sockets.findLast((s) => s.url.includes('/ws/hand/')).drop(1006)")
    expect(page.get_by_role("button", name="出牌", exact=True)).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("正在重连", timeout=8_000)
    assert raised(page) == ["5", "6"]
    try_again_now(page)
    page.wait_for_function("window.sockets.findLast((s) => s.url.includes('/ws/hand/')).readyState === 1")
    push(page, scenes.snap(view))
    expect(page.get_by_role("button", name="出牌", exact=True)).to_be_enabled()
    expect(page.locator(".toast")).to_have_text("已重连")
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
    free(page)
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


def drop(page: Page, code: int, *, back: bool = True) -> None:
    """Cut the hand's connection with this close code; unless `back` none stands up again."""
    page.evaluate(
        "([code, back]) => { window.cut = !back;"
        " window.sockets.findLast((s) => s.url.includes('/ws/hand/')).drop(code); }",
        [code, back],
    )


def await_back(page: Page) -> None:
    page.wait_for_function(
        "window.sockets.filter((s) => s.url.includes('/ws/hand/')).length > 1"
        " && window.sockets.findLast((s) => s.url.includes('/ws/hand/')).readyState === 1"
    )


def event(page: Page, number: int, *events: dict[str, Any], decisions: list[dict[str, Any]] | None = None) -> None:
    push(page, {"t": "ev", "n": number, "s": scenes.now(), "e": list(events), "d": decisions or []})


def test_the_window_names_itself_and_keeps_its_name(page: Page):
    at(page, scenes.following())
    address = "window.sockets.findLast((s) => s.url.includes('/ws/hand/')).url"
    first = page.evaluate(address)
    assert re.search(r"/ws/hand/h1/\?w=[A-Za-z0-9_-]{8,36}$", first)
    page.reload()
    page.wait_for_function("window.sockets.some((s) => s.url.includes('/ws/hand/'))")
    assert page.evaluate(address) == first


def test_a_restart_says_that_the_hand_is_saved_and_what_time_it_gave(page: Page):
    view = scenes.following()
    at(page, view)
    drop(page, 1012, back=False)
    banner = page.get_by_role("alert")
    expect(banner).to_contain_text("服务器更新中，牌局已保存")
    expect(banner.locator(".banner-again")).to_contain_text("秒后再试")
    shoot(page, "restarting")
    try_again_now(page)
    await_back(page)
    view["decisions"][0]["due"] += 10_000
    push(page, scenes.snap(view))
    expect(page.locator(".toast")).to_have_text("已重连，服务器更新，时限延长 10 秒")
    expect(banner).to_have_count(0)
    assert sent(page) == []


def test_a_deadline_that_was_moved_is_told_with_its_reason(page: Page):
    at(page, scenes.watching_others())
    event(page, 1, {"kind": "extended", "ms": 10_000, "why": "restart"})
    expect(page.locator(".toast")).to_have_text("服务器更新，时限延长 10 秒")


@pytest.mark.parametrize(
    ("code", "title", "button"),
    [(4401, "登录已过期", "重新登录"), (4403, "这局牌看不到了", "回房间"), (4410, "这局牌作废了", "留在这一桌")],
)
def test_a_connection_that_cannot_come_back_says_why_and_leads_on(page: Page, code: int, title: str, button: str):
    at(page, scenes.following())
    drop(page, code)
    card = page.get_by_role("alertdialog", name=title)
    expect(card).to_be_visible()
    expect(card.get_by_text(button, exact=True)).to_be_visible()
    shoot(page, f"closed-{code}")
    page.wait_for_timeout(400)
    assert page.evaluate("window.sockets.filter((s) => s.url.includes('/ws/hand/')).length") == 1


@pytest.mark.parametrize("screen", ["across", "upright"])
def test_whoever_was_signed_out_signs_in_over_the_table_and_comes_back_to_it(page: Page, screen: str):
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    at(page, scenes.following())
    page.evaluate("document.cookie = 'csrftoken=abc'")
    drop(page, 4401)
    form = page.locator("form.stop-login")
    expect(form).to_be_visible()
    settle(page)
    shoot(page, "signed-out")
    assert page.evaluate(TOO_SMALL) == []
    form.get_by_label("账号").fill("小满")
    form.get_by_label("密码").fill("secret")
    with page.expect_request("**/accounts/login/") as sent_form:
        form.get_by_role("button", name="重新登录").click()
    assert sent_form.value.method == "POST"
    told = parse_qs(sent_form.value.post_data or "")
    assert told == {"csrfmiddlewaretoken": ["abc"], "next": ["/"], "login": ["小满"], "password": ["secret"]}


def test_after_a_void_hand_the_table_stands_ready(page: Page):
    at(page, scenes.following())
    drop(page, 4410)
    push(page, {"t": "table", "table": scenes.boot(hand=None)["table"] | {"v": 2}}, "/ws/lobby/")
    page.get_by_role("button", name="留在这一桌").click()
    expect(page.get_by_role("button", name="开始", exact=True)).to_be_enabled()


def test_the_first_tap_on_the_own_half_takes_the_seat_back_and_lists_what_was_played(page: Page):
    view = scenes.trustee()
    at(page, view)
    expect(page.locator(".toast")).to_contain_text("期间托管出了 2 手")
    page.locator(".toast").get_by_role("button", name="关闭").click()
    page.mouse.move(*strip(page, 3))
    page.mouse.down()
    assert acted(page) == [{"kind": "trustee", "on": False}]
    event(
        page,
        1,
        {"kind": "trustee", "seat": 0, "on": False, "why": None},
        decisions=view["decisions"],
    )
    push(page, {"t": "ok", "k": sent(page)[-1]["k"]})
    page.mouse.up()
    expect(page.locator(".toast")).to_contain_text("你已接管，期间托管出了 2 手")
    assert len(acted(page)) == 1
    assert raised(page) == []
    expect(page.get_by_role("button", name="提示")).to_be_enabled()
    page.locator("[data-act=missed]").click()
    listed = page.locator(".missed li")
    expect(listed).to_have_count(3)
    expect(listed.nth(0)).to_have_text("不出")
    expect(listed.nth(1).locator(".card")).to_have_count(8)
    expect(listed.nth(2)).to_contain_text("单张")
    shoot(page, "missed")
    page.get_by_role("button", name="知道了").click()
    expect(page.locator(".missed")).to_have_count(0)


def test_what_the_trustee_played_during_a_drop_is_listed_on_return(page: Page):
    view = scenes.trustee()
    view["seats"][0]["acted"] = []
    at(page, view)
    drop(page, 1006)
    await_back(page)
    push(page, scenes.snap(scenes.trustee()))
    expect(page.locator(".toast")).to_contain_text("期间托管出了 2 手")
    assert sent(page) == []


def test_the_alarm_rings_in_the_last_seconds_of_my_turn_and_dies_with_it(page: Page):
    page.add_init_script(QUIET_CONTEXT)
    of = scenes.following()
    of["decisions"][0]["due"] = scenes.now() + 6_000
    at(page, of)
    assert page.title().startswith("● 轮到你")
    assert page.locator("link[rel=icon]").evaluate("(one) => one.href").endswith("/favicon-turn.svg")
    page.keyboard.press("ArrowRight")  # the first touch lets the page make sounds
    expect(page.get_by_role("button", name="声音：开")).to_be_visible()
    assert page.evaluate("window.tones") == 0
    expect(page.locator(".tbl.is-alarm")).to_have_count(1, timeout=5_000)
    expect(page.locator(".tbl-buttons .ring.is-alarm")).to_have_count(1)
    expect(page.locator("[aria-live=assertive]").filter(has_text="还有 5 秒")).to_have_count(1)
    page.wait_for_function("window.tones >= 4")  # twice two tones: it rings each second
    event(page, 1, {"kind": "pass", "seat": 0, "auto": True})
    expect(page.locator(".tbl.is-alarm")).to_have_count(0)
    assert not page.title().startswith("●")
    assert page.locator("link[rel=icon]").evaluate("(one) => one.href").endswith("/favicon.svg")
    heard = page.evaluate("window.tones")
    page.wait_for_timeout(1_200)
    assert page.evaluate("window.tones") == heard


def test_no_alarm_rings_while_the_trustee_or_another_window_plays(page: Page):
    page.add_init_script(QUIET_CONTEXT)
    of = scenes.trustee()
    of["decisions"][0]["due"] = scenes.now() + 3_000
    at(page, of)
    page.keyboard.press("ArrowRight")
    push(page, scenes.snap(of | {"seats": scenes.following()["seats"]}, held=True))
    settle(page)
    assert page.locator(".tbl.is-alarm").count() == 0
    assert page.evaluate("window.tones") == 0


def test_another_window_of_mine_is_taken_over_from_or_watched(screen: Page):
    view = scenes.following()
    at(screen, view, scenes.snap(view, held=True))
    expect(screen.get_by_text("此账号已在另一窗口对局").first).to_be_visible()
    screen.keyboard.press("p")
    assert acted(screen) == []
    screen.get_by_role("button", name="旁观", exact=True).click()
    expect(screen.get_by_role("button", name="提示")).to_be_disabled()
    settle(screen)
    shoot(screen, "held")
    assert screen.evaluate(FITS)
    assert screen.evaluate(TOO_SMALL) == []
    screen.get_by_role("button", name="接管").click()
    assert sent(screen) == [{"t": "take"}]
    push(screen, {"t": "held", "held": False})
    expect(screen.get_by_role("button", name="提示")).to_be_enabled()
    expect(screen.get_by_role("button", name="接管")).to_have_count(0)
    push(screen, {"t": "held", "held": True})
    expect(screen.get_by_role("button", name="接管")).to_be_enabled()


def test_a_move_refused_because_another_window_plays_offers_to_take_over(page: Page):
    at(page, scenes.following())
    page.keyboard.press("p")
    push(page, {"t": "no", "k": sent(page)[0]["k"], "code": "elsewhere", "text": "", "facts": {}})
    expect(page.get_by_role("button", name="接管")).to_be_enabled()


def test_who_watches_is_counted_and_listed(screen: Page):
    at(screen, scenes.watching_others())
    assert screen.locator(".watchers").count() == 0
    push(screen, {"t": "watch", "n": 3, "names": ["阿德", "老周"]})
    screen.get_by_role("button", name="3 人旁观").click()
    expect(screen.locator(".pop-names li")).to_have_text(["阿德", "老周", "还有 1 人"])
    settle(screen)
    shoot(screen, "watchers")
    assert screen.evaluate(FITS)
    assert screen.evaluate(TOO_SMALL) == []


def test_a_spectator_sees_both_sides_the_delay_and_a_way_out_and_never_a_hand(page: Page):
    of = scenes.spectated()
    page.add_init_script("window.behind = 30_000")
    open_table(page, scenes.boot() | {"seat": None})
    late = {"late": 30_000, "s": scenes.now() - 30_000}
    push(page, scenes.snap(of, watch={"n": 1, "names": ["阿德"]}, **late))
    expect(page.get_by_text("旁观中，画面延迟 30 秒")).to_be_visible()
    assert page.locator(".held, [role=listbox]").count() == 0
    expect(page.locator(".own")).to_contain_text("小满")
    expect(page.locator(".own .seat-stack")).to_have_text("17")
    # The clock is the server's for this hand, which runs behind; the lobby's own does not disturb it.
    page.evaluate("window.sockets.findLast((s) => s.url.includes('/ws/lobby/')).onopen({})")
    settle(page)
    assert 40 <= int(page.locator(".seat-left .ring .num").inner_text()) <= 51
    for key in ("Enter", "p", "t", "h"):
        page.keyboard.press(key)
    assert sent(page) == []
    with page.expect_request("**/r/1/"):
        page.get_by_role("button", name="离开旁观").click()


def free(page: Page) -> None:
    """The lobby has heard of the hand's end."""
    push(page, {"t": "table", "table": scenes.boot(hand=None)["table"] | {"v": 2}}, "/ws/lobby/")


def test_what_is_pressed_before_the_table_is_free_waits_for_it(page: Page):
    open_table(page, scenes.boot())
    push(page, scenes.snap(scenes.over()))
    page.locator("[data-act=again]").click()
    expect(page.locator(".result")).to_have_count(0)
    assert sent(page, "/ws/lobby/") == [{"t": "watch", "table": 7}]
    free(page)
    page.wait_for_function("window.sockets.some((one) => one.sent.some((said) => said.t === 'ready'))")
    push(page, {"t": "table", "table": scenes.boot(hand=None, ready=True)["table"] | {"v": 3}}, "/ws/lobby/")
    assert sent(page, "/ws/lobby/") == [{"t": "watch", "table": 7}, {"t": "ready", "show": False}]


def test_a_spectator_goes_on_to_the_next_hand_by_itself(page: Page):
    of = scenes.over() | {"seat": None}
    open_table(page, scenes.boot() | {"seat": None})
    push(page, scenes.snap(of))
    expect(page.locator(".result")).to_be_visible()
    assert page.locator("[data-act=again]").count() == 0
    push(page, {"t": "table", "table": scenes.boot(hand="h2")["table"] | {"v": 5}}, "/ws/lobby/")
    page.wait_for_function("window.sockets.some((s) => s.url.includes('/ws/hand/h2/'))")


@pytest.mark.parametrize(("why", "words"), [("absent", "断线超时未回，按逃跑处理"), ("flee", "中途离开，按逃跑处理")])
def test_the_result_of_an_escape_says_who_left_what_it_cost_and_how_to_go_on(page: Page, why: str, words: str):
    at(page, scenes.escaped(why), scenes.ESCAPED)
    told = page.locator(".result-left")
    expect(told).to_contain_text(f"木头人乙 {words}")
    expect(told).to_contain_text("扣 900 欢乐豆")
    expect(told).to_contain_text("可以继续等新玩家")
    free(page)
    page.get_by_role("button", name="继续等人").click()
    assert sent(page, "/ws/lobby/")[-1] == {"t": "ready", "show": False}


def test_who_lost_the_seat_keeps_looking_at_the_own_result_and_not_at_the_next_hand(page: Page):
    of = scenes.escaped()
    for seat in of["seats"]:
        seat["fled"] = False
    of["result"] |= {"outcomes": ["escape", "draw", "draw"], "penalty": [0, "900"], "points": [-900, 0, 0]}
    at(page, of, scenes.ESCAPED | {"changes": [-900, 0, 0]})
    push(page, {"t": "state", "me": scenes.boot()["me"] | {"seat": None, "ticket": None}}, "/ws/lobby/")
    table = scenes.boot(hand="h2")["table"]
    table["seats"][0] |= {"player": 99, "name": "阿德"}
    push(page, {"t": "table", "table": table | {"v": 9}}, "/ws/lobby/")
    expect(page.locator(".result-left")).to_contain_text("你 断线超时未回")
    expect(page.locator(".result").get_by_role("button")).to_have_text(["回房间", "看牌桌"])
    assert page.evaluate("window.sockets.filter((s) => s.url.includes('/ws/hand/h2/')).length") == 0


def test_the_countdown_of_a_lost_player_dies_with_the_hand(page: Page):
    at(page, scenes.watching_others())
    expect(page.locator(".seat-left .tag-lost")).to_contain_text("断线")
    expect(page.get_by_text("木头人乙 断线，再等")).to_be_visible()
    event(page, 1, {"kind": "back", "seat": 2})
    expect(page.locator(".tag-lost")).to_have_count(0)
    push(page, scenes.snap(scenes.escaped()))
    settle(page)
    assert page.locator(".tag-lost, .seat-unplugged").count() == 0


def test_leaving_without_a_connection_says_so(page: Page):
    at(page, scenes.following())
    page.evaluate("window.cut = true; window.sockets.findLast((s) => s.url.includes('/ws/lobby/')).drop(1006)")
    page.get_by_role("button", name="离开牌桌").click()
    expect(page.get_by_text("连接断开，未发送").first).to_be_visible()
    assert page.locator(".leave-pop").count() == 0


def test_sound_is_crossed_out_until_the_first_touch_and_its_setting_is_kept(page: Page):
    page.add_init_script(QUIET_CONTEXT)
    at(page, scenes.watching_others())
    speaker = page.get_by_role("button", name="声音：关")
    expect(speaker).to_be_visible()
    speaker.click()
    expect(page.get_by_role("button", name="声音：开")).to_be_visible()
    page.get_by_role("button", name="静音").click()
    expect(page.get_by_role("button", name="声音：关")).to_be_visible()
    shoot(page, "sound")
    event(page, 1, {"kind": "pass", "seat": 2})
    assert page.evaluate("[window.tones, localStorage.sound]") == [0, '{"volume":0.6,"muted":true}']
    page.get_by_role("button", name="取消静音").click()
    page.wait_for_function("window.tones > 0")


QUIET_CONTEXT = """
window.tones = 0;
window.AudioContext = class {
  constructor() { this.state = "suspended"; this.currentTime = 0; this.sampleRate = 8000; this.destination = {}; }
  async resume() { this.state = "running"; }
  made() {
    const value = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain: value, frequency: value, connect: (next) => next, start() { window.tones += 1; }, stop() {} };
  }
  createGain() { return this.made(); }
  createOscillator() { return this.made(); }
  createBufferSource() { return this.made(); }
  createBiquadFilter() { return this.made(); }
  createBuffer() { return { getChannelData: () => new Float32Array(8000) }; }
};
"""
"""A speaker that counts what it would sound."""
