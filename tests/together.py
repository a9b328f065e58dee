"""Several things at the same moment: threads with their own connections on the real database."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from accounts.errors import Declined
from lobby.errors import Refused


def together(*works: Callable[[], Any]) -> list[Any]:
    """Run the works at the same moment, each on a thread of its own; what each returned, or the code of its refusal.

    Anything but a refusal (a deadlock, a broken constraint) is raised here.
    """
    gate, outcomes = threading.Barrier(len(works)), [None] * len(works)

    def run(place: int, work: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            outcomes[place] = work()
        except (Refused, Declined) as no:
            outcomes[place] = no.code
        except Exception as error:  # noqa: BLE001 - shown to the test, whatever it is
            outcomes[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, work)) for place, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
    return outcomes
