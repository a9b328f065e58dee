"""What is done once a change is committed."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(work: Callable[..., Any], *args: Any) -> None:
    """Call `work` once this transaction has committed, however often that is asked for in it. What goes wrong with it
    is logged: the change itself stands, and so do the calls that follow."""
    connection = transaction.get_connection()
    open_savepoints = set(connection.savepoint_ids)
    for savepoints, earlier, _robust in connection.run_on_commit:
        # The same call, and nothing that is still open can take it back without taking this one back too
        if getattr(earlier, "asked", None) == (work, args) and savepoints <= open_savepoints:
            return

    def call() -> None:  # Django names what failed by `__qualname__`, which a partial does not have
        work(*args)

    setattr(call, "asked", (work, args))  # noqa: B010 - a function of its own, with a mark
    transaction.on_commit(call, robust=True)
