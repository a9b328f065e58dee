"""The ladder of 23 steps (docs/rules/doudizhu.md, levels): one for every mode, points counted per mode.

Where a step starts and what it is called are rows of the admin (`accounts.models.Step`). A process reads them again
after `FRESH_SECONDS`, so a change is everywhere within that time.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.utils.translation import get_language, gettext
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
"""Per step, as an installation begins: the points it starts at, and its title."""
FRESH_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Rung:
    """A step: the points it starts at, its title, and its English title where the title is not one of `STEPS`."""

    start: int
    title: str
    title_en: str = ""


_known: tuple[float, tuple[Rung, ...]] | None = None


def ladder() -> tuple[Rung, ...]:
    """The steps from the lowest on."""
    global _known
    now = time.monotonic()
    if _known is None or now > _known[0]:
        rows = {
            row.level: Rung(row.start, row.title, row.title_en) for row in apps.get_model("accounts.Step").objects.all()
        }
        rungs = tuple(rows.get(number) or Rung(*step) for number, step in enumerate(STEPS, start=1))
        _known = (now + FRESH_SECONDS, rungs)
    return _known[1]


def steps() -> list[dict[str, Any]]:
    """The ladder as JSON: of each step its `level`, where it starts and its title in the reader's language."""
    return [
        {"level": number, "start": rung.start, "title": title(number)} for number, rung in enumerate(ladder(), start=1)
    ]


def forget() -> None:
    """Read the ladder anew when it is next asked for: it was changed."""
    global _known
    _known = None


def level(points: int) -> int:
    """The level of `points`: 1 to 23, and 1 for anything below zero."""
    return max(1, bisect_right([rung.start for rung in ladder()], points))


def start(number: int) -> int:
    """The points at which level `number` starts."""
    return ladder()[number - 1].start


def title(number: int) -> str:
    """The title of level `number` (1 to 23) in the active language."""
    rung = ladder()[number - 1]
    if rung.title_en and (get_language() or "").startswith("en"):
        return rung.title_en
    return gettext(rung.title)


def next_start(number: int) -> int | None:
    """The points at which the level after `number` starts; None at the top."""
    return start(number + 1) if number < len(STEPS) else None


def misplaced(starts: Sequence[int]) -> int | None:
    """The first level of a ladder that does not start above the one below it (the first: at 0); None of a sound one."""
    for number, points in enumerate(starts, start=1):
        if points <= (starts[number - 2] if number > 1 else -1) or (number == 1 and points):
            return number
    return None


def migrated(**_kwargs: Any) -> None:
    """The steps that are missing, as an installation begins with them; what an admin has set is kept."""
    model = apps.get_model("accounts.Step")
    there = set(model.objects.values_list("level", flat=True))
    model.objects.bulk_create(
        model(level=number, start=points, title=name)
        for number, (points, name) in enumerate(STEPS, start=1)
        if number not in there
    )
    forget()
