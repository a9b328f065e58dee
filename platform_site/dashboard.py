"""The first page of the admin: how the house is doing now. Each part is shown to whoever may see what it counts."""

from __future__ import annotations

from typing import Any

import redis
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import figures as hands
from lobby import figures as tables
from lobby import presence
from platform_site.charts import Bars, stacked
from wallet import figures as money
from wallet import reasons
from wallet.models import Currency

DAYS = 14


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The dashboard's part of the page's context."""
    user: Any = request.user
    cards: list[dict[str, Any]] = []
    charts: list[Bars] = []
    if user.has_perm("lobby.view_table"):
        _now(cards, charts)
    if user.has_perm("wallet.view_transfer"):
        _money(cards, charts)
    if user.has_perm("games.view_hand"):
        stuck = hands.stuck()
        cards.append({"name": _("卡住的牌局"), "value": len(stuck), "bad": bool(stuck)})
        charts.append(_void())
        context |= {"stuck": stuck, "void": hands.newest_void(), "sees_hands": True}
    return context | {"cards": cards, "charts": charts}


def _now(cards: list[dict[str, Any]], charts: list[Bars]) -> None:
    try:
        online: int | str = presence.online()
    except redis.RedisError:
        online = "–"
    live = tables.live()
    cards += [
        {"name": _("在线玩家"), "value": online},
        {"name": _("进行中的牌桌"), "value": sum(zone.tables for zone in live)},
        {"name": _("桌上的人"), "value": sum(zone.playing + zone.sitting for zone in live)},
        {"name": _("排队的人"), "value": sum(zone.waiting for zone in live)},
    ]
    series = {"tables": _("牌桌"), "playing": _("在打的人"), "sitting": _("坐着的人"), "waiting": _("排队的人")}
    busy = [zone for zone in live if any(getattr(zone, key) for key in series)]
    columns = [(_short(zone.zone), {key: getattr(zone, key) for key in series}) for zone in busy]
    charts.append(stacked(_("各专区现在的牌桌和人"), series, columns))


def _short(name: str) -> str:
    """A zone's name for the foot of a column: two characters of each half, "欢乐·普通区" as "欢乐普通"."""
    first, _dot, second = name.partition("·")
    return first[:2] + second[:2] if second else name[:4]


def _money(cards: list[dict[str, Any]], charts: list[Bars]) -> None:
    days = money.days(DAYS)
    flows = money.flows(days)
    around = money.in_circulation()
    known = reasons.known()
    for currency, name in Currency.choices:
        today = flows[currency][-1]
        cards += [
            {"name": _("%(currency)s · 今日台费") % {"currency": name}, "value": today.rake},
            {
                "name": _("%(currency)s · 玩家持有") % {"currency": name},
                "value": around[currency],
                "note": _("今日发行 %(minted)s，回收 %(burnt)s，机器人 %(bots)s")
                % {
                    "minted": f"{today.minted.total():,}",
                    "burnt": f"{today.burnt.total():,}",
                    "bots": f"{today.bots:+,}",
                },
            },
        ]
    rake = {currency: str(name) for currency, name in Currency.choices}
    columns = [
        (f"{day:%m-%d}", {currency: flows[currency][place].rake for currency in rake}) for place, day in enumerate(days)
    ]
    charts.append(stacked(_("每日台费"), rake, columns))
    for currency, name in Currency.choices:
        for kind, title in (("minted", _("%(currency)s · 每日发行")), ("burnt", _("%(currency)s · 每日回收"))):
            by_day = [getattr(day, kind) for day in flows[currency]]
            labels = {label: known.get(label, label) for label in sorted({label for one in by_day for label in one})}
            charts.append(
                stacked(
                    title % {"currency": name},
                    labels,
                    [(f"{day:%m-%d}", values) for day, values in zip(days, by_day, strict=True)],
                )
            )


def _void() -> Bars:
    by_day = hands.void_by_day(money.days(DAYS))
    reasons_seen = sorted({why for one in by_day.values() for why in one})
    return stacked(
        _("每日作废的牌局"),
        {why: WHY[why]() if why in WHY else why for why in reasons_seen},
        [(f"{day:%m-%d}", values) for day, values in by_day.items()],
    )


WHY = {
    "lost": lambda: _("无人推动"),
    "damaged": lambda: _("记录损坏"),
    "outage": lambda: _("停机太久"),
    "dissolved": lambda: _("GM 解散"),
}
"""Why a hand was void, in words; the rules' own reasons go by their codes."""
