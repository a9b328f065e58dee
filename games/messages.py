"""The sentence behind every refusal code, in the reader's language (source: simplified Chinese)."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop, override

SENTENCES = {
    "malformed": gettext_noop("无法识别的消息"),
    "unknown_action": gettext_noop("没有这种操作"),
    "not_seated": gettext_noop("您不在这一局里"),
    "not_your_turn": gettext_noop("还没轮到您"),
    "decision_closed": gettext_noop("这一步已经结束了"),
    "too_early": gettext_noop("还没到时间"),
    "elsewhere": gettext_noop("您正在另一个窗口玩这一局"),
    "hand_over": gettext_noop("这一局已经结束"),
    "not_in_hand": gettext_noop("您没有这些牌"),
    "no_pattern": gettext_noop("这些牌不成牌型"),
    "wrong_type": gettext_noop("牌型与上家不同"),
    "wrong_count": gettext_noop("张数与上家不同"),
    "too_weak": gettext_noop("大不过上家的牌"),
    "must_lead": gettext_noop("该您先出，不能不出"),
    "foul": gettext_noop("前墩不能大于中墩，中墩不能大于后墩"),
    "already_shown": gettext_noop("您已经明牌了"),
    "not_allowed": gettext_noop("现在不能这样做"),
    "below_threshold": gettext_noop("欢乐豆不够，不能加倍"),
    "too_many": gettext_noop("次数已用完"),
    "slow_down": gettext_noop("操作太快了，请慢一点"),
    "unavailable": gettext_noop("服务器暂时存不下这一步，请稍候再试"),
    "no_hand": gettext_noop("没有这一局牌"),
    "not_over": gettext_noop("这一局还没有打完，打完后才能回放"),
    "sealed": gettext_noop("别的桌还在打同一副牌，这一轮打完后才能回放"),
    "expired": gettext_noop("这一局太久了，回放已不再保存"),
    "unreadable": gettext_noop("这一局的记录已无法读取"),
    "internal": gettext_noop("服务器出错了，请再试一次"),
}


def sentence(code: str, language: str) -> str:
    """What a reader of `language` is told about a refusal; an unknown code still gets a sentence."""
    with override(language):
        return gettext(SENTENCES.get(code, SENTENCES["not_allowed"]))
