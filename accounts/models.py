"""Players, what they reached in each mode, and how the house takes care of them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import levels, names


class Player(AbstractUser):
    """A person who plays. A guest is a player without a password; upgrading one keeps the row and all it owns.

    `username` is what one signs in with and is never shown at a table; `nickname` is, and need not be unique.
    """

    nickname = models.CharField(_("昵称"), max_length=24)
    avatar = models.CharField(_("头像"), max_length=16, default="f1")
    """The code of a face (`avatars.selectors`)."""
    is_guest = models.BooleanField(_("游客"), default=False)
    language = models.CharField(_("语言"), max_length=16, choices=settings.LANGUAGES, blank=True)
    """The language chosen by the player; empty: whatever the browser asks for."""
    closes_at = models.DateTimeField(_("注销时间"), null=True, blank=True)
    """When the account that its player gave up is erased (`accounts.closing`); None: it is kept."""
    erased_at = models.DateTimeField(_("已注销"), null=True, blank=True)
    """Since when nothing here names a person any more. The row stays: the ledger and the hands refer to it."""
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="bots", verbose_name=_("机器人的主人")
    )
    """Whose bot this account is (`accounts.bots`), for ever; None: a person's."""

    class Meta:
        verbose_name = _("玩家")
        verbose_name_plural = _("玩家")
        indexes = [models.Index(fields=["closes_at"], condition=Q(closes_at__isnull=False), name="player_closing")]
        permissions = [("appoint_staff", "Can make somebody staff and give roles")]
        constraints = [
            models.CheckConstraint(
                condition=Q(erased_at__isnull=False)
                | (Q(owner__isnull=False) ^ ~Q(nickname__startswith=names.BOT_MARK)),
                name="bots_are_marked",
            )
        ]

    def __str__(self) -> str:
        return self.nickname or self.username

    def save(self, *args: object, **kwargs: object) -> None:
        """Accounts made without a nickname (by the admin, by createsuperuser) are shown by their username. A bot's name
        keeps its mark, whoever changes it."""
        if not self.nickname:
            self.nickname = self.username[:24]
        if self.is_bot and self.erased_at is None and not self.nickname.startswith(names.BOT_MARK):
            self.nickname = (names.BOT_MARK + self.nickname)[:24]
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def clean(self) -> None:
        """Nobody is called like a bot who is none."""
        super().clean()
        if not self.is_bot and self.nickname.startswith(names.BOT_MARK):
            raise ValidationError({"nickname": _("只有机器人账号的名字带 BOT 标记。")})

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here; its name says so to everybody."""
        return self.owner_id is not None


class BotAccount(Player):
    """A player that a program plays, as the desk's own page shows it."""

    class Meta:
        proxy = True
        verbose_name = _("机器人账号")
        verbose_name_plural = _("机器人账号")


class Scope(models.TextChoices):
    """What a token allows; none of them includes another."""

    READ = "read", _("查看自己的资料、房间和桌子")
    PLAY = "play", _("坐下、打牌、离开")
    SOCIAL = "social", _("好友、邀请、屏蔽")
    REWARDS = "rewards", _("领取福利")
    SHOP = "shop", _("买道具、用道具")


class Token(models.Model):
    """A key with which a program acts for a player (`accounts.tokens`). Its secret is kept nowhere: only its digest."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens", verbose_name=_("玩家"))
    name = models.CharField(_("名称"), max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the secret, in hexadecimal. The secret has 256 random bits, so no slow hash is needed."""
    scopes = models.JSONField(_("权限"), default=list)
    created_at = models.DateTimeField(_("创建时间"), default=timezone.now)
    expires_at = models.DateTimeField(_("到期时间"))
    used_at = models.DateTimeField(_("最近使用"), null=True, blank=True)
    """To the minute; None: never."""

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("访问令牌")
        verbose_name_plural = _("访问令牌")

    def __str__(self) -> str:
        return f"{self.name} ({self.player_id})"


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


