"""What is done once a change is committed."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(work: Callable[..., Any], *args: Any) -> None:
    """Call `work` once this transaction has committed. What goes wrong with it is logged: the change itself stands,
    and so do the calls that follow."""

    def call() -> None:  # Django names what failed by `__qualname__`, which a partial does not have
        work(*args)

    transaction.on_commit(call, robust=True)
