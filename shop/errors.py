"""Refusals of the shop, each with a stable code, its facts and a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal

SENTENCES = {
    "no_offer": _("没有这件商品，或者已经下架。"),
    "no_item": _("您没有这件道具。"),
    "no_effect": _("您没有能这样用的道具，可以到商城看看。"),
    "not_enough": _("%(currency)s不够：要 %(need)s，现有 %(have)s，还差 %(missing)s。打牌、签到、做任务都能挣。"),
    "bad_quantity": _("一次可以买 1 到 %(most)s 份。"),
    "price_changed": _("价格变了，现在要 %(price)s。请再看一看。"),
    "low_level": _("要有一个玩法达到 %(level)s 级才能买。"),
    "members_only": _("会员才能买。"),
    "not_friends": _("只能送给好友。"),
    "key_reused": _("这次购买的编号已经用在别的购买上了。"),
    "not_again": _("这件道具不能重复购买，到期以后可以再买。"),
    "friend_has_it": _("好友已经有这件道具，不能重复送。"),
    "too_many": _("太多了，用掉一些再买。"),
    "expired": _("这件道具已经到期，被收回了。"),
    "used_up": _("这件道具的次数已经用完，被收回了。"),
    "wrong_game": _("这件道具不能在这个游戏里用。"),
    "not_worn": _("这件道具不是穿戴的，会在能用的地方用掉。"),
}


class Refused(Refusal):
    """Nothing was bought, used or changed. `code` is for programs, `text` for people."""

    SENTENCES = SENTENCES
    MISSING = frozenset({"no_offer", "no_item"})
