"""Refusals of the accounts, each with a stable code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class AccountError(Exception):
    """The base: `code` for programs."""

    code = "account"


class TooManyGuests(AccountError):
    """This address has entered as a new guest too often; it may try again later."""

    code = "too_many_guests"


class NotAGuest(AccountError):
    """Only a guest can be turned into an account."""

    code = "not_a_guest"


class UsernameTaken(AccountError):
    """Somebody else signs in with that name."""

    code = "username_taken"


class Refusal(Exception):
    """What a floor refused, with nothing changed: its `code` is stable, `facts` are JSON."""

    SENTENCES: ClassVar[Mapping[str, Any]]
    """The sentence of each code, lazy."""
    MISSING: ClassVar[frozenset[str]] = frozenset()
    """The codes that say that there is no such thing: over HTTP 404, the others 409."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def text(self) -> str:
        """The sentence in the reader's language, its numbers filled in."""
        return str(self.SENTENCES[self.code]) % self.facts


class Declined(Refusal, AccountError):
    """Something between people, or about one's own account, that was refused; nothing changed.

    `code` is stable (docs/lobby-protocol.md 3), `text` the sentence in the reader's language, `facts` JSON.
    """

    SENTENCES = {
        "no_player": _("没有这个玩家"),
        "yourself": _("不能对自己这样做"),
        "friends_already": _("你们已经是好友了"),
        "asked_already": _("已经申请过了，等对方答复"),
        "not_asked": _("没有这个好友申请"),
        "not_friends": _("你们还不是好友"),
        "not_open": _("对方现在不接受好友申请"),
        "blocked_by_you": _("你屏蔽了对方，先解除屏蔽"),
        "too_many_friends": _("好友已满 %(limit)s 位"),
        "too_many_requests": _("还有 %(limit)s 个申请没有答复，先等一等"),
        "too_many_blocks": _("屏蔽名单已满 %(limit)s 位"),
        "wrong_password": _("密码不对"),
        "closing_already": _("账号已经在注销了"),
        "not_closing": _("账号没有在注销"),
        "staff_stays": _("管理员的账号不能这样注销"),
    }
    MISSING = frozenset({"no_player"})


class TokenRefused(Declined):
    """Why a token or a bot account was not made or taken back; nothing changed."""

    SENTENCES = {
        "wrong_password": _("密码不对"),
        "slow_down": _("操作太快，请慢一点"),
        "guests_have_none": _("游客不能创建令牌和机器人，先保存进度"),
        "bad_name": _("名称要有 1 到 %(limit)s 个字"),
        "bad_bot_name": _("机器人的名字是 2 到 %(limit)s 个字，只用文字、数字和连字符"),
        "bad_scopes": _("至少选一项权限；机器人不能领福利"),
        "bad_expiry": _("没有这种期限"),
        "too_many_tokens": _("令牌已满 %(limit)s 个，先撤销不用的"),
        "too_many_bots": _("每人最多 %(limit)s 个机器人，停用的要过 %(days)s 天才空出来"),
        "no_token": _("没有这个令牌"),
        "no_bot": _("没有这个机器人"),
    }
    MISSING = frozenset({"no_token", "no_bot"})


class CareRefused(Declined):
    """Why somebody may not sit down or pay now, or why a setting of `accounts.care` was not taken; nothing changed."""

    SENTENCES = {
        "play_break": _("你给自己定了休息，到 %(until)s 为止不能入座。"),
        "minor_hours": _("未成年人模式：现在不是可以玩的时间（%(hours)s，哪几天见「理性游戏」）。"),
        "pay_break": _("你给自己定了休息，到 %(until)s 为止不能充值。"),
        "age_unknown": _("请先填写出生日期，再充值。"),
        "age_known": _("出生日期已经填过了，要改请联系客服。"),
        "bad_age": _("这个出生日期不对，请检查。"),
        "bad_limit": _("限额要填不小于 0 的金额，最多两位小数；不限就留空。"),
        "not_sure": _("请先勾选，确认你知道休息不能提前结束。"),
        "bad_break": _("没有这种休息。"),
        "break_longer": _("你已经定了更久的休息，不能缩短。"),
        "bad_reminder": _("没有这种提醒间隔。"),
    }
