"""The modes as the pages show them: their names, the families the hall groups them by, a line on each."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as text
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import Standing

Json = dict[str, Any]

MODES = {
    "huanle": _("欢乐斗地主"),
    "huanle-laizi": _("癞子斗地主"),
    "huanle-tiandi": _("天地癞子"),
    "huopin": _("火拼斗地主"),
    "classic": _("斗地主"),
    "siren": _("四人斗地主"),
    "thirteen": _("十三水"),
    "guangdong-1": _("广东麻将·一番起和"),
    "guangdong-0": _("广东麻将·无番起和"),
    "guangdong-3": _("广东麻将·三番起和"),
}
"""The modes that have rooms, by their code; each has points and a level of its own."""

LINES = {
    ("huanle", 3): _("三人一桌，一副牌，叫抢、明牌、加倍"),
    ("huanle", 2): _("两个人，每人 20 张，还有 11 张到最后才翻开"),
    ("huanle-laizi", 3): _("翻出一个点数当癞子，能顶任意一张牌"),
    ("huanle-tiandi", 3): _("天癞子、地癞子两个点数都能顶，炸弹可以更长"),
    ("huopin", 3): _("三人一桌，一副牌，叫抢、明牌，不加倍"),
    ("huopin", 2): _("两个人，每人 20 张，还有 11 张到最后才翻开"),
    ("classic", 3): _("叫 1 到 3 分，叫得最高的当地主"),
    ("siren", 4): _("每人 25 张，底牌 8 张只有地主看得见"),
    ("thirteen", 4): _("两到四人一桌，十三张牌摆成前、中、后三墩，各家两两比牌"),
    ("guangdong-1", 4): _("至少一番才能和：自摸、门前清、一副番子刻都算"),
    ("guangdong-0", 4): _("鸡胡也能和，和得快，一局几分钟"),
    ("guangdong-3", 4): _("三番起和，做大牌的房间：碰碰胡、混一色起步"),
}
"""One line on a zone, by mode and players."""

SHELVES = tuple(
    map(gettext_noop, ("普通区", "二人区", "癞子区", "天地癞子区", "积分区", "一番起和区", "无番起和区", "三番起和区"))
)
"""The short names of the starting zones: what stands behind the dot in the full ones."""


class Family(NamedTuple):
    """Modes that stand together in the hall, under a name of theirs or that of the mode with the same code."""

    code: str
    line: Any
    modes: tuple[str, ...]
    name: Any = None


FAMILIES = (
    Family(
        "huanle",
        _("叫地主、抢地主、明牌翻倍，三人一桌，几分钟一局"),
        ("huanle", "huanle-laizi", "huanle-tiandi"),
    ),
    Family("huopin", _("抢得凶，明得早，用游戏币比胆量"), ("huopin",)),
    Family("classic", _("叫分当地主，只计积分，不花豆也不花币"), ("classic",)),
    Family("siren", _("两副牌四个人，地主一个打三个，八张炸弹也常见"), ("siren",)),
    Family("thirteen", _("十三张牌摆三墩，三墩全赢叫打枪，一家通杀叫全垒打"), ("thirteen",)),
    Family(
        "guangdong",
        _("吃碰杠胡，番数翻倍：过水、包自摸都照广东规矩"),
        ("guangdong-1", "guangdong-0", "guangdong-3"),
        _("广东麻将"),
    ),
)
"""In the order of the hall."""


def title(mode: str, seats: int) -> str:
    """What a room of this mode and size is called, in the reader's language; "" for a mode without a name."""
    name = str(MODES.get(mode, ""))
    return text("%(mode)s·二人") % {"mode": name} if seats == 2 and name else name


def families(zones: list[Json], standings: dict[str, Standing]) -> list[Json]:
    """The zones grouped for the hall, each with its short name, a line on it and the viewer's standing in its mode.

    Zones of a mode without a family follow, each by itself.
    """
    grouped: dict[str, list[Json]] = {family.code: [] for family in FAMILIES}
    family_of = {mode: family.code for family in FAMILIES for mode in family.modes}
    for zone in zones:
        seats = zone["rooms"][0]["seats"] if zone["rooms"] else 0
        shown = {
            **zone,
            "short": text(zone["name"].rpartition("·")[2]),
            "line": LINES.get((zone["mode"], seats), ""),
            "standing": standings.get(zone["mode"]),
        }
        grouped.setdefault(family_of.get(zone["mode"]) or zone["code"], []).append(shown)
    known = {family.code: family for family in FAMILIES}
    return [
        {
            "code": code,
            "title": str((code in known and known[code].name) or MODES.get(code, inside[0]["name"])),
            "line": known[code].line if code in known else "",
            "zones": inside,
            "players": sum(zone["players"] for zone in inside),
            "suggested": inside[0]["suggested"],
        }
        for code, inside in grouped.items()
        if inside
    ]
