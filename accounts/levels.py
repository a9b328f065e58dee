"""The ladder of 23 steps (docs/rules/doudizhu.md, levels): one for every mode, points counted per mode."""

from __future__ import annotations

from bisect import bisect_right

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

STEPS: tuple[tuple[int, str], ...] = (
    (0, _("包身工")),
    (30, _("短工")),
    (60, _("长工")),
    (90, _("佃户")),
    (180, _("贫农")),
    (320, _("渔夫")),
    (530, _("猎人")),
    (840, _("中农")),
    (1_150, _("富农")),
    (1_600, _("掌柜")),
    (2_300, _("商人")),
    (3_450, _("衙役")),
    (5_000, _("小财主")),
    (6_900, _("大财主")),
    (9_200, _("小地主")),
    (12_600, _("大地主")),
    (17_700, _("知县")),
    (23_000, _("通判")),
    (32_200, _("知府")),
    (46_000, _("总督")),
    (69_000, _("巡抚")),
    (103_000, _("丞相")),
    (161_000, _("帝王")),
)
"""Per step: the points it starts at, and its title."""

_STARTS = [start for start, _title in STEPS]


def level(points: int) -> int:
    """The level of `points`: 1 to 23, and 1 for anything below zero."""
    return max(1, bisect_right(_STARTS, points))


def title(number: int) -> str:
    """The title of level `number` (1 to 23) in the active language."""
    return gettext(STEPS[number - 1][1])


def next_start(number: int) -> int | None:
    """The points at which the level after `number` starts; None at the top."""
    return STEPS[number][0] if number < len(STEPS) else None
