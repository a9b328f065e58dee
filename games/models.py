"""A hand, who sits in it, and its log.

The log is the table: everything a hand ever was is its row here plus its entries in order. `games.runtime` alone
writes entries; nothing changes or removes one (a trigger of the database refuses it).
"""

from __future__ import annotations

import uuid

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
    game = models.CharField(max_length=16)
    mode = models.CharField(max_length=16)
    rules_version = models.PositiveSmallIntegerField()
    config = models.JSONField()
    """Everything the rules and the settlement need, pinned when the hand starts; games never asks upward."""
    seed = models.BinaryField(max_length=32)
    """32 secret bytes; shown to nobody before the hand is over."""
    commitment = models.CharField(max_length=64)
    """SHA-256 of the seed in hex, public from the first moment."""
    carry = models.JSONField(default=dict)
    """`Result.carry` of the table's hand before this one."""
    table_key = models.CharField(max_length=64, db_index=True)
    """The lobby's own name for the table; opaque here."""
    status = models.CharField(max_length=8, choices=Status, default=Status.LIVE)
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    """The rules' `Result` (games.runtime.wire.result_json), written together with the last entry."""
    notice = models.JSONField(null=True, blank=True)
    """What each seat is told about the settlement: {"0": payload, …, "public": payload}."""

    class Meta:
        ordering = ["-created"]
        indexes = [
            # The clocks ask every few seconds for the hands that still need something.
            models.Index(fields=["status", "ended"], condition=models.Q(status__in=["live", "over"]), name="hand_open"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.mode} {self.id}"


class HandSeat(models.Model):
    """Who sits where in a hand; a bot's seat has no player."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_seats", null=True, blank=True
    )
    display = models.JSONField(default=dict)
    """What others see beside the seat: name, avatar, level, title, bot."""
    carried = models.BigIntegerField(default=0)
    """What the seat has on hold for this hand."""

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="one_occupant_per_seat"),
            models.UniqueConstraint(fields=["hand", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}#{self.seat}"

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
