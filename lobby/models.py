"""Zones, rooms with versioned rules, tables, seats and tickets.

Locks are taken in this order and never backwards: player, room, table, ticket and seat rows, then the wallet's. Code
that needs them the other way (the matcher) skips what is locked instead of waiting.
"""

import json
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from games import selectors as hands

RESULT_KEPT = timedelta(minutes=3)
"""For so long after a hand its result is shown again to whoever comes back to the table."""


WAITING = {"ready": 60_000, "alone": 180_000}
"""How long a table waits between hands, in ms: for somebody in company to get ready, for somebody to be joined."""


READY = {"thirteen": 15_000}
"""Games whose tables wait for other lengths of time for somebody to get ready (rules of Thirteen Water, 1.2)."""


def usual_timers(game: str) -> dict[str, int]:
    """The lengths of a game's phases and of what its tables wait between hands, in ms."""
    return hands.phases(game) | WAITING | {"ready": READY.get(game, WAITING["ready"])}


def default_timers() -> dict[str, int]:
    """Those of the game that a new room has until another is chosen."""
    return usual_timers("doudizhu")


ALONE_IN_PRIVATE = timedelta(minutes=15)
"""For so long somebody alone keeps the seat at a private table: friends need longer than the queue to come."""


PEOPLE = models.Q(player__isnull=False, player__owner=None)
"""Seats and tickets of people: no bot of the house, no bot account."""


