"""The help page of Thirteen Water: its examples are what they are shown as, and it is whole without a script."""

import pytest

from games.rules.thirteen import rows
from games.rules.thirteen.arrangement import Rows, is_foul
from games.rules.thirteen.cards import parse
from games.rules.thirteen.specials import SPECIALS, find
from platform_site.views import thirteen
from tests.pages.conftest import Page
from tests.thirteen.examples import SETTLEMENTS

ROWS = (*thirteen.ROWS, *thirteen.NOT_ROWS, *thirteen.FRONTS)
HANDS = (*thirteen.SPECIAL_HANDS, *thirteen.NOT_SPECIAL)


@pytest.mark.parametrize("example", ROWS, ids=lambda one: one.cards)
def test_every_row_is_the_type_it_is_shown_as(example):
    strength = rows.strength(parse(example.cards))
    assert rows.NAMES[rows.kind(strength)] == (example.type or "high")


def test_the_rows_stand_from_high_to_low_and_none_is_missing():
    strengths = [rows.strength(parse(example.cards)) for example in thirteen.ROWS]
    assert strengths == sorted(strengths, reverse=True)
    assert {example.type for example in thirteen.ROWS} == set(rows.NAMES)
    assert [example.type for example in thirteen.FRONTS] == ["trips", "pair", "high"]


@pytest.mark.parametrize("example", HANDS, ids=lambda one: one.cards)
def test_every_special_hand_is_the_one_it_is_shown_as(example):
    found = find(parse(example.cards))
    assert (found.key if found else "") == example.type


def test_the_special_hands_stand_in_their_order_and_none_is_missing():
    assert [example.type for example in thirteen.SPECIAL_HANDS] == list(SPECIALS)


@pytest.mark.parametrize("example", thirteen.ORDERS, ids=lambda one: one.rows[0])
def test_every_arrangement_is_in_order_or_a_foul_as_shown(example):
    assert is_foul(Rows(*map(parse, example.rows))) == example.foul


def test_the_example_hand_is_the_one_of_the_rules():
    assert [seat[:3] for seat in SETTLEMENTS[29][1]] == [rows for _name, rows in thirteen.SHOWDOWN]
    shown = thirteen.context()["showdown"]
    assert (shown["raw"], shown["final"]) == (6, 12)
    assert [[row["won"] for row in seat["rows"]] for seat in shown["seats"]] == [[1, 1, 4], [-1, -1, -4]]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page_draws_each_example(client, language):
    client.cookies["django_language"] = language
    page = Page(client.get("/help/thirteen/").content.decode())
    assert len(page.find("figure")) == len(ROWS) + len(HANDS) + len(thirteen.ORDERS) + len(thirteen.SHOWDOWN)
    drawn = [attrs["href"] for attrs, _ in page.find("use")]
    cards = sum(len(example.cards.split()) for example in (*ROWS, *HANDS))
    arranged = 13 * (len(thirteen.ORDERS) + len(thirteen.SHOWDOWN))
    assert sum(href.startswith("#card-") for href in drawn) == cards + arranged
    paid = " ".join(text for _, text in page.find("b", class_="help-points"))
    assert all(f"+{special.points}" in paid for special in SPECIALS.values())
    anchors = {attrs["href"][1:] for attrs, _ in page.find("a") if attrs.get("href", "").startswith("#")}
    assert anchors - {"main"} <= {attrs["id"] for attrs, _ in page.find("section") if "id" in attrs}
    texts = " ".join(text for _, text in page.find("main"))
    assert not (language == "en" and any("\u4e00" <= letter <= "\u9fff" for letter in texts)), "all of it in English"


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["doudizhu", "thirteen", "mahjong"])
def test_each_games_rules_lead_to_the_others(client, game):
    page = Page(client.get(f"/help/{game}/").content.decode())
    links = {attrs["href"]: "aria-current" in attrs for attrs, _ in page.find("a") if "/help/" in attrs.get("href", "")}
    assert {"/help/doudizhu/", "/help/thirteen/", "/help/mahjong/"} <= set(links)
    assert client.get("/help/chess/").status_code == 404
