"""Players and what they reached in each mode."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
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

    class Meta:
        verbose_name = _("玩家")
        verbose_name_plural = _("玩家")

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
