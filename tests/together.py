"""Several things at the same moment: threads with their own connections on the real database."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from accounts.errors import Declined
from lobby.errors import Refused


def at_once(*calls: Callable[[], object], seconds: float = 30) -> list[Any]:
    """Run the calls in threads that start together; their results or the exceptions they raised."""
    results: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(index: int, call: Callable[[], object]) -> None:
        try:
            start.wait(10)
            results[index] = call()
        except Exception as error:  # noqa: BLE001 - the test looks at whatever was raised
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i, call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=seconds)
        assert not thread.is_alive()
    return results


def together(*works: Callable[[], Any]) -> list[Any]:
    """As `at_once`; what each returned, or the code of its refusal.

    Anything but a refusal (a deadlock, a broken constraint) is raised here.
    """
    outcomes = at_once(*works, seconds=60)
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, (Refused, Declined)):
            raise outcome
    return [outcome.code if isinstance(outcome, (Refused, Declined)) else outcome for outcome in outcomes]
