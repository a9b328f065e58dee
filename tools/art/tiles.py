"""The mahjong set: 34 faces `#tile-0` .. `#tile-33` numbered as docs/protocol.md numbers faces, a back, a tile lying down.

A tile is 64 x 90: its face 61 x 78, then 5 of ivory side and 6 of green base, so that a row of tiles needs no CSS 3-D.
Characters are outlines (`tools.outlines`); everything else is drawn here.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from tools.art.svg import sprite, symbol

SIZE = (64, 90)
RED, GREEN, BLUE, INK = "#C6281D", "#1B7A3D", "#1F4E8C", "#231C1A"
IVORY, SIDE, BASE, EDGE = "#FFFBF0", "#E8DCC0", "#2F8F5B", "#CBB98F"
HONOURS = (("E", INK), ("S", INK), ("W", INK), ("N", INK), ("C", RED), ("F", GREEN))
GLYPHS = json.loads(Path(__file__).with_name("glyphs.json").read_text(encoding="utf-8"))

BODY = (
    f'<rect x="1.5" y="6" width="61" height="83" rx="8" fill="{BASE}" stroke="#1E5C3B" stroke-width="1.5"/>'
    f'<rect x="1.5" y="3.5" width="61" height="80" rx="8" fill="{SIDE}"/>'
    f'<rect x="1.5" y="1.5" width="61" height="78" rx="8" fill="{IVORY}" stroke="{EDGE}" stroke-width="1.5"/>'
    '<path d="M8 4.2H56" stroke="#fff" stroke-width="2" stroke-linecap="round"/>'
)


def glyph(name: str, x: float, y: float, width: float, height: float, colour: str) -> str:
    """A character with its middle at (x, y); its box of 100 becomes so wide and so high."""
    move = f"translate({x - width / 2:g} {y - height / 2:g}) scale({width / 100:g} {height / 100:g})"
    return f'<path d="{GLYPHS[name]}" transform="{move}" fill="{colour}"/>'


def characters(rank: int) -> str:
    """萬, under its number."""
    height = 34 if rank > 3 else 40
    return glyph(str(rank), 32, 22, 46, height, INK) + glyph("wan", 32, 57, 42, 44, RED)


# -- dots --------------------------------------------------------------------------------------------------------------

ROWS2 = (15.5, 40.5, 65.5)
ROWS4 = (12.4, 31.2, 50, 68.8)
DOTS: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
    2: (12.6, [(32, 21, GREEN), (32, 60, BLUE)]),
    3: (10.6, [(15, 15.5, BLUE), (32, 40.5, RED), (49, 65.5, GREEN)]),
    4: (11, [(18, 20, BLUE), (46, 20, GREEN), (18, 61, GREEN), (46, 61, BLUE)]),
    5: (9.6, [(17, 17, BLUE), (47, 17, GREEN), (32, 40.5, RED), (17, 64, GREEN), (47, 64, BLUE)]),
    6: (9.8, [(19, 15, GREEN), (45, 15, GREEN), *((x, y, RED) for y in (41, 65) for x in (19, 45))]),
    7: (
        8.2,
        [
            *((14 + 18 * i, 11.5 + 8.5 * i, GREEN) for i in range(3)),
            *((x, y, RED) for y in (49.5, 68) for x in (20, 44)),
        ],
    ),
    8: (8, [(x, y, BLUE) for y in ROWS4 for x in (20, 44)]),
    9: (8.4, [(x, y, colour) for y, colour in zip(ROWS2, (GREEN, RED, BLUE), strict=True) for x in (13, 32, 51)]),
}


def dot(x: float, y: float, radius: float, colour: str) -> str:
    """A disc with a ring and an eye."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.66:.2f}" fill="none" stroke="{IVORY}" stroke-width="{radius * 0.19:.2f}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.27:.2f}" fill="{IVORY}"/>'
    )


def big_dot() -> str:
    """The one of dots: a wheel of petals."""
    petals = "".join(
        f'<ellipse cx="32" cy="25.5" rx="4.2" ry="7.6" transform="rotate({turn} 32 40.5)" fill="{IVORY}"/>'
        for turn in range(0, 360, 45)
    )
    return (
        f'<circle cx="32" cy="40.5" r="25.5" fill="{GREEN}"/>'
        f'<circle cx="32" cy="40.5" r="22.4" fill="none" stroke="{IVORY}" stroke-width="1.6"/>{petals}'
        f'<circle cx="32" cy="40.5" r="9.2" fill="{RED}"/><circle cx="32" cy="40.5" r="4" fill="{IVORY}"/>'
    )


