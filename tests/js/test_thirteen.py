"""The table of Thirteen Water in Chromium: every phase at every size, each way to arrange, the compare by stages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from games.rules.thirteen.arrangement import is_foul
from games.rules.thirteen.rows import kind, strength
from tests.js import thirteen
from tests.js.harness import open_table, push
from tests.js.test_island import FITS, SCREENS, acted, settle, shoot
from tests.js.test_island import TOO_SMALL as TOO_SMALL_THERE
from tests.js.thirteen import Hand, foul_rows, homerun, known, over, settled

pytestmark = pytest.mark.browser

ROWS = ("front", "middle", "back")
TOO_SMALL = TOO_SMALL_THERE.replace("button:not(.held)", "button:not(.held, .laid13)")
"""A card is as wide as the window allows, and as high."""


def at(page: Page, hand: Hand, *more: dict[str, Any], seat: int | None = 0, lang: str = "zh-Hans") -> None:
    """The table as `seat` finds it, after some more frames."""
    open_table(page, hand.boot(seat), lang)
    push(page, hand.snap(seat))
    for frame in more:
        push(page, frame)
    settle(page)


def board(page: Page) -> dict[str, list[int]]:
    """What lies in the rows."""
    found: dict[str, list[int]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-row]')].map((row) =>
            [row.dataset.row, [...row.querySelectorAll('.laid13')].map((card) => Number(card.dataset.card))]))"""
    )
    return found


def tray(page: Page) -> Locator:
    return page.locator(".held")


def tap(page: Page, place: int) -> None:
    tray(page).nth(place).click(position={"x": 8, "y": 18})


def act(page: Page, name: str) -> Locator:
    return page.locator(f"[data-act={name}]")


def card(hand: Hand, place: int) -> int:
    """A card of seat 0 as its hand is sorted at first."""
    return hand.state.hands[0][place]


def lay(page: Page, rows: Any) -> None:
    """Lay these rows by the keyboard; the last one falls in by itself."""
    for name, key in zip(ROWS[:2], "qw", strict=True):
        for wanted in getattr(rows, name):
            page.evaluate(RAISE, wanted)
        page.keyboard.press(key)
    assert sorted(board(page)["back"]) == sorted(rows.back)


RAISE = "(card) => document.querySelector(`.held use[href='#card-${card}']`).closest('.held').click()"

SCENES: dict[str, Callable[[], tuple[Hand, list[Any]]]] = {
    "opening": lambda: (Hand(seed=3), []),
    "arranging": lambda: (Hand(seed=3).deal(), []),
    "arranging-three": lambda: (Hand(seed=3, seats=3).deal(), []),
    "arranging-two": lambda: (Hand(seed=3, seats=2).deal(), []),
    "special": lambda: (Hand.with_special("liu_dui_ban"), []),
    "waiting": lambda: (locked(Hand(seed=4)), []),
    "compared": lambda: (over(Hand(seed=8).deal()), []),
    "compared-three": lambda: (over(Hand(seed=8, seats=3).deal()), []),
    "compared-two": lambda: (over(Hand(seed=8, seats=2).deal()), []),
}


def locked(hand: Hand) -> Hand:
    hand.deal()
    hand.submit(0)
    return hand


