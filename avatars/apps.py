from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AvatarsConfig(AppConfig):
    name = "avatars"
    verbose_name = _("形象")

    def ready(self) -> None:
        """Make parts known to the shop, and put those that are sold on its shelves after migrating."""
        from avatars import effects, setup  # noqa: F401 (effects registers itself)

        post_migrate.connect(setup.migrated, sender=self, dispatch_uid="avatars.migrated")
