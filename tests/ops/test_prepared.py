"""A start skips the preparation only where it would change nothing."""

from pathlib import Path

import pytest

from platform_site.play.prepared import fingerprint


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("shop/migrations/0001_initial.py", "lobby/rooms.py", "locale/en/LC_MESSAGES/django.po", "README.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


@pytest.mark.parametrize(
    "changed", ["shop/migrations/0001_initial.py", "lobby/rooms.py", "locale/en/LC_MESSAGES/django.po"]
)
def test_a_changed_source_prepares_again(project: Path, changed: str) -> None:
    before = fingerprint(project, "a")
    (project / changed).write_text("changed")
    assert fingerprint(project, "a") != before


def test_a_new_migration_and_a_lost_catalogue_prepare_again(project: Path) -> None:
    before = fingerprint(project, "a")
    (project / "shop/migrations/0002_more.py").write_text("")
    between = fingerprint(project, "a")
    (project / "locale/en/LC_MESSAGES/django.po").unlink()
    assert len({before, between, fingerprint(project, "a")}) == 3


def test_another_database_prepares_again(project: Path) -> None:
    assert fingerprint(project, "a") != fingerprint(project, "b")


def test_what_is_no_source_changes_nothing(project: Path) -> None:
    before = fingerprint(project, "a")
    (project / "README.md").write_text("changed")
    assert fingerprint(project, "a") == before
