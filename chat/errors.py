"""Refusals of the game masters' desk, of reports and of chat, each with a stable code."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Declined


class DeskRefused(Declined):
    """Why something was not done; nothing changed. `code` is stable, `text` the sentence in the reader's language."""

    SENTENCES = {
        "no_reason": _("请写明原因"),
        "reason_long": _("原因最多 %(limit)s 个字"),
        "no_player": _("没有这个玩家"),
        "yourself": _("不能对自己这样做"),
        "staff": _("对管理人员的处理要由超级管理员做"),
        "bad_length": _("没有这种时长"),
        "no_sanction": _("没有这个处罚"),
        "sanction_over": _("这个处罚已经结束了"),
        "appealed_already": _("已经申诉过了"),
        "not_appealed": _("没有待答复的申诉"),
        "decided_already": _("已经有人处理过了"),
        "another": _("申诉要由另一位 GM 答复"),
        "no_text": _("请写点什么"),
        "text_long": _("最多 %(limit)s 个字"),
        "bad_report": _("没有这种举报原因"),
        "no_report": _("没有这个举报"),
        "reported_already": _("你已经举报过，等 GM 处理"),
        "too_many_reports": _("举报太多了，明天再来"),
        "bad_scope": _("没有这个范围"),
        "bad_time": _("时间不对：结束要晚于开始和现在"),
        "no_broadcast": _("没有这条公告"),
        "broadcast_over": _("这条公告已经结束或撤回了"),
        "no_table": _("没有这张桌子"),
        "no_hand": _("这张桌子没有进行中的牌局"),
        "contest_table": _("比赛的牌局由比赛管理，不能在这里解散"),
        "bad_amount": _("数额要是不为 0 的整数"),
        "not_enough": _("对方没有这么多"),
        "sent_already": _("这一笔已经提交过了"),
    }
    MISSING = frozenset({"no_player", "no_sanction", "no_report", "no_broadcast", "no_table"})


class ChatRefused(Declined):
    """Why something was not said; nobody heard it."""

    SENTENCES = {
        "not_signed_in": _("登录后才能聊天"),
        "not_here": _("只有在这里的人才能说话"),
        "no_chat_here": _("这个房间不能聊天"),
        "no_text": _("请写点什么"),
        "text_long": _("最多 %(limit)s 个字"),
        "slow_down": _("说得太快了，%(seconds)s 秒内最多 %(limit)s 句"),
        "no_scope": _("这个令牌没有所需的权限"),
        "muted": _("你被禁言到 %(until)s"),
    }
