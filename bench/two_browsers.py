"""How long after one browser's command another browser at the table shows it, in ms.

Run: `.venv/bin/python -m bench.two_browsers` (needs Debian's Chromium). Two people join one room of a house of their
own and play a hand by the buttons. The first browser notes when it sends a command, the second when its page has
changed next; both clocks are the machine's. The sender's command counts once, with the first change that follows it.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import person
from tests.conftest import CHROMIUM, QUIET_FLAGS
from tests.house import House
from tests.live import rooms

SENDING = """
window.sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (typeof data === "string" && /"kind":"(play|pass|call|rob)"/.test(data)) window.sent.push(Date.now());
  return send.call(this, data);
};
"""
SHOWING = """
window.shown = [];
new MutationObserver((changes) => {
  if (changes.some((c) => !c.target.parentElement?.closest(".ring, .tbl-bar"))) window.shown.push(Date.now());
}).observe(document, {subtree: true, childList: true});
"""


def main() -> None:
    """Play one hand and print the median and the worst."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data")
        try:
            house.wait_ready()
            waits = measure(house)
        finally:
            house.stop()
    print(f"{len(waits)} commands: median {statistics.median(waits):.0f} ms, worst {max(waits)} ms")


def measure(house: House) -> list[int]:
    """The waits of both directions."""
    rooms.novice(house, bot_wait=8_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET_FLAGS)
        pages = [person.context(browser, "desktop").new_page() for _ in range(2)]
        for page in pages:
            page.add_init_script(SENDING)
            page.add_init_script(SHOWING)
            person.enter(page, house.url)
        for page in pages:
            page.get_by_role("button", name="加入").first.click()
        for page in pages:
            page.wait_for_url("**/t/*/", timeout=30_000)
        if pages[0].url != pages[1].url:
            raise SystemExit(f"the two never met: {[page.url for page in pages]}")
        _play_both(pages)
        notes = [page.evaluate("({sent, shown})") for page in pages]
        return _waits(notes[0]["sent"], notes[1]["shown"]) + _waits(notes[1]["sent"], notes[0]["shown"])


def _play_both(pages: list[Page]) -> None:
    for _ in range(2000):
        if all(page.locator("[data-act=again]").first.is_visible() for page in pages):
            return
        for page in pages:
            if not person.press(page):
                page.wait_for_timeout(40)


def _waits(sent: list[int], shown: list[int]) -> list[int]:
    return [min(at for at in shown if at >= start) - start for start in sent if any(at >= start for at in shown)]


if __name__ == "__main__":
    main()
