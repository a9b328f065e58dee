"""Refusals of the rewards, each with a stable code, its facts and a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal

SENTENCES = {
    "signed_in": _("今天已经签到了，明天再来。"),
    "no_ladder": _("现在没有签到奖励。"),
    "no_relief": _("现在没有救济可领。"),
    "not_poor": _("您的余额不低于 %(below)s，还不用救济。"),
    "relief_used": _("今天的救济已经领完了，明天再来。"),
    "no_task": _("没有这个任务。"),
    "task_open": _("任务还没有完成。"),
    "task_taken": _("这份奖励已经领过了。"),
    "too_few": _("欢乐积分不够，至少要 %(points)s 分才能兑换。"),
    "suspended": _("您的欢乐积分计划已停用。"),
    "for_people": _("福利只给玩家本人，机器人不能领。"),
}


class Refused(Refusal):
    """Nothing was given and nothing changed. `code` is for programs, `text` for people."""

    SENTENCES = SENTENCES
