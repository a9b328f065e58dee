from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class OutboxConfig(AppConfig):
    name = "outbox"
    verbose_name = _("事件")

    def ready(self) -> None:
        """Load every floor's `subscribers` module, so that each process knows all handlers."""
        autodiscover_modules("subscribers")
