from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TopupConfig(AppConfig):
    name = "wallet.topup"
    verbose_name = _("充值与会员")

    def ready(self) -> None:
        """Name the reasons in the ledger, let the audit look at orders, and put the first goods on sale after
        migrating."""
        from wallet import audit, reasons
        from wallet.topup import checks, setup

        reasons.add(
            {
                "topup": _("充值"),
                "refund": _("充值退款"),
                "chargeback": _("充值撤单"),
                "member": _("购买会员"),
            }
        )
        audit.also_check(checks.CHECKS)
        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="topup.migrated")
