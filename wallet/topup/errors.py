"""Refusals of buying and paying, each with a stable code, its facts and a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal

SENTENCES = {
    "no_product": _("没有这件商品，或者已经下架。"),
    "no_order": _("没有这张订单。"),
    "no_provider": _("没有这种支付方式。"),
    "guest": _("游客进度只留在这台设备上，请先取个账号保存进度，再充值。"),
    "over_order": _("按年龄，一次最多充值 %(limit)s。"),
    "over_day": _("超过了今天的充值上限 %(limit)s，还可以充 %(left)s。"),
    "over_month": _("超过了本月的充值上限 %(limit)s，还可以充 %(left)s。"),
    "too_many_open": _("还有 %(count)s 张订单没有付完，请先支付或取消。"),
    "order_closed": _("这张订单已经结束了。"),
    "order_paying": _("这张订单正在支付，请等结果，或者换一张订单。"),
    "provider_down": _("支付渠道暂时没有回应，请稍后再试。"),
    "not_paid": _("还没有收到付款。"),
    "not_enough": _("游戏币不够：要 %(need)s，你有 %(have)s。"),
    "not_refundable": _("这张订单现在不能退款。"),
    "no_reason": _("请写明退款原因。"),
    "spent": _("买到的已经花掉，玩家只剩 %(have)s，不够收回 %(need)s。"),
}


class Refused(Refusal):
    """Nothing was changed. `code` is for programs, `text` for people."""

    SENTENCES = SENTENCES


class BadMessage(Exception):
    """A message that is not taken for the provider's own; nothing of it is kept. `code` is stable."""

    code = "malformed"


class BadSignature(BadMessage):
    """Not signed, or not by the provider."""

    code = "bad_signature"


class StaleMessage(BadMessage):
    """Signed at another time than now: perhaps somebody sends an old message again."""

    code = "stale"


class ProviderDown(Exception):
    """No answer, or none that can be trusted: what was asked may or may not have happened."""


class RefundRefused(Exception):
    """The provider will not pay the money back, now or later."""
