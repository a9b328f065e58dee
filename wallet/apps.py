from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "wallet"
    verbose_name = _("钱包")

    def ready(self) -> None:
        """Every new player gets accounts, whoever makes it: a guest's tap, registration, the admin, a command.

        The accounts floor must not know the wallet, so the wallet listens; it does so inside the same transaction.
        """
        from accounts.models import Player
        from wallet import setup

        post_save.connect(setup.player_saved, sender=Player, dispatch_uid="wallet.player_saved")
        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="wallet.migrated")