class Zone(models.Model):
    """A shelf of the hall: rooms of one game and mode."""

    code = models.SlugField(_("代号"), unique=True)
    name = models.CharField(_("名称"), max_length=40)
    game = models.SlugField(_("游戏"))
    mode = models.SlugField(_("玩法"))
    order = models.PositiveSmallIntegerField(_("次序"), default=0)

    class Meta:
        ordering = ["order", "id"]
        verbose_name = _("专区")
        verbose_name_plural = _("专区")

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """A room and its rules in force. Each change of a rule makes a new `version`, kept in `RoomRevision`; a hand pins
    the rules it began with in its configuration, so a change never touches a hand that is being played."""

    class Absence(models.TextChoices):
        END = "end", _("离开的人输，牌局结束")
        TRUSTEE = "trustee", _("由托管打完这一局")

    class BotLevel(models.TextChoices):
        EASY = "easy", _("普通")
        NORMAL = "normal", _("熟练")

    class Currency(models.TextChoices):
        BEANS = "beans", _("欢乐豆")
        COINS = "coins", _("游戏币")
        POINTS = "", _("只计分")

    RULES = (
        *("game", "mode", "seats", "fewest", "switches", "currency", "n", "a", "initial", "coef", "cap"),
        *("minimum", "maximum", "threshold"),
        *("cap_win_to_carry", "timers", "bots_allowed", "bot_level", "bot_wait", "spectators", "spectator_delay"),
        *("absence", "keep_apart", "hidden_names", "outside_bots"),
    )
    """The fields that make up the versioned rules."""

    zone = models.ForeignKey(Zone, models.PROTECT, related_name="rooms", verbose_name=_("专区"))
    code = models.SlugField(_("代号"))
    name = models.CharField(_("名称"), max_length=40)
    level = models.CharField(_("级别"), max_length=20)
    order = models.PositiveSmallIntegerField(_("次序"), default=0)
    is_open = models.BooleanField(_("开放"), default=True)
    capacity = models.PositiveIntegerField(_("人数上限"), default=300)
    version = models.PositiveIntegerField(_("规则版本"), default=0, editable=False)

    game = models.SlugField(_("游戏"), default="doudizhu")
    mode = models.SlugField(_("玩法"), default="huanle")
    seats = models.PositiveSmallIntegerField(_("座位数"), default=3)
    fewest = models.PositiveSmallIntegerField(
        _("最少开局人数"), null=True, blank=True, help_text=_("坐下的人都准备好、至少这么多人就开局；留空：坐满才开局")
    )
    switches = models.JSONField(
        _("规则开关"), default=dict, blank=True, help_text=_("本游戏允许房间修改的规则；没写的按平常的规则")
    )
    currency = models.CharField(_("货币"), max_length=5, choices=Currency, blank=True)
    n = models.PositiveIntegerField(_("房间系数 N"), default=1, validators=[MinValueValidator(1)])
    a = models.PositiveIntegerField(_("服务费 A"), default=0, help_text=_("每人每局"))
    initial = models.PositiveIntegerField(_("初始倍数"), default=1, validators=[MinValueValidator(1)])
    coef = models.DecimalField(
        _("玩法系数"),
        max_digits=5,
        decimal_places=3,
        default=1,
        validators=[MinValueValidator(Decimal("0.001"))],
        help_text=_("癞子玩法 0.25，其余 1"),
    )
    cap = models.PositiveIntegerField(
        _("封顶"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("一局最多赢多少分，未乘 N；留空：按玩法（癞子玩法 10000，其余不封顶）"),
    )
    minimum = models.PositiveBigIntegerField(_("最低携带"), default=0)
    maximum = models.PositiveBigIntegerField(_("最高携带"), null=True, blank=True)
    threshold = models.PositiveBigIntegerField(_("加倍门槛"), null=True, blank=True, help_text=_("超过才能加倍"))
    cap_win_to_carry = models.BooleanField(_("赢取不超过携带"), default=True)
    timers = models.JSONField(_("各阶段时限（毫秒）"), default=default_timers)
    bots_allowed = models.BooleanField(_("允许机器人"), default=True)
    bot_level = models.CharField(_("机器人水平"), max_length=10, choices=BotLevel, default=BotLevel.EASY)
    bot_wait = models.PositiveIntegerField(
        _("机器人补位前等待（毫秒）"), default=3000, validators=[MaxValueValidator(600_000)]
    )
    spectators = models.BooleanField(_("允许旁观"), default=True)
    spectator_delay = models.PositiveIntegerField(
        _("旁观延迟（毫秒）"),
        default=0,
        help_text=_("旁观者晚多久看到牌局，0 为不延迟"),
        validators=[MaxValueValidator(600_000)],
    )
    absence = models.CharField(_("缺席处理"), max_length=10, choices=Absence, default=Absence.END)
    keep_apart = models.BooleanField(
        _("同一地址或设备不同桌"), default=True, help_text=_("只对输赢货币的房间有效；本机的地址不算")
    )
    hidden_names = models.BooleanField(
        _("防作弊"), default=False, help_text=_("只能由系统配桌，一局结束才公布名字，每局都重新配桌")
    )
    contest = models.BooleanField(
        _("比赛房"), default=False, help_text=_("只给挑战赛用，不在大厅里；只计分，座位由比赛安排，缺席的人由托管代打")
    )

    outside_bots = models.BooleanField(
        _("接受外来机器人"),
        default=False,
        help_text=_("玩家自己的机器人账号可以在这里坐下；名字都带 BOT 标记，不上排行榜"),
    )

    class Meta:
        ordering = ["zone__order", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["zone", "code"], name="room_code_in_zone")]
        verbose_name = _("房间")
        verbose_name_plural = _("房间")

    def __str__(self) -> str:
        return f"{self.zone} {self.name}"

    author: Any = None
    """Who changes the rules now, for the revision; None: the platform itself."""
    why = ""
    """And the reason given."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; where a rule changed, count the version up and keep the revision in the same transaction."""
        with transaction.atomic():
            before = Room.objects.select_for_update(no_key=True).filter(pk=self.pk).first()
            # The database's own form of each value is compared: "1" and Decimal("1.000") are the same rule.
            super().save(*args, **kwargs)
            now = Room.objects.get(pk=self.pk)
            self.version = before.version if before else 0
            if before is None or before.rules() != now.rules():
                self.version += 1
                RoomRevision.objects.create(
                    room=self,
                    version=self.version,
                    rules=now.rules(),
                    changes=differences(before.rules(), now.rules()) if before else {},
                    author=self.author,
                    why=self.why,
                )
            Room.objects.filter(pk=self.pk).update(version=self.version)

    def clean(self) -> None:
        """Raise ValidationError for rules under which nobody could play well.

        A room of Dou Dizhu is refused when N x initial x coef <= A (its rules, 1.14): the fee would eat the least win.
        What the room does not say about its game's switches is filled in, so that a revision tells all of them.
        """
        wrong: dict[str, Any] = {}
        if self.zone_id and (self.zone.game, self.zone.mode) != (self.game, self.mode):
            wrong["mode"] = _("与专区的游戏和玩法不同")
        if self.game == "doudizhu" and self.currency and self.n * self.initial * self.coef <= self.a:
            wrong["a"] = _("服务费必须低于 N × 初始倍数 × 系数")
        if self.game == "doudizhu" and self.cap is not None and self.cap < self.initial * self.coef:
            wrong["cap"] = _("封顶不能低于初始倍数 × 系数")
        if self.maximum is not None and self.minimum > self.maximum:
            wrong["maximum"] = _("最高携带不能低于最低携带")
        if self.threshold is not None and self.maximum is not None and self.threshold >= self.maximum:
            wrong["threshold"] = _("加倍门槛不低于最高携带，就没有人能加倍")
        if not self.currency and (self.a or self.minimum or self.maximum or self.threshold):
            wrong["currency"] = _("只计分的房间没有服务费和携带限制")
        if self.currency and self.minimum <= self.a:
            wrong["minimum"] = _("最低携带必须高于服务费")
        if self.seats < 2:
            wrong["seats"] = _("至少两个座位")
        elif not hands.is_playable(self.game, self.mode, self.seats):
            wrong["seats"] = _("没有这种人数的玩法")
        elif self.fewest is not None and not 2 <= self.fewest <= self.seats:
            wrong["fewest"] = _("最少开局人数在 2 和座位数之间")
        elif not all(hands.is_playable(self.game, self.mode, count) for count in range(self.needed, self.seats)):
            wrong["fewest"] = _("没有这种人数的玩法")
        if self.contest and (self.currency or self.is_open or self.spectators or self.hidden_names):
            wrong["contest"] = _("比赛房只计分，不在大厅里开放，不能旁观，不隐藏名字")
        if self.hidden_names and self.spectators:
            wrong["spectators"] = _("防作弊的房间不能旁观")
        if self.hidden_names and self.outside_bots:
            wrong["outside_bots"] = _("防作弊的房间看不出谁是机器人，不能接受")
        if self.capacity < self.seats:
            wrong["capacity"] = _("人数上限低于一桌的座位数")
        if problem := timer_problem(self.game, self.timers):
            wrong["timers"] = problem
        if problem := switch_problem(self.game, self.switches):
            wrong["switches"] = problem
        else:
            usual = {name: switch.usual for name, switch in hands.switches(self.game).items()}
            self.switches = usual | self.switches
        if wrong:
            raise ValidationError(wrong)

    @property
    def needed(self) -> int:
        """How many have to sit at a table before a hand can start there."""
        return self.seats if self.fewest is None else self.fewest

    @property
    def parts_neighbours(self) -> bool:
        """Whether people of one address or device are kept from playing with each other here."""
        return self.keep_apart and bool(self.currency)

    def stakes(self) -> dict[str, Any]:
        """What the room says about money and points, as a hand's configuration holds it."""
        return {
            "coef_n": self.n,
            "rake": self.a,
            "initial": self.initial,
            "coef": format(self.coef, "f"),
            "cap": self.cap,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "threshold": self.threshold,
            "cap_win_to_carry": self.cap_win_to_carry,
        }

    def rules(self) -> dict[str, Any]:
        """The versioned rules as JSON."""
        values = {name: getattr(self, name) for name in self.RULES}
        return values | {"coef": format(self.coef, "f")}


