"""The help page of mahjong: its examples are what they are shown as, every pattern stands there with the rules' own
number, and it is whole without a script."""

import pytest

from games.rules.mahjong.fans import ADD_ONS, BASES, FANS, SPECIALS, How, score
from games.rules.mahjong.melds import MELDED, Meld
from games.rules.mahjong.tiles import counts_of, parse
from platform_site.views import mahjong
from tests.pages.conftest import Page

HANDS = (*mahjong.BASES, *mahjong.SPECIAL_HANDS, *mahjong.NO_WINS)
BY_THE_MOMENT = ("tian_he", "di_he", "ren_he")


def worth(example: mahjong.Example) -> tuple[str, int] | None:
    """What counts first in the example, won on its last tile; sets of four are kongs that were claimed."""
    groups = [parse(group) for group in example.tiles.split()]
    kongs = [group for group in groups if len(group) == 4 and len(set(group)) == 1]
    concealed = [face for group in groups if group not in kongs for face in group]
    melds = [Meld(MELDED, tuple(4 * face + copy for face, copy in zip(kong, range(4), strict=True))) for kong in kongs]
    first = example.pattern if example.pattern in BY_THE_MOMENT else None
    found = score(counts_of(concealed), melds, How(concealed[-1], seat_wind=1, round_wind=2, first=first))
    return found.items[0] if found else None


@pytest.mark.parametrize("example", HANDS, ids=lambda one: one.pattern or one.tiles)
def test_every_hand_is_the_pattern_it_is_shown_as(example):
    assert worth(example) == ((example.pattern, FANS[example.pattern]) if example.pattern else None)


@pytest.mark.parametrize("example", [one for one in mahjong.BONUSES if one.tiles], ids=lambda one: one.pattern)
def test_every_triplet_adds_what_it_is_shown_for(example):
    """Of a hand that sits south in the east round."""
    concealed = parse(f"m123 m456 s789 p55 {example.tiles}")
    found = score(counts_of(concealed), [], How(concealed[0], seat_wind=1, round_wind=0))
    assert (example.pattern, FANS[example.pattern]) in found.items


def test_no_pattern_is_missing_and_they_stand_in_their_order():
    for shown, table in ((mahjong.BASES, BASES), (mahjong.BONUSES, ADD_ONS), (mahjong.SPECIAL_HANDS, SPECIALS)):
        assert [example.pattern for example in shown] == list(table)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_page_draws_each_example(client, language):
    client.cookies["django_language"] = language
    page = Page(client.get("/help/mahjong/").content.decode())
    examples = (*HANDS, *mahjong.BONUSES)
    assert len(page.find("figure")) == len(examples)
    drawn = [attrs["href"] for attrs, _ in page.find("use") if attrs["href"].startswith("#tile-")]
    assert len(drawn) == sum(len(parse(example.tiles)) for example in examples)
    shown = [text for _, text in page.find("b", class_="help-points")]
    assert [int("".join(filter(str.isdigit, text))) for text in shown] == [
        FANS[example.pattern]
        for example in (*mahjong.NO_WINS, *mahjong.BASES, *mahjong.BONUSES, *mahjong.SPECIAL_HANDS)
        if example.pattern
    ]
    anchors = {attrs["href"][1:] for attrs, _ in page.find("a") if attrs.get("href", "").startswith("#")}
    assert anchors - {"main"} <= {attrs["id"] for attrs, _ in page.find("section") if "id" in attrs}
    texts = " ".join(text for _, text in page.find("main"))
    assert not (language == "en" and any("\u4e00" <= letter <= "\u9fff" for letter in texts)), "all of it in English"
