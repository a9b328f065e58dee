"""The composer: any choice is a sound drawing, the same choice the same one; the parts are what the catalogue says."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from avatars.catalogue import BASES, PALETTES, PARTS, SLOTS, STARTERS, parts_of
from avatars.compose import MOODS, Recipe, compose, digest, other
from avatars.drawings import accessories, expressions, hair, outfits, scenes
from avatars.drawings.others import OTHERS

DRAWN = {
    "hair": hair.FRONT,
    "outfit": outfits.OUTFITS,
    "expression": expressions.EXPRESSIONS,
    "scene": scenes.SCENES,
    "accessory": accessories.ACCESSORIES,
}
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse"}
"""All that a drawing consists of: nothing that runs, moves, links or loads."""


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    base = draw(st.sampled_from(sorted(BASES)))
    worn = {slot: draw(st.sampled_from([part.key for part in parts_of(slot, base)])) for slot in SLOTS}
    worn["accessory"] = draw(st.sampled_from(["", worn["accessory"]]))
    return Recipe(base=base, **worn, **{field: draw(st.sampled_from(sorted(of))) for field, of in PALETTES.items()})


def sound(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 200 240"
    ids = []
    for element in root.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in SHAPES
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert name not in ("style", "href", "{http://www.w3.org/1999/xlink}href")
            assert not re.search(r"url\(|https?:|data:|javascript:", value)
        ids += [element.get("id")] if element.get("id") else []
    assert not re.search(r"[{}]", svg)
    assert len(ids) == len(set(ids))


@given(recipes())
def test_any_choice_is_a_sound_drawing_and_the_same_each_time(recipe: Recipe):
    svg = compose(recipe)
    sound(svg)
    assert digest(svg) == digest(compose(Recipe(**recipe.as_dict())))
    assert len(svg.encode()) < 9000


@given(recipes(), recipes())
def test_figures_with_other_parts_have_other_codes(one: Recipe, two: Recipe):
    first, second = one.as_dict(), two.as_dict()
    if any(first[slot] != second[slot] for slot in SLOTS):
        assert digest(compose(one)) != digest(compose(two))


def test_every_drawing_is_a_part_and_every_part_is_drawn():
    for slot, drawings in DRAWN.items():
        assert {part.key for part in PARTS.values() if part.slot == slot} == set(drawings), slot
    assert set(hair.BACK) < set(hair.FRONT)


def test_each_figure_has_enough_to_choose_from():
    for base in BASES:
        have = {slot: len(parts_of(slot, base)) for slot in SLOTS}
        least = {"hair": 6, "outfit": 6, "expression": 8, "scene": 8, "accessory": 6}
        assert all(have[slot] >= least[slot] for slot in SLOTS), (base, have)
        assert all(any(not part.locked for part in parts_of(slot, base)) for slot in SLOTS)


@pytest.mark.parametrize("mood", MOODS)
def test_the_five_moods_are_free_and_change_the_face_alone(mood: str):
    assert not PARTS[f"expression-{mood}"].locked
    for starter in STARTERS.values():
        changed = starter.in_mood(mood)
        assert changed == Recipe(**{**starter.as_dict(), "expression": mood})
        sound(compose(changed))


def test_an_expression_that_is_no_mood_is_none():
    with pytest.raises(ValueError, match="wink"):
        STARTERS["f1"].in_mood("wink")


def test_starters_differ_fit_their_figure_and_cost_nothing():
    assert set(STARTERS) == set(names.AVATARS)
    assert len({compose(starter) for starter in STARTERS.values()}) == len(STARTERS)
    for code, starter in STARTERS.items():
        assert starter.base == code[0]
        for slot in SLOTS:
            key = starter.as_dict()[slot]
            assert not key or any(part.key == key and not part.locked for part in parts_of(slot, starter.base))


def test_bots_and_the_unknown_have_sound_faces():
    for code in OTHERS:
        sound(other(code))
