"""Outlines of the characters on the tiles: `python -m tools.outlines FONT` writes tools/art/glyphs.json.

FONT is Noto Serif CJK SC Bold (SIL OFL 1.1; pictures made from a font are not bound by it). fontTools is needed for
this alone: what is committed needs no font.
"""

import argparse
import json
from pathlib import Path

KEPT = Path(__file__).with_name("art") / "glyphs.json"
CHARACTERS = {
    **{str(rank): character for rank, character in enumerate("一二三四五六七八九", 1)},
    "wan": "萬",
    "E": "東",
    "S": "南",
    "W": "西",
    "N": "北",
    "C": "中",
    "F": "發",
}
EM = 100


def outlines(font_path: str, number: int) -> dict[str, str]:
    """Each character as a path in a box of 100 x 100 whose middle is the middle of the drawn shape."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    font = TTFont(font_path, fontNumber=number)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = EM / font["head"].unitsPerEm
    found = {}
    for key, character in CHARACTERS.items():
        glyph = glyphs[names[ord(character)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        left, low, right, high = bounds.bounds
        pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.1f}".removesuffix(".0"))
        middle = (EM / 2 - (left + right) / 2 * scale, EM / 2 + (low + high) / 2 * scale)
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, *middle)))
        found[key] = pen.getCommands()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.outlines", description=__doc__)
    parser.add_argument("font")
    parser.add_argument("--number", type=int, default=2, help="which font of a collection")
    asked = parser.parse_args()
    KEPT.write_text(json.dumps(outlines(asked.font, asked.number), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
