from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("玩家")

    def ready(self) -> None:
        """Put the first rows into empty tables after migrating."""
        from accounts import levels, setup

        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="accounts.migrated")
        post_migrate.connect(levels.migrated, sender=self, dispatch_uid="accounts.levels")
