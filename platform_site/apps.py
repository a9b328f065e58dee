from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PlatformSiteConfig(AppConfig):
    name = "platform_site"

    def ready(self) -> None:
        """After a migration: the desk's roles (this app has no models, so the signal never comes from it)."""
        from platform_site import roles

        post_migrate.connect(roles.migrated, dispatch_uid="platform_site.roles")
