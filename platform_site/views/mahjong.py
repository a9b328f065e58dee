"""The help page of mahjong: what docs/rules/mahjong.md says, its fan table drawn.

Every example is the pattern it is shown as (the tests hold it against the rules); what a pattern is worth is the rules'
own number.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.rules.mahjong.fans import ADD_ONS, FANS, LIMIT
from games.rules.mahjong.tiles import SUITED, parse, rank, suit

Json = dict[str, Any]

SUITS = (_("万"), _("筒"), _("条"))
HONOURS = (_("东"), _("南"), _("西"), _("北"), _("中"), _("发"), _("白"))


class Example(NamedTuple):
    """The rule's number, the pattern ("" for what one might take for a win), its name, a sentence, and the tiles as
    "m123 EEE", set by set, the winning one last."""

    number: str
    pattern: str
    name: Any
    text: Any
    tiles: str


BASES = (
    Example("3.3", "ji_hu", _("鸡胡"), _("四副加一对，什么都不是"), "p777 s345 s678 EE m456"),
    Example("3.3", "ping_hu", _("平胡"), _("四副都是顺子，将和听法不限"), "p234 s345 s678 CC m456"),
    Example("3.3", "peng_peng_hu", _("碰碰胡"), _("四副都是刻子或杠"), "s222 m555 p888 NN m999"),
    Example("3.3", "hun_yi_se", _("混一色"), _("一种花色加字牌"), "s123 s345 s567 WWW s99"),
    Example("3.3", "hun_peng", _("混碰"), _("又是混一色，又是碰碰胡"), "s222 s555 NNN WW s999"),
    Example("3.3", "qing_yi_se", _("清一色"), _("全是一种花色"), "s123 s345 s567 s88 s999"),
)
"""Of these one counts, the highest."""

BONUSES = (
    Example("3.4", "zi_mo", _("自摸"), _("自己摸到的；抢杠也算"), ""),
    Example("3.4", "men_qian_qing", _("门前清"), _("没有吃、碰、明杠、加杠；暗杠不碍事，点炮也算"), ""),
    Example("3.4", "ke_zhong", _("红中刻"), _("红中的刻子或杠"), "CCC"),
    Example("3.4", "ke_fa", _("发财刻"), _("发财的刻子或杠"), "FFF"),
    Example("3.4", "ke_bai", _("白板刻"), _("白板的刻子或杠"), "PPP"),
    Example("3.4", "men_feng_ke", _("门风刻"), _("自己门风的刻子或杠；例：坐南"), "SSS"),
    Example("3.4", "quan_feng_ke", _("圈风刻"), _("圈风的刻子或杠，可以和门风是同一副；例：东风圈"), "EEE"),
    Example("3.4", "hai_di_lao_yue", _("海底捞月"), _("自摸牌墙的最后一张"), ""),
    Example("3.4", "gang_kai", _("杠开"), _("自摸杠后补的牌；连杠只加一次"), ""),
    Example("3.4", "qiang_gang", _("抢杠"), _("胡别人加杠的那一张"), ""),
)
"""What is added; tiles only where they are what counts."""

SPECIAL_HANDS = (
    Example("3.5", "tian_he", _("天和"), _("庄家起手十四张就是和，没有先杠"), "m456 p234 p777 EE s123"),
    Example("3.5", "di_he", _("地和"), _("闲家第一次摸牌自摸，之前没有人吃、碰、明杠"), "m456 p234 p777 EE s123"),
    Example("3.5", "ren_he", _("人和"), _("闲家胡庄家打的第一张"), "m456 p234 p777 EE s123"),
    Example("3.2", "shi_san_yao", _("十三幺"), _("十三种幺九和字牌各一张，其中一种两张"), "m19 p19 s19 ESWN CCF P"),
    Example(
        "3.5",
        "jiu_lian_bao_deng",
        _("九莲宝灯"),
        _("门前清，1112345678999 听这一门的任何一张"),
        "m111 m2345678 m999 m5",
    ),
    Example("3.5", "shi_ba_luo_han", _("十八罗汉"), _("四副都是杠"), "s2222 m5555 p8888 NNNN s55"),
    Example("3.5", "da_si_xi", _("大四喜"), _("四种风都是刻子或杠"), "EEE SSS WWW NNN s99"),
    Example("3.5", "da_san_yuan", _("大三元"), _("中发白都是刻子或杠"), "CCC FFF PPP p99 s123"),
    Example("3.5", "qing_yao_jiu", _("清幺九"), _("只有一和九的刻子"), "m111 m999 p999 s99 s111"),
    Example("3.5", "zi_yi_se", _("字一色"), _("全是字牌"), "EEE FFF WWW NN CCC"),
    Example("3.5", "xiao_si_xi", _("小四喜"), _("三种风是刻子，第四种做将"), "EEE SSS WWW NN s123"),
    Example("3.5", "xiao_san_yuan", _("小三元"), _("中发白两种是刻子，第三种做将"), "CCC FFF m456 PP s123"),
    Example("3.5", "hun_yao_jiu", _("混幺九"), _("幺九和字牌的刻子"), "s999 m999 CCC EE s111"),
    Example("3.5", "qing_peng", _("清碰"), _("一种花色的刻子"), "s222 s555 s666 s88 s999"),
)
"""Fixed, in the order in which equal ones are named."""

NO_WINS = (
    Example("3.2", "", _("七对不算"), _("没有七小对"), "m22 m44 p55 p99 s11 s33 CC"),
    Example("3.2", "", _("字牌不成顺"), _("中发白、东南西北都不是顺子"), "m456 p789 s123 s99 CFP"),
)


def context() -> Json:
    """What the template draws."""
    return {
        "bases": [_drawn(one) for one in BASES],
        "bonuses": [_drawn(one) for one in BONUSES],
        "specials": [_drawn(one) for one in SPECIAL_HANDS],
        "no_wins": [_drawn(one) for one in NO_WINS],
        "limit": LIMIT,
        "shares": [(fan, 2**fan) for fan in range(max(FANS.values()) + 1)],
    }


def _drawn(example: Example) -> Json:
    fan = FANS.get(example.pattern)
    return {
        **example._asdict(),
        "fan": fan,
        "added": example.pattern in ADD_ONS,
        "label": " ".join(_words(group) for group in example.tiles.split()),
        "groups": [[f"tile-{face}" for face in parse(group)] for group in example.tiles.split()],
    }


def _words(group: str) -> str:
    """As it is read: "345条", "东东"."""
    faces = parse(group)
    if faces[0] >= SUITED:
        return "".join(str(HONOURS[face - SUITED]) for face in faces)
    return "".join(str(rank(face)) for face in faces) + str(SUITS[suit(faces[0])])
