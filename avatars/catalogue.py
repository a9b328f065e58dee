"""Which parts there are: their names, the figures they fit, and which of them must be owned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from avatars.compose import NOTHING, Recipe
from avatars.drawings import colours

FEMALE, MALE = "f", "m"
BASES = {FEMALE: _("女"), MALE: _("男")}
SLOTS = {
    "hair": _("发型"),
    "outfit": _("服饰"),
    "expression": _("表情"),
    "scene": _("场景"),
    "accessory": _("配饰"),
}
"""The five kinds of parts, in the order of the editor's tabs."""
PALETTES: dict[str, Mapping[str, Any]] = {"skin": colours.SKINS, "tint": colours.HAIRS, "cloth": colours.CLOTHS}
"""The colours of each field of a recipe that holds one."""


@dataclass(frozen=True)
class Part:
    """One drawing that can be worn; `bases` are the figures it fits. A `locked` one must be owned."""

    slot: str
    key: str
    name: Any
    bases: str = FEMALE + MALE
    locked: bool = False

    @property
    def code(self) -> str:
        """How the shop, members' plans and the log of purchases call it."""
        return f"{self.slot}-{self.key}"


_PARTS = (
    Part("hair", "buns", _("丸子头"), FEMALE),
    Part("hair", "long", _("披肩长发"), FEMALE),
    Part("hair", "bob", _("齐耳短发"), FEMALE),
    Part("hair", "pony", _("侧马尾"), FEMALE),
    Part("hair", "braids", _("麻花辫"), FEMALE),
    Part("hair", "wavy", _("大波浪"), FEMALE, locked=True),
    Part("hair", "updo", _("玉簪盘发"), FEMALE, locked=True),
    Part("hair", "short", _("清爽短发"), MALE),
    Part("hair", "spiky", _("刺猬头"), MALE),
    Part("hair", "crew", _("寸头"), MALE),
    Part("hair", "bald", _("光头"), MALE),
    Part("hair", "curtains", _("中分"), MALE),
    Part("hair", "topknot", _("束发"), MALE, locked=True),
    Part("hair", "curly", _("卷发"), MALE, locked=True),
    Part("outfit", "qipao", _("旗袍"), FEMALE),
    Part("outfit", "changshan", _("长衫"), MALE),
    Part("outfit", "hoodie", _("卫衣")),
    Part("outfit", "apron", _("围裙")),
    Part("outfit", "hanfu", _("汉服")),
    Part("outfit", "sweater", _("花毛衣")),
    Part("outfit", "overalls", _("背带裤")),
    Part("outfit", "suit", _("西装"), MALE, locked=True),
    Part("outfit", "tang", _("唐装"), locked=True),
    Part("outfit", "vest", _("马甲领结"), MALE, locked=True),
    Part("outfit", "cloak", _("毛领斗篷"), FEMALE, locked=True),
    Part("outfit", "gown", _("晚礼服"), FEMALE, locked=True),
    Part("outfit", "robe", _("锦袍"), locked=True),
    Part("expression", "calm", _("平静")),
    Part("expression", "happy", _("开心")),
    Part("expression", "angry", _("生气")),
    Part("expression", "sad", _("难过")),
    Part("expression", "proud", _("得意")),
    Part("expression", "wink", _("眨眼")),
    Part("expression", "tongue", _("吐舌头"), locked=True),
    Part("expression", "starry", _("星星眼"), locked=True),
    Part("expression", "sleepy", _("打瞌睡"), locked=True),
    Part("expression", "shocked", _("吃惊"), locked=True),
    Part("scene", "courtyard", _("青山落日")),
    Part("scene", "night", _("灯笼夜色")),
    Part("scene", "river", _("江边")),
    Part("scene", "teahouse", _("茶馆")),
    Part("scene", "blossom", _("桃花")),
    Part("scene", "bamboo", _("竹林")),
    Part("scene", "snow", _("雪山"), locked=True),
    Part("scene", "sea", _("海边"), locked=True),
    Part("scene", "palace", _("宫门"), locked=True),
    Part("scene", "fireworks", _("烟花"), locked=True),
    Part("accessory", "flower", _("小花"), FEMALE),
    Part("accessory", "ribbon", _("蝴蝶结"), FEMALE),
    Part("accessory", "earrings", _("玉耳环"), FEMALE),
    Part("accessory", "glasses", _("圆框眼镜")),
    Part("accessory", "moustache", _("八字胡"), MALE),
    Part("accessory", "beard", _("络腮胡"), MALE),
    Part("accessory", "straw", _("草帽")),
    Part("accessory", "cap", _("鸭舌帽")),
    Part("accessory", "shades", _("墨镜"), locked=True),
    Part("accessory", "headphones", _("耳机"), locked=True),
    Part("accessory", "scholar", _("状元帽"), locked=True),
    Part("accessory", "crown", _("金冠"), locked=True),
)
PARTS = {part.code: part for part in _PARTS}


def parts_of(slot: str, base: str) -> list[Part]:
    """What a figure can wear there, in the order of the editor."""
    return [part for part in _PARTS if part.slot == slot and base in part.bases]


def parts_in(recipe: Recipe) -> list[Part]:
    """The parts that a recipe is made of. Raises KeyError for one that there is not."""
    worn = recipe.as_dict()
    return [PARTS[f"{slot}-{worn[slot]}"] for slot in SLOTS if worn[slot] != NOTHING]


STARTERS = {
    "f1": Recipe("f", "buns", "qipao", "happy", "courtyard", "flower", "warm", "brown", "red"),
    "f2": Recipe("f", "bob", "hoodie", "calm", "river", "glasses", "fair", "black", "sage"),
    "f3": Recipe("f", "long", "apron", "wink", "teahouse", NOTHING, "tan", "black", "teal"),
    "f4": Recipe("f", "pony", "hoodie", "happy", "night", "ribbon", "fair", "brown", "orange"),
    "m1": Recipe("m", "short", "changshan", "proud", "night", NOTHING, "warm", "black", "blue"),
    "m2": Recipe("m", "spiky", "hoodie", "happy", "river", NOTHING, "tan", "brown", "red"),
    "m3": Recipe("m", "bald", "changshan", "calm", "teahouse", "beard", "warm", "grey", "slate"),
    "m4": Recipe("m", "crew", "apron", "wink", "courtyard", "straw", "tan", "black", "green"),
}
"""The figures that new players get (`accounts.names.AVATARS`), by their codes."""


def fitted(choice: Mapping[str, str], otherwise: Recipe) -> Recipe:
    """The recipe nearest to `choice`: a field that is missing or means nothing is as in `otherwise`, and a part that
    does not fit the figure gives way to the first that does. Nothing is refused: this is for looking, not for saving.
    """
    had = otherwise.as_dict()
    base = choice["base"] if choice.get("base") in BASES else otherwise.base
    taken = {"base": base}
    for slot in SLOTS:
        keys = [part.key for part in parts_of(slot, base)]
        if slot == "accessory":
            keys.insert(0, NOTHING)
        wanted = (choice.get(slot), had[slot], keys[0])
        taken[slot] = next(key for key in wanted if key is not None and key in keys)
    for field, palette in PALETTES.items():
        taken[field] = choice[field] if choice.get(field) in palette else had[field]
    return Recipe(**taken)
