"""Tables of a room by hand, on desktop and phones: a race for a seat, sending somebody away, 换桌, looking on, and what
two people then keep from each other."""

import re

import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import sitting
from tests.browser.person import context, enter, shoot, watch
from tests.house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

NEVER_MS = 600_000
PATIENCE_MS = 20_000


def empty_tables(house: House, room: int, *numbers: int) -> list[int]:
    """The ids of new tables of the room with these numbers."""
    with psycopg.connect(house.database_url) as database:
        made = [
            database.execute(
                "INSERT INTO lobby_table (room_id, number, carry, v, password) VALUES (%s, %s, '{}', 0, '')"
                " RETURNING id",
                [room, number],
            ).fetchone()
            for number in numbers
        ]
    return [row[0] for row in made if row]


def rules(house: House, room: int, bot_wait: int) -> None:
    with psycopg.connect(house.database_url) as database:
        database.execute("UPDATE lobby_room SET bot_wait = %s WHERE id = %s", [bot_wait, room])


def seat(page: Page, table: int, index: int) -> str:
    return f"form[data-sit='{table}:{index}']"


def refused(*pages: Page) -> Page:
    """The one of these pages that has a refusal to show."""
    for _ in range(300):
        for page in pages:
            if page.locator(".notice-error").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody was refused")


def test_people_choose_seats_change_tables_look_on_and_part(house: House, browser: Browser) -> None:
    room = sitting.room(house, "junior", bot_wait=NEVER_MS, ready=NEVER_MS, alone=NEVER_MS, opening=60_000)
    first, second = empty_tables(house, room, 71, 72)
    contexts = {size: context(browser, size) for size in ("desktop", "portrait", "landscape")}
    host, one, other = (contexts[size].new_page() for size in contexts)
    errors = [watch(page) for page in (host, one, other)]
    for page in (host, one, other):
        enter(page, house.url)
        page.goto(f"{house.url}/r/{room}/")
    host.locator(seat(host, first, 0)).get_by_role("button").click()
    host.wait_for_url(f"**/t/{first}/")

    # Two people press the same seat: one has it, the other is told and takes the next one.
    for page in (one, other):
        expect(page.locator(f"[data-table='{first}'] li", has_text="客").first).to_be_visible()
    for page in (one, other):
        page.evaluate(f'document.querySelector("{seat(page, first, 1)}").requestSubmit()')
    late = refused(one, other)
    expect(late.locator(".notice-error")).to_contain_text("刚刚有人坐下")
    shoot(late, "tables-race")
    late.get_by_role("button", name="坐 3 号位").click()
    for page in (one, other):
        page.wait_for_url(f"**/t/{first}/")
        expect(page.locator("[data-act=ready]")).to_be_visible()

    # Two of the three send the late one away, who reads it in the room.
    loser, winner = late, other if late is one else one
    name = loser.locator(".own .seat-name").inner_text()
    for page, said in ((host, "1/2 票请离"), (winner, "")):
        page.goto(f"{house.url}/company/")
        page.locator("li", has_text=name).get_by_role("button", name="请离").click()
        if said:
            expect(page.get_by_text(said)).to_be_visible()
    loser.wait_for_url(f"**/r/{room}/")

    # Another table, and by 换桌 back into the queue, which can be left.
    loser.locator(seat(loser, second, 0)).get_by_role("button").click()
    loser.wait_for_url(f"**/t/{second}/")
    loser.locator("[data-act=change]").click()
    loser.wait_for_url(re.compile(r"/$"))
    loser.get_by_role("button", name="取消").click()
    expect(loser.get_by_role("button", name="取消")).to_have_count(0)

    # The two who stayed play with a bot, and the third one looks on.
    rules(house, room, 500)
    for page in (host, winner):
        page.goto(f"{house.url}/t/{first}/")
        page.locator("[data-act=ready]").click()
    loser.goto(f"{house.url}/r/{room}/")
    loser.locator(f"[data-table='{first}']").get_by_role("link", name="旁观").click(timeout=PATIENCE_MS)
    expect(loser.locator("[data-phase]").first).not_to_have_attribute("data-phase", "waiting")
    expect(loser.locator("[data-act=leave]").first).to_be_visible()
    shoot(loser, "tables-spectator")

    # Whom one blocks, what one shows, and where one stands.
    loser.goto(f"{house.url}/me/privacy/")
    loser.locator("input[name=online][value=nobody]").check(force=True)
    loser.get_by_role("button", name="保存").click()
    expect(loser.locator("input[name=online][value=nobody]")).to_be_checked()
    loser.goto(f"{house.url}/boards/")
    expect(loser.get_by_role("heading", level=1)).to_be_visible()
    assert [error for found in errors for error in found] == []
    for used in contexts.values():
        used.close()
