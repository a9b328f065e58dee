from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class OutboxConfig(AppConfig):
    name = "outbox"

    def ready(self) -> None:
        """Load every floor's `subscribers` module, so that each process knows all handlers."""
        autodiscover_modules("subscribers")
