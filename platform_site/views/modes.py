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
}
"""One line on a zone, by mode and players."""

SHELVES = tuple(map(gettext_noop, ("普通区", "二人区", "癞子区", "天地癞子区", "积分区")))
"""The short names of the starting zones: what stands behind the dot in the full ones."""


class Family(NamedTuple):
    """Modes that stand together in the hall, under the name of the first."""

    code: str
    line: Any
    modes: tuple[str, ...]


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
    lines = {family.code: family.line for family in FAMILIES}
    return [
        {
            "code": code,
            "title": str(MODES.get(code, inside[0]["name"])),
            "line": lines.get(code, ""),
            "zones": inside,
            "players": sum(zone["players"] for zone in inside),
            "suggested": inside[0]["suggested"],
        }
        for code, inside in grouped.items()
        if inside
    ]
