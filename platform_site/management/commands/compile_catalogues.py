"""Compile the translation catalogues, without the gettext tools: they are not on every machine."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_all() -> list[Path]:
    """Write a .mo beside each .po that is newer than it; returns those written."""
    written = []
    for folder in settings.LOCALE_PATHS:
        for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            polib.pofile(str(source)).save_as_mofile(str(target))
            written.append(target)
    return written


class Command(BaseCommand):
    help = "Compiles locale/*/LC_MESSAGES/*.po to .mo (which are not committed); those up to date are left."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for path in compile_all():
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
