"""The props that an installation starts with. One that an admin has changed or switched off is left alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from shop import effects
from shop.models import Category, Offer, Prop


@dataclass(frozen=True)
class Start:
    """A prop and what it is sold for: per offer how many pieces, the currency and the price."""

    code: str
    name: str
    category: str
    effect: str
    offers: tuple[tuple[int, str, int], ...]
    about: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    days: int | None = None
    uses: int | None = None
    games: tuple[str, ...] = ()


PROPS = (
    Start(
        "name-gold", _("金色名字"), Category.CLOTHES, "name", ((1, "coins", 1_200),),
        _("同桌都看到您的名字是金色"), {"colour": "gold"}, days=30,
    ),
    Start(
        "name-jade", _("翠绿名字"), Category.CLOTHES, "name", ((1, "coins", 900),),
        _("同桌都看到您的名字是翠绿色"), {"colour": "jade"}, days=30,
    ),
    Start(
        "name-rose", _("玫红名字"), Category.CLOTHES, "name", ((1, "coins", 900),),
        _("同桌都看到您的名字是玫红色"), {"colour": "rose"}, days=30,
    ),
    Start(
        "trim-cloud", _("祥云牌边"), Category.CLOTHES, "trim", ((1, "beans", 1_500),),
        _("等级牌镶一圈祥云"), {"trim": "cloud"}, days=30,
    ),
    Start(
        "trim-ingot", _("元宝牌边"), Category.CLOTHES, "trim", ((1, "beans", 2_500),),
        _("等级牌镶一圈元宝金"), {"trim": "ingot"}, days=30,
    ),
    Start(
        "emotes-festival", _("节日表情包"), Category.EXPRESSION, "emotes", ((1, "coins", 600),),
        _("聊天里多一组节日表情"), {"pack": "festival"}, days=30,
    ),
    Start(
        "voice-opera", _("戏腔语音包"), Category.EXPRESSION, "voice", ((1, "coins", 600),),
        _("报牌换成戏腔"), {"voice": "opera"}, days=30,
    ),
    Start(
        "tracker", _("记牌器"), Category.SKILL, "tracker", ((1, "coins", 800),),
        _("数您见过的牌；同桌知道您在用"), days=7, games=("doudizhu",),
    ),
    Start(
        "double-points", _("双倍积分卡"), Category.SKILL, "double", ((5, "coins", 1_000),),
        _("赢的等级积分翻倍，不影响游戏币和欢乐豆；同桌知道您在用"), uses=1,
    ),
    Start(
        "pardon", _("免逃卡"), Category.SKILL, "pardon", ((1, "coins", 1_500),),
        _("一次逃跑记作输一局，不扣等级积分；钱照赔"), uses=1,
    ),
    Start(
        "back-bamboo", _("竹叶牌背"), Category.GAME, "back", ((1, "beans", 500),),
        _("您看到的牌背换成竹叶"), {"back": "bamboo"}, days=30, games=("doudizhu", "thirteen"),
    ),
    Start(
        "back-crane", _("白鹤牌背"), Category.GAME, "back", ((1, "beans", 500),),
        _("您看到的牌背换成白鹤"), {"back": "crane"}, days=30, games=("doudizhu", "thirteen"),
    ),
    Start(
        "back-night", _("夜空牌背"), Category.GAME, "back", ((1, "beans", 800),),
        _("您看到的牌背换成夜空"), {"back": "night"}, days=30, games=("doudizhu", "thirteen"),
    ),
    Start(
        "cloth-lake", _("湖蓝桌布"), Category.GAME, "cloth", ((1, "beans", 800),),
        _("您看到的桌布换成湖蓝"), {"cloth": "lake"}, days=30,
    ),
    Start(
        "cloth-plum", _("梅紫桌布"), Category.GAME, "cloth", ((1, "beans", 800),),
        _("您看到的桌布换成梅紫"), {"cloth": "plum"}, days=30,
    ),
    Start(
        "cloth-dusk", _("晚霞桌布"), Category.GAME, "cloth", ((1, "beans", 1_200),),
        _("您看到的桌布换成晚霞"), {"cloth": "dusk"}, days=30,
    ),
    Start(
        "horn", _("喇叭"), Category.SPECIAL, "horn", ((5, "coins", 600),),
        _("在整个房间说一句话"), uses=1,
    ),
    Start(
        "kick", _("踢人卡"), Category.SPECIAL, "kick", ((3, "coins", 900),),
        _("开局以前请一个人离开这一桌"), uses=1,
    ),
)  # fmt: skip
"""Starting rows; only those whose effect some floor registers come on the shelves, the others when it does."""


def migrated(**_kwargs: Any) -> None:
    """Add the props that are missing and whose effect is known."""
    stock(PROPS)


def stock(starts: Sequence[Start], first: int = 0) -> None:
    """Put those of `starts` on the shelves that are missing and whose effect is known, in their order from `first` on.

    Floors above stock their own props with it.
    """
    there = set(Prop.objects.values_list("code", flat=True))
    for order, start in enumerate(starts, first):
        if start.code in there or effects.of(start.effect) is None:
            continue
        prop = Prop.objects.create(
            code=start.code, name=start.name, about=start.about, category=start.category, effect=start.effect,
            params=start.params, days=start.days, uses=start.uses, games=list(start.games), order=order,
        )  # fmt: skip
        Offer.objects.bulk_create(
            Offer(prop=prop, bundle=bundle, currency=currency, price=price) for bundle, currency, price in start.offers
        )
