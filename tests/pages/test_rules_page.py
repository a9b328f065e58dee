"""The help page of Dou Dizhu: its examples are what they are shown as, and it is whole without a script."""

from dataclasses import replace

import pytest

from accounts.levels import STEPS
from games.rules.doudizhu.cards import RANKS, parse
from games.rules.doudizhu.patterns import ONE_DECK, TWO_DECKS, readings
from platform_site.views import rules
from tests.pages.conftest import Page

EXAMPLES = [(shape, known) for good, wrong, known in rules.GALLERIES.values() for shape in (*good, *wrong)]


@pytest.mark.parametrize(("shape", "known"), EXAMPLES, ids=lambda one: getattr(one, "number", ""))
def test_every_example_is_the_pattern_it_is_shown_as(shape, known):
    known = replace(known, wilds=frozenset(RANKS.index(letter) for letter in shape.laizi))
    found = {play.type for play in readings(parse(shape.cards), known)}
    assert shape.type in found if shape.type else not found


@pytest.mark.parametrize(
    ("gallery", "forms", "bombs"),
    [("one", ONE_DECK, {"bomb", "rocket"}), ("two", TWO_DECKS, {"bomb", "sky"})],
)
def test_every_pattern_of_both_decks_is_drawn(gallery, forms, bombs):
    good, _wrong, _known = rules.GALLERIES[gallery]
    assert {shape.type for shape in good} == {form.type for form in forms} | bombs


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page_draws_each_example_and_names_every_level(client, language):
    client.cookies["django_language"] = language
    page = Page(client.get("/help/doudizhu/").content.decode())
    assert len(page.find("figure")) == len(EXAMPLES)
    drawn = [attrs["href"] for attrs, _ in page.find("use")]
    assert {"#wild-laizi", "#wild-heaven", "#wild-earth"} <= set(drawn)
    assert sum(href.startswith("#card-") for href in drawn) == sum(len(shape.cards) for shape, _ in EXAMPLES)
    levels = [text for _, text in page.find("ol", class_="help-levels")]
    assert all(f"{start:,}" in levels[0] for start, _ in STEPS)
    anchors = {attrs["href"][1:] for attrs, _ in page.find("a") if attrs.get("href", "").startswith("#")}
    assert anchors - {"main"} <= {attrs["id"] for attrs, _ in page.find("section") if "id" in attrs}
    texts = " ".join(text for _, text in page.find("main"))
    assert not (language == "en" and any("\u4e00" <= letter <= "\u9fff" for letter in texts)), "all of it in English"
