"""A hand in every mode to its end: two people at two browsers, bots on the seats that remain, all tables at once.

One of the two plays by clicks at the table's own size; the other's page presses its buttons by itself, so that eight
tables take hardly longer than one. It runs where MODES_HANDS is 1, as in `script/soak modes`, which plays every mode at
every size besides (MODES_MATRIX=1).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import person
from tests.house import House
from tests.live import rooms
from tests.live.stranger import Stranger

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not os.environ.get("MODES_HANDS"), reason="part of script/soak: sixteen pages at once"),
]

MODES = {
    # zone: room, seats, size, bidding, currency
    "huanle-two": ("novice", 2, "landscape", "call", "beans"),
    "huanle-laizi": ("novice", 3, "desktop", "call", "beans"),
    "huanle-tiandi": ("novice", 3, "portrait", "call", "beans"),
    "huopin": ("novice", 3, "desktop", "call", "coins"),
    "huopin-two": ("novice", 2, "portrait", "call", "coins"),
    "classic": ("points-1", 3, "landscape", "bid", None),
    "siren": ("points-1", 4, "landscape", "bid", None),
    "huanle": ("novice", 3, "portrait", "call", "beans"),  # last: its person must be there while it is dealt
}
ROUNDS = list(person.SIZES) if os.environ.get("MODES_MATRIX") else [None]
PATIENT = {"call": 120_000, "play": 120_000}
"""Sixteen pages share the machine: nobody's turn may run out meanwhile."""
HURRY = 20_000
"""How long (ms) the first of the two waits for the second before bots come."""
PARTNER = """
setInterval(() => {
  const enabled = (act) => document.querySelector(`.tbl [data-act="${act}"]:not([disabled])`);
  const press = (...acts) => acts.some((act) => { const one = enabled(act); one?.click(); return one; });
  if (document.querySelector(".result")) return;
  const hint = enabled("hint");
  if (press("take-back", "open", "reading", "call", "rob", "bid-3", "bid-2", "bid-0", "double-no", "play")) return;
  hint?.click();
  if (hint) setTimeout(() => press("play") || press("pass"), 120);
  else press("pass");
}, 250);
"""
"""The other person: presses what is there to press, on whatever page of a table this is."""


@dataclass
class Table:
    """One mode's table as the person of this test sees it."""

    zone: str
    page: Page
    other: Page
    errors: list[list[str]]
    seen: set[str] = field(default_factory=set)
    reloaded: set[str] = field(default_factory=set)
    refused: bool = False
    shown: bool = False
    doubled: bool = False

    @property
    def over(self) -> bool:
        return self.page.locator(".result .result-sum").count() > 0

    def step(self) -> None:
        """Look at what is new, then do what a hasty person would do."""
        phase = person.phase(self.page)
        if phase not in self.seen:
            self.seen.add(phase)
            person.shoot(self.page, f"{self.zone}-{phase}")
        offered = person.offered(self.page)
        if phase == "deal" and self.zone == "huanle" and "show" in offered:
            self.show()
        elif phase in RELOADED and phase not in self.reloaded and offered:
            self.reload(phase)
        elif phase == "play" and not self.refused and "hint" in offered:
            self.misplay()
        elif "double" in offered and self.zone == "huanle":
            self.double()
        else:
            person.press(self.page)

    def show(self) -> None:
        """The window for an open hand says what it counts, and how much longer."""
        button, closing = self.page.evaluate(
            "['[data-act=show]', '.closing small'].map((one) => document.querySelector(one)?.textContent.trim())"
        )
        if button and closing:  # else the deal has just ended
            assert (button, closing[:2]) in (("明牌 ×4", "×4"), ("明牌 ×3", "×3"))
            self.shown = person.click(self.page, "show") or self.shown

    def double(self) -> None:
        """The choice is the chooser's alone until all have chosen."""
        self.doubled = person.click(self.page, "double") or self.doubled

    def reload(self, phase: str) -> None:
        """A page that is loaded again shows the same moment."""
        if phase != "double" and not self.page.locator(".own.is-turn").count():
            return  # only while the hand waits for this person does nothing move by itself
        before = person.still(self.page)
        if before is None:
            return
        self.page.reload()
        self.page.wait_for_selector("[data-phase]:not([data-phase=waiting])")
        self.page.wait_for_timeout(300)
        after = person.screen(self.page)
        if all(after[what] == before[what] for what in ("phase", "turn")):  # nobody moved while the page was away
            assert after == before
            self.reloaded.add(phase)

    def misplay(self) -> None:
        """Cards that are no play keep 出牌 dark, and the line above says why."""
        self.refused = True
        cards = self.page.locator(".held")
        for place in (0, cards.count() - 1):
            cards.nth(place).click(position={"x": 8, "y": 16})
        if cards.count() > 2 and "play" not in person.offered(self.page):
            expect(self.page.locator(".tbl-reason")).to_have_text(REASONS)
        person.click(self.page, "reselect")


