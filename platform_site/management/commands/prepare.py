"""Bring an installation's database and files up to the code: safe to run at each start."""

import secrets
from io import StringIO
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate, load the starting rooms and contests, compile the translations, create the first admin."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_rooms", verbosity=0)
        call_command("load_challenges", verbosity=0)
        call_command("compile_catalogues", verbosity=0, stdout=StringIO())
        self._create_admin()

    def _create_admin(self) -> None:
        """One administrator where there is none; the password is shown this once and stored only as a hash."""
        players = get_user_model()._default_manager
        if players.filter(is_superuser=True).exists():
            return
        password = secrets.token_urlsafe(12)
        players.create_superuser(username="admin", password=password)
        self.stdout.write(f"Administrator created: name admin, password {password} (shown only now; /admin/)")