# -- bamboo ------------------------------------------------------------------------------------------------------------

STICKS: dict[int, tuple[float, list[tuple[float, float, str, float]]]] = {
    2: (31, [(32, 21.5, GREEN, 0), (32, 59.5, BLUE, 0)]),
    3: (31, [(32, 21.5, GREEN, 0), (19, 59.5, BLUE, 0), (45, 59.5, BLUE, 0)]),
    4: (31, [(19, 21.5, GREEN, 0), (45, 21.5, BLUE, 0), (19, 59.5, BLUE, 0), (45, 59.5, GREEN, 0)]),
    5: (
        30,
        [(15, 20.5, GREEN, 0), (49, 20.5, BLUE, 0), (32, 40.5, RED, 0), (15, 60.5, BLUE, 0), (49, 60.5, GREEN, 0)],
    ),
    6: (31, [(x, y, colour, 0) for y, colour in ((21.5, GREEN), (59.5, BLUE)) for x in (14, 32, 50)]),
    7: (
        21.5,
        [(32, 14, RED, 0), *((x, y, GREEN if x != 32 else BLUE, 0) for y in (40.5, 66) for x in (14, 32, 50))],
    ),
    8: (
        27,
        [
            *((x, 22, GREEN, 0) for x in (11.5, 52.5)),
            *((x, 22, GREEN, turn) for x, turn in ((25, -32), (39, 32))),
            *((x, 59, BLUE, 0) for x in (11.5, 52.5)),
            *((x, 59, BLUE, turn) for x, turn in ((25, 32), (39, -32))),
        ],
    ),
    9: (
        22,
        [(x, y, colour, 0) for y in (14.5, 40.5, 66.5) for x, colour in ((14, GREEN), (32, RED), (50, BLUE))],
    ),
}


def stick(x: float, y: float, height: float, colour: str, turn: float) -> str:
    """A stick of bamboo with its knots."""
    half, wide = height / 2, 4.3
    knots = "".join(
        f'<path d="M{x - wide - 1.1:g} {y + at:g}H{x + wide + 1.1:g}" stroke="{colour}" stroke-width="4" stroke-linecap="round"/>'
        for at in (-half + 2.4, 0, half - 2.4)
    )
    shine = (
        f'<path d="M{x:g} {y - half + 6.2:g}V{y - 3.6:g}M{x:g} {y + 3.6:g}V{y + half - 6.2:g}" stroke="{IVORY}"'
        ' stroke-width="1.7" stroke-linecap="round"/>'
    )
    body = (
        f'<rect x="{x - wide:g}" y="{y - half:g}" width="{2 * wide:g}" height="{height:g}" rx="3.4" fill="{colour}"/>'
    )
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f"<g{turned}>{body}{knots}{shine}</g>"


def bird() -> str:
    """The one of bamboo: a bird on a stick, its tail fanned out."""
    feathers = "".join(
        f'<g transform="rotate({turn} 27 54)"><path d="M27 54C22 42 22 26 27 14 32 26 32 42 27 54Z" fill="{colour}"/>'
        f'<ellipse cx="27" cy="21" rx="2.4" ry="3.8" fill="{IVORY}"/><circle cx="27" cy="22" r="1.5" fill="{RED}"/></g>'
        for turn, colour in ((-38, BLUE), (34, BLUE), (-19, GREEN), (16, GREEN), (-2, BLUE))
    )
    return (
        f"{feathers}"
        f'<path d="M17 57C15 47 22 40 31 40 36 40 38 35 41 31 44 27 51 27 53 32 54.5 36 51 40 49 45 46 57 38 66 28 66'
        f' 21 66 18 62 17 57Z" fill="{GREEN}" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="M22 52C27 49 35 49 40 53 36 60 27 61 22 52Z" fill="{RED}"/>'
        f'<path d="M25 53.5C29 52 33 52 36.5 54" stroke="{IVORY}" stroke-width="1.4" fill="none" stroke-linecap="round"/>'
        f'<path d="M53 33 59.5 35.5 52 38.5Z" fill="#D98A06" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round"/>'
        f'<circle cx="47.6" cy="33.4" r="1.9" fill="{IVORY}"/><circle cx="48" cy="33.4" r="1" fill="{INK}"/>'
        f'<path d="M46 28C46 23 48 20 51 19M44 28.6C42.6 24 43.4 21 45.6 18.4" stroke="{RED}" stroke-width="1.8" fill="none"'
        ' stroke-linecap="round"/>'
        f'<path d="M29 66V72M35 64.6 36 72" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
        f'<path d="M14 74.2H52" stroke="{GREEN}" stroke-width="4.6" stroke-linecap="round"/>'
        f'<path d="M26 74.2H39" stroke="{IVORY}" stroke-width="1.3" stroke-linecap="round"/>'
    )


