"""What game masters do and say, the log of every act of theirs, and what players say."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.models import Room, Table


class Sanction(models.Model):
    """What a player may not do for a while, or was warned of, and his appeal (`chat.sanctions`)."""

    class Kind(models.TextChoices):
        WARN = "warn", _("警告")
        MUTE = "mute", _("禁言")
        SUSPEND = "suspend", _("停用账号")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sanctions", verbose_name=_("玩家")
    )
    kind = models.CharField(_("处罚"), max_length=8, choices=Kind)
    reason = models.CharField(_("原因"), max_length=100)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("处理人"))
    at = models.DateTimeField(_("时间"), default=timezone.now)
    until = models.DateTimeField(_("到"), null=True, blank=True)
    """None: a warning, or a suspension for good."""
    ended_at = models.DateTimeField(_("结束"), null=True, blank=True)
    """When it was lifted, or found to have run out; a mute that ran out is found by its `until` alone."""
    switched_off = models.BooleanField(default=False)
    """Whether this suspension switched the account off, and so has to switch it on again."""
    appeal = models.CharField(_("申诉"), max_length=200, blank=True)
    appealed_at = models.DateTimeField(_("申诉时间"), null=True, blank=True)
    decided_at = models.DateTimeField(_("答复时间"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("答复人")
    )
    granted = models.BooleanField(_("申诉成立"), null=True, blank=True)
    answer = models.CharField(_("答复"), max_length=100, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("处罚")
        verbose_name_plural = _("处罚")
        constraints = [
            models.CheckConstraint(condition=~Q(player=F("by")), name="nobody_judges_himself"),
            models.CheckConstraint(condition=~Q(reason=""), name="sanction_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="warn", until=None) | Q(kind="mute", until__isnull=False) | Q(kind="suspend"),
                name="sanction_has_its_length",
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None) | (~Q(decided_by=F("by")) & ~Q(decided_by=F("player"))),
                name="appeals_go_to_another",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-at"], name="sanctions_of_a_player"),
            models.Index(fields=["until"], condition=Q(kind="suspend", ended_at=None), name="suspensions_running"),
            models.Index(
                fields=["appealed_at"], condition=Q(appealed_at__isnull=False, decided_at=None), name="appeals_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"

    def holds(self, now: datetime) -> bool:
        """Whether the player is muted or suspended by it now."""
        return self.kind != self.Kind.WARN and self.ended_at is None and (self.until is None or self.until > now)


class Report(models.Model):
    """A player tells the game masters of another one, with what there is to look at."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("辱骂")
        SPAM = "spam", _("刷屏、广告")
        STALLING = "stalling", _("故意拖延")
        COLLUSION = "collusion", _("串通作弊")
        NAME = "name", _("不当的名字")
        OTHER = "other", _("其他")

    class State(models.TextChoices):
        OPEN = "open", _("待处理")
        DONE = "done", _("已处理")
        IGNORED = "ignored", _("不处理")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made", verbose_name=_("举报人")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("被举报人")
    )
    reason = models.CharField(_("原因"), max_length=10, choices=Reason)
    text = models.CharField(_("说明"), max_length=200, blank=True)
    hand = models.UUIDField(_("牌局"), null=True, blank=True)
    """The hand that both sat in last, or sit in."""
    lines = models.JSONField(_("聊天"), default=list)
    """What was said around it, as it was: [{"at", "name", "text"}]; kept here, for the chat's own history ends."""
    at = models.DateTimeField(_("时间"), default=timezone.now)
    state = models.CharField(_("状态"), max_length=8, choices=State, default=State.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("处理人")
    )
    decided_at = models.DateTimeField(_("处理时间"), null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("举报")
        verbose_name_plural = _("举报")
        constraints = [
            models.CheckConstraint(condition=~Q(player=F("by")), name="nobody_reports_himself"),
            models.UniqueConstraint(
                fields=["by", "player"], condition=Q(state="open"), name="one_open_report_of_each_about_each"
            ),
        ]
        indexes = [
            models.Index(fields=["at"], condition=Q(state="open"), name="reports_open"),
            models.Index(fields=["by", "-at"], name="reports_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.player_id}: {self.reason}"


class Broadcast(models.Model):
    """A line for everybody, a game or a room, in force from `starts_at` to `ends_at` unless recalled."""

    LONGEST = 30

    class Scope(models.TextChoices):
        ALL = "all", _("全站")
        GAME = "game", _("游戏")
        ROOM = "room", _("房间")

    text = models.CharField(_("文本"), max_length=LONGEST)
    scope = models.CharField(_("范围"), max_length=5, choices=Scope, default=Scope.ALL)
    game = models.SlugField(_("游戏"), blank=True)
    room = models.ForeignKey(Room, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("房间"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("发布人"))
    made_at = models.DateTimeField(_("写于"), default=timezone.now)
    starts_at = models.DateTimeField(_("开始"))
    ends_at = models.DateTimeField(_("结束"))
    sent_at = models.DateTimeField(_("发出"), null=True, blank=True)
    recalled_at = models.DateTimeField(_("撤回"), null=True, blank=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        verbose_name = _("公告")
        verbose_name_plural = _("公告")
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="broadcast_lasts"),
            models.CheckConstraint(
                condition=Q(scope="all", game="", room=None)
                | (Q(scope="game", room=None) & ~Q(game=""))
                | Q(scope="room", game="", room__isnull=False),
                name="broadcast_has_its_scope",
            ),
        ]
        indexes = [
            models.Index(fields=["starts_at"], condition=Q(sent_at=None, recalled_at=None), name="broadcasts_to_send"),
            models.Index(fields=["ends_at"], condition=Q(recalled_at=None), name="broadcasts_in_force"),
        ]

    def __str__(self) -> str:
        return self.text


class Act(models.Model):
    """What a game master did, and why. Append-only: a trigger of the database refuses to change or remove a row."""

    class Kind(models.TextChoices):
        WARN = "warn", _("警告")
        MUTE = "mute", _("禁言")
        SUSPEND = "suspend", _("停用账号")
        LIFT = "lift", _("解除处罚")
        UPHOLD = "uphold", _("维持处罚")
        IGNORE = "ignore", _("举报不处理")
        BROADCAST = "broadcast", _("发布公告")
        RECALL = "recall", _("撤回公告")
        ADJUST = "adjust", _("加减货币")
        DISSOLVE = "dissolve", _("解散牌局")
        COMPENSATE = "compensate", _("补偿")

    HIDDEN = (Kind.IGNORE,)
    """Acts about a player that he does not see: who was reported without cause should not wonder by whom."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("处理人"))
    at = models.DateTimeField(_("时间"), default=timezone.now)
    kind = models.CharField(_("事项"), max_length=10, choices=Kind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("玩家")
    )
    reason = models.CharField(_("原因"), max_length=100)
    facts = models.JSONField(_("内容"), default=dict)
    """What the act is about, by number: sanction, report, broadcast, adjustment, table, hand, until, …"""

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("处理记录")
        verbose_name_plural = _("处理记录")
        permissions = [("work_desk", "Can work at the game masters' desk")]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="act_has_a_reason")]
        indexes = [
            models.Index(fields=["player", "-at"], name="acts_about_a_player"),
            models.Index(fields=["-at"], name="acts_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.kind} {self.player_id or '–'}"


class Message(models.Model):
    """What a player said in a room, or at one of its tables; kept for game masters as long as `chat.services.KEPT`."""

    LONGEST = 30

    room = models.ForeignKey(Room, models.CASCADE, related_name="+", verbose_name=_("房间"))
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("桌子"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("玩家"))
    text = models.CharField(_("文本"), max_length=LONGEST)
    public = models.BooleanField(_("公开"), default=True)
    """Whether it was for whoever looked on, too: a table that was private is used again by others."""
    at = models.DateTimeField(_("时间"), default=timezone.now)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("聊天")
        verbose_name_plural = _("聊天")
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="message_says_something")]
        indexes = [
            models.Index(fields=["room", "-at"], condition=Q(table=None), name="messages_of_a_room"),
            models.Index(fields=["table", "-at"], condition=Q(table__isnull=False), name="messages_of_a_table"),
            models.Index(fields=["player", "-at"], name="messages_of_a_player"),
            models.Index(fields=["at"], name="messages_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.text}"
