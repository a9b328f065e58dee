"""What refused messages must not change: `python -m tests.live.standstill JSON`, in the environment of the house.

The JSON names {"hands", "tables", "sessions"}; their entries, seats, tickets and money are printed as JSON, and what
`audit_ledger` finds.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

Json = Any


def state(asked: Json) -> Json:
    """The rows, in a fixed order. Django is set up."""
    from django.conf import settings
    from django.contrib.auth import SESSION_KEY

    from games.models import Hand, LogEntry
    from lobby.models import Seat, Table, Ticket
    from wallet import audit
    from wallet.models import Account, Hold

    store = import_module(settings.SESSION_ENGINE).SessionStore
    players = sorted(int(store(key)[SESSION_KEY]) for key in asked["sessions"])
    hands = [str(hand) for hand in asked["hands"]]
    keys = [f"hand:{hand}" for hand in hands]
    return {
        "entries": list(LogEntry.objects.filter(hand__in=hands).order_by("hand", "seq").values_list("seq", "cmd")),
        "hands": list(Hand.objects.filter(pk__in=hands).order_by("pk").values_list("status", flat=True)),
        "tables": list(Table.objects.filter(pk__in=asked["tables"]).order_by("pk").values_list("pk", "v")),
        "seats": list(Seat.objects.filter(player__in=players).order_by("pk").values_list("table", "index", "show")),
        "tickets": list(Ticket.objects.filter(player__in=players).values_list("player", "room")),
        "money": list(Account.objects.filter(owner__in=players).order_by("pk").values_list("pk", "balance")),
        "holds": list(Hold.objects.filter(key__in=keys).order_by("pk").values_list("seat", "amount", "closed")),
        "ledger": [fault.text for fault in audit.faults()],
    }


def main() -> int:
    import django

    django.setup()
    sys.stdout.write(json.dumps(state(json.loads(sys.argv[1])), default=str))
    return 0


if __name__ == "__main__":
    sys.exit(main())