# -- the set -----------------------------------------------------------------------------------------------------------


def white() -> str:
    """白: a frame."""
    corners = "".join(
        f'<path d="M{x:g} {y + dy:g}V{y:g}H{x + dx:g}" fill="none" stroke="{BLUE}" stroke-width="2.2" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
        for x, y, dx, dy in ((19.5, 21.5, 7, 7), (44.5, 21.5, -7, 7), (19.5, 59.5, 7, -7), (44.5, 59.5, -7, -7))
    )
    return (
        f'<rect x="12" y="13.5" width="40" height="54" rx="5" fill="none" stroke="{BLUE}" stroke-width="3.4"/>{corners}'
    )


def faces() -> Iterable[str]:
    """What stands on each face, in the order of their numbers."""
    yield from (characters(rank) for rank in range(1, 10))
    yield big_dot()
    yield from ("".join(dot(x, y, radius, colour) for x, y, colour in spots) for radius, spots in DOTS.values())
    yield bird()
    yield from (
        "".join(stick(x, y, height, colour, turn) for x, y, colour, turn in rods) for height, rods in STICKS.values()
    )
    yield from (glyph(name, 32, 40.5, 56, 66, colour) for name, colour in HONOURS)
    yield white()


def back() -> str:
    """The back: green, with the knot of the house."""
    knot = "".join(
        f'<ellipse cx="32" cy="33" rx="5.2" ry="9" transform="rotate({turn} 32 40.5)" fill="none" stroke="#8FD3AC" stroke-width="1.8"/>'
        for turn in range(0, 360, 90)
    )
    return (
        f'<rect x="1.5" y="6" width="61" height="83" rx="8" fill="{SIDE}" stroke="{EDGE}" stroke-width="1.5"/>'
        '<rect x="1.5" y="1.5" width="61" height="78" rx="8" fill="#2F8F5B" stroke="#1E5C3B" stroke-width="1.5"/>'
        '<rect x="7.5" y="7.5" width="49" height="66" rx="4.5" fill="none" stroke="#6DBE91" stroke-width="1.6"/>'
        '<path d="M8 4.2H56" stroke="#7FCBA0" stroke-width="1.6" stroke-linecap="round"/>'
        f'<circle cx="32" cy="40.5" r="17" fill="#27794D"/>{knot}<circle cx="32" cy="40.5" r="2.6" fill="#8FD3AC"/>'
    )


def standing() -> str:
    """A tile of somebody else, seen from behind as it stands."""
    return (
        f'<rect x="1.5" y="1.5" width="61" height="18" rx="6" fill="{IVORY}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<rect x="1.5" y="12" width="61" height="77" rx="8" fill="{BASE}" stroke="#1E5C3B" stroke-width="1.5"/>'
        '<path d="M9 16H55" stroke="#6DBE91" stroke-width="2" stroke-linecap="round"/>'
    )


def tiles() -> str:
    """The whole sprite."""
    shared = [f'<g id="t-body">{BODY}</g>']
    drawn = [symbol(f"tile-{number}", SIZE, f'<use href="#t-body"/>{face}') for number, face in enumerate(faces())]
    others = [symbol("tile-back", SIZE, back()), symbol("tile-standing", SIZE, standing())]
    assert len(drawn) == 34
    return sprite([*drawn, *others], "".join(shared))
