"""Tuning a room in the admin: the form that asks why, what the rules come to, and what was changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import selectors as hands
from lobby.models import Room

TIMES = (1, 12, 96)
"""The multipliers that the preview works out."""
PLENTY = 1_000
"""Where a room has no maximum, the preview lets people carry so many times the minimum."""


class RoomForm(forms.ModelForm):
    """A room's fields, and why its rules are changed. Sent by the button `_preview` it saves nothing and shows what the
    new numbers come to."""

    why = forms.CharField(
        label=gettext_lazy("修改原因"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("改了规则必须填写，会留在记录里"),
    )

    def _post_clean(self) -> None:
        """Once the room has the form's values and its own checks are done."""
        super()._post_clean()  # type: ignore[misc]
        if "_preview" in self.data:
            self.add_error(None, ValidationError(_("这是预览，还没有保存。"), code="preview"))
            return
        # Compared with what is stored, not with what the browser says was shown.
        before = Room.objects.filter(pk=self.instance.pk).first()
        changed = before and any(getattr(before, rule) != getattr(self.instance, rule) for rule in Room.RULES)
        if changed and not self.errors and not self.cleaned_data.get("why"):
            self.add_error("why", ValidationError(_("改了规则，请写明原因。"), code="no_reason"))


def preview(room: Room) -> str:
    """What winning as the landlord (in a game without one: from everybody) brings and costs at a full table, per
    multiplier, when everybody carries the least and when everybody carries the most."""
    if not room.currency:
        return _("只计分的房间不动货币。")
    try:
        least, most = room.minimum, room.maximum or room.minimum * PLENTY
        rows = [(times, carried, _moved(room, times, carried)) for times in TIMES for carried in (least, most)]
    except (TypeError, ValueError):
        return _("先填好数字再预览。")
    known = [(times, carried, moved) for times, carried, moved in rows if moved is not None]
    if not known:
        return _("这种玩法没有预览。")
    lines = ((_line(room.game == "doudizhu", *row),) for row in known)
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", lines))


def _moved(room: Room, times: int, carried: int) -> tuple[int, int, int] | None:
    """What the winner gets, what each loser pays, what the house takes."""
    changes = hands.example(
        room.game,
        room.mode,
        [carried] * room.seats,
        n=room.n,
        rake=room.a,
        cap=room.cap_win_to_carry,
        initial=room.initial,
        times=times,
    )
    if changes is None:
        return None
    net = [stake - rake for stake, rake in zip(changes.stakes, changes.rakes, strict=True)]
    return net[0], -net[1], sum(changes.rakes)


def _line(landlord: bool, times: int, carried: int, moved: tuple[int, int, int]) -> str:
    gets, pays, house = (f"{amount:,}" for amount in moved)
    if landlord:
        text = _("%(times)s 倍，每人携带 %(carried)s：地主赢得 %(gets)s，每个农民付出 %(pays)s，平台收 %(house)s")
    else:
        text = _("赢每家 %(times)s 分，每人携带 %(carried)s：赢家得 %(gets)s，每个输家付出 %(pays)s，平台收 %(house)s")
    return text % {
        "times": times,
        "carried": f"{carried:,}",
        "gets": gets,
        "pays": pays,
        "house": house,
    }


def told(changes: Mapping[str, Any]) -> str:
    """The changes of a revision, a line each: "n: 1 → 2", by the names of the fields."""
    lines = ((_name(rule), _value(old), _value(new)) for rule, (old, new) in changes.items())
    return format_html_join("", "<div>{}: {} → {}</div>", lines) or "–"


def _name(rule: str) -> str:
    field, _dot, phase = rule.partition(".")
    name = str(getattr(Room._meta.get_field(field), "verbose_name", field))
    return f"{name} {phase}" if phase else name


def _value(value: Any) -> str:
    return "–" if value is None or value == "" else str(value)
