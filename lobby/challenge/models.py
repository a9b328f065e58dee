"""Schedules, contests, who takes part, rounds with their boards and tables, and what was played.

Locks are taken in this order: round's table, contest, then those of the lobby (player, room, table, seats), then the
wallet's. A contest's row is locked by whoever changes who takes part or how far it has come.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.models import Room, Table


def usual_prizes() -> list[int]:
    """Percents of the pool for the first places."""
    return [50, 30, 20]


class Terms(models.Model):
    """What is known of a contest before it begins: pinned when it is announced, so that nobody enters for one thing
    and plays another."""

    class Start(models.TextChoices):
        TIMED = "timed", _("定时开赛")
        FULL = "full", _("坐满即开")

    name = models.CharField(_("名称"), max_length=40)
    room = models.ForeignKey(
        Room, models.PROTECT, related_name="+", verbose_name=_("比赛房"), limit_choices_to={"contest": True}
    )
    start = models.CharField(_("开赛"), max_length=5, choices=Start, default=Start.TIMED)
    currency = models.CharField(_("货币"), max_length=5, choices=Room.Currency.choices[:2], default=Room.Currency.BEANS)
    fee = models.PositiveIntegerField(_("报名费"), default=0)
    rake = models.PositiveSmallIntegerField(
        _("服务费（%）"), default=10, validators=[MaxValueValidator(50)], help_text=_("从报名费里扣除的百分比")
    )
    guaranteed = models.PositiveIntegerField(
        _("保底奖池"), default=0, help_text=_("系统出的奖金，加在扣除服务费的报名费上")
    )
    prizes = models.JSONField(
        _("奖金分配（%）"),
        default=usual_prizes,
        help_text=_("从第一名起，各占奖池百分之几，合计 100，如 [50, 30, 20]"),
    )
    fewest = models.PositiveSmallIntegerField(_("最少人数"), default=6, validators=[MinValueValidator(2)])
    most = models.PositiveSmallIntegerField(
        _("最多人数"),
        default=300,
        validators=[MinValueValidator(2), MaxValueValidator(1000)],
        help_text=_("坐满即开的比赛到这个人数就开始"),
    )
    boards = models.PositiveSmallIntegerField(
        _("每轮副数"), default=2, validators=[MinValueValidator(1), MaxValueValidator(10)]
    )
    keep = models.PositiveSmallIntegerField(
        _("每轮晋级（%）"), default=50, validators=[MinValueValidator(10), MaxValueValidator(90)]
    )
    minutes = models.PositiveSmallIntegerField(
        _("每轮限时（分钟）"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(180)],
        help_text=_("到时不再发新牌，打着的一副打完"),
    )
    pause = models.PositiveSmallIntegerField(
        _("间隔（秒）"),
        default=10,
        validators=[MaxValueValidator(120)],
        help_text=_("两副之间看结果的时间，也是两轮之间和入座后开打前的时间"),
    )
    compare = models.BooleanField(
        _("比同一副牌"), default=True, help_text=_("各桌打同样的牌，和别桌同一座位的人比得分；关掉则比总分")
    )
    bots = models.BooleanField(_("机器人补位"), default=True, help_text=_("坐不满的桌由机器人补足；机器人不拿名次"))

    class Meta:
        abstract = True

    def clean(self) -> None:
        """Raise ValidationError for terms by which no contest could be held or paid."""
        wrong: dict[str, Any] = {}
        if self.room_id and not self.room.contest:
            wrong["room"] = _("要选一个比赛房")
        if self.fewest > self.most:
            wrong["fewest"] = _("最少人数不能多于最多人数")
        elif self.room_id and not self.bots and self.fewest < self.room.seats:
            wrong["fewest"] = _("没有机器人补位时，至少要坐满一桌")
        if problem := prize_problem(self.prizes):
            wrong["prizes"] = problem
        elif len(self.prizes) > self.fewest:
            wrong["prizes"] = _("得奖的名次不能多于最少人数")
        if not self.fee and not self.guaranteed:
            wrong["guaranteed"] = _("不收报名费的比赛要有保底奖池")
        if wrong:
            raise ValidationError(wrong)

    def terms(self) -> dict[str, Any]:
        """All of them, by their fields' names."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.get_fields() if field.name != "id"}


