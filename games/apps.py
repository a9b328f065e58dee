from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let the audit of the ledger ask which hands still own their holds."""
        from games import holds  # noqa: F401
