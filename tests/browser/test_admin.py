"""An admin at work in the browser: a room is tuned while people play in it, under the pages' own strict policy."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, Error, Page

from tests.browser import person, sitting
from tests.browser.sitting import Sitter, together
from tests.house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def hands(house: House, room: int) -> list[dict[str, Any]]:
    """What each hand of the room pinned, in the order in which they began."""
    with psycopg.connect(house.database_url) as database:
        rows = database.execute(
            "SELECT config->'room' FROM games_hand WHERE config->'room'->>'id' = %s ORDER BY created", [str(room)]
        ).fetchall()
    return [row[0] for row in rows]


def test_new_numbers_of_a_room_begin_with_the_next_hand_and_stand_in_the_log(house: House, browser: Browser) -> None:
    room = sitting.room(house, "middle", opening=2500, deal_step=60, call=4000, double=2000)
    player = Sitter(browser, house)
    player.page.goto(f"{player.line.url}/r/{room}/")
    player.page.locator("form[data-join] button").first.click()
    player.page.wait_for_url(re.compile(r"/t/\d+/"), wait_until="commit")
    together(sitting.until(lambda: hands(house, room), "a hand"))
    (before,) = hands(house, room)
    assert (before["coef_n"], before["rake"]) == (1, 5)

    desk = person.context(browser, "desktop")
    page = desk.new_page()
    errors = person.watch(page)
    sign_in(page, house)
    page.goto(f"{house.url}/admin/lobby/room/{room}/change/")
    page.fill("[name=n]", "20")
    page.fill("[name=a]", "300")
    page.click("[name=_save]")
    page.wait_for_selector(".errornote, [name=why]")
    assert "服务费必须低于 N × 初始倍数 × 系数" in page.content()
    page.fill("[name=n]", "2")
    page.fill("[name=a]", "7")
    page.fill("[name=why]", "更热闹些")
    page.click("[name=_preview]")
    page.wait_for_selector("text=这是预览，还没有保存。")
    assert "地主赢得 53，每个农民付出 37，平台收 21" in page.content()
    assert sitting.live(player.page), "the hand goes on meanwhile"
    page.click("[name=_save]")
    page.wait_for_url("**/admin/lobby/room/")

    together(sitting.until(lambda: played(player.page), "the end of the hand", 150))
    assert hands(house, room) == [before], "the running hand kept what it began with"
    player.page.locator("[data-act=again]").click()
    together(sitting.until(lambda: len(hands(house, room)) == 2, "the next hand"))
    after = hands(house, room)[1]
    assert (after["coef_n"], after["rake"], after["version"]) == (2, 7, before["version"] + 1)

    page.goto(f"{house.url}/admin/lobby/roomrevision/")
    newest = page.locator("#result_list tbody tr").first.inner_text()
    for part in ("房间系数 N: 1 → 2", "服务费 A: 5 → 7", "更热闹些", "admin"):
        assert part in newest
    look_around(page, house)
    assert errors == []
    desk.close()
    player.close()


def played(page: Page) -> bool:
    """Whether the hand is over and settled; until then the seat is in the trustee's hands."""
    if sitting.waits(page, "result"):
        return True
    # Who waits for long enough is given a trustee unasked: the switch may be gone when it is pressed.
    with suppress(Error):
        page.locator(".tbl-bar .trustee-switch[aria-pressed=false]").first.click(timeout=300)
    return False


def sign_in(page: Page, house: House) -> None:
    """As the administrator that the first start made."""
    made = re.search(r"name (\S+), password (\S+)", house.output)
    assert made, house.output
    page.goto(f"{house.url}/admin/")
    page.fill("[name=login]", made[1])
    page.fill("[name=password]", made[2])
    page.press("[name=password]", "Enter")
    page.wait_for_selector("#overview")


def look_around(page: Page, house: House) -> None:
    """What moves in the theme moves, and no page has anything to complain of."""
    for place in ("", "wallet/transfer/", "rewards/task/", "accounts/player/1/change/", "accounts/player/add/"):
        page.goto(f"{house.url}/admin/{place}")
        page.wait_for_load_state("networkidle")
    page.goto(f"{house.url}/admin/accounts/player/")
    page.locator("#result_list tbody input[type=checkbox]").first.check()
    assert page.locator("#changelist-actions").bounding_box(), "the actions are shown"
    page.goto(f"{house.url}/admin/")  # with the focus on a field the keys below are that field's
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+k")
    page.locator("#search-input-command").fill("房间")
    page.keyboard.press("End")
    page.wait_for_selector("#command-results-list li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/admin/lobby/"))
    page.goto(f"{house.url}/api/")
    page.wait_for_selector(".swagger-ui .opblock")