def prize_problem(prizes: Any) -> Any:
    """What is wrong with percents of the pool, or None: whole numbers above 0, never growing, 100 in all."""
    if not isinstance(prizes, list) or not all(type(percent) is int and percent > 0 for percent in prizes):
        return _("奖金分配是一列大于 0 的整数，例如 [50, 30, 20]")
    if sum(prizes) != 100:
        return _("各名次的百分比合计必须是 100")
    if prizes != sorted(prizes, reverse=True):
        return _("名次靠前的奖金不能少")
    return None


class Schedule(Terms):
    """Announces contests by these terms: at times of its own, or one after another as each fills up."""

    is_on = models.BooleanField(_("启用"), default=True)
    order = models.PositiveSmallIntegerField(_("次序"), default=0)
    first_at = models.DateTimeField(_("第一场时间"), null=True, blank=True)
    every = models.PositiveIntegerField(
        _("每隔（分钟）"), null=True, blank=True, validators=[MinValueValidator(5)], help_text=_("留空：只办一场")
    )
    opens_before = models.PositiveIntegerField(
        _("提前报名（分钟）"), default=60, validators=[MinValueValidator(1)], help_text=_("开赛前多久开始报名")
    )

    class Meta:
        ordering = ["order", "id"]
        verbose_name = _("赛程")
        verbose_name_plural = _("赛程")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        if self.start == self.Start.TIMED and self.first_at is None:
            raise ValidationError({"first_at": _("定时的比赛要有第一场的时间")})


class Challenge(Terms):
    """One contest. `round`: the number of its newest round, 0 before the first. `v` grows with every change that people
    can see."""

    class Status(models.TextChoices):
        OPEN = "open", _("报名中")
        RUNNING = "running", _("进行中")
        FINISHED = "finished", _("已结束")
        CANCELLED = "cancelled", _("已取消")

    class Why(models.TextChoices):
        """Why it was cancelled."""

        FEW = "few", _("人数不够")
        LATE = "late", _("没能按时开赛")
        HOUSE = "house", _("由管理员取消")

    schedule = models.ForeignKey(
        Schedule, models.PROTECT, related_name="challenges", editable=False, verbose_name=_("赛程")
    )
    status = models.CharField(_("状态"), max_length=9, choices=Status, default=Status.OPEN)
    why = models.CharField(_("取消原因"), max_length=5, choices=Why, blank=True)
    starts_at = models.DateTimeField(_("开赛时间"), null=True, blank=True)
    """None of one that starts when it is full."""
    began_at = models.DateTimeField(_("开始"), null=True, blank=True)
    ended_at = models.DateTimeField(_("结束"), null=True, blank=True)
    round = models.PositiveSmallIntegerField(_("轮次"), default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    """Between rounds: when it goes on."""
    warned = models.BooleanField(default=False)
    """Whether those who entered were told that it starts soon."""
    pool = models.PositiveBigIntegerField(_("奖池"), default=0)
    """What there is to win, once it has begun."""
    house = models.PositiveBigIntegerField(_("服务费"), default=0)
    v = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("比赛")
        verbose_name_plural = _("比赛")
        permissions = [("call_off_challenge", "Can cancel a contest and give all fees back")]
        constraints = [
            models.UniqueConstraint(fields=["schedule", "starts_at"], name="one_contest_at_a_time"),
            models.UniqueConstraint(
                fields=["schedule"], condition=Q(status="open", starts_at=None), name="one_contest_fills_up"
            ),
        ]
        indexes = [
            models.Index(fields=["status"], condition=Q(status__in=["open", "running"]), name="contest_not_over")
        ]

    def __str__(self) -> str:
        return f"{self.name} #{self.pk}"

    @property
    def breath(self) -> timedelta:
        """`pause` as a length of time."""
        return timedelta(seconds=self.pause)

    @property
    def key(self) -> str:
        """What the ledger calls what it does for this contest."""
        return f"challenge:{self.pk}"

    @property
    def over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)


