"""What is sold and for how much (rows of the admin), what each player has, and what was bought and used."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from shop import effects
from shop.limits import Held, Limits
from wallet.models import Currency, Transfer


class Category(models.TextChoices):
    CLOTHES = "clothes", _("服饰")
    EXPRESSION = "expression", _("表情")
    SKILL = "skill", _("技能")
    GAME = "game", _("游戏")
    SPECIAL = "special", _("特殊")


class Prop(models.Model):
    """A kind of thing to own, with its three limits."""

    code = models.SlugField(_("代号"), unique=True, max_length=40)
    name = models.CharField(_("名称"), max_length=40)
    about = models.CharField(_("说明"), max_length=120, blank=True)
    category = models.CharField(_("分类"), max_length=10, choices=Category)
    effect = models.CharField(_("效果"), max_length=20, help_text=_("效果的代号"))
    params = models.JSONField(_("效果参数"), default=dict, blank=True)
    days = models.PositiveIntegerField(
        _("天数"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(3650)]
    )
    uses = models.PositiveIntegerField(
        _("次数"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(999)]
    )
    games = models.JSONField(_("可用的游戏"), default=list, blank=True, help_text=_("游戏的代号；空：所有游戏"))
    adds = models.BooleanField(_("再买可累计"), default=True)
    order = models.PositiveSmallIntegerField(_("次序"), default=0)

    class Meta:
        ordering = ["order", "id"]
        verbose_name = _("道具")
        verbose_name_plural = _("道具")
        constraints = [
            models.CheckConstraint(
                condition=~Q(category=Category.EXPRESSION) | Q(days__isnull=False), name="expressions_end"
            ),
            models.CheckConstraint(condition=Q(days=None) | Q(days__gte=1), name="prop_has_days"),
            models.CheckConstraint(condition=Q(uses=None) | Q(uses__gte=1), name="prop_has_uses"),
        ]

    def __str__(self) -> str:
        return gettext(self.name)

    @property
    def told(self) -> str:
        """What it does, in the reader's language."""
        return gettext(self.about) if self.about else ""

    def clean(self) -> None:
        """Refuse an effect that nobody registers, parameters that it does not know, games that do not exist."""
        from games.rules.registry import GAMES

        effect = effects.of(self.effect)
        if effect is None:
            raise ValidationError({"effect": " | ".join(sorted(effects.known()))})
        if not isinstance(self.params, dict) or (fault := effect.fault(self.params)):
            raise ValidationError({"params": fault if isinstance(self.params, dict) else "{}"})
        if not isinstance(self.games, list) or any(game not in GAMES for game in self.games):
            raise ValidationError({"games": " | ".join(sorted(GAMES))})

    @property
    def limits(self) -> Limits:
        """What one piece comes with."""
        time = timedelta(days=self.days) if self.days else None
        return Limits(time, self.uses, frozenset(self.games), self.adds)