def differences(before: dict[str, Any], now: dict[str, Any]) -> dict[str, list[Any]]:
    """What changed between two sets of rules: rule -> [from, to]; of timers and switches each one by itself."""
    changed: dict[str, list[Any]] = {}
    for name in before | now:
        old, new = before.get(name), now.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            changed |= {f"{name}.{inner}": pair for inner, pair in differences(old, new).items()}
        elif old != new:
            changed[name] = [old, new]
    return changed


def timer_problem(game: str, timers: Any) -> Any:
    """What is wrong with a room's timers, or None: the game's phases, whole milliseconds, not beyond ten minutes."""
    usual = usual_timers(game)
    if not isinstance(timers, dict) or set(timers) != set(usual):
        return _("各阶段必须是：%(names)s") % {"names": ", ".join(usual)}
    if not all(type(ms) is int and 0 < ms <= 600_000 for ms in timers.values()):
        return _("时限是 1 到 600000 之间的整数毫秒")
    return None


def switch_problem(game: str, switches: Any) -> Any:
    """What is wrong with what a room sets of its game's switches, or None."""
    known = hands.switches(game)
    if not isinstance(switches, dict) or not set(switches) <= set(known):
        return _("本游戏的规则开关：%(names)s") % {"names": ", ".join(known) or "–"}
    for name, value in switches.items():
        if not known[name].takes(value):
            allowed = json.dumps(list(known[name].allowed))
            return _("%(name)s 可以是 %(allowed)s") % {"name": name, "allowed": allowed[1:-1]}
    return None