class Entry(models.Model):
    """Somebody takes part. The row goes when he takes his entry back before the start."""

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="entries", verbose_name=_("比赛"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="challenge_entries", verbose_name=_("玩家")
    )
    at = models.DateTimeField(_("报名"), default=timezone.now)
    left_at = models.DateTimeField(_("退赛"), null=True, blank=True)
    """Since when he has given up."""
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where he stood after the last round that he played, ties by earlier rounds and entry."""
    total = models.BigIntegerField(default=0)
    """What his hands brought in all rounds that are over."""
    late = models.PositiveSmallIntegerField(default=0)
    """Turns in a row that he let go by in his last hand: whoever was on trustee begins the next one so."""
    place = models.PositiveSmallIntegerField(_("名次"), null=True, blank=True)
    """None while he is in."""
    prize = models.PositiveBigIntegerField(_("奖金"), default=0)

    class Meta:
        ordering = ["challenge", "place", "rank", "id"]
        verbose_name = _("参赛")
        verbose_name_plural = _("参赛")
        constraints = [models.UniqueConstraint(fields=["challenge", "player"], name="entered_once")]

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.challenge_id}"

    @property
    def key(self) -> str:
        """Under which his fee is on hold."""
        return f"challenge:{self.challenge_id}:{self.pk}"


class Round(models.Model):
    """A round. `until`: after that no table is dealt another board."""

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="rounds", verbose_name=_("比赛"))
    number = models.PositiveSmallIntegerField(_("轮次"))
    going_on = models.PositiveSmallIntegerField()
    """How many go on from it; 0: it is the final."""
    compare = models.BooleanField()
    """Whether seats are compared with those of other tables: there are some."""
    began_at = models.DateTimeField(_("开始"), default=timezone.now)
    until = models.DateTimeField(_("限时"))
    ended_at = models.DateTimeField(_("结束"), null=True, blank=True)

    class Meta:
        ordering = ["challenge", "number"]
        constraints = [models.UniqueConstraint(fields=["challenge", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.number}"


class Board(models.Model):
    """A deal that every table of the round plays. The seed is secret until the round is over."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    """SHA-256 of the seed in hex, shown from the start of the round on."""

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="board_once")]

    def __str__(self) -> str:
        return f"{self.round_id}#{self.number}"


class RoundTable(models.Model):
    """A table of a round, and the table of the lobby at which it is played."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="+")
    next_at = models.DateTimeField(null=True)
    """Not before that the next board is dealt: the result is being looked at, or somebody is waited for."""
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_of_round_once")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Sitting(models.Model):
    """A seat of a round's table: somebody who takes part, or a bot. What it came to is written when the round ends."""

    table = models.ForeignKey(RoundTable, models.CASCADE, related_name="sittings")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="sittings")
    score = models.PositiveSmallIntegerField(null=True)
    """0 to `scoring.FULL` where tables are compared."""
    points = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="sitting_once"),
            models.UniqueConstraint(fields=["table", "entry"], name="sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}.{self.index}"


class Play(models.Model):
    """A board at a table: the hand, and what each seat won; None while it runs, an empty list where it was void."""

    table = models.ForeignKey(RoundTable, models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, models.PROTECT, related_name="plays")
    hand = models.UUIDField(unique=True)
    points = ArrayField(models.BigIntegerField(), null=True)

    class Meta:
        ordering = ["table", "board"]
        constraints = [models.UniqueConstraint(fields=["table", "board"], name="board_played_once")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.board_id}"
