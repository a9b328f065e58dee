"""What is given for what (rows of the admin), and what each player has got or earned so far.

Days are those of the house's time zone.
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from wallet.models import Currency


class Activity(models.TextChoices):
    """What may be counted. Those of a hand come with `games.events.HandSettled`; an escape counts for nothing."""

    PLAY = "play", _("打完一局")
    WIN = "win", _("赢一局")
    LANDLORD = "landlord", _("当地主赢一局")
    SPRING = "spring", _("打出春天或反春")
    SHOW = "show", _("明牌赢一局")
    SIGN_IN = "signin", _("签到")
    TASK = "task", _("领取任务奖励")


class Gift(models.Model):
    """An amount of a currency."""

    currency = models.CharField(_("货币"), max_length=8, choices=Currency, default=Currency.BEANS)
    amount = models.PositiveIntegerField(_("数额"), validators=[MinValueValidator(1)])

    class Meta:
        abstract = True


class SignInGift(Gift):
    """One rung of the sign-in ladder; after the last the ladder begins again."""

    day = models.PositiveSmallIntegerField(_("连续第几天"), unique=True, validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["day"]
        verbose_name = _("签到奖励")
        verbose_name_plural = _("签到奖励")

    def __str__(self) -> str:
        return f"{self.day}: {self.amount} {self.currency}"


class Relief(Gift):
    """What somebody gets who has less than `below`, money on hold counted, up to `per_day` times a day."""

    currency = models.CharField(_("货币"), max_length=8, choices=Currency, unique=True)
    below = models.PositiveIntegerField(_("低于多少可领"))
    per_day = models.PositiveSmallIntegerField(_("每天次数"), default=3)
    is_on = models.BooleanField(_("开启"), default=True)

    class Meta:
        verbose_name = _("救济")
        verbose_name_plural = _("救济")

    def __str__(self) -> str:
        return f"{self.amount} {self.currency} < {self.below}"


class Task(Gift):
    """Something to do `goal` times, a day or once for ever."""

    class Period(models.TextChoices):
        DAY = "day", _("每天")
        ONCE = "once", _("一次")

    name = models.CharField(_("名称"), max_length=40)
    activity = models.CharField(_("计数"), max_length=10, choices=Activity)
    mode = models.CharField(_("玩法"), max_length=16, blank=True, help_text=_("玩法的代号；空：所有玩法"))
    goal = models.PositiveIntegerField(_("次数"), default=1, validators=[MinValueValidator(1)])
    period = models.CharField(_("周期"), max_length=4, choices=Period, default=Period.DAY)
    order = models.PositiveSmallIntegerField(_("次序"), default=0)
    is_on = models.BooleanField(_("开启"), default=True)

    class Meta:
        ordering = ["order", "id"]
        verbose_name = _("任务")
        verbose_name_plural = _("任务")

    def __str__(self) -> str:
        return self.name


class PlanRule(models.Model):
    """How many happy points an activity earns, and how many a day at most."""

    activity = models.CharField(_("活动"), max_length=10, choices=Activity, unique=True)
    points = models.PositiveIntegerField(_("每次积分"), validators=[MinValueValidator(1)])
    per_day = models.PositiveIntegerField(_("每天最多"))

    class Meta:
        verbose_name = _("欢乐积分规则")
        verbose_name_plural = _("欢乐积分规则")

    def __str__(self) -> str:
        return f"{self.activity}: {self.points}"


class PlanRate(models.Model):
    """So many happy points are worth so many beans; the first row counts."""

    points = models.PositiveIntegerField(_("欢乐积分"), default=10, validators=[MinValueValidator(1)])
    beans = models.PositiveIntegerField(_("欢乐豆"), default=100, validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("欢乐积分兑换")
        verbose_name_plural = _("欢乐积分兑换")

    def __str__(self) -> str:
        return f"{self.points} = {self.beans}"


class LevelGift(Gift):
    """What reaching a level gives, once in each mode."""

    level = models.PositiveSmallIntegerField(_("等级"), unique=True, validators=[MinValueValidator(2)])

    class Meta:
        ordering = ["level"]
        verbose_name = _("升级礼包")
        verbose_name_plural = _("升级礼包")

    def __str__(self) -> str:
        return f"Lv.{self.level}: {self.amount} {self.currency}"


class Own(models.Model):
    """Something of one player."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        abstract = True


class SignIn(Own):
    """A player signed in on a day, the `run`th in a row."""

    day = models.DateField()
    run = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="one_sign_in_a_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"


class ReliefGiven(Own):
    """The `number`th relief of a player on a day."""

    currency = models.CharField(max_length=8)
    day = models.DateField()
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "currency", "day", "number"], name="relief_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} #{self.number}"


class TaskCount(Own):
    """How often a player has done a task's activity in a period: on `day`, or ever, where `day` is `services.EVER`."""

    task = models.ForeignKey(Task, models.CASCADE, related_name="+")
    day = models.DateField()
    count = models.PositiveIntegerField(default=0)
    taken = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "task", "day"], name="one_count_per_period")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.task_id} {self.count}"


class PlanMember(models.Model):
    """A player in the happy-points plan: points not yet exchanged, and how often some were."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("玩家"))
    points = models.PositiveBigIntegerField(_("欢乐积分"), default=0)
    exchanges = models.PositiveIntegerField(_("兑换次数"), default=0)
    suspended = models.BooleanField(_("停用"), default=False)

    class Meta:
        verbose_name = _("欢乐积分成员")
        verbose_name_plural = _("欢乐积分成员")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.points}"


class PlanDay(Own):
    """The points that one activity earned a player on a day."""

    activity = models.CharField(max_length=10)
    day = models.DateField()
    points = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "activity", "day"], name="one_plan_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} {self.activity}"


class LevelMark(Own):
    """The highest level for which a player has had the gifts, per mode."""

    mode = models.CharField(max_length=16)
    level = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "mode"], name="one_level_mark")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.mode} {self.level}"
