"""The committed drawings are what the generators draw, numbered as the protocol numbers cards."""

import re
from xml.etree import ElementTree

from tools import art
from tools.art import cards

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"


def symbols(name: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring((art.ART / f"{name}.svg").read_text(encoding="utf-8"))
    return {symbol.get("id"): symbol for symbol in root.iter(f"{SVG}symbol")}


def uses(element: ElementTree.Element) -> set[str]:
    return {use.get(HREF).removeprefix("#") for use in element.iter(f"{SVG}use")}


def test_regenerating_changes_nothing():
    assert art.stale() == []


def test_a_changed_drawing_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(art, "ART", tmp_path)
    for path, text in art.everything().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert art.stale() == []
    (tmp_path / "cards.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "stray.svg").write_text("<svg/>", encoding="utf-8")
    assert [path.name for path in art.stale()] == ["cards.svg", "stray.svg"]


def test_cards_carry_the_rank_and_suit_of_their_number():
    deck = symbols("cards")
    assert set(deck) == {
        *(f"card-{number}" for number in range(54)),
        *("back", "back-landlord", "wild-laizi", "wild-heaven", "wild-earth"),
    }
    for number in range(52):
        rank, suit = "3456789TJQKA2"[number // 4], ("spade", "heart", "club", "diamond")[number % 4]
        assert {f"c-{rank}", f"c-{suit}"} <= uses(deck[f"card-{number}"])
        assert f"--{suit}," in ElementTree.tostring(deck[f"card-{number}"], encoding="unicode")
    small, big = (ElementTree.tostring(deck[f"card-{n}"], encoding="unicode") for n in (52, 53))
    assert cards.SMALL in small
    assert cards.BIG in big


def test_every_reference_inside_a_sprite_is_drawn_in_it():
    for name in ("cards", "icons", "marks"):
        text = (art.ART / f"{name}.svg").read_text(encoding="utf-8")
        known = set(re.findall(r'id="([^"]+)"', text))
        assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= known


def test_drawings_need_no_font_and_no_inline_style():
    for path in art.everything():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<text|style=", text), path.name