class Care(models.Model):
    """What one player asked of the house in order to play with measure, and the age the house knows. Read through
    `accounts.care`, which knows what a row that is missing means and which limits hold by now.

    Money is in the smallest unit of the house's currency (fen). A limit that is null allows everything.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="care")
    born = models.DateField(_("出生日期"), null=True, blank=True, help_text=_("玩家只能填写一次，之后由客服核实修改"))
    day_limit = models.PositiveBigIntegerField(_("每日充值限额（分）"), null=True, blank=True)
    month_limit = models.PositiveBigIntegerField(_("每月充值限额（分）"), null=True, blank=True)
    next_day_limit = models.PositiveBigIntegerField(_("将来的每日限额（分）"), null=True, blank=True)
    next_day_at = models.DateTimeField(_("每日限额提高于"), null=True, blank=True)
    next_month_limit = models.PositiveBigIntegerField(_("将来的每月限额（分）"), null=True, blank=True)
    next_month_at = models.DateTimeField(_("每月限额提高于"), null=True, blank=True)
    no_play_until = models.DateTimeField(_("休息（不能入座）至"), null=True, blank=True)
    no_pay_until = models.DateTimeField(_("休息（不能充值）至"), null=True, blank=True)
    remind_minutes = models.PositiveSmallIntegerField(_("时长提醒（分钟，0 为关）"), default=60)

    class Meta:
        verbose_name = _("理性游戏")
        verbose_name_plural = _("理性游戏")

    def __str__(self) -> str:
        return str(self.player)


class CareRules(models.Model):
    """How the house takes care of everybody; the first row counts."""

    minors_mode = models.BooleanField(
        _("未成年人模式"), default=True, help_text=_("按出生日期套用下面的年龄段：可以玩的时间和充值上限")
    )
    ask_age = models.BooleanField(_("充值前要填出生日期"), default=True)
    raise_hours = models.PositiveIntegerField(
        _("提高限额的等待（小时）"),
        default=72,
        validators=[MaxValueValidator(24 * 365)],
        help_text=_("玩家降低自己的限额立刻生效，提高要等这么久"),
    )

    class Meta:
        verbose_name = _("理性游戏规则")
        verbose_name_plural = _("理性游戏规则")

    def __str__(self) -> str:
        return str(self._meta.verbose_name)


class AgeBand(models.Model):
    """What minors younger than `below` may do; of several bands the one with the smallest `below` above the age."""

    name = models.CharField(_("名称"), max_length=24)
    below = models.PositiveSmallIntegerField(_("未满（岁）"), unique=True, validators=[MaxValueValidator(21)])
    play_days = models.CharField(
        _("可以玩的星期"),
        max_length=7,
        default="567",
        blank=True,
        validators=[RegexValidator("^[1-7]*$")],
        help_text=_("1 到 7 为周一到周日，例如 567；开放日另外计算"),
    )
    play_from = models.TimeField(_("几点起"), null=True, blank=True, help_text=_("两个时间都留空：全天"))
    play_until = models.TimeField(_("到几点"), null=True, blank=True)
    order_cap = models.PositiveBigIntegerField(_("单笔充值上限（分）"), null=True, blank=True, help_text=_("空：不限"))
    day_cap = models.PositiveBigIntegerField(_("每日充值上限（分）"), null=True, blank=True)
    month_cap = models.PositiveBigIntegerField(
        _("每月充值上限（分）"), null=True, blank=True, help_text=_("0：不能充值")
    )

    class Meta:
        ordering = ["below"]
        verbose_name = _("未成年人年龄段")
        verbose_name_plural = _("未成年人年龄段")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Two times or none, the first before the second."""
        if (self.play_from is None) != (self.play_until is None):
            raise ValidationError(_("两个时间要么都填，要么都留空。"))
        if self.play_from is not None and self.play_until is not None and self.play_from >= self.play_until:
            raise ValidationError(_("开始的时间要早于结束的时间。"))


class OpenDay(models.Model):
    """A day, such as a public holiday, on which minors may play as on the days of their band."""

    day = models.DateField(_("日期"), unique=True)

    class Meta:
        ordering = ["-day"]
        verbose_name = _("未成年人开放日")
        verbose_name_plural = _("未成年人开放日")

    def __str__(self) -> str:
        return self.day.isoformat()


class Step(models.Model):
    """A step of the ladder (`accounts.levels`): set in the admin, never added or removed."""

    level = models.PositiveSmallIntegerField(_("等级"), unique=True)
    start = models.PositiveBigIntegerField(_("起始分"))
    title = models.CharField(_("称号"), max_length=20)
    title_en = models.CharField(_("英文称号"), max_length=40, blank=True, help_text=_("留空：按原来称号的译名"))

    class Meta:
        ordering = ["level"]
        verbose_name = _("等级")
        verbose_name_plural = _("等级")

    def __str__(self) -> str:
        return f"Lv.{self.level} {self.title}"

    def save(self, *args: object, **kwargs: object) -> None:
        """Every process reads the ladder again soon; this one does so next time."""
        super().save(*args, **kwargs)  # type: ignore[arg-type]
        transaction.on_commit(levels.forget)
