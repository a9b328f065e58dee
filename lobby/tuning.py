"""Tuning a room in the admin: the form that asks why, what the rules come to, and what was changed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games import selectors as hands
from lobby.models import Room, usual_timers

TIMES = (1, 12, 96)
"""The multipliers that the preview works out."""
PLENTY = 1_000
"""Where a room has no maximum, the preview lets people carry so many times the minimum."""


PHASES: Mapping[str, str | Promise] = {
    "opening": gettext_lazy("开局"),
    "deal_step": gettext_lazy("发一张牌"),
    "call": gettext_lazy("叫地主、抢地主"),
    "double": gettext_lazy("加倍"),
    "play": gettext_lazy("出牌"),
    "arrange": gettext_lazy("理牌"),
    "turn": gettext_lazy("摸打"),
    "claim": gettext_lazy("吃碰杠胡"),
    "return": gettext_lazy("断线后等待"),
    "ready": gettext_lazy("局间准备"),
    "alone": gettext_lazy("独自等人"),
}
"""What a phase is called; one that a game adds is called by its own name until it stands here."""
SWITCHES: Mapping[str, str | Promise] = {
    "wheel": gettext_lazy("A2345 的大小"),
    "suit_tiebreak": gettext_lazy("牌型相同比花色"),
    "row_bonus": gettext_lazy("牌型加分"),
    "shoot": gettext_lazy("打枪的倍数"),
    "homerun": gettext_lazy("全垒打的倍数"),
    "homerun_seats": gettext_lazy("几人起有全垒打"),
    "foul_mode": gettext_lazy("倒水"),
    "shuang": gettext_lazy("双怪冲三"),
    "specials": gettext_lazy("特殊牌型"),
    "escape_fine": gettext_lazy("逃跑另赔每家的分"),
    "limit": gettext_lazy("爆和番数"),
    "big_liability": gettext_lazy("大三元、大四喜包牌"),
    "triple_win_min_fan": gettext_lazy("一炮三响至少几番"),
    "ji_hu": gettext_lazy("鸡胡"),
    "ping_hu": gettext_lazy("平胡"),
    "peng_peng_hu": gettext_lazy("碰碰胡"),
    "hun_yi_se": gettext_lazy("混一色"),
    "hun_peng": gettext_lazy("混碰"),
    "qing_yi_se": gettext_lazy("清一色"),
    "zi_mo": gettext_lazy("自摸"),
    "men_qian_qing": gettext_lazy("门前清"),
    "ke_zhong": gettext_lazy("红中刻"),
    "ke_fa": gettext_lazy("发财刻"),
    "ke_bai": gettext_lazy("白板刻"),
    "men_feng_ke": gettext_lazy("门风刻"),
    "quan_feng_ke": gettext_lazy("圈风刻"),
    "hai_di_lao_yue": gettext_lazy("海底捞月"),
    "gang_kai": gettext_lazy("杠开"),
    "qiang_gang": gettext_lazy("抢杠"),
    "tian_he": gettext_lazy("天和"),
    "di_he": gettext_lazy("地和"),
    "ren_he": gettext_lazy("人和"),
    "shi_san_yao": gettext_lazy("十三幺"),
    "jiu_lian_bao_deng": gettext_lazy("九莲宝灯"),
    "shi_ba_luo_han": gettext_lazy("十八罗汉"),
    "da_si_xi": gettext_lazy("大四喜"),
    "da_san_yuan": gettext_lazy("大三元"),
    "qing_yao_jiu": gettext_lazy("清幺九"),
    "zi_yi_se": gettext_lazy("字一色"),
    "xiao_si_xi": gettext_lazy("小四喜"),
    "xiao_san_yuan": gettext_lazy("小三元"),
    "hun_yao_jiu": gettext_lazy("混幺九"),
    "qing_peng": gettext_lazy("清碰"),
}
"""And a switch."""
OUT = -1
"""The value of a pattern that a room does not count."""
VALUES: Mapping[str, str | Promise] = {
    "second": gettext_lazy("第二大"),
    "lowest": gettext_lazy("最小"),
    "adjust": gettext_lazy("不许，退回重摆"),
    "penalty": gettext_lazy("可以，三道全输"),
    "seed": gettext_lazy("按本馆规则"),
    "classic": gettext_lazy("按通行规则"),
}
"""And what a switch may be set to."""
SECTIONS: tuple[tuple[str | Promise, tuple[str | tuple[str, ...], ...]], ...] = (
    (
        gettext_lazy("房间"),
        (("zone", "played"), ("name", "code"), ("level", "order"), ("is_open", "contest", "capacity")),
    ),
    (
        gettext_lazy("座位"),
        (
            ("seats", "fewest"),
            ("bots_allowed", "bot_level", "bot_wait"),
            ("keep_apart", "hidden_names", "outside_bots"),
        ),
    ),
    (
        gettext_lazy("输赢"),
        (("currency", "n", "a"), ("initial", "coef", "cap"), ("minimum", "maximum", "threshold"), "cap_win_to_carry"),
    ),
    (gettext_lazy("缺席和旁观"), ("absence", ("spectators", "spectator_delay"))),
)
"""The fields of a room's page, a line each; its phases and switches follow (`sections`)."""
A_ROW = 3
"""So many phases or switches stand in a line."""


