"""The help page of Thirteen Water: what docs/rules/thirteen.md says, drawn.

Every example is named by its rule there, and is what it is shown as (the tests hold it against the rules).
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.rules.thirteen.arrangement import Rows
from games.rules.thirteen.cards import SUITS, parse
from games.rules.thirteen.scoring import score
from games.rules.thirteen.specials import SPECIALS

Json = dict[str, Any]
SIGNS = "♠♥♣♦"


class Example(NamedTuple):
    """The rule's number, a name, a sentence, the cards as "Qc Jd", and the row type or special hand they are; "" for
    what one might take for one."""

    number: str
    name: Any
    text: Any
    cards: str
    type: str


class Arranged(NamedTuple):
    """An arrangement: the rule's number, a name, a sentence, its three rows, and whether it is a foul."""

    number: str
    name: Any
    text: Any
    rows: tuple[str, str, str]
    foul: bool


ROWS = (
    Example("1.3", _("同花顺"), _("五张同花色连着"), "Ad Kd Qd Jd Td", "straight_flush"),
    Example("1.3", _("铁枝"), _("四张同点"), "9s 9h 9d 9c 2s", "quads"),
    Example("1.3", _("葫芦"), _("三张同点加一对，先比三张"), "4s 4h 4d 2c 2s", "full_house"),
    Example("1.3", _("同花"), _("五张同花色，从最大的一张比起"), "Ks Js 8s 5s 2s", "flush"),
    Example("1.3", _("顺子"), _("五张连着，10 J Q K A 最大"), "Ad Kh Qc Js Td", "straight"),
    Example("D1", _("A 2 3 4 5"), _("第二大的顺子，只比 10 J Q K A 小"), "5s 4c 3h 2d As", "straight"),
    Example("1.3", _("三条"), _("三张同点，另两张不同"), "Qs Qh Qd 3c 2s", "trips"),
    Example("1.3", _("两对"), _("先比大的一对，再比小的一对，再比单张"), "Js Jh 8d 8c 2s", "two_pair"),
    Example("1.3", _("一对"), _("先比对子，再比单张"), "As Ah Kd 8c 3s", "pair"),
    Example("1.3", _("散牌"), _("什么都不是，从最大的一张比起"), "Ah Jd 9c 6s 4h", "high"),
)
"""The row types from high to low."""

NOT_ROWS = (
    Example("1.3", _("不能绕圈"), _("J Q K A 2、Q K A 2 3、K A 2 3 4 都不是顺子"), "Ks As 2h 3d 4c", ""),
    Example("D5", _("前墩没有顺子"), _("前墩只有三张：连着也不算什么"), "Kc Qd Js", ""),
    Example("D5", _("前墩没有同花"), _("前墩同花色也不算什么"), "Kh 9h 4h", ""),
)

FRONTS = (
    Example("1.6", _("三条"), _("前墩最大，叫冲三"), "Ks Kh Kd", "trips"),
    Example("1.3", _("一对"), _("一对加一张单牌"), "As Ah 9d", "pair"),
    Example("1.3", _("散牌"), _("三张各不相同"), "Ad Jc 7s", "high"),
)

ORDERS = (
    Arranged(
        "1.5",
        _("摆好了"),
        _("前墩一对，中墩两对，后墩葫芦"),
        ("Ks Kh 9c", "Js Jd 6h 6c Ad", "8s 8h 8d 4c 4s"),
        False,
    ),
    Arranged(
        "D6",
        _("前面一样，不算更大"),
        _("前墩 K Q J 和中墩前三张一样大，可以"),
        ("Kd Qc Jh", "Ks Qd Jc 5h 2d", "9s 9h 7d 7c 3s"),
        False,
    ),
    Arranged(
        "1.5",
        _("相公"),
        _("前墩 A A K 大过中墩 A A Q"),
        ("As Ah Kd", "Ad Ac Qs 5h 4d", "9s 9h 7d 7c 3s"),
        True,
    ),
    Arranged("1.5", _("相公"), _("中墩两对大过后墩一对"), ("Qc 8d 3s", "Js Jd 6h 6c Ad", "Ks Kh Td 7c 2s"), True),
)

