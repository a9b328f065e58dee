from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChallengeConfig(AppConfig):
    name = "lobby.challenge"
    verbose_name = _("挑战赛")

    def ready(self) -> None:
        """Listen to settled hands, and let the audit look at entry fees and prizes."""
        from lobby.challenge import checks
        from wallet import audit

        audit.also_check(checks.CHECKS)
