"""The help pages of the games; and what Dou Dizhu's draws of docs/rules/doudizhu.md.

Every example is named by its rule there, and is the pattern it is shown as (the tests hold it against the rules).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from accounts import levels
from games.rules.doudizhu.cards import DECK, RANKS, parse, rank_of
from games.rules.doudizhu.patterns import Rules
from platform_site.views import mahjong, thirteen


class Shape(NamedTuple):
    """An example: the rule's number, a name, a sentence, cards by their ranks, the pattern they are ("" for none) and
    the ranks that are laizi."""

    number: str
    name: Any
    text: Any
    cards: str
    type: str
    laizi: str = ""


ONE_DECK = (
    Shape("P1", _("单牌"), _("任意一张"), "R", "solo"),
    Shape("P2", _("对子"), _("两张同点；大小王不是对子"), "KK", "pair"),
    Shape("P3", _("三张"), _("三张同点"), "QQQ", "trio"),
    Shape("P4", _("三带一"), _("三张同点带一张别的"), "QQQ4", "trio_solo"),
    Shape("P5", _("三带二"), _("三张同点带一对"), "88855", "trio_pair"),
    Shape("P6", _("单顺"), _("五到十二张连着的单牌，3 到 A"), "56789", "chain_solo"),
    Shape("P7", _("双顺"), _("三到十对连着的对子，3 到 A"), "778899", "chain_pair"),
    Shape("P8", _("三顺"), _("两到六个连着的三张，3 到 A"), "555666", "chain_trio"),
    Shape("P9", _("飞机带单"), _("三顺带同样多的单牌；翅膀可以相同，也可以是大小王"), "666777JA", "plane_solo"),
    Shape("P10", _("飞机带对"), _("三顺带同样多的对子，对子要各不相同"), "6667773399", "plane_pair"),
    Shape("P11", _("四带二"), _("四张同点带两张单牌（一对也行），不算炸弹"), "TTTT38", "quad_solo"),
    Shape("P12", _("四带两对"), _("四张同点带两个不同的对子，不算炸弹"), "TTTT3388", "quad_pair"),
    Shape("P13", _("炸弹"), _("四张同点，压一切普通牌型，翻倍"), "AAAA", "bomb"),
    Shape("P14", _("火箭"), _("大小王，最大，翻倍"), "BR", "rocket"),
)
"""The patterns of one deck (1.7)."""

ONE_DECK_WRONG = (
    Shape("P2", _("王不成对"), _("三张带大小王也不行：它们不是一对"), "333BR", ""),
    Shape("P6", _("顺子不过 A"), _("2 和王不进顺子，A 也不当 1"), "JQKA2", ""),
    Shape("P9d", _("翅膀撞点"), _("翅膀不能和飞机本身同点"), "33334445", ""),
    Shape("P10a", _("对子重复"), _("两个翅膀不能是同一个点"), "3334445555", ""),
)
"""What one might take for a pattern of one deck."""

TWO_DECKS = (
    Shape("D1", _("单张"), _("任意一张"), "R", "solo"),
    Shape("D2", _("顺子"), _("五张以上连着的单牌，3 到 A"), "9TJQK", "chain_solo"),
    Shape("D3", _("对子"), _("两张同点；两张小王或两张大王也是对子"), "BB", "pair"),
    Shape("D4", _("连对"), _("三对以上连着的对子，3 到 A"), "JJQQKK", "chain_pair"),
    Shape("D5", _("三张"), _("三张同点"), "222", "trio"),
    Shape("D6", _("三带二"), _("三张带一对，王对也行；没有三带一"), "777RR", "trio_pair"),
    Shape("D7", _("三顺"), _("两个以上连着的三张，3 到 A"), "888999TTT", "chain_trio"),
    Shape("D8", _("飞机带翅膀"), _("三顺带同样多的对子，各不相同，王对也行"), "33344466BB", "plane_pair"),
    Shape("D10", _("炸弹"), _("四到八张同点；张数多的大，一样多比点数"), "5555555", "bomb"),
    Shape("D9", _("天王炸弹"), _("四张王，最大"), "BBRR", "sky"),
)
"""The patterns of two decks (1.9)."""

TWO_DECKS_WRONG = (
    Shape("D3", _("大小王不成对"), _("一张小王一张大王不是对子"), "BR", ""),
    Shape("D6", _("没有三带一"), _("四人场的三张只能带一对"), "5557", ""),
    Shape("D8", _("没有飞机带单"), _("翅膀只能是对子"), "33344456", ""),
    Shape("D11", _("没有四带二"), _("四张同点只能当炸弹出"), "444456", ""),
)
"""What one might take for a pattern of two decks."""

LAIZI = (
    Shape("L1", _("顶一张"), _("5 是癞子：在别的牌旁边当 6，凑成双顺"), "657788", "chain_pair", "5"),
    Shape("L1b", _("几种读法"), _("可以是 5 到 9，也可以是 6 到 10；出牌时让你挑"), "67895", "chain_solo", "5"),
    Shape("L2", _("单独出"), _("旁边没有别的牌，癞子只当自己"), "55", "pair", "5"),
    Shape("L3", _("软炸弹"), _("癞子加别的牌凑成四张，×2"), "9995", "bomb", "5"),
    Shape("L4", _("硬炸弹"), _("四张都是真的，压软炸弹，×4"), "3333", "bomb", "5"),
    Shape("L5", _("纯癞子炸弹"), _("四张癞子，压硬炸弹，只比火箭小，×4"), "5555", "bomb", "5"),
)
"""Plays with one laizi rank (1.10)."""

LAIZI_WRONG = (
    Shape("L1a", _("不能当王"), _("癞子不能顶大王小王"), "5B", "", "5"),
    Shape("L6", _("没有五张炸弹"), _("只有一个癞子点数时炸弹就是四张"), "33335", "", "5"),
)
"""What one laizi rank cannot do."""

TIANDI = (
    Shape("T2", _("长炸弹"), _("5 是天癞子、9 是地癞子：五到十二张，张数多的大"), "333359", "bomb", "59"),
    Shape("T3", _("混合纯癞子"), _("四张以上的癞子自己就是炸弹，两种可以混着"), "5599", "bomb", "59"),
    Shape("T7", _("王当地癞子"), _("大小王也可能当地癞子：在别的牌旁边什么都能顶"), "777B", "bomb", "5BR"),
)
"""Plays with two laizi ranks, the one of heaven first (1.11)."""

TIANDI_WRONG = (Shape("T4", _("凑不成"), _("不到四张的两种癞子放在一起什么都不是"), "559", "", "59"),)
"""What two laizi ranks cannot do."""

GALLERIES = {
    "one": (ONE_DECK, ONE_DECK_WRONG, Rules()),
    "two": (TWO_DECKS, TWO_DECKS_WRONG, Rules(decks=2)),
    "laizi": (LAIZI, LAIZI_WRONG, Rules()),
    "tiandi": (TIANDI, TIANDI_WRONG, Rules(long_bombs=True)),
}
"""By name: what is a pattern, what is none, and the rules it is read by (its laizi come with each example)."""


@require_GET
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """How a game is played."""
    if game not in PAGES:
        raise Http404
    return render(request, f"help/{game}.html", {**PAGES[game](), "game": game, "ladder": levels.steps()})


def doudizhu() -> dict[str, Any]:
    """What the template of Dou Dizhu draws."""
    return {
        name: [drawn(shape, name) for shape in (*good, *wrong)] for name, (good, wrong, _rules) in GALLERIES.items()
    }


PAGES: dict[str, Callable[[], dict[str, Any]]] = {
    "doudizhu": doudizhu,
    "thirteen": thirteen.context,
    "mahjong": mahjong.context,
    "challenge": dict,
}
"""The games that have a page, contests among them, and what its template draws."""


def drawn(shape: Shape, gallery: str) -> dict[str, Any]:
    """An example for the template: each card's symbol, and the symbol of its mark where it is a laizi."""
    cards = [
        {"face": f"card-{card % DECK}", "mark": mark(RANKS[rank_of(card)], shape.laizi, gallery)}
        for card in parse(shape.cards)
    ]
    return {**shape._asdict(), "drawn": cards, "long": len(cards) > 6}


def mark(letter: str, laizi: str, gallery: str) -> str:
    """The symbol laid over a card of that rank; "" where it is none of the laizi."""
    if letter not in laizi:
        return ""
    if gallery != "tiandi":
        return "wild-laizi"
    return "wild-heaven" if letter == laizi[0] else "wild-earth"
