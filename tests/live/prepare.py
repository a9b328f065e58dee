"""Rooms and people for the tests of a running platform, made beside it: `python -m tests.live.prepare '{…}'`.

Reads {"people": 6, "rows": [["huanle", 3], …], "timers": {…}, "bot_wait": ms or null} and prints
{"people": [{"id", "session"}], "rooms": [{"id", "mode", "seats"}]} as JSON. Rooms differ from those of the hall in
their clocks alone, and are of their own zones.
"""

from __future__ import annotations

import json
import secrets
import sys
from importlib import import_module
from typing import Any

WEALTH = 100_000_000
"""What each person is granted of each currency: nobody runs out of money on the way."""


def prepare(wanted: dict[str, Any]) -> dict[str, Any]:
    """Make what is wanted. Django is set up."""
    from games.rules.doudizhu.presets import PRESETS

    rows = [tuple(row) for row in wanted.get("rows") or PRESETS]
    return {
        "people": [_person() for _ in range(wanted["people"])],
        "rooms": [_room(mode, seats, wanted) for mode, seats in rows],
    }


def _person() -> dict[str, Any]:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.models import Player
    from wallet.models import Currency
    from wallet.services import grant

    player = Player(username=f"live:{secrets.token_hex(8)}", nickname=f"客{secrets.token_hex(2)}", is_guest=True)
    player.set_unusable_password()
    player.save()
    for currency in Currency.values:
        grant(player, currency, WEALTH, "gift", f"live:{player.pk}:{currency}")
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return {"id": player.pk, "session": session.session_key}


def _room(mode: str, seats: int, wanted: dict[str, Any]) -> dict[str, Any]:
    from games.rules.doudizhu.presets import preset
    from lobby.models import Room, Zone

    by_points = preset(mode, seats).points
    zone, _ = Zone.objects.get_or_create(
        code=f"live-{mode}", defaults={"name": mode, "game": "doudizhu", "mode": mode, "order": 99}
    )
    bot_wait = wanted.get("bot_wait")
    room = Room(
        zone=zone,
        code=f"live-{seats}-{secrets.token_hex(3)}",
        name=f"{mode} {seats}",
        level="live",
        mode=mode,
        seats=seats,
        currency="coins" if by_points else "beans",
        n=10,
        a=5,
        initial=1 if by_points else 15,
        minimum=1000,
        maximum=1_000_000,
        threshold=None if by_points else 1000,
        capacity=10_000,
        bots_allowed=bot_wait is not None,
        bot_wait=bot_wait or 0,
    )
    room.timers = {**room.timers, **(wanted.get("timers") or {})}
    room.save()  # not cleaned: these clocks are none that an admin may set
    return {"id": room.pk, "mode": mode, "seats": seats}


def main() -> int:
    import django

    django.setup()
    sys.stdout.write(json.dumps(prepare(json.loads(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