SPECIAL_HANDS = (
    Example("1.8", _("至尊清龙"), _("2 到 A，同一花色"), "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d", "zhi_zun_qing_long"),
    Example("1.8", _("一条龙"), _("十三个点数各一张"), "As Kd Qd Jc Td 9h 8d 7d 6s 5d 4c 3d 2d", "yi_tiao_long"),
    Example("D25", _("十二皇族"), _("全是 J Q K A"), "As Ad Ks Kd Kc Kh Qs Qd Qc Qh Js Jd Jc", "shi_er_huang_zu"),
    Example(
        "1.8",
        _("三同花顺"),
        _("三、五、五张，各是同花顺"),
        "4c 3c 2c Ts 9s 8s 7s 6s 8h 7h 6h 5h 4h",
        "san_tong_hua_shun",
    ),
    Example("1.8", _("三套炸弹"), _("三个四张同点加一张"), "Js Jh Jd Jc 7s 7h 7d 7c 3s 3h 3d 3c 2s", "san_tao_zha_dan"),
    Example("1.8", _("全大"), _("全是 8 到 A"), "As Ad Ks Kc Qs Qd Jc Ts Td 9d 9s 8d 8c", "quan_da"),
    Example("D26", _("全小"), _("全是 2 到 8，A 不算小"), "8c 8s 7h 7d 6c 6s 5h 5d 4s 3d 3c 2h 2s", "quan_xiao"),
    Example("1.8", _("凑一色"), _("全红或者全黑"), "As Kc Qc Qs Js Tc 9s 8c 7s 5c 3c 3s 2s", "cou_yi_se"),
    Example(
        "D21", _("双怪冲三"), _("三个三张加一个四张"), "4s 4h 4d 4c As Ah Ad Ts Th Td 6s 6h 6d", "shuang_guai_chong_san"
    ),
    Example("1.8", _("四套三条"), _("四个三张加一张"), "As Ah Ad Ts Th Td 6s 6h 6d 4s 4h 4d 5c", "si_tao_san_tiao"),
    Example(
        "D23",
        _("五对三条"),
        _("五个对子加三张，四张算两对"),
        "As Ah Ad Js Jh 9d 9c 7s 7h 5d 5c 3s 3h",
        "wu_dui_san_tiao",
    ),
    Example("1.8", _("六对半"), _("六个对子加一张"), "As Ah Js Jh 9d 9c 7s 7h 5d 5c 3s 3h 2d", "liu_dui_ban"),
    Example("D27", _("三顺子"), _("三、五、五张，各自连着"), "3d 2s Ah 8c 7d 6s 5h 4c Jh Tc 9d 8s 7h", "san_shun_zi"),
    Example(
        "1.8", _("三同花"), _("三、五、五张，各自同花色"), "9s 6s 2s Kh Th 8h 5h 3h Ad Jd 8d 4d 2d", "san_tong_hua"
    ),
)

NOT_SPECIAL = (
    Example("D26", _("全小没有 A"), _("A 在这里是大牌"), "As 8c 7h 7d 6c 6s 5h 5d 4s 3d 3c 2h 2s", ""),
    Example(
        "D24", _("三张不拆成对子"), _("五个对子、三张单牌，不是六对半"), "As Kc 9c 9s 7h 7d 5c 5s Jh Jd 3s 3h 4d", ""
    ),
)

BLOCKS = {"san_tong_hua_shun", "san_shun_zi", "san_tong_hua"}
"""Special hands that fall into blocks of three, five and five: a gap stands before the cards at `BLOCK_STARTS`."""
BLOCK_STARTS = (3, 8)

SHOWDOWN = (
    (_("小满"), ("As Ah 9d", "Kc Kd 3s 3h 2s", "6s 6h 6c 6d 9c")),
    (_("老周"), ("Ac Ks Qc", "3c 3d Js 8s 4d", "Jh 9h 7h 5h 4h")),
)
"""The rules' own example of a shoot with a bonus row (S29)."""


def context() -> Json:
    """What the template draws."""
    return {
        "rows": [_drawn(one) for one in (*ROWS, *NOT_ROWS)],
        "fronts": [_drawn(one) for one in FRONTS],
        "orders": [{**one._asdict(), "drawn": [_fan(row) for row in one.rows]} for one in ORDERS],
        "specials": [_drawn(one) for one in (*SPECIAL_HANDS, *NOT_SPECIAL)],
        "showdown": _showdown(),
    }


def label(text: str) -> str:
    """As they are read: "♣Q ♦J"."""
    return " ".join(SIGNS[SUITS.index(name[1])] + name[0].replace("T", "10") for name in text.split())


def _drawn(example: Example) -> Json:
    """As `help/gallery.html` takes it; a special hand with what it takes from each opponent."""
    special = SPECIALS.get(example.type)
    drawn = _fan(example.cards)["cards"]
    if example.type in BLOCKS:
        for place in BLOCK_STARTS:
            drawn[place]["gap"] = True
    return {
        **example._asdict(),
        "cards": label(example.cards),
        "drawn": drawn,
        "long": len(example.cards.split()) > 6,
        "points": special and special.points,
    }


def _fan(row: str) -> Json:
    return {"label": label(row), "cards": [{"face": f"card-{card}"} for card in parse(row)]}


def _showdown() -> Json:
    """The example hand, compared by the rules: each seat's rows with what each brought it."""
    scored = score([Rows(parse(front), parse(middle), parse(back)) for _name, (front, middle, back) in SHOWDOWN])
    (pair,) = scored.pairs
    return {
        "seats": [
            {
                "name": name,
                "points": scored.points[seat],
                "rows": [
                    {**_fan(row), "won": won if seat == 0 else -won} for row, won in zip(rows, pair.rows, strict=True)
                ],
            }
            for seat, (name, rows) in enumerate(SHOWDOWN)
        ],
        "raw": pair.raw,
        "final": pair.final,
    }
