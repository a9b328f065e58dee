"""Events and who has had them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """Something that happened, written in the transaction in which it happened."""

    type = models.CharField(_("类型"), max_length=64)
    """`outbox.registry.type_name` of the event's class."""
    payload = models.JSONField()
    created = models.DateTimeField(_("发生"), default=timezone.now)
    delivered = models.DateTimeField(_("送达"), null=True, blank=True)
    """When the last handler was done; null while one is owed the event."""
    attempts = models.PositiveIntegerField(_("失败次数"), default=0)
    """Rounds of delivery that left somebody out."""
    next_try = models.DateTimeField(default=timezone.now)
    """The sweep leaves the event alone until then."""
    error = models.TextField(_("错误"), blank=True)
    """Why the last round failed."""

    class Meta:
        ordering = ["pk"]
        verbose_name = _("事件")
        verbose_name_plural = _("事件")
        indexes = [
            models.Index(fields=["next_try"], condition=models.Q(delivered=None), name="event_undelivered"),
            models.Index(fields=["delivered"], name="event_delivered"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"


class Delivery(models.Model):
    """One handler has had one event; written in the handler's own transaction."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    handler = models.CharField(max_length=128)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["event", "handler"], name="one_delivery_per_handler")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.handler}"
