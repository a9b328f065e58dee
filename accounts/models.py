"""Players and what they reached in each mode."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import levels


class Player(AbstractUser):
    """A person who plays. A guest is a player without a password; upgrading one keeps the row and all it owns.

    `username` is what one signs in with and is never shown at a table; `nickname` is, and need not be unique.
    """

    nickname = models.CharField(_("昵称"), max_length=24)
    avatar = models.CharField(_("头像"), max_length=16, default="f1")
    """The code of a picture in static/art/avatars."""
    is_guest = models.BooleanField(_("游客"), default=False)
    language = models.CharField(_("语言"), max_length=16, choices=settings.LANGUAGES, blank=True)
    """The language chosen by the player; empty: whatever the browser asks for."""
    closes_at = models.DateTimeField(_("注销时间"), null=True, blank=True)
    """When the account that its player gave up is erased (`accounts.closing`); None: it is kept."""
    erased_at = models.DateTimeField(_("已注销"), null=True, blank=True)
    """Since when nothing here names a person any more. The row stays: the ledger and the hands refer to it."""

    class Meta:
        verbose_name = _("玩家")
        verbose_name_plural = _("玩家")
        indexes = [models.Index(fields=["closes_at"], condition=Q(closes_at__isnull=False), name="player_closing")]

    def __str__(self) -> str:
        return self.nickname or self.username

    def save(self, *args: object, **kwargs: object) -> None:
        """Accounts made without a nickname (by the admin, by createsuperuser) are shown by their username."""
        if not self.nickname:
            self.nickname = self.username[:24]
        super().save(*args, **kwargs)  # type: ignore[arg-type]


class Standing(models.Model):
    """Level points and results of one player in one mode (rule 1.13: one ladder, points counted per mode)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="standings", verbose_name=_("玩家"))
    mode = models.CharField(_("玩法"), max_length=16)
    points = models.BigIntegerField(_("等级分"), default=0)
    """May be negative; the level never falls below 1."""
    win = models.PositiveIntegerField(_("胜"), default=0)
    lose = models.PositiveIntegerField(_("负"), default=0)
    draw = models.PositiveIntegerField(_("平"), default=0)
    escape = models.PositiveIntegerField(_("逃跑"), default=0)

    class Meta:
        verbose_name = _("战绩")
        verbose_name_plural = _("战绩")
        constraints = [models.UniqueConstraint(fields=["player", "mode"], name="one_standing_per_mode")]
        indexes = [models.Index(fields=["mode", "-points"], name="standing_ladder")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.mode}: {self.points}"

    @property
    def level(self) -> int:
        """The step of the present points, 1 to 23."""
        return levels.level(self.points)

    @property
    def title(self) -> str:
        """The title of that step, in the reader's language."""
        return levels.title(self.level)


class Friendship(models.Model):
    """A request for friendship, and once accepted the friendship itself: one row for two people, however it began.

    The two stand in the order of their numbers, so that requests that cross meet in the same row.
    """

    low = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("玩家一"))
    high = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("玩家二"))
    asked_by = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("申请人"))
    asked_at = models.DateTimeField(_("申请时间"), default=timezone.now)
    accepted_at = models.DateTimeField(_("接受时间"), null=True, blank=True)
    declined_at = models.DateTimeField(_("拒绝时间"), null=True, blank=True)
    """Kept for a while after a refusal, so that nobody is asked again at once; whoever asked is not told."""

    class Meta:
        verbose_name = _("好友")
        verbose_name_plural = _("好友")
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="one_friendship_per_pair"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="friends_in_order"),
            models.CheckConstraint(condition=Q(asked_by=F("low")) | Q(asked_by=F("high")), name="asked_by_one_of_them"),
            models.CheckConstraint(condition=Q(accepted_at=None) | Q(declined_at=None), name="accepted_or_declined"),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} – {self.high_id}"

    def other(self, player_id: int) -> int:
        """The number of the other one of the two."""
        return self.high_id if player_id == self.low_id else self.low_id


class Block(models.Model):
    """`player` wants nothing to do with `blocked`: no requests, no invitations, not the same table."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks", verbose_name=_("玩家"))
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("屏蔽了"))
    at = models.DateTimeField(_("时间"), default=timezone.now)

    class Meta:
        verbose_name = _("屏蔽")
        verbose_name_plural = _("屏蔽")
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="nobody_blocks_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} ✕ {self.blocked_id}"


class Audience(models.TextChoices):
    """Whom a player lets do something."""

    ALL = "all", _("所有人")
    FRIENDS = "friends", _("只有好友")
    NOBODY = "nobody", _("谁也不行")


class Askers(models.TextChoices):
    """Whom a player lets ask for friendship."""

    ALL = "all", _("所有人")
    MUTUAL = "mutual", _("好友的好友")
    NOBODY = "nobody", _("谁也不行")


class Privacy(models.Model):
    """What a player lets others do; without a row all is as a new player has it."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="privacy")
    online = models.CharField(_("谁能看到我在线"), max_length=8, choices=Audience, default=Audience.FRIENDS)
    invite = models.CharField(_("谁能邀请我上桌"), max_length=8, choices=Audience, default=Audience.FRIENDS)
    ask = models.CharField(_("谁能申请加我为好友"), max_length=8, choices=Askers, default=Askers.ALL)

    class Meta:
        verbose_name = _("隐私设置")
        verbose_name_plural = _("隐私设置")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.online}/{self.invite}/{self.ask}"
