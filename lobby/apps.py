from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("大厅")

    def ready(self) -> None:
        from games.events import HandSettled
        from lobby.handlers import free_table
        from outbox.registry import subscribe

        subscribe(HandSettled)(free_table)
