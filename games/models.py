"""A hand, who sits in it, and its log.

The log is the table: everything a hand ever was is its row here plus its entries in order. `games.runtime` alone
writes entries. Nothing changes one, and a log leaves only as a whole and only for an archive that holds the same
entries, byte for byte (triggers of the database refuse everything else).
"""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Hand(models.Model):
    """One hand: what it was started with and, once over, how it ended."""

    class Status(models.TextChoices):
        LIVE = "live", _("进行中")
        OVER = "over", _("待结算")
        SETTLED = "settled", _("已结算")
        VOID = "void", _("作废")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(_("游戏"), max_length=16)
    mode = models.CharField(_("玩法"), max_length=16)
    rules_version = models.PositiveSmallIntegerField(_("规则版本"))
    config = models.JSONField(_("配置"))
    """Everything the rules and the settlement need, pinned when the hand starts; games never asks upward."""
    seed = models.BinaryField(max_length=32)
    """32 secret bytes; shown to nobody before the hand is over."""
    commitment = models.CharField(_("承诺值"), max_length=64)
    """SHA-256 of the seed in hex, public from the first moment."""
    sealed = models.BooleanField(default=False)
    """Whether other tables may still play this very deal: until then nobody is told the seed, or the hand again."""
    carry = models.JSONField(_("上局留下"), default=dict)
    """`Result.carry` of the table's hand before this one."""
    table_key = models.CharField(_("桌子"), max_length=64, db_index=True)
    """The lobby's own name for the table; opaque here."""
    status = models.CharField(_("状态"), max_length=8, choices=Status, default=Status.LIVE)
    created = models.DateTimeField(_("开始"), auto_now_add=True)
    ended = models.DateTimeField(_("结束"), null=True, blank=True)
    result = models.JSONField(_("结果"), null=True, blank=True)
    """The rules' `Result` (games.runtime.wire.result_json), written together with the last entry."""
    notice = models.JSONField(null=True, blank=True)
    """What each seat is told about the settlement: {"0": payload, …, "public": payload}."""
    archived = models.DateTimeField(null=True, blank=True)
    """When the entries left the log for `HandArchive`; None while they are in the log."""

    class Meta:
        ordering = ["-created"]
        verbose_name = _("牌局")
        verbose_name_plural = _("牌局")
        indexes = [
            # The clocks ask every few seconds for the hands that still need something.
            models.Index(fields=["status", "ended"], condition=models.Q(status__in=["live", "over"]), name="hand_open"),
            # The retention asks for the oldest hands whose entries are still in the log.
            models.Index(
                fields=["ended"],
                condition=models.Q(archived=None, status__in=["settled", "void"]),
                name="hand_in_log",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.mode} {self.id}"


class HandSeat(models.Model):
    """Who sits where in a hand; a bot's seat has no player."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("座位"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="hand_seats",
        null=True,
        blank=True,
        verbose_name=_("玩家"),
    )
    display = models.JSONField(_("展示"), default=dict)
    """What others see beside the seat: name, avatar, level, title, bot; and "mask", what they see of it instead until
    the hand is settled, where names are hidden."""
    carried = models.BigIntegerField(_("携带"), default=0)
    """What the seat has on hold for this hand."""
    outcome = models.CharField(_("结果"), max_length=8, blank=True)
    """How the hand went for this seat: "win", "lose", "draw", "escape" or "void"; empty until it is settled."""
    ended = models.DateTimeField(null=True, blank=True)
    """`Hand.ended` of a settled hand: a player's own hands are listed by it without reading the others'."""

    class Meta:
        ordering = ["seat"]
        verbose_name = _("座位")
        verbose_name_plural = _("座位")
        indexes = [
            models.Index(
                fields=["player", "-ended", "-hand"], condition=models.Q(ended__isnull=False), name="hands_of_a_player"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="one_occupant_per_seat"),
            models.UniqueConstraint(fields=["hand", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}#{self.seat}"

    @property
    def shown(self) -> dict[str, Any]:
        """How the seat looks during the hand."""
        mask: dict[str, Any] | None = self.display.get("mask")
        return self.display if mask is None else mask

    @property
    def known(self) -> dict[str, Any]:
        """How it looks once the hand is settled."""
        return {name: value for name, value in self.display.items() if name != "mask"}

    @classmethod
    def index_of(cls, hand_id: uuid.UUID, player_id: int) -> int | None:
        """The player's seat in the hand, or None."""
        return cls.objects.filter(hand=hand_id, player=player_id).values_list("seat", flat=True).first()


class LogEntry(models.Model):
    """One action of a hand. The primary key is the lock: of two writers of the same number one wins."""

    pk = models.CompositePrimaryKey("hand_id", "seq")
    # The insert itself joins the live hand, so a second check of the reference would only cost a lock a move.
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="entries", db_constraint=False, db_index=False)
    seq = models.PositiveIntegerField()
    """Entry 0 is the start, then without gaps."""
    at = models.BigIntegerField()
    """Server time of entry, ms."""
    due = models.BigIntegerField(null=True)
    """When the system must look at the hand next if nothing else happens, ms."""
    cmd = models.CharField(max_length=64)
    """The command's own id, so that a repeated command or a retried insert knows its earlier success."""
    action = models.JSONField()

    class Meta:
        ordering = ["hand", "seq"]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.seq}"


class HandArchive(models.Model):
    """The whole log of a settled hand, packed: what `LogEntry` held, at a fraction of the room.

    `games.archive` writes and reads it. The database lets a hand's log go only against a row here whose `entries` and
    `digest` are those of the very rows that leave.
    """

    hand = models.OneToOneField(Hand, models.PROTECT, primary_key=True, related_name="archive")
    format = models.PositiveSmallIntegerField()
    """How `data` is to be read (`games.archive.FORMAT` when it was written)."""
    entries = models.PositiveIntegerField()
    """How many entries the log had."""
    digest = models.BinaryField(max_length=32)
    """SHA-256 of the unpacked text."""
    data = models.BinaryField()
    ended = models.DateTimeField(db_index=True)
    """`Hand.ended`, by which archives grow old."""

    def __str__(self) -> str:
        return f"{self.hand_id}: {self.entries}"
