from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RewardsConfig(AppConfig):
    name = "rewards"
    verbose_name = _("福利")

    def ready(self) -> None:
        """Name this floor's reasons in the ledger, and put the first rows into empty tables after migrating."""
        from rewards import setup
        from wallet import reasons

        reasons.add(
            {
                "signin": _("每日签到"),
                "relief": _("破产救济"),
                "task": _("任务奖励"),
                "plan": _("欢乐积分兑换"),
                "level": _("升级礼包"),
            }
        )
        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="rewards.migrated")