REASONS = re.compile("不是一种牌型|牌型不同|张数不同|大不过上家")
RELOADED = ("bid", "call", "rob", "double", "play")
"""The phases in which the page is loaded again, once each."""


@pytest.fixture(params=ROUNDS)
def tables(request: pytest.FixtureRequest, house: House, browser: Browser) -> Iterator[list[Table]]:
    """Two people at a table of every mode, matched."""
    contexts = []
    found = []
    for zone, (code, _seats, own, _bidding, _currency) in MODES.items():
        # At one table there is time to open the hand while it is dealt, and to double
        slowly = {"opening": 8_000, "deal_step": 1_500, "double": 20_000} if zone == "huanle" else {}
        room = rooms.brisk(house, zone, code, bot_wait=HURRY, **PATIENT, **slowly)
        pair = []
        for size in (request.param or own, "desktop"):
            context = person.context(browser, size)
            person.sign_in(context, Stranger(house.url).enter().jar, house.url)
            contexts.append(context)
            pair.append(context.new_page())
        pair[1].add_init_script(PARTNER)
        found.append(Table(zone, pair[0], pair[1], [person.watch(page) for page in pair]))
        for page in pair:
            page.goto(f"{house.url}/r/{room}/")
    for table in found:
        for page in (table.page, table.other):
            page.locator("[data-join] button").click(no_wait_after=True)
    for table in found:
        for page in (table.page, table.other):
            page.wait_for_url("**/t/*/", timeout=60_000)
    yield found
    for context in contexts:
        context.close()


def test_a_hand_in_every_mode_to_its_end(house: House, tables: list[Table]) -> None:
    assert len({table.page.url for table in tables}) == len(tables)
    for table in tables:
        assert table.page.url == table.other.url, f"{table.zone}: the two were not seated together"
    until = time.monotonic() + 420
    while playing := [table for table in tables if not table.over]:
        assert time.monotonic() < until, [(table.zone, person.phase(table.page)) for table in playing]
        for table in playing:
            table.step()
    for table in tables:
        check(table)
    assert "clean" in house.manage("audit_ledger").lower()


def check(table: Table) -> None:
    """The end of a hand, on both pages."""
    _code, seats, _size, bidding, currency = MODES[table.zone]
    for page in (table.page, table.other):
        page.wait_for_function("document.querySelector('.result-sum')?.textContent.match(/[+−-]/)")
        assert page.locator(".result-line").count() == seats, table.zone
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{table.zone} scrolls sideways"
    person.shoot(table.page, f"{table.zone}-result")
    sums = [
        int(text.replace("−", "-").replace(",", "")) for text in table.page.locator(".result-sum").all_inner_texts()
    ]
    if currency is None:
        assert sum(sums) == 0, table.zone
        assert table.page.get_by_text("服务费").count() == 0
    else:
        assert sum(sums) < 0, f"{table.zone}: the house takes its fee"
    assert table.page.locator("[data-act=again-show]").count() == (0 if bidding == "bid" else 1)
    assert table.page.locator(".result .rest svg.card").count() == (11 if seats == 2 else 0)
    if bidding == "bid":
        assert "叫 " in table.page.locator(".result-factors").inner_text()
    if "-laizi" in table.zone or "-tiandi" in table.zone:
        assert table.page.locator(".wilds svg.card").count() in (1, 2, 3)
        assert "癞子 0.25" in table.page.locator(".result-why").first.inner_text()
    assert "play" in table.reloaded, table.zone
    told = table.page.locator(".result-line").all_inner_texts()
    table.page.reload()
    table.page.wait_for_selector(".result-sum")
    assert table.page.locator(".result-line").all_inner_texts() == told, (
        f"{table.zone}: another result when loaded again"
    )
    assert table.refused
    if table.zone == "huanle":
        assert (table.shown, table.doubled) == (True, True)
        for tag in ("明牌", "加倍 ×2"):
            assert table.other.locator(".seat .tag", has_text=tag).count() > 0, f"the other was not shown {tag}"
    # A page that is left by a form may not have finished connecting
    errors = [error for page in table.errors for error in page if "closed before the connection" not in error]
    assert errors == [], table.zone
