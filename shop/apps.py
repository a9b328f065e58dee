from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ShopConfig(AppConfig):
    name = "shop"
    verbose_name = _("商城")

    def ready(self) -> None:
        """Name this floor's reason in the ledger, and put the starting props on the shelves after migrating."""
        from shop import setup
        from wallet import reasons

        reasons.add({"shop": _("商城购物")})
        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="shop.migrated")
