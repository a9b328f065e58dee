"""Guangdong mahjong at the table: stories that three others play into the hands of the person at the page.

Each story brings moments that must be seen there: every kind of claim and kong, a win that is let pass, the warning
before a discard that makes liable, a robbed kong, a wall that runs out. Where MODES_HANDS is 1, as in
`script/soak modes`, every story is played at every size; else two of them, side by side.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser import person
from tests.browser.company import Company, known_seeds
from tests.browser.sitting import Scenario, together, until
from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger
from tests.mahjong.deals import HERO, STORIES, Line

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PLAYED = (
    [((story, size),) for story in STORIES for size in person.SIZES]
    if os.environ.get("MODES_HANDS")
    else [(("kongs", "desktop"), ("pass", "portrait"))]
)
SLOW = {"opening": 60_000, "turn": 60_000, "claim": 60_000}
"""Nobody's time may run out on a busy machine."""
OWN_NONCE = f"""(() => {{
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {{
    send.call(this, String(text).replace(/"nonce":"[0-9a-f]+"/, '"nonce":"{HERO}"'));
  }};
}})()"""
"""A player may choose what he adds to the shuffle; this one is known to the others."""


class Hero:
    """The person at the page. `asked` is the own decision that is open, as the page was told of it."""

    def __init__(self, house: House, browser: Browser, size: str) -> None:
        self.house = house
        self.size = size
        self.context = person.context(browser, size)
        self.context.add_init_script(OWN_NONCE)
        self.context.add_init_script(SHOWN)
        person.sign_in(self.context, Stranger(house.url).enter().jar, house.url)
        self.page: Page = self.context.new_page()
        self.errors = person.watch(self.page)
        self.asked: Any = None
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/ws/hand/" in socket.url:
            socket.on("framereceived", lambda text: self._hear(json.loads(text)))

    def _hear(self, frame: Any) -> None:
        if frame["t"] in ("snap", "ev"):
            decisions = frame["view"]["decisions"] if frame["t"] == "snap" else frame["d"]
            self.asked = next((one for one in decisions if "mine" in one), None)

    def join(self, room: int) -> None:
        self.page.goto(f"{self.house.url}/r/{room}/")
        self.page.locator("[data-join] button").first.click(no_wait_after=True)

    def close(self) -> None:
        self.context.close()

    # -- what a person does

    def make(self, move: dict[str, Any]) -> None:
        """Make a move by taps."""
        kind = move["kind"]
        if kind == "discard":
            tile = self.page.locator(f".held[data-tile='{move['tile']}']")
            tile.click()
            expect(tile).to_have_class(re.compile("is-up"))
            if "is-risky" in (tile.get_attribute("class") or ""):
                self.is_warned(tile)
            tile.click()
            return
        options = self.options(kind)
        self.page.locator(f".tbl-buttons [data-act={kind}]").click()
        if len(options) > 1:
            wanted = move["tiles"] if kind == "chow" else next(one for one in options if move["tile"] in one)
            self.page.locator(f".mj-chooser [data-option='{options.index(wanted)}']").click()

    def options(self, kind: str) -> list[list[int]]:
        """Between which tiles one has to choose: the pairs for a chow, the sets for an own kong."""
        mine = self.asked["mine"]
        if kind == "chow":
            return mine["chows"]
        return [one["tiles"] for one in mine["kongs"]] if kind == "kong" and self.asked["kind"] == "turn" else []

    def is_warned(self, tile: Any) -> None:
        """The first tap on a raised tile that would make liable only says so."""
        danger = self.page.locator(".mj-danger")
        expect(danger).to_have_attribute("data-warned", "false")
        held = self.page.locator(".held").count()
        tile.click()
        expect(danger).to_have_attribute("data-warned", "true")
        expect(danger).to_have_text(re.compile("包.+自摸"))
        self.page.wait_for_timeout(200)
        assert self.page.locator(".held").count() == held, "it was discarded by the first tap"
        self.shoot("warned")

    def shoot(self, moment: str) -> None:
        person.shoot(self.page, f"mahjong-{self.size}-{moment}")

    # -- what a person sees

    def own_half(self) -> list[str]:
        """What the own half shows, without clocks."""
        shown: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll(
              '.held, .mj-hand .meld, .tbl-buttons [data-act], .mj-chip, .mj-wait',
            )].map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())"""
        )
        return shown

    def reload(self) -> None:
        """The page loaded again shows the same moment."""
        self.page.evaluate("document.activeElement?.blur()")
        before = self.own_half()
        self.page.reload()
        self.page.wait_for_selector(".tbl-buttons [data-act]")
        expect(self.page.locator(".ping-off")).to_have_count(0)
        assert self.own_half() == before

    def over(self) -> bool:
        return self.page.locator(".result .result-sum").count() > 0


def tell(hero: Hero, room: int, story: str) -> Scenario:
    """Play a story from the room to the result, and look at what is to be seen on the way."""
    page = hero.page
    company = Company(hero.house, room, STORIES[story])
    try:
        yield from until(lambda: page.locator(".tbl[data-phase=opening]").count(), "the opening")
        yield from until(lambda: hero.asked and company.line.done(), "a line to play")
        line = company.line.result()
        seat = next(at for at, nonce in enumerate(line.nonces) if nonce == HERO)
        part = line.part(seat)
        looked: set[str] = set()
        done: set[int] = set()
        while not hero.over():
            decision = hero.asked
            if decision is None or decision["id"] in done:
                page.wait_for_timeout(30)
                yield
                continue
            expect(page.locator(".tbl-buttons [data-act]").first).to_be_visible()
            done.add(decision["id"])
            moment = decision["kind"]
            if moment not in looked:
                looked.add(moment)
                hero.shoot(f"{story}-{moment}")
                hero.reload()
                hero.asked = decision
            notices(hero, line, seat, looked, story)
            hero.make(part.answer(decision))
            yield
            notices(hero, line, seat, looked, story)
        hero.shoot(f"{story}-result")
        ENDS[story](hero, line, seat, looked)
        check_the_sum(hero, line)
    finally:
        company.close()


SHOWN = """new MutationObserver(() => {
  for (const chip of ["locked", "liable"])
    if (document.querySelector(`.mj-${chip}`)) (window.shown ??= {})[chip] = true;
}).observe(document, { subtree: true, childList: true });"""
"""Keeps which chips there have been: where the others answer at once, one may be gone before it is looked for."""


def notices(hero: Hero, line: Line, seat: int, looked: set[str], story: str) -> None:
    """The chips above the tiles while a hand is played."""
    for chip in ("locked", "liable"):
        if chip not in looked and chip in hero.page.evaluate("Object.keys(window.shown ?? {})"):
            looked.add(chip)
            hero.shoot(f"{story}-{chip}")


def check_the_sum(hero: Hero, line: Line) -> None:
    """Four lines of a result that stays when it is loaded again; nothing plays by itself any more."""
    page = hero.page
    sums = page.locator(".result-sum")
    expect(sums).to_have_text([re.compile(r"^[+−]?[\d,]+$")] * 4)
    fee = 2 * 4
    assert sum(int(one.replace("−", "-").replace(",", "")) for one in sums.all_inner_texts()) == -fee
    expect(page.locator(".mj-win")).to_have_count(len(line.state.wins))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{hero.size} scrolls sideways"
    expect(page.locator(".mj-switches button[aria-pressed=true]")).to_have_count(0)
    told = page.locator(".result-line").all_inner_texts()
    page.reload()
    expect(page.locator(".result-sum").first).to_have_text(re.compile(r"\d"))
    assert page.locator(".result-line").all_inner_texts() == told


def every_kong(hero: Hero, line: Line, seat: int, _looked: set[str]) -> None:
    kinds = hero.page.locator(".mj-win .meld").evaluate_all("(all) => all.map((one) => one.dataset.kind)")
    assert {"chow", "melded", "added"} <= set(kinds)
    expect(hero.page.locator("#result-title")).to_contain_text("胡牌")
    expect(hero.page.locator(".mj-pays")).to_contain_text("点炮")


def let_pass(hero: Hero, line: Line, seat: int, looked: set[str]) -> None:
    assert "locked" in looked
    kinds = hero.page.locator(".mj-win .meld").evaluate_all("(all) => all.map((one) => one.dataset.kind)")
    assert "concealed" in kinds
    expect(hero.page.locator("#result-title")).to_contain_text("自摸")


def liable(hero: Hero, line: Line, seat: int, looked: set[str]) -> None:
    assert "liable" in looked
    expect(hero.page.locator(".mj-pays")).to_contain_text("包")


def robbed(hero: Hero, line: Line, seat: int, _looked: set[str]) -> None:
    for pays in hero.page.locator(".mj-pays").all_inner_texts():
        assert "抢杠" in pays


def drawn(hero: Hero, line: Line, seat: int, _looked: set[str]) -> None:
    expect(hero.page.locator(".mj-drawn")).to_be_visible()
    expect(hero.page.locator("#result-title")).to_contain_text("流局")


ENDS = {"kongs": every_kong, "pass": let_pass, "liable": liable, "robbed": robbed, "drawn": drawn}


@pytest.fixture
def heroes(house: House, browser: Browser) -> Iterator[list[Hero]]:
    found: list[Hero] = []
    with known_seeds(house):
        yield found
    for hero in found:
        hero.close()


@pytest.mark.parametrize("plays", PLAYED, ids=lambda plays: "+".join("-".join(one) for one in plays))
def test_stories_of_mahjong_at_the_table(
    house: House, browser: Browser, heroes: list[Hero], plays: tuple[tuple[str, str], ...]
) -> None:
    room = rooms.brisk(house, "mahjong-0", "novice", bot_wait=120_000, **SLOW)
    scenarios = []
    for story, size in plays:
        hero = Hero(house, browser, size)
        heroes.append(hero)
        hero.join(room)
        scenarios.append(tell(hero, room, story))
        next(scenarios[-1])  # the four are together before the next ones come
        hero.page.wait_for_url("**/t/*/", timeout=60_000)
    together(*scenarios)
    errors = [one for hero in heroes for one in hero.errors if "closed before the connection" not in one]
    assert errors == []
    assert "clean" in house.manage("audit_ledger").lower()
