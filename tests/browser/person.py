"""What a person does with the pages: enters, joins, plays by the buttons. Nothing here knows the server."""

import os
from collections.abc import Callable, Sequence
from http.cookiejar import CookieJar
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Position

SIZES = {"desktop": (1024, 768), "landscape": (844, 390), "portrait": (390, 844)}
SHOTS = os.environ.get("SCREENSHOTS")
"""A folder for a picture of every phase, for a person to look at."""


def context(browser: Browser, size: str) -> BrowserContext:
    """A new browser profile at one of `SIZES`; the phones have touch."""
    width, height = SIZES[size]
    return browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size != "desktop",
        is_mobile=size != "desktop",
        locale="zh-CN",
        reduced_motion="reduce",
    )


def shoot(page: Page, name: str) -> None:
    """Keep a picture where the environment asks for them."""
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png")


def once(do: Callable[[str], None]) -> Callable[[str], None]:
    """For `play`: only when the phase is a new one."""
    seen: set[str] = set()

    def maybe(phase: str) -> None:
        if phase not in seen:
            seen.add(phase)
            do(phase)

    return maybe


def watch(page: Page) -> list[str]:
    """The errors the page's console will have shown."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


def enter(page: Page, url: str) -> None:
    """One tap on 游客进入."""
    page.goto(url)
    if "/login" not in page.url:
        page.goto(f"{url}/accounts/login/")
    page.get_by_role("button", name="游客进入").click()
    page.wait_for_url(f"{url}/")


def sign_in(context: BrowserContext, jar: CookieJar, url: str) -> None:
    """Give a browser profile the cookies of somebody who has entered already."""
    context.add_cookies([{"name": one.name, "value": one.value or "", "url": url} for one in jar])


def join(page: Page) -> None:
    """加入 in the hall, then wait for the table."""
    page.get_by_role("button", name="加入").first.click()
    page.wait_for_url("**/t/*/", timeout=30_000)


def phase(page: Page) -> str:
    """What the table says it is doing (data-phase of its root element)."""
    return page.locator("[data-phase]").first.get_attribute("data-phase") or ""


def play(page: Page, each: Callable[[str], None] = lambda phase: None, until: str = "[data-act=again]") -> None:
    """Play by the buttons until `until` is there; `each` is called with the phase before every look at the buttons."""
    for _ in range(6000):
        each(phase(page))
        if page.locator(until).first.is_visible():
            return
        if not press(page):
            page.wait_for_timeout(60)
    raise AssertionError(f"the hand did not end; phase {phase(page)}")


def offered(page: Page) -> list[str]:
    """The buttons of the table that may be pressed now, by what they do."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-act]:not([disabled])')].map((one) => one.dataset.act)"
    )
    return found


def screen(page: Page) -> dict[str, object]:
    """What the table shows, without clocks."""
    found: dict[str, object] = page.evaluate(
        """() => ({
            phase: document.querySelector('[data-phase]').dataset.phase,
            hand: [...document.querySelectorAll('[role=option]')].map((o) => o.getAttribute('aria-label')),
            acts: [...document.querySelectorAll('[data-act]')].map((b) => b.dataset.act),
            turn: [...document.querySelectorAll('.own.is-turn, .seat-who')].map((s) => s.innerText).join('|'),
        })"""
    )
    return found


def still(page: Page) -> dict[str, object] | None:
    """What the table shows, if it stays so for a moment: what was pressed last may be under way yet."""
    before = screen(page)
    page.wait_for_timeout(300)
    return before if screen(page) == before else None


def press(page: Page) -> bool:
    """Press what a hasty person would press now; whether anything was there to press."""
    acts = offered(page)
    for act in ("reading", "open", "call", "rob-no", "bid-1", "bid-2", "bid-0", "double-no", "play"):
        if act in acts:
            return click(page, act)
    if "hint" in acts:
        click(page, "hint")
        page.wait_for_timeout(150)
        return click(page, "play" if "play" in offered(page) else "pass")
    return "pass" in acts and click(page, "pass")


def click(page: Page, act: str) -> bool:
    """Press one of the table's buttons; False where its moment has passed."""
    button = page.locator(f"[data-act={act}]:not([disabled])").first
    try:
        button.click(timeout=500)
    except Exception:  # noqa: BLE001 - somebody else's move, or the clock's, came first
        return False
    return True


def touch(page: Page, what: Locator, at: Position) -> None:
    """Tap with a finger where the page is a phone's, else click."""
    if is_touched(page):
        what.tap(position=at)
    else:
        what.click(position=at)


def stroke(page: Page, points: Sequence[tuple[float, float]]) -> None:
    """Draw through the points of the window, by finger where the page is a phone's, else by mouse, and let go."""
    if not is_touched(page):
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point)
        page.mouse.up()
        return
    wire = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()


def is_touched(page: Page) -> bool:
    found: bool = page.evaluate("navigator.maxTouchPoints > 0")
    return found
