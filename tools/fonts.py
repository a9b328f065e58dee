"""The display font: ZCOOL KuaiLe (OFL 1.1), cut down to the characters that titles use.

    python -m tools.fonts            name characters of titles that the list lacks; exit 1 if there are any
    python -m tools.fonts --write    make the list anew, fetch the font from npm and cut it to that

It comes in two files, so that the login page and the hall stay within their budgets of bytes: what those two show
(kuaile-characters.txt, with the whole of ASCII) and the rest (kuaile-more.txt), which a browser fetches with the first
of its characters. Titles are what stands in h1, h2 and h3 of the templates, in strings of the catalogues that islands
show in the display face, and the names that rooms and modes start with. Fetching needs npm, cutting needs fontTools
and brotli; neither is needed to run the platform.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.vendor import unpack

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "static" / "fonts"
LISTS = {"kuaile-subset": FONTS / "kuaile-characters.txt", "kuaile-more": FONTS / "kuaile-more.txt"}
STYLE = ROOT / "static" / "css" / "tokens.css"
RANGE = re.compile(r"unicode-range: [^;]*;")
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
"""The texts of static/i18n/zh-hans.json that islands show in the display face, one by one or a section of them."""
FIRST = ("account/*", "allauth/**/*", "parts/*", "base.html", "lobby/hall.html", "lobby/side.html", "lobby/*card.html")
"""The templates of the login page and the hall, which need no second file."""
CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
ASCII = "".join(map(chr, range(0x20, 0x7F))) + "·×–−…"


def titles() -> set[str]:
    """Every Chinese character that a title of the site may show."""
    found = first()
    for path in (ROOT / "templates").rglob("*.html"):
        if path.relative_to(ROOT / "templates").parts[0] not in ("admin", "unfold"):  # the desk has a face of its own
            found |= _headings(path)
    return found | _told(ISLANDS)


def first() -> set[str]:
    """Those of the login page and the hall."""
    found: set[str] = set()
    for pattern in FIRST:
        for path in (ROOT / "templates").glob(pattern):
            found |= _headings(path) if path.is_file() else set()
    found |= _told([key for key in ISLANDS if key.startswith("lobby.")])
    modes = (ROOT / "platform_site" / "views" / "modes.py").read_text(encoding="utf-8")
    found.update(CHINESE.findall(modes.partition("MODES = {")[2].partition("\n}")[0]))
    rooms = (ROOT / "lobby" / "management" / "commands" / "load_rooms.py").read_text(encoding="utf-8")
    found.update(CHINESE.findall(rooms))
    return found


def _told(keys: Iterable[str]) -> set[str]:
    """The characters of texts that islands show."""
    catalogue = json.loads((ROOT / "static" / "i18n" / "zh-hans.json").read_text(encoding="utf-8"))
    return {one for key in keys for one in CHINESE.findall(json.dumps(_at(catalogue, key), ensure_ascii=False))}


def _headings(path: Path) -> set[str]:
    """The characters of a template's titles."""
    text = path.read_text(encoding="utf-8")
    return {one for match in (*HEADING.finditer(text), *BRAND.finditer(text)) for one in CHINESE.findall(match[0])}


def _at(catalogue: dict[str, Any], path: str) -> Any:
    """The text, or the section of texts, under a dotted key. Raises `KeyError` where there is none."""
    node: Any = catalogue
    for part in path.split("."):
        node = node[part]
    return node


def listed() -> set[str]:
    """The characters that the committed files were cut to."""
    return set("".join(path.read_text(encoding="utf-8") for path in LISTS.values() if path.exists())) - {"\n"}


def cut(parts: dict[str, set[str]]) -> None:
    """Write for each file its list and the font cut down to it; the licence; what the stylesheet says of the second."""
    from fontTools import subset

    with tempfile.TemporaryDirectory() as folder:
        home = unpack(PACKAGE, Path(folder))
        options = subset.Options(flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True)
        FONTS.mkdir(parents=True, exist_ok=True)
        for name, characters in parts.items():
            font = subset.load_font(str(home / SOURCE), options)
            cutter = subset.Subsetter(options)
            cutter.populate(text="".join(characters) + (ASCII if name == "kuaile-subset" else ""))
            cutter.subset(font)
            subset.save_font(font, str(FONTS / f"{name}.woff2"), options)
            ordered = "".join(sorted(characters))
            rows = [ordered[start : start + 60] for start in range(0, len(ordered), 60)]
            LISTS[name].write_text("\n".join(rows) + "\n", encoding="utf-8")
        (FONTS / "OFL.txt").write_bytes((home / "LICENSE").read_bytes())
    codes = ", ".join(f"U+{ord(one):X}" for one in sorted(parts["kuaile-more"]))
    STYLE.write_text(RANGE.sub(f"unicode-range: {codes};", STYLE.read_text(encoding="utf-8")), encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="cut the font again with what is missing")
    missing = titles() - listed()
    if parser.parse_args(argv).write:
        cut({"kuaile-subset": first(), "kuaile-more": titles() - first()})
        return 0
    if missing:
        print("the display font lacks:", "".join(sorted(missing)), file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
