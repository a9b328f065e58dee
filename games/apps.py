from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("牌局")

    def ready(self) -> None:
        """Let the audit of the ledger ask which hands still own their holds."""
        from games import holds  # noqa: F401