class RoomRevision(models.Model):
    """The rules a room had from a moment on, who changed what from the version before, and why; never changed."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="revisions", verbose_name=_("房间"))
    version = models.PositiveIntegerField(_("规则版本"))
    rules = models.JSONField(_("规则"))
    changes = models.JSONField(_("改动"), default=dict, blank=True)
    """Rule -> [from, to] (`differences`); empty for a room's first rules."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("修改人")
    )
    why = models.CharField(_("原因"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("时间"), auto_now_add=True)

    class Meta:
        ordering = ["room", "-version"]
        verbose_name = _("房间改动")
        verbose_name_plural = _("房间改动")
        constraints = [models.UniqueConstraint(fields=["room", "version"], name="room_revision_once")]

    def __str__(self) -> str:
        return f"{self.room} v{self.version}"


class Table(models.Model):
    """A table of a room. An empty one keeps its number and is used again.

    `hand` is the open hand's id, null between hands. `carry` is what the last hand hands to the next (opaque).
    `v` grows with every change that people can see; it orders the frames about the table. `alone_since`: since when
    one person sits here without another, between hands.

    A private table has an `invite`, the secret of its link, which ends when the last person leaves; `host` is the
    person whose table it is, `password` (hashed) lets in those who did not get the link, empty: only the link does.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="tables", verbose_name=_("房间"))
    number = models.PositiveIntegerField(_("桌号"))
    hand = models.UUIDField(_("牌局"), null=True, blank=True, unique=True)
    carry = models.JSONField(default=dict, blank=True)
    v = models.PositiveBigIntegerField(default=0)
    alone_since = models.DateTimeField(null=True, blank=True)
    invite = models.CharField(max_length=24, null=True, blank=True, unique=True)
    password = models.CharField(max_length=128, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("桌主")
    )

    class Meta:
        ordering = ["room", "number"]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="table_number_in_room")]
        verbose_name = _("桌子")
        verbose_name_plural = _("桌子")

    def __str__(self) -> str:
        return f"{self.room} {self.number}"

    @property
    def key(self) -> str:
        """How games names this table in its events."""
        return f"table-{self.pk}"

    @property
    def private(self) -> bool:
        """Whether one needs the link or the password to sit down, or to look on."""
        return self.invite is not None

    @staticmethod
    def pk_of(key: str) -> int | None:
        """The table behind such a name; None for a name that is none of ours."""
        number = key.removeprefix("table-")
        return int(number) if number.isdecimal() else None

    def given_up(self, seat: "Seat") -> tuple[datetime, str] | None:
        """When a person's seat is given up if nothing changes, and the code of the notice that says why; None: it is
        kept.

        Alone it is kept for the room's `alone` time (longer at a private table), ready or not; in company for the
        `ready` time, unless ready; at a contest's table until that moves him.
        """
        if self.hand is not None or seat.player_id is None or self.room.contest:
            return None
        timers = self.room.timers
        if self.alone_since is not None:
            alone = timedelta(milliseconds=timers["alone"])
            return self.alone_since + (max(alone, ALONE_IN_PRIVATE) if self.private else alone), "alone"
        if seat.ready_at is None:
            return seat.since + timedelta(milliseconds=timers["ready"]), "idle"
        return None


class Seat(models.Model):
    """A taken seat: a person (one seat each, everywhere) or a bot. `ready_at` is null while not ready; `since` is when
    the occupant last sat down, played, changed its mind or got company, for giving up idle seats."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="taken")
    index = models.PositiveSmallIntegerField(_("座位"))
    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="lobby_seat",
        verbose_name=_("玩家"),
    )
    bot = models.CharField(_("机器人"), max_length=10, blank=True, help_text=_("机器人的水平；空：真人"))
    name = models.CharField(_("名字"), max_length=40)
    avatar = models.CharField(max_length=20)
    level = models.PositiveSmallIntegerField(default=1)
    title = models.CharField(max_length=20, blank=True)
    ready_at = models.DateTimeField(_("准备"), null=True, blank=True)
    show = models.BooleanField(default=False)
    since = models.DateTimeField(_("自从"))

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_taken_once"),
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) ^ models.Q(bot=""), name="seat_person_or_bot"
            ),
        ]
        verbose_name = _("座位")
        verbose_name_plural = _("座位")

    def __str__(self) -> str:
        return f"{self.name} {self.table_id}/{self.index}"

    @property
    def automatic(self) -> bool:
        """Whether a program plays here: a bot of the house, or somebody's bot account."""
        return bool(self.bot) or (self.player is not None and self.player.is_bot)