@pytest.mark.parametrize(
    ("screen", "lang"),
    [("desktop", "zh-Hans"), ("across", "zh-Hans"), ("small", "en"), ("upright", "zh-Hans"), ("upright", "en")],
)
def test_every_phase_fits_every_screen(page: Page, screen: str, lang: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.emulate_media(reduced_motion="reduce")
    for scene, make in SCENES.items():
        hand, more = make()
        at(page, hand, *([settled(hand)] if hand.state.result else more), lang=lang)
        shoot(page, f"thirteen-{scene}-{lang}")
        assert page.evaluate(FITS), scene
        assert page.evaluate(TOO_SMALL) == [], scene
        if hand.state.result:
            assert page.evaluate("document.querySelector('.result-body').scrollWidth <= innerWidth")
            act(page, "look").click()
            settle(page)
            shoot(page, f"thirteen-{scene}-open-{lang}")
            assert page.evaluate(TOO_SMALL) == [], scene
            assert page.evaluate(SPILLED) == [], scene
        elif scene == "arranging":
            page.keyboard.press("f")
            push(page, {"t": "hints", "d": 1, "plays": hand.state.hints(0)})
            settle(page)
            shoot(page, f"thirteen-{scene}-laid-{lang}")
            assert page.evaluate(TOO_SMALL) == [], scene
            assert page.evaluate(SPILLED) == [], scene
    assert errors == []


SPILLED = """() => [...document.querySelectorAll('.panel13 :not(svg *), .row13 :not(svg *)')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const own = one.getBoundingClientRect();
        const box = one.closest('.panel13, .row13').getBoundingClientRect();
        return own.width > 0 && (own.left < box.left - 1 || own.right > box.right + 1);
    }).map((one) => one.className.baseVal ?? one.className)"""
"""What sticks out of a seat's panel or of a row."""


def test_cards_are_laid_by_tapping_them_and_a_row(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    expect(tray(page)).to_have_count(13)
    for place in (0, 2):
        tap(page, place)
    act(page, "row-front").click()
    assert board(page)["front"] == [card(hand, 0), card(hand, 2)]
    expect(tray(page)).to_have_count(11)
    # a row that has no room says so, and nothing is lost
    for place in (0, 1):
        tap(page, place)
    act(page, "row-front").click()
    expect(page.locator(".tbl-reason")).to_have_text("前墩只放得下 1 张")
    assert len(board(page)["front"]) == 2
    # a chosen laid card and one of the hand change places
    page.keyboard.press("Backspace")
    page.locator(".laid13").first.click()
    expect(page.locator(".laid13[aria-pressed=true]")).to_have_count(1)
    tap(page, 0)
    assert board(page)["front"] == [card(hand, 1), card(hand, 2)]
    # twice takes it back, the cross empties the row
    page.locator(".laid13").first.dblclick()
    expect(page.locator(".laid13")).to_have_count(1)
    act(page, "clear-front").click()
    expect(page.locator(".laid13")).to_have_count(0)
    expect(tray(page)).to_have_count(13)
    assert acted(page) == []


def centre(box: Locator) -> tuple[float, float]:
    found = box.bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 30, steps=3)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def strip(page: Page, place: int) -> tuple[float, float]:
    box = tray(page).nth(place).bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 24


def test_cards_are_dragged_between_the_hand_and_the_rows(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    row = {name: page.locator(f"[data-row={name}]") for name in ROWS}
    drag(page, strip(page, 4), centre(row["back"]))
    assert board(page)["back"] == [card(hand, 4)]
    # raised cards go together
    for place in (0, 1, 2, 3):
        tap(page, place)
    drag(page, strip(page, 0), centre(row["back"]))
    assert sorted(board(page)["back"]) == sorted(hand.state.hands[0][:5])
    drag(page, strip(page, 0), centre(row["middle"]))
    # onto a card of a full row they change places
    moved, stays = board(page)["middle"][0], board(page)["back"][0]
    drag(page, centre(page.locator(f"[data-card='{moved}']")), centre(page.locator(f"[data-card='{stays}']")))
    assert moved in board(page)["back"]
    assert board(page)["middle"] == [stays]
    # and back to the hand
    drag(page, centre(page.locator(f"[data-card='{stays}']")), centre(page.locator(".tbl-hand")))
    assert board(page)["middle"] == []
    expect(page.locator(".drag13")).to_have_count(0)
    expect(tray(page)).to_have_count(8)


def test_type_buttons_lay_the_next_candidate_and_the_last_row_falls_in(page: Page) -> None:
    def pairs_and_flush(hand: Hand) -> bool:
        ranks = [one // 4 for one in hand.state.hands[0]]
        suits = [one % 4 for one in hand.state.hands[0]]
        return max(map(suits.count, range(4))) >= 6 and len([r for r in set(ranks) if ranks.count(r) >= 2]) >= 3

    hand = Hand.where(pairs_and_flush)
    at(page, hand)
    act(page, "type-flush").click()
    first = board(page)["back"]
    assert kind(strength(first)) == 5
    expect(page.locator("[data-row=back] .row13-verdict b")).to_have_text("同花")
    act(page, "type-flush").click()
    second = board(page)["back"]
    assert second != first
    assert strength(second) < strength(first)
    act(page, "type-pair").click()
    assert len(board(page)["middle"]) == 2
    expect(act(page, "type-straight_flush")).to_be_disabled()
    for place in (0, 1, 2):
        tap(page, place)
    act(page, "row-middle").click()
    assert [len(board(page)[name]) for name in ROWS] == [3, 5, 5]
    expect(page.locator(".tbl-hand-note")).to_have_text("全部摆好")


def test_suggestions_are_laid_one_after_another_and_named(page: Page) -> None:
    hand = Hand.where(lambda one: len(one.state.hints(0)) == 3)
    at(page, hand)
    act(page, "suggest").click()
    told = hand.state.hints(0)
    push(page, {"t": "hints", "d": 1, "plays": told})
    names = {"balanced": "均衡", "safe": "求稳", "back": "冲后墩"}
    for place, play in enumerate([*told, told[0]]):
        expect(act(page, "suggest")).to_have_text(f"推荐 {place % 3 + 1}/3")
        expect(page.locator(".tbl-reason")).to_contain_text(names[play["name"]])
        assert {name: sorted(row) for name, row in board(page).items()} == {n: sorted(play[n]) for n in ROWS}
        if place < 3:
            act(page, "suggest").click()
    act(page, "submit").click()
    (move,) = acted(page)
    assert {name: sorted(move[name]) for name in ROWS} == {name: sorted(told[0][name]) for name in ROWS}
    assert hand.submit(0, thirteen.Rows(*(tuple(move[name]) for name in ROWS)))


def breaks(hand: Hand) -> bool:
    """Whether `foul_rows` of it puts the front above the middle, and exchanging middle and back would not help."""
    rows = foul_rows(hand)
    return strength(rows.front) > strength(rows.middle) and is_foul(rows.swapped())


def test_a_foul_is_marked_and_only_a_room_that_lets_it_lose_takes_it(page: Page) -> None:
    hand = Hand.where(breaks, seats=2)
    at(page, hand)
    lay(page, foul_rows(hand))
    expect(page.locator("[data-row=front].is-broken")).to_have_count(1)
    expect(page.locator("[data-row=front] .row13-verdict small")).to_have_text("相公：大于中墩")
    expect(page.locator(".tbl-reason")).to_have_text("相公：前墩大于中墩")
    expect(act(page, "submit")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.locator(".tbl-reason")).to_contain_text("相公不能确定")
    assert acted(page) == []

    hand = Hand.where(breaks, seats=2, foul_mode="penalty")
    page.evaluate("sessionStorage.clear()")  # the same deal: what was laid would be taken up
    at(page, hand)
    lay(page, foul_rows(hand))
    act(page, "submit").click()
    assert acted(page) == [], "a foul is asked about once more"
    expect(page.locator(".tbl-reason")).to_contain_text("再点一次确定")
    act(page, "submit").click()
    assert len(acted(page)) == 1


def test_middle_above_back_is_exchanged_by_a_button_or_by_the_server(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    best = hand.best(0)
    lay(page, best.swapped())
    expect(page.locator(".tbl-reason")).to_contain_text("自动对调")
    expect(act(page, "submit")).to_be_enabled()
    act(page, "swap").click()
    assert sorted(board(page)["back"]) == sorted(best.back)
    expect(page.locator(".is-broken")).to_have_count(0)


@pytest.mark.parametrize("declared", [True, False])
def test_a_special_hand_is_proposed_and_may_be_declined(page: Page, declared: bool) -> None:
    hand = Hand.with_special("liu_dui_ban")
    at(page, hand)
    expect(page.locator(".ribbon13")).to_have_text(re.compile("六对半 +\\+4 × 每家"))
    if declared:
        act(page, "declare").click()
    else:
        page.keyboard.press("f")
        push(page, {"t": "hints", "d": 1, "plays": hand.state.hints(0)})
        act(page, "submit").click()
    (move,) = acted(page)
    assert move["special"] is declared
    rows = thirteen.Rows(*(tuple(move[name]) for name in ROWS))
    push(page, hand.frame(hand.submit(0, rows, special=declared)))
    assert hand.view()["seats"][0]["special"] == ("liu_dui_ban" if declared else None)
    expect(page.locator(".panel13.is-me .line13.is-open")).to_have_count(3)


def test_the_keyboard_alone_arranges_and_hands_in(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    for key, count in (("e", 5), ("w", 5)):
        for _ in range(count):
            page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        page.keyboard.press(key)
        for _ in range(13):
            page.keyboard.press("ArrowLeft")
    assert [len(board(page)[name]) for name in ROWS] == [3, 5, 5]
    page.keyboard.press("x")
    page.keyboard.press("s")
    expect(act(page, "sort-suit")).to_have_attribute("aria-pressed", "true")
    page.locator(".laid13").first.focus()
    page.keyboard.press("Delete")
    expect(page.locator(".laid13")).to_have_count(12)
    page.keyboard.press("f")
    push(page, {"t": "hints", "d": 1, "plays": hand.state.hints(0)})
    page.locator("body").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board13.is-sending")).to_have_count(1)
    assert [move["kind"] for move in acted(page)] == ["submit"]


def test_what_is_laid_outlives_a_reload_in_its_own_hand_alone(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    act(page, "type-pair").click()
    before = board(page)
    assert len(before["back"]) == 2
    at(page, hand)
    assert board(page) == before
    at(page, Hand(seed=5).deal())
    assert board(page) == {name: [] for name in ROWS}


def test_the_others_are_waited_for_and_seen_to_be_ready(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    push(page, hand.frame(hand.submit(2)))
    expect(page.locator(".tbl-seats [data-seat='2'] .tag-good")).to_have_text("已理好 ✓")
    assert page.title().startswith("● 轮到你")
    push(page, hand.frame(hand.submit(0)))
    expect(page.locator(".wait13")).to_contain_text("等待 老周、木头人乙 理牌")
    expect(page.locator(".panel13:not(.is-me) .card use:not([href='#back'])")).to_have_count(0)
    assert not page.title().startswith("●")


def test_a_time_out_arranges_and_says_so(page: Page) -> None:
    hand = Hand(seed=3).deal()
    at(page, hand)
    hand.submit(3)
    decision = hand.state.decisions[0]
    hand.submit(1)
    assert decision.due
    hand.now = decision.due
    events = hand.enter("timeout", None, decision.id)
    push(page, hand.frame(events))
    expect(page.locator("[aria-live=assertive]").filter(has_text="系统已替你理好牌")).to_have_count(1)


def test_the_compare_goes_stage_by_stage_to_a_home_run(page: Page) -> None:
    start = datetime.now(UTC)
    page.clock.install(time=start)
    replayed = again(homerun())
    open_table(page, replayed.boot())
    push(page, replayed.snap())
    page.clock.pause_at(start + timedelta(seconds=10))
    events = [event for seat in range(4) for event in replayed.submit(seat)]
    push(page, replayed.frame(events))
    page.clock.run_for(100)
    sums = page.locator(".sum13")
    assert set(sums.all_inner_texts()) == {"0"}
    expect(page.locator(".panel13:not(.is-me) .line13.is-open")).to_have_count(0)
    page.clock.run_for(500)
    for row in range(3):
        expect(page.locator(".panel13:not(.is-me) .line13.is-open")).to_have_count(3 * (row + 1))
        expect(page.locator(".panel13.is-me .sum13")).to_have_attribute("data-total", str(3 * (row + 1)))
        page.clock.run_for(2_000)
    for shot in range(3):
        expect(page.locator(".holes13")).to_have_count(shot + 1)
        page.clock.run_for(1_500)
    expect(page.locator(".banner13")).to_have_text("全垒打")
    expect(page.locator(".panel13.is-me .sum13")).to_have_attribute("data-total", "36")
    expect(page.locator(".result")).to_have_count(0)
    page.clock.run_for(4_500)
    expect(page.locator(".result")).to_be_visible()


def again(hand: Hand) -> Hand:
    """The same deal once more, before anybody has handed in."""
    twin = Hand()
    state = type(hand.state).start(hand.state.config, hand.state.seed, {}, twin.now)
    twin.state = state
    return twin.deal()


COINS = """() => [...document.querySelectorAll('.coin-fly')].map((coin) => {
    const place = (name) => coin.style.getPropertyValue(name).split(' ').map(parseFloat);
    const at = ([x, y]) => document.elementsFromPoint(x, y).find((one) => one.closest('.panel13'))?.closest('.panel13');
    return [place('--from'), place('--to')].map((spot) => Number(at(spot)?.dataset.seat));
})"""
"""From which seat's panel to which one each coin flies."""


@pytest.mark.parametrize("cut", [True, False])
def test_coins_fly_from_who_lost_to_who_won_until_they_land_or_the_result_comes(page: Page, cut: bool) -> None:
    start = datetime.now(UTC)
    page.clock.install(time=start)
    page.emulate_media(reduced_motion="no-preference")
    replayed = again(homerun())
    open_table(page, replayed.boot())
    push(page, replayed.snap())
    # Animations keep the machine's own time: these shall be looked at at leisure.
    slow = page.add_style_tag(content=".coin-fly { animation-duration: 60s !important }")
    page.clock.pause_at(start + timedelta(seconds=10))
    push(page, replayed.frame(over_events(replayed)))
    page.clock.run_for(14_000)
    expect(page.locator(".coin-fly")).to_have_count(0)
    page.clock.run_for(200)
    expect(page.locator(".coin-fly")).to_have_count(27)
    assert sorted(map(tuple, page.evaluate(COINS))) == [(1, 0)] * 9 + [(2, 0)] * 9 + [(3, 0)] * 9
    if cut:
        page.locator(".skip13").click()
        expect(page.locator(".result")).to_be_visible()
    else:
        slow.evaluate("(style) => style.remove()")
    expect(page.locator(".coin-fly")).to_have_count(0)
    assert page.locator(".result").count() == cut


def test_the_compare_is_skipped_by_a_tap_or_a_key(page: Page) -> None:
    for way in ("tap", "Enter", "Escape"):
        hand = Hand(seed=8).deal()
        at(page, hand)
        push(page, hand.frame(over_events(hand)))
        expect(page.locator(".skip13")).to_be_visible()
        if way == "tap":
            page.locator(".skip13").click()
        else:
            page.keyboard.press(way)
        expect(page.locator(".result")).to_be_visible()
        points = known(hand).points
        shown = page.locator(".panel13 .sum13").evaluate_all("(all) => all.map((one) => Number(one.dataset.total))")
        assert shown == list(points)


def over_events(hand: Hand) -> list[Any]:
    return [event for seat in range(hand.seats) for event in hand.submit(seat)]


def test_the_result_tells_who_won_what_from_whom_and_how_it_is_summed(page: Page) -> None:
    hand = homerun()
    at(page, hand, settled(hand))
    expect(page.locator("#result-title")).to_have_text("小满 全垒打")
    cells = page.locator(".matrix13 tbody tr").first.locator("td b").all_inner_texts()
    assert cells == ["+12", "+12", "+12"]
    mine = page.locator(".result-line.is-me")
    expect(mine.locator(".result-why")).to_have_text("前 +3 中 +3 后 +3 打枪和全垒打 +27 = +36 × 10 = +360 · 服务费 −5")
    expect(mine.locator(".result-sum")).to_have_text("+355")
    act(page, "look").click()
    rows = page.locator(".versus13 tbody tr")
    expect(rows).to_have_count(3)
    assert re.sub(r"\s+", " ", rows.first.inner_text()).strip() == "老周 +1 +1 +1 ×4枪 +12"


def test_a_spectator_sees_backs_until_the_compare(page: Page) -> None:
    hand = Hand(seed=3).deal()
    hand.submit(0)
    at(page, hand, seat=None)
    expect(page.locator(".panel13")).to_have_count(4)
    expect(page.locator(".panel13 .card use:not([href='#back'])")).to_have_count(0)
    expect(page.locator(".versus13, .held")).to_have_count(0)


def test_nothing_serious_stands_in_a_readers_way(page: Page) -> None:
    at(page, Hand.with_special("liu_dui_ban"))
    act(page, "type-pair").click()
    for step in ("board", "waiting", "over"):
        if step == "waiting":
            at(page, locked(Hand(seed=4)))
        elif step == "over":
            hand = homerun()
            at(page, hand, settled(hand))
            act(page, "look").click()
        settle(page)
        found = [
            (step, rule["id"], node["html"][:120])
            for rule in Axe().run(page).response["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]
        assert found == []
