"""What a person does at the board of Thirteen Water: reads it, lays the cards in one of the ways there are."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.rules.thirteen.arrangement import NAMES, SIZES, Rows, is_foul
from tests.browser import person

WAYS = ("tap", "drag", "types", "suggest")
TYPES = ("straight_flush", "quads", "full_house", "flush", "straight", "trips", "two_pair", "pair")
STRIP = {"x": 8, "y": 18}
"""What of a held card stands free of the next one."""


def act(page: Page, name: str) -> None:
    page.locator(f"[data-act={name}]").click()


def seated(page: Page) -> None:
    """At a table with a hand on it."""
    page.wait_for_url("**/t/*/", timeout=60_000)
    page.wait_for_selector(".tbl:not([data-phase=waiting])", timeout=30_000)


def opened(page: Page) -> None:
    """Past the opening, up to the own board. While the page hands in its share of the shuffle 开 is refused."""
    page.wait_for_selector("[data-act=open], .tbl[data-layout=board]", timeout=15_000)
    while page.locator("[data-act=open]").count():
        person.click(page, "open")
        page.wait_for_timeout(100)
    page.wait_for_selector(".tbl[data-layout=board]", timeout=15_000)
    expect(page.locator(".held")).to_have_count(13)


def tray(page: Page) -> list[int]:
    """The cards that are not laid yet, as they stand."""
    found: list[int] = page.locator(".held use").evaluate_all(
        "(all) => all.map((u) => +u.getAttribute('href').slice(6))"
    )
    return found


def board(page: Page) -> dict[str, list[int]]:
    """What lies in each row."""
    found: dict[str, list[int]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-row]')].map((row) =>
            [row.dataset.row, [...row.querySelectorAll('.laid13')].map((card) => Number(card.dataset.card))]))"""
    )
    return found


def laid(page: Page) -> Rows:
    return Rows(*(tuple(board(page)[name]) for name in NAMES))


def arrange(page: Page, way: str) -> None:
    """Lay all thirteen cards in one of the ways; whatever stands foul then is set right by a suggestion."""
    match way:
        case "tap":
            cards = tray(page)
            lay(page, Rows(tuple(cards[10:]), tuple(cards[5:10]), tuple(cards[:5])))
        case "drag":
            for name in ("back", "middle"):
                for _ in range(5):
                    _drag(page, name)
        case "types":
            _types(page)
        case _:
            act(page, "suggest")
            expect(page.locator("[data-act=suggest]")).to_contain_text("1/")
    expect(page.locator(".held")).to_have_count(0)
    rows = laid(page)
    assert [len(row) for row in rows.all] == list(SIZES)
    if is_foul(rows) and is_foul(rows.swapped()):
        warned(page)
        act(page, "suggest")
    expect(page.locator("[data-act=submit]")).to_be_enabled()


def warned(page: Page) -> None:
    """The rows are foul: it is said where and why, and handing in is greyed."""
    expect(page.locator(".tbl-reason")).to_contain_text("相公")
    expect(page.locator(".row13.is-broken")).not_to_have_count(0)
    expect(page.locator("[data-act=submit]")).to_be_disabled()


def lay(page: Page, rows: Rows) -> None:
    """Raise five cards and tap a row, twice: back, then middle; the last three fall in."""
    for name, five in (("back", rows.back), ("middle", rows.middle)):
        for card in five:
            person.touch(page, page.locator(f".held:has(use[href='#card-{card}'])"), STRIP)
        act(page, f"row-{name}")


def _drag(page: Page, row: str) -> None:
    """The first card of the hand, pulled up and onto a row, once the hand stands still."""
    there = page.locator(".held")
    left = there.count()
    there.first.click(trial=True)
    start = there.first.bounding_box()
    end = page.locator(f"[data-row={row}] .row13-cards").bounding_box()
    assert start
    assert end
    x, y = start["x"] + 10, start["y"] + 20
    person.stroke(page, [(x, y), (x, y - 20), (x, y - 40), (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)])
    # The last three fall in by themselves.
    expect(there).to_have_count(left - 1 if left > len(NAMES) + 1 else 0)


def _types(page: Page) -> None:
    """The strongest type that is there, as long as a row is empty; what is left over goes where there is room."""
    for kind in TYPES * 2:
        button = page.locator(f"[data-act=type-{kind}]:not([disabled])")
        if button.count() and min(len(row) for row in board(page).values()) == 0:
            button.click()
    for name, size in zip(reversed(NAMES), reversed(SIZES), strict=True):
        for _ in range(size - len(board(page)[name])):
            person.touch(page, page.locator(".held").first, STRIP)
            act(page, f"row-{name}")


def screen(page: Page) -> object:
    """What the table shows, without clocks."""
    return page.evaluate(
        """() => ({
            layout: document.querySelector('.tbl').dataset.layout,
            board: [...document.querySelectorAll('[data-row] .laid13')].map((one) => one.dataset.card),
            hand: [...document.querySelectorAll('.held')].map((one) => one.getAttribute('aria-label')),
            lines: [...document.querySelectorAll('.line13')].map((one) => one.textContent + one.className),
            seats: [...document.querySelectorAll('.seat-who, .sum13')].map((one) => one.innerText),
            result: document.querySelector('.result')?.innerText,
        })"""
    )


def reload(page: Page) -> None:
    """The page loaded again shows the same moment. Nobody else may have anything to do meanwhile."""
    page.evaluate("document.activeElement?.blur()")
    before = screen(page)
    page.reload()
    page.wait_for_selector(".tbl:not([data-phase=waiting])")
    expect(page.locator(".ping-off")).to_have_count(0)
    after = screen(page)
    assert after == before, f"{before}\n{after}"


def result(page: Page) -> list[int]:
    """What each seat's hand came to, mine first, once it is settled."""
    sums = page.locator(".result-sum")
    page.wait_for_selector(".result-sum", timeout=30_000)
    expect(sums).to_have_text([re.compile(r"\d")] * sums.count(), timeout=30_000)
    return [int(one.replace("−", "-").replace(",", "")) for one in sums.all_inner_texts()]