class KickVote(models.Model):
    """Somebody at a table wants somebody else there gone; it ends when either leaves, and when a hand begins."""

    voter = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    target = models.ForeignKey(Seat, models.CASCADE, related_name="votes")

    class Meta:
        verbose_name_plural = "kick votes"
        constraints = [models.UniqueConstraint(fields=["voter", "target"], name="one_vote_per_voter")]

    def __str__(self) -> str:
        return f"{self.voter_id} → {self.target_id}"


class Ban(models.Model):
    """Somebody who was sent away from a table may not sit there `until` then, or while a private table lasts."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bans")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="banned_once")]

    def __str__(self) -> str:
        return f"{self.player_id} ✕ {self.table_id}"


class Ticket(models.Model):
    """A person waiting for a match. `avoid` is the table just left for another; `seen_at` is renewed by the lobby
    socket's heartbeat."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lobby_ticket", verbose_name=_("玩家")
    )
    room = models.ForeignKey(Room, models.CASCADE, related_name="tickets", verbose_name=_("房间"))
    created_at = models.DateTimeField(_("开始"))
    seen_at = models.DateTimeField(_("最近露面"))
    avoid = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["created_at", "id"]
        verbose_name = _("排队")
        verbose_name_plural = _("排队")
        indexes = [models.Index(fields=["room", "created_at"], name="ticket_waiting")]

    def __str__(self) -> str:
        return f"{self.player_id} → {self.room_id}"


