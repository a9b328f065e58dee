"""The display font: ZCOOL KuaiLe (OFL 1.1), cut down to the characters that titles use.

    python -m tools.fonts            name characters of titles that the list lacks; exit 1 if there are any
    python -m tools.fonts --write    make the list anew, fetch the font from npm and cut it to that

The list is static/fonts/kuaile-characters.txt. Titles are what stands in h1, h2 and h3 of the templates, in strings of
the catalogues that islands show in the display face, and the names that rooms and modes start with; the whole
of ASCII is in. Fetching needs npm, cutting needs fontTools and brotli; neither is needed to run the platform.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.vendor import unpack

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "static" / "fonts"
LIST = FONTS / "kuaile-characters.txt"
PACKAGE = "@fontsource/zcool-kuaile@5.3.0"
SOURCE = "files/zcool-kuaile-chinese-simplified-400-normal.woff2"

HEADING = re.compile(r"<(h[1-3])\b[^>]*>(.*?)</\1>|<strong>(.*?)</strong>|title=_\((.*?)\)", re.DOTALL)
BRAND = re.compile(r'class="brand"[^>]*>(.*?)</a>', re.DOTALL)
ISLANDS = (
    *("mode", "wild", "rank", "type", "choose.title"),  # what is turned, shouted, asked
    *("thirteen.homerun_of", "thirteen.won", "result.draw"),
    *("result.landlord_win", "result.peasant_win", "result.escaped", "result.void", "result.no_call"),
    *("away.title", "watch.title", "watch.refused", "net.signed-out", "net.refused", "net.void", "proof.title"),
    *(
        "mahjong.name",
        "mahjong.fan",
        "mahjong.act",
        "mahjong.drawn_game",
        "mahjong.won",
        "mahjong.won_2",
        "mahjong.won_3",
    ),
    *("mahjong.self_drawn", "mahjong.by_discard", "mahjong.fan_n"),
    *("lobby.matching", "lobby.matched", "lobby.resume", "lobby.return", "lobby.join", "lobby.rooms"),
)
"""The texts of static/i18n/zh-hans.json that islands show in the display face, one by one or a section of them: a font
for every text they have would cost the login page its budget of bytes."""
CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
ASCII = "".join(map(chr, range(0x20, 0x7F))) + "·×–−…"


def titles() -> set[str]:
    """Every Chinese character that a title of the site may show."""
    found: set[str] = set()
    for path in (ROOT / "templates").rglob("*.html"):
        if path.relative_to(ROOT / "templates").parts[0] in ("admin", "unfold"):
            continue  # the desk has a face of its own
        text = path.read_text(encoding="utf-8")
        for match in (*HEADING.finditer(text), *BRAND.finditer(text)):
            found.update(CHINESE.findall(match[0]))
    catalogue = json.loads((ROOT / "static" / "i18n" / "zh-hans.json").read_text(encoding="utf-8"))
    for key in ISLANDS:
        found.update(CHINESE.findall(json.dumps(_at(catalogue, key), ensure_ascii=False)))
    modes = (ROOT / "platform_site" / "views" / "modes.py").read_text(encoding="utf-8")
    found.update(CHINESE.findall(modes.partition("MODES = {")[2].partition("\n}")[0]))
    rooms = (ROOT / "lobby" / "management" / "commands" / "load_rooms.py").read_text(encoding="utf-8")
    found.update(CHINESE.findall(rooms))
    return found


def _at(catalogue: dict[str, Any], path: str) -> Any:
    """The text, or the section of texts, under a dotted key. Raises `KeyError` where there is none."""
    node: Any = catalogue
    for part in path.split("."):
        node = node[part]
    return node


def listed() -> set[str]:
    """The characters that the committed font was cut to."""
    return set(LIST.read_text(encoding="utf-8")) - {"\n"} if LIST.exists() else set()


def cut(characters: set[str]) -> None:
    """Write the list, the font cut down to it, and the licence."""
    from fontTools import subset

    with tempfile.TemporaryDirectory() as folder:
        home = unpack(PACKAGE, Path(folder))
        options = subset.Options(flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True)
        font = subset.load_font(str(home / SOURCE), options)
        cutter = subset.Subsetter(options)
        cutter.populate(text="".join(characters) + ASCII)
        cutter.subset(font)
        FONTS.mkdir(parents=True, exist_ok=True)
        subset.save_font(font, str(FONTS / "kuaile-subset.woff2"), options)
        (FONTS / "OFL.txt").write_bytes((home / "LICENSE").read_bytes())
    ordered = "".join(sorted(characters))
    rows = [ordered[start : start + 60] for start in range(0, len(ordered), 60)]
    LIST.write_text("\n".join(rows) + "\n", encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="cut the font again with what is missing")
    missing = titles() - listed()
    if parser.parse_args(argv).write:
        cut(titles())
        return 0
    if missing:
        print("the display font lacks:", "".join(sorted(missing)), file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
