"""Looks: which recipe a code stands for."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from avatars.compose import Recipe


class Look(models.Model):
    """A recipe under the hash of what it composes to. Rows are shared by all who chose the same and never change.

    Who wears it is kept with the player (`Player.avatar`), at seats and in hands: an old replay shows the old face.
    """

    code = models.CharField(_("代号"), primary_key=True, max_length=16, validators=[RegexValidator(r"^[0-9a-f]{16}$")])
    parts = models.JSONField(_("部件"))
    """The recipe's fields (`avatars.compose.Recipe`)."""
    made_at = models.DateTimeField(_("创建时间"), default=timezone.now)

    class Meta:
        verbose_name = _("形象")
        verbose_name_plural = _("形象")

    def __str__(self) -> str:
        return self.code

    @property
    def recipe(self) -> Recipe:
        """What it is composed of."""
        return Recipe(**self.parts)
