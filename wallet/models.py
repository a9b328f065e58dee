"""Accounts, transfers, entries and holds.

A transfer's entries sum to zero in each currency: checked when written and again by a deferred trigger. Entries are
only ever added: a trigger refuses to change or remove one. Both triggers are in migrations/0002_triggers.py.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Currency(models.TextChoices):
    BEANS = "beans", _("欢乐豆")
    COINS = "coins", _("游戏币")


class Kind(models.TextChoices):
    """What an account is for. Only sources may be below zero: what they are short of is what exists elsewhere."""

    PLAYER = "player", _("玩家可用")
    HOLD = "hold", _("牌局冻结")
    HOUSE = "house", _("台费")
    BOTS = "bots", _("机器人")
    FINES = "fines", _("逃跑罚金")
    SHOP = "shop", _("商城")
    MINT = "mint", _("发行")


SOURCES = (Kind.MINT,)
OWNED = (Kind.PLAYER, Kind.HOLD)
"""Kinds of which each player has one per currency; the bots' holds are of kind hold without an owner."""


class Account(models.Model):
    """One balance. Changed only by `wallet.ledger.post`, which writes the entry that explains it."""

    kind = models.CharField(_("种类"), max_length=8, choices=Kind)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="accounts", null=True, blank=True, verbose_name=_("玩家")
    )
    currency = models.CharField(_("货币"), max_length=8, choices=Currency)
    balance = models.BigIntegerField(_("余额"), default=0)

    class Meta:
        verbose_name = _("账户")
        verbose_name_plural = _("账户")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "owner", "currency"], name="one_account_per_kind", nulls_distinct=False
            ),
            models.CheckConstraint(condition=Q(balance__gte=0) | Q(kind__in=SOURCES), name="no_debts"),
            models.CheckConstraint(
                condition=(Q(owner=None) & ~Q(kind=Kind.PLAYER)) | Q(owner__isnull=False, kind__in=OWNED),
                name="players_own_balances_and_holds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.owner_id or '-'}:{self.currency}"


class Transfer(models.Model):
    """A movement of money, complete in itself."""

    key = models.CharField(_("幂等键"), max_length=80, unique=True)
    """The idempotency key: the same movement asked for again finds this row."""
    kind = models.CharField(_("种类"), max_length=16)
    """"opening", "bots", "hold", "hand", "release", …"""
    created = models.DateTimeField(_("时间"), default=timezone.now, db_index=True)
    memo = models.JSONField(_("附注"), default=dict, blank=True)

    class Meta:
        verbose_name = _("转账")
        verbose_name_plural = _("转账")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One account's part in a transfer. Append-only."""

    transfer = models.ForeignKey(Transfer, models.PROTECT, related_name="entries", verbose_name=_("转账"))
    # Its index begins those of Meta.
    account = models.ForeignKey(Account, models.PROTECT, related_name="entries", db_index=False, verbose_name=_("账户"))
    amount = models.BigIntegerField(_("数额"))
    """What the account gains; below zero, what it gives."""
    label = models.CharField(_("事由"), max_length=16)
    """Why, within the transfer: "stake", "rake", "penalty", "hold", "release"; a gift's own kind, such as "opening"."""
    balance = models.BigIntegerField(_("之后余额"))
    """What the account has after this entry. An account's entries are numbered in the order in which they happened, for
    they are written while it is locked."""
    at = models.DateTimeField(_("时间"))
    """`Transfer.created`, so that an account's entries are found by day."""

    class Meta:
        verbose_name = _("分录")
        verbose_name_plural = _("分录")
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="entry_moves_something")]
        indexes = [
            models.Index(fields=["account", "-id"], name="statement"),
            models.Index(fields=["account", "label", "-id"], name="statement_by_label"),
            models.Index(fields=["account", "-at"], name="statement_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.amount:+d} {self.label}"


class Hold(models.Model):
    """What one seat has put aside for one hand; the money stands in an account of kind hold until it is closed."""

    key = models.CharField(_("用途"), max_length=80)
    """Whom it is for, as "hand:<uuid>"; the word before the colon names who can say whether that still runs."""
    seat = models.PositiveSmallIntegerField(_("座位"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="holds", null=True, blank=True, verbose_name=_("玩家")
    )
    """None: a bot's, held from the bots' account."""
    currency = models.CharField(_("货币"), max_length=8, choices=Currency)
    amount = models.BigIntegerField(_("数额"))
    opened = models.DateTimeField(_("开始"), default=timezone.now)
    closed = models.DateTimeField(_("结束"), null=True, blank=True)

    class Meta:
        verbose_name = _("冻结")
        verbose_name_plural = _("冻结")
        ordering = ["key", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["key", "seat"], name="one_hold_per_seat"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="hold_not_negative"),
        ]
        indexes = [models.Index(fields=["opened"], condition=Q(closed=None), name="hold_open")]

    def __str__(self) -> str:
        return f"{self.key}#{self.seat} {self.amount} {self.currency}"


class OpeningGrant(models.Model):
    """What a new player starts with; set in the admin."""

    currency = models.CharField(_("货币"), max_length=8, choices=Currency, unique=True)
    amount = models.PositiveBigIntegerField(_("数额"))

    class Meta:
        verbose_name = _("开户赠送")
        verbose_name_plural = _("开户赠送")

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class AdjustmentLimit(models.Model):
    """What one person may correct in a day on his own word, all his corrections together; beyond it a second person
    has to agree. Set in the admin; 0: never alone."""

    currency = models.CharField(_("货币"), max_length=8, choices=Currency, unique=True)
    amount = models.PositiveBigIntegerField(_("每人每天"))

    class Meta:
        verbose_name = _("调整限额")
        verbose_name_plural = _("调整限额")

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class Adjustment(models.Model):
    """A correction of a player's balance by hand (`wallet.adjustments`): who asked, why, who agreed, what moved."""

    class State(models.TextChoices):
        WAITING = "waiting", _("等第二人")
        DONE = "done", _("已入账")
        REFUSED = "refused", _("已拒绝")

    key = models.UUIDField(unique=True)
    """The idempotency key of the request."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="adjustments", verbose_name=_("玩家")
    )
    currency = models.CharField(_("货币"), max_length=8, choices=Currency)
    amount = models.BigIntegerField(_("数额"), help_text=_("正数加，负数减"))
    reason = models.CharField(_("原因"), max_length=200)
    state = models.CharField(_("状态"), max_length=8, choices=State, default=State.WAITING)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("提出人")
    )
    requested_at = models.DateTimeField(_("提出"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("第二人")
    )
    """None of a small one that needed nobody else."""
    decided_at = models.DateTimeField(_("决定"), null=True, blank=True)
    transfer = models.OneToOneField(
        Transfer, models.PROTECT, null=True, blank=True, related_name="adjustment", verbose_name=_("转账")
    )

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("人工调整")
        verbose_name_plural = _("人工调整")
        permissions = [("approve_adjustment", "Can agree to an adjustment as the second person")]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="adjustment_corrects_something"),
            models.CheckConstraint(condition=~Q(player=F("requested_by")), name="nobody_adjusts_himself"),
            models.CheckConstraint(
                condition=Q(state="refused")
                | Q(decided_by=None)
                | (~Q(decided_by=F("requested_by")) & ~Q(decided_by=F("player"))),
                name="two_different_people",
            ),
            models.CheckConstraint(condition=Q(state="done") ^ Q(transfer=None), name="done_has_a_transfer"),
        ]
        indexes = [models.Index(fields=["requested_by", "-requested_at"], name="adjustments_of_a_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.amount:+d} {self.currency}"
