from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("大厅")

    def ready(self) -> None:
        """Listen to settled hands, name the ledger's label of the seasons, put the first prizes into an empty table."""
        from games.events import HandSettled
        from lobby import ladder, prizes
        from lobby.handlers import free_table, order_changed
        from outbox.registry import subscribe
        from wallet import reasons
        from wallet.topup.events import OrderChanged

        subscribe(HandSettled)(free_table)
        subscribe(HandSettled)(ladder.hand_settled)
        subscribe(OrderChanged)(order_changed)
        reasons.add({ladder.REWARD: _("赛季奖励")})
        post_migrate.connect(prizes.migrated, sender=self, dispatch_uid="lobby.prizes")