class Trail(models.Model):
    """What matching knows of a player: where from he last sat down or joined, and with whom he played lately."""

    KEPT = 5
    """So many hands are remembered."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+", verbose_name=_("玩家")
    )
    address = models.CharField(_("地址"), max_length=45, blank=True)
    """As `accounts.origins.Origin`; empty: one that tells nothing."""
    device = models.CharField(_("设备"), max_length=32, blank=True)
    company = models.JSONField(default=list)
    """Of each of the last hands, the newest first, the numbers of the other people."""

    class Meta:
        verbose_name = _("行迹")
        verbose_name_plural = _("行迹")

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.address or '–'}"


class Season(models.Model):
    """A week or a month of the leaderboards, in the house's time zone; `start` is a Monday, or the first of a month."""

    class Period(models.TextChoices):
        WEEK = "week", _("周")
        MONTH = "month", _("月")

    period = models.CharField(_("周期"), max_length=5, choices=Period)
    start = models.DateField(_("开始"))
    closed_at = models.DateTimeField(_("结算时间"), null=True, blank=True)
    """When the prizes were paid; None while it runs."""

    class Meta:
        ordering = ["-start", "period"]
        constraints = [models.UniqueConstraint(fields=["period", "start"], name="one_season_at_a_time")]
        verbose_name = _("赛季")
        verbose_name_plural = _("赛季")

    def __str__(self) -> str:
        return f"{self.period} {self.start}"


class Score(models.Model):
    """What a player won and lost in a mode during a season, in level points."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="scores")
    mode = models.CharField(_("玩法"), max_length=16)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("玩家"))
    points = models.BigIntegerField(_("积分"), default=0)
    hands = models.PositiveIntegerField(_("局数"), default=0)
    wins = models.PositiveIntegerField(_("胜"), default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "mode", "player"], name="one_score_a_season")]
        indexes = [models.Index(fields=["season", "mode", "-points", "player"], name="score_ladder")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.mode}: {self.points}"


class SeasonPrize(models.Model):
    """What the places from `place` to `until` of every mode win when a season ends."""

    period = models.CharField(_("周期"), max_length=5, choices=Season.Period)
    place = models.PositiveSmallIntegerField(_("从第几名"), validators=[MinValueValidator(1)])
    until = models.PositiveSmallIntegerField(_("到第几名"), validators=[MinValueValidator(1)])
    currency = models.CharField(_("货币"), max_length=8, choices=Room.Currency.choices[:2], default=Room.Currency.BEANS)
    amount = models.PositiveIntegerField(_("数额"), validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["period", "place"]
        constraints = [
            models.UniqueConstraint(fields=["period", "place"], name="one_prize_a_place"),
            models.CheckConstraint(condition=models.Q(until__gte=models.F("place")), name="prize_places_in_order"),
        ]
        verbose_name = _("赛季奖励")
        verbose_name_plural = _("赛季奖励")

    def __str__(self) -> str:
        return f"{self.period} {self.place}–{self.until}: {self.amount} {self.currency}"


class Placing(models.Model):
    """Where a player stood when a season was closed, and what that won."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="placings", verbose_name=_("赛季"))
    mode = models.CharField(_("玩法"), max_length=16)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("玩家"))
    place = models.PositiveIntegerField(_("名次"))
    points = models.BigIntegerField(_("积分"))
    currency = models.CharField(_("货币"), max_length=8, blank=True)
    amount = models.PositiveIntegerField(_("数额"), default=0)

    class Meta:
        ordering = ["-season__start", "mode", "place"]
        constraints = [models.UniqueConstraint(fields=["season", "mode", "player"], name="placed_once")]
        verbose_name = _("赛季名次")
        verbose_name_plural = _("赛季名次")

    def __str__(self) -> str:
        return f"{self.season_id} {self.mode} #{self.place}: {self.player_id}"