class RoomForm(forms.ModelForm):
    """A room's fields, a field for each phase and each switch of its game, and why its rules are changed. Sent by the
    button `_preview` it saves nothing and shows what the new numbers come to.

    Game and mode are the zone's. A new room begins with the usual phases and switches of its game.
    """

    phases: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    why = forms.CharField(
        label=gettext_lazy("修改原因"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("改了规则必须填写，会留在记录里"),
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for phase in self.phases:
            self.fields[f"timer_{phase}"].initial = self.instance.timers.get(phase, 0) / 1000
        for name in self.switches:
            usual = hands.switches(self.instance.game)[name].usual
            self.fields[f"switch_{name}"].initial = json.dumps(self.instance.switches.get(name, usual))

    def clean(self) -> dict[str, Any]:
        """Give the room what its zone and the fields of phases and switches say, before it is checked as a whole."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        room, zone = self.instance, cleaned.get("zone")
        if zone is not None:
            room.game, room.mode = zone.game, zone.mode
        if room.pk is None:
            room.timers, room.switches = usual_timers(room.game), {}
        usual = usual_timers(room.game)
        room.timers = {phase: room.timers.get(phase, usual[phase]) for phase in usual} | {
            phase: round(cleaned[f"timer_{phase}"] * 1000) for phase in self.phases if f"timer_{phase}" in cleaned
        }
        room.switches = room.switches | {
            name: json.loads(cleaned[f"switch_{name}"]) for name in self.switches if f"switch_{name}" in cleaned
        }
        return cleaned

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

    def _update_errors(self, errors: ValidationError) -> None:
        """What the room says of a rule that has no field of its own is said of the zone, or of the whole form."""
        told = getattr(errors, "error_dict", {})
        for rule in [rule for rule in told if rule not in self.fields]:
            place = "zone" if rule in ("game", "mode") else NON_FIELD_ERRORS
            told.setdefault(place, []).extend(told.pop(rule))
        super()._update_errors(errors)  # type: ignore[misc]


def form_for(room: Room | None) -> type[RoomForm]:
    """The form of this room's game; None: of a room that is yet to be."""
    if room is None:
        return RoomForm
    phases, switches = tuple(usual_timers(room.game)), hands.switches(room.game)
    fields: dict[str, Any] = {
        f"timer_{phase}": forms.DecimalField(
            label=str(PHASES.get(phase, phase)),
            min_value=Decimal("0.001"),
            max_value=600,
            decimal_places=3,
            widget=UnfoldAdminDecimalFieldWidget,
        )
        for phase in phases
    }
    for name, switch in switches.items():
        fields[f"switch_{name}"] = forms.ChoiceField(
            label=str(SWITCHES.get(name, name)),
            choices=[(json.dumps(value), _choice(value)) for value in switch.allowed],
            widget=UnfoldAdminSelectWidget,
        )
    return type("RoomForm", (RoomForm,), {**fields, "phases": phases, "switches": tuple(switches)})


def sections(room: Room | None, editable: bool) -> list[tuple[Any, dict[str, Any]]]:
    """The fieldsets of the room's page."""
    found: list[tuple[Any, dict[str, Any]]] = [(title, {"fields": fields}) for title, fields in SECTIONS]
    if room is not None and not editable:
        return [*found, (_("规则"), {"fields": ["timers", "switches", "version", "preview"]})]
    if room is not None:
        found.append((_("时限（秒）"), {"fields": _rows([f"timer_{phase}" for phase in usual_timers(room.game)])}))
        if switches := hands.switches(room.game):
            found.append((_("规则开关"), {"fields": _rows([f"switch_{name}" for name in switches])}))
    return [*found, (_("预览和保存"), {"fields": ["preview", "why"] if room else ["why"]})]


def _rows(names: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(names[start : start + A_ROW]) for start in range(0, len(names), A_ROW)]


def _choice(value: Any) -> Any:
    if isinstance(value, bool):
        return _("开") if value else _("关")
    if value == OUT:
        return _("不算")
    return VALUES.get(value, value) if isinstance(value, str) else value


def played(room: Room) -> str:
    """The game and mode of the room, as its zone says."""
    return f"{room.zone.game} / {room.zone.mode}" if room.zone_id else "–"


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
    return format_html('<ul class="leading-7">{}</ul>', format_html_join("", "<li>{}</li>", lines))


def _moved(room: Room, times: int, carried: int) -> tuple[int, int, int] | None:
    """What the winner gets, what each loser pays, what the house takes."""
    changes = hands.example(room.game, room.mode, room.stakes(), [carried] * room.seats, times)
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
    """The changes of a revision, a line each: "N: 1 → 2", by the names of the fields."""
    lines = ((_name(rule), _value(rule, old), _value(rule, new)) for rule, (old, new) in changes.items())
    return format_html_join("", "<div>{}: {} → {}</div>", lines) or "–"


def _name(rule: str) -> str:
    field, _dot, part = rule.partition(".")
    if part:
        return str((PHASES if field == "timers" else SWITCHES).get(part, part))
    return str(getattr(Room._meta.get_field(field), "verbose_name", field))


def _value(rule: str, value: Any) -> str:
    field, _dot, part = rule.partition(".")
    if value is None:
        return "–"
    if field == "timers" and part:
        return f"{value / 1000:g} s"
    if isinstance(value, bool) or part:
        return str(_choice(value))
    choices: Any = getattr(Room._meta.get_field(field), "flatchoices", ())
    return str(dict(choices).get(value, value)) or "–"
