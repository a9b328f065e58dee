"""Texts: the catalogues are complete, the display font has every character of a title, numbers read well."""

import json
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation
from fontTools.ttLib import TTFont

from platform_site.management.commands import compile_catalogues
from platform_site.templatetags.frontend import amount, grouped
from tools import fonts

ROOT = Path(settings.BASE_DIR)
APPS = ("accounts", "avatars", "chat", "desk", "games", "lobby", "outbox", "platform_site", "rewards", "shop", "wallet")
CALLS = re.compile(r'(?<![\w.])_\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')
TAGS = re.compile(r"""\{% trans (?:"([^"]*)"|'([^']*)') |_\("([^"]*)"\)""")


def catalogue() -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"))


def test_every_entry_is_translated():
    assert [entry.msgid for entry in catalogue() if not entry.msgstr or "fuzzy" in entry.flags] == []


def test_placeholders_survive_translation():
    names = re.compile(r"%\(\w+\)s")
    for entry in catalogue():
        assert sorted(names.findall(entry.msgid)) == sorted(names.findall(entry.msgstr)), entry.msgid


def test_every_chinese_text_of_the_sources_is_in_the_catalogue():
    known = {entry.msgid for entry in catalogue()}
    used = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for call in CALLS.findall(path.read_text(encoding="utf-8")):
                used.add("".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', call)))
    for path in (ROOT / "templates").rglob("*.html"):
        for found in TAGS.findall(path.read_text(encoding="utf-8")):
            used.add("".join(found))
    assert len(used) > 100
    assert sorted(used - known) == []


def test_the_islands_catalogues_have_the_same_keys_and_placeholders():
    def flat(node, path=""):
        if isinstance(node, str):
            return {path: set(re.findall(r"\{\w+\}", node))}
        return {key: value for name, child in node.items() for key, value in flat(child, f"{path}.{name}").items()}

    chinese, english = (
        flat(json.loads((ROOT / "static" / "i18n" / f"{code}.json").read_text(encoding="utf-8")))
        for code in ("zh-hans", "en")
    )
    assert chinese.keys() == english.keys()
    assert {key for key in chinese if chinese[key] != english[key]} == set()


def test_compiling_writes_what_gettext_reads(tmp_path, settings):
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "牌"\nmsgstr "card"\n', encoding="utf-8"
    )
    settings.LOCALE_PATHS = [tmp_path]
    assert compile_catalogues.compile_all() == [folder / "django.mo"]
    assert polib.mofile(str(folder / "django.mo"))[0].msgstr == "card"
    assert compile_catalogues.compile_all() == [], "nothing is written twice"


def test_the_display_font_covers_every_title():
    assert fonts.titles() - fonts.listed() == set()


def test_the_font_was_cut_to_its_list():
    found = set()
    for name in fonts.LISTS:
        with TTFont(fonts.FONTS / f"{name}.woff2") as font:
            found |= set(map(chr, font.getBestCmap()))
    assert found >= fonts.listed()
    told = fonts.RANGE.search(fonts.STYLE.read_text(encoding="utf-8"))
    more = set(fonts.LISTS["kuaile-more"].read_text(encoding="utf-8")) - {"\n"}
    assert told
    assert {chr(int(code, 16)) for code in re.findall(r"U\+([0-9A-F]+)", told[0])} == more


@pytest.mark.parametrize(
    ("value", "chinese", "english"),
    [
        (0, "0", "0"),
        (9_999, "9,999", "9,999"),
        (10_000, "1万", "10K"),
        (12_400, "1.2万", "12.4K"),
        (80_000, "8万", "80K"),
        (1_999_999, "199.9万", "1.9M"),
        (300_000_000, "3亿", "300M"),
    ],
)
def test_amounts_are_short_in_the_readers_habit_and_never_rounded_up(value, chinese, english):
    with translation.override("zh-hans"):
        assert amount(value) == chinese
    with translation.override("en"):
        assert amount(value) == english


def test_a_balance_is_shown_in_full():
    assert grouped(1_234_567) == "1,234,567"