class Offer(models.Model):
    """`bundle` pieces of a prop for `price`, or for `sale_price` while the sale is on. Conditions are off where 0."""

    prop = models.ForeignKey(Prop, models.PROTECT, related_name="offers", verbose_name=_("道具"))
    bundle = models.PositiveSmallIntegerField(_("每份件数"), default=1, validators=[MinValueValidator(1)])
    currency = models.CharField(_("货币"), max_length=8, choices=Currency, default=Currency.COINS)
    price = models.PositiveIntegerField(_("价格"), validators=[MinValueValidator(1)])
    sale_price = models.PositiveIntegerField(_("特价"), null=True, blank=True, validators=[MinValueValidator(1)])
    sale_from = models.DateTimeField(_("特价开始"), null=True, blank=True)
    sale_until = models.DateTimeField(_("特价结束"), null=True, blank=True)
    level = models.PositiveSmallIntegerField(_("至少几级"), default=0, help_text=_("0：不限"))
    members_only = models.BooleanField(_("仅会员"), default=False)
    is_on = models.BooleanField(_("在售"), default=True)

    class Meta:
        ordering = ["prop__order", "prop_id", "bundle", "price"]
        verbose_name = _("商品")
        verbose_name_plural = _("商品")
        constraints = [
            models.CheckConstraint(condition=Q(price__gte=1, bundle__gte=1), name="offer_costs_something"),
            models.CheckConstraint(
                condition=Q(sale_price=None) | Q(sale_price__gte=1, sale_price__lt=F("price")), name="sale_is_cheaper"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prop} ×{self.bundle}: {self.price} {self.currency}"

    def on_sale(self, now: datetime) -> bool:
        """Whether the sale is on at `now`."""
        return (
            self.sale_price is not None
            and (self.sale_from is None or self.sale_from <= now)
            and (self.sale_until is None or now < self.sale_until)
        )

    def cost(self, now: datetime) -> int:
        """What one bundle costs at `now`, in units of `currency`."""
        return self.sale_price if self.sale_price is not None and self.on_sale(now) else self.price


class Item(models.Model):
    """What a player has of a prop. Of one prop there is one live row; one that was taken back stays as a memory."""

    class Why(models.TextChoices):
        EXPIRED = "expired", _("已到期")
        USED_UP = "used_up", _("已用完")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="items", verbose_name=_("玩家"))
    prop = models.ForeignKey(Prop, models.PROTECT, related_name="items", verbose_name=_("道具"))
    got = models.DateTimeField(_("得到"), default=timezone.now)
    until = models.DateTimeField(_("到期"), null=True, blank=True)
    uses = models.PositiveIntegerField(_("剩余次数"), null=True, blank=True)
    worn = models.BooleanField(_("穿戴中"), default=False)
    taken_back = models.DateTimeField(_("收回"), null=True, blank=True)
    why = models.CharField(_("收回原因"), max_length=8, choices=Why, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("玩家的道具")
        verbose_name_plural = _("玩家的道具")
        constraints = [
            models.UniqueConstraint(fields=["player", "prop"], condition=Q(taken_back=None), name="one_live_item"),
            models.CheckConstraint(condition=Q(taken_back=None) ^ ~Q(why=""), name="taken_back_for_a_reason"),
            models.CheckConstraint(condition=Q(taken_back=None) | Q(worn=False), name="nothing_taken_back_is_worn"),
        ]
        indexes = [models.Index(fields=["until"], condition=Q(taken_back=None), name="item_ends")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.prop_id}"

    @property
    def held(self) -> Held:
        """What is left of it."""
        return Held(self.until, self.uses)


class Purchase(models.Model):
    """Something bought, once per `key` of its buyer: one transfer, one item given to `receiver`."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("买家"))
    key = models.CharField(_("幂等键"), max_length=40)
    receiver = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("得到的人"))
    offer = models.ForeignKey(Offer, models.PROTECT, related_name="+", verbose_name=_("商品"))
    quantity = models.PositiveSmallIntegerField(_("份数"))
    paid = models.PositiveBigIntegerField(_("付出"))
    item = models.ForeignKey(Item, models.CASCADE, related_name="+", verbose_name=_("道具"))
    transfer = models.OneToOneField(Transfer, models.PROTECT, related_name="+", verbose_name=_("转账"))
    at = models.DateTimeField(_("时间"), default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("购买记录")
        verbose_name_plural = _("购买记录")
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_purchase_per_key")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.offer_id} ×{self.quantity}"


class Use(models.Model):
    """One use of an item: `hand` where a hand took it, once."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="used", verbose_name=_("道具"))
    game = models.CharField(_("游戏"), max_length=16, blank=True)
    hand = models.CharField(_("牌局"), max_length=36, blank=True)
    at = models.DateTimeField(_("时间"), default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("使用记录")
        verbose_name_plural = _("使用记录")
        constraints = [
            models.UniqueConstraint(fields=["item", "hand"], condition=~Q(hand=""), name="a_hand_takes_one_use")
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.at:%F %T}"
