"""How tests that commit leave empty tables behind: by deleting the few rows there are.

Django truncates all tables after each of them, which writes every table and index anew: 0.4 s on two quiet cores, most
of what a small test takes. Deleting takes 0.02 s. Triggers and foreign keys are off meanwhile, as for TRUNCATE; that
wants a superuser, which the tests' own server gives them. With another one tables are truncated as usual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.postgresql.operations import DatabaseOperations

truncated = DatabaseOperations.sql_flush


def sql_flush(
    self: Any, style: Any, tables: Sequence[str], *, reset_sequences: bool = False, allow_cascade: bool = False
) -> list[str]:
    """The statements that empty the tables; Django runs them in one transaction."""
    if reset_sequences or not _superuser(self.connection):
        return truncated(self, style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade)
    return [
        "SET LOCAL session_replication_role = replica",
        *(f"DELETE FROM {self.quote_name(table)}" for table in tables),
    ]


def _superuser(connection: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        (answer,) = cursor.fetchone()
    return bool(answer == "on")


def instead_of_truncating() -> None:
    DatabaseOperations.sql_flush = sql_flush  # type: ignore[method-assign]
