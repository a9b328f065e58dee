"""Refusals of the lobby: a stable code, the facts, and a sentence in the reader's language."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal

SENTENCES = {
    "not_enough": _("进入需要 %(need)s，你有 %(have)s"),
    "room_closed": _("这个房间暂时关闭"),
    "room_full": _("房间已满"),
    "no_room": _("没有这个房间"),
    "no_table": _("这张桌子搬走了"),
    "no_board": _("没有这个榜"),
    "seated": _("你已经在一张桌子上了"),
    "not_seated": _("你还没有坐下"),
    "kept_apart": _("不能和这一桌的人同桌，请换一桌或按加入配桌"),
    "matched_only": _("这个房间由系统配桌，请按加入"),
    "contest": _("比赛中由系统安排座位，不能自己离开或换桌；不在时由托管代打"),
    "seat_taken": _("这个座位刚刚有人坐下"),
    "table_full": _("这张桌子坐满了"),
    "private": _("这是私人桌，要有邀请链接或口令"),
    "wrong_key": _("口令不对，或者邀请已经失效"),
    "too_many_tries": _("口令试得太多了，过十分钟再来"),
    "password_long": _("口令最多 %(limit)s 个字"),
    "sent_away": _("你刚被请离这张桌子，换一张吧"),
    "not_reachable": _("对方现在收不到邀请"),
    "invited_already": _("刚刚邀请过，等一等再邀"),
    "account_closed": _("这个账号已经停用"),
    "not_here": _("这个人不在桌上"),
    "too_few_votes": _("至少要 %(needed)s 个人才能请人离开"),
    "not_host": _("只有桌主可以这样做"),
    "hand_open": _("这一局还没有结束"),
    "would_flee": _("现在离开算逃跑，会被扣分"),
    "fled": _("刚才逃跑的那一局还没有打完，打完才能再坐下"),
    "matched": _("已经配桌，不能取消"),
    "no_ticket": _("你没有在等待配桌"),
    "play_break": _("你给自己定了休息，到 %(until)s 为止不能入座。"),
    "minor_hours": _("未成年人模式：现在不是可以玩的时间（%(hours)s，哪几天见「理性游戏」）。"),
    "not_allowed": _("不允许这样做"),
    "malformed": _("看不懂这条消息"),
    "unavailable": _("服务器暂时存不下这一步，请稍候再试"),
    "slow_down": _("操作太快，请慢一点"),
    "no_scope": _("这个令牌没有所需的权限"),
    "no_bots": _("这个房间不接受外来的机器人"),
    "idle": _("没有按时准备，已经离开座位"),
    "alone": _("等了很久没有人来，已经回到房间"),
    "lapsed": _("很久没有消息，配桌已取消"),
    "dissolved": _("连着三副牌没有人叫地主，牌桌解散了"),
    "tired": _("连着三局没有理牌，已经离开座位"),
    "invited": _("%(name)s 邀请你到%(room_name)s %(number)s 桌"),
    "kicked": _("桌上的人请你离开，座位让出来了"),
    "parted": _("你已经离开座位：你们不会再同桌"),
    "no_challenge": _("没有这场比赛"),
    "challenge_closed": _("这场比赛已经停止报名"),
    "challenge_begun": _("比赛已经开始，不能取消报名"),
    "challenge_idle": _("比赛还没有开始，或者已经结束"),
    "challenge_full": _("这场比赛报满了"),
    "challenge_busy": _("你正在打另一场比赛，打完再报名"),
    "not_entered": _("你没有报名这场比赛"),
    "fee_short": _("报名费 %(need)s，你有 %(have)s"),
    "challenge_soon": _("「%(name)s」马上开始，请不要走开"),
    "challenge_round": _("「%(name)s」第 %(round)s 轮开始，你在 %(table)s 桌"),
    "challenge_on": _("「%(name)s」第 %(round)s 轮第 %(rank)s 名，晋级下一轮"),
    "challenge_out": _("「%(name)s」结束了，你是第 %(place)s 名"),
    "challenge_won": _("「%(name)s」第 %(place)s 名，奖金 %(prize)s 已到账"),
    "challenge_off": _("「%(name)s」取消了，报名费已退回"),
    "friend_asked": _("%(name)s 想加你为好友"),
    "friend_accepted": _("%(name)s 和你成为好友了"),
    "left_short": _("不够本房的最低携带，已经离开座位"),
}
"""Every code of docs/lobby-protocol.md 3 with its sentence."""


def sentence(code: str, facts: dict[str, Any]) -> str:
    """The sentence of `code` in the active language; `facts` fills its numbers."""
    return str(SENTENCES[code]) % facts


class Refused(Refusal):
    """A command that was refused; nothing changed."""

    SENTENCES = SENTENCES
    MISSING = frozenset({"no_room", "no_table", "no_board"})
