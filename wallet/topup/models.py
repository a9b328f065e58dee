"""What is on sale, who ordered and paid what, what the providers said, and who is a member.

Prices are in the smallest unit of the house's money (`settings.TOPUP_MONEY`, fen of CNY).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.models import Currency, Transfer

LIFETIME = timedelta(minutes=30)
"""How long an order can be paid."""


class Ware(models.Model):
    """Something on sale."""

    name = models.CharField(_("名称"), max_length=40)
    place = models.PositiveSmallIntegerField(_("次序"), default=0)
    is_on = models.BooleanField(_("在售"), default=True)

    class Meta:
        abstract = True
        ordering = ["place", "id"]

    def __str__(self) -> str:
        return self.name


class Product(Ware):
    """An amount of coins or beans for a price."""

    currency = models.CharField(_("货币"), max_length=8, choices=Currency, default=Currency.COINS)
    amount = models.PositiveBigIntegerField(_("数额"), validators=[MinValueValidator(1)])
    price = models.PositiveBigIntegerField(
        _("价格（分）"), validators=[MinValueValidator(1), MaxValueValidator(100_000_000)]
    )

    class Meta(Ware.Meta):
        verbose_name = _("充值商品")
        verbose_name_plural = _("充值商品")


class Plan(Ware):
    """A membership for so many days, sold for money, for coins or for either, and what members have of it."""

    days = models.PositiveSmallIntegerField(_("天数"), validators=[MinValueValidator(1), MaxValueValidator(3660)])
    price = models.PositiveBigIntegerField(
        _("价格（分）"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100_000_000)],
        help_text=_("空：不用钱卖"),
    )
    coins = models.PositiveBigIntegerField(
        _("价格（游戏币）"), null=True, blank=True, validators=[MinValueValidator(1)], help_text=_("空：不用游戏币卖")
    )
    sign_in_percent = models.PositiveSmallIntegerField(
        _("签到奖励（%）"), default=150, validators=[MinValueValidator(100), MaxValueValidator(1000)]
    )
    parts = models.CharField(
        _("形象部件"),
        max_length=400,
        blank=True,
        validators=[RegexValidator(r"^[a-z0-9_-]+( [a-z0-9_-]+)*$")],
        help_text=_("会员期内可用的部件代号，用空格分开"),
    )

    class Meta(Ware.Meta):
        verbose_name = _("会员方案")
        verbose_name_plural = _("会员方案")

    def clean(self) -> None:
        """Something that nobody could buy is not on sale."""
        if self.is_on and self.price is None and self.coins is None:
            raise ValidationError(_("在售的方案至少要有一种价格。"))


class Order(models.Model):
    """One purchase with money. What is bought and its price are those of the moment of ordering.

    created → paying → credited → refunding → refunded; from created and paying also cancelled and expired, from
    credited and refunding also charged_back. Nothing stands between paid and credited: both happen in one transaction.
    """

    class State(models.TextChoices):
        CREATED = "created", _("待支付")
        PAYING = "paying", _("支付中")
        CREDITED = "credited", _("已到账")
        CANCELLED = "cancelled", _("已取消")
        EXPIRED = "expired", _("已过期")
        REFUNDING = "refunding", _("退款中")
        REFUNDED = "refunded", _("已退款")
        CHARGED_BACK = "charged_back", _("已撤单")

    OPEN = (State.CREATED, State.PAYING)
    PAID = (State.CREDITED, State.REFUNDING, State.REFUNDED, State.CHARGED_BACK)
    """States in which the money came at some time."""

    number = models.CharField(_("订单号"), max_length=24, unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="orders", verbose_name=_("玩家"))
    product = models.ForeignKey(Product, models.PROTECT, null=True, blank=True, verbose_name=_("充值商品"))
    plan = models.ForeignKey(Plan, models.PROTECT, null=True, blank=True, verbose_name=_("会员方案"))
    title = models.CharField(_("名称"), max_length=40)
    currency = models.CharField(_("货币"), max_length=8, choices=Currency, blank=True)
    amount = models.PositiveBigIntegerField(_("数额"), default=0)
    """What is credited, in `currency`; 0 for a plan."""
    days = models.PositiveSmallIntegerField(_("天数"), default=0)
    price = models.PositiveBigIntegerField(_("价格（分）"))
    money = models.CharField(_("币种"), max_length=3)
    """ISO 4217, such as "CNY"."""
    state = models.CharField(_("状态"), max_length=12, choices=State, default=State.CREATED)
    provider = models.CharField(_("支付渠道"), max_length=16, blank=True)
    channel = models.CharField(_("支付方式"), max_length=16, blank=True)
    """The way of paying within the provider, such as "native"."""
    link = models.CharField(_("付款链接"), max_length=1000, blank=True)
    """Where, or with which code, the provider takes the money."""
    linked = models.DateTimeField(_("取得付款链接"), null=True, blank=True, editable=False)
    reference = models.CharField(_("渠道流水号"), max_length=64, blank=True)
    """The provider's own number of the payment."""
    created = models.DateTimeField(_("下单"))
    paid = models.DateTimeField(_("支付"), null=True, blank=True)
    changed = models.DateTimeField(_("更新"), default=timezone.now)
    tried = models.DateTimeField(_("上次查询"), null=True, blank=True, editable=False)
    """When the sweep last took it up."""
    refunds = models.PositiveSmallIntegerField(_("退款次数"), default=0)
    """How many refunds were begun; each has its own transfer."""
    refund_reason = models.CharField(_("退款原因"), max_length=200, blank=True)
    refunded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("退款经手"),
    )
    taken_back = models.PositiveBigIntegerField(_("收回"), default=0)
    """What a refund or charge-back took from the player again, in `currency`."""

    class Meta:
        verbose_name = _("订单")
        verbose_name_plural = _("订单")
        ordering = ["-pk"]
        permissions = [("refund_order", "Can refund an order")]
        constraints = [
            models.CheckConstraint(
                condition=Q(product__isnull=False, plan=None, amount__gt=0, days=0)
                | Q(product=None, plan__isnull=False, amount=0, days__gt=0),
                name="order_of_one_thing",
            ),
            models.CheckConstraint(condition=Q(price__gt=0), name="order_has_a_price"),
            models.CheckConstraint(
                condition=Q(paid=None, state__in=("created", "paying", "cancelled", "expired"))
                | Q(paid__isnull=False, state__in=("credited", "refunding", "refunded", "charged_back")),
                name="order_paid_as_its_state_says",
            ),
            models.UniqueConstraint(
                fields=["provider", "reference"], condition=~Q(reference=""), name="one_order_per_payment"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="order_of_player"),
            models.Index(
                fields=["created"], condition=Q(state__in=("created", "paying", "refunding")), name="order_unfinished"
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def deadline(self) -> datetime:
        """Until when it can be paid."""
        return self.created + LIFETIME


class Event(models.Model):
    """One message of a provider whose signature was right, and what came of it. Its id makes a second one a repeat."""

    provider = models.CharField(_("支付渠道"), max_length=16)
    event = models.CharField(_("消息编号"), max_length=80)
    kind = models.CharField(_("类型"), max_length=16)
    number = models.CharField(_("订单号"), max_length=64, blank=True)
    reference = models.CharField(_("渠道流水号"), max_length=64, blank=True)
    price = models.BigIntegerField(_("金额（分）"), null=True, blank=True)
    money = models.CharField(_("币种"), max_length=8, blank=True)
    outcome = models.CharField(_("结果"), max_length=16)
    received = models.DateTimeField(_("收到"), default=timezone.now)

    class Meta:
        verbose_name = _("支付消息")
        verbose_name_plural = _("支付消息")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["provider", "event"], name="one_event_per_message")]
        indexes = [models.Index(fields=["number"], name="event_of_order")]

    def __str__(self) -> str:
        return f"{self.provider} {self.event}: {self.outcome}"


class Term(models.Model):
    """So many days of membership that were bought. When they begin and end is computed (`wallet.topup.members`): each
    begins when the one before it has ended."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="terms", verbose_name=_("玩家"))
    plan = models.ForeignKey(Plan, models.PROTECT, verbose_name=_("会员方案"))
    days = models.PositiveSmallIntegerField(_("天数"))
    bought = models.DateTimeField(_("购买"))
    voided = models.DateTimeField(_("收回"), null=True, blank=True)
    """When a refund took back what was left of it."""
    order = models.OneToOneField(Order, models.PROTECT, null=True, blank=True, verbose_name=_("订单"))
    transfer = models.OneToOneField(Transfer, models.PROTECT, null=True, blank=True, verbose_name=_("转账"))

    class Meta:
        verbose_name = _("会员期")
        verbose_name_plural = _("会员期")
        ordering = ["bought", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(order__isnull=False, transfer=None) | Q(order=None, transfer__isnull=False),
                name="term_paid_once",
            ),
        ]
        indexes = [models.Index(fields=["player", "bought"], name="term_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.plan_id} {self.bought:%Y-%m-%d} +{self.days}"
