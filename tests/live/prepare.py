"""Rooms and people for the tests of a running platform, made beside it: `python -m tests.live.prepare '{…}'`.

Reads {"people": 6, "rows": [["huanle", 3], …], "timers": {…}, "bot_wait": ms or null} and prints
{"people": [{"id", "session"}], "rooms": [{"id", "game", "mode", "seats"}]} as JSON. Rooms differ from those of the hall
in their clocks alone, and are of their own zones. With "contest" (terms) and "zone" it is a
contest instead (`_contest`).
"""

from __future__ import annotations

import json
import secrets
import sys
from importlib import import_module
from typing import Any

WEALTH = 100_000_000
"""What each person is granted of each currency: nobody runs out of money on the way."""


def every_row() -> list[tuple[str, int]]:
    """Every mode with each number of players it is played by."""
    from games.rules.doudizhu.presets import PRESETS as DOUDIZHU
    from games.rules.mahjong.presets import PRESETS as MAHJONG
    from games.rules.thirteen.rounds import MODE, SEATS

    return [*DOUDIZHU, *((MODE, seats) for seats in SEATS), *MAHJONG]


def prepare(wanted: dict[str, Any]) -> dict[str, Any]:
    """Make what is wanted. Django is set up."""
    if terms := wanted.get("contest"):
        return _contest(terms, wanted)
    rows = [tuple(row) for row in wanted.get("rows") or every_row()]
    return {
        "people": [_person() for _ in range(wanted["people"])],
        "rooms": [_room(mode, seats, wanted) for mode, seats in rows],
    }


def _contest(terms: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """A contest in a zone's room for them, with these clocks, that starts full with so many people; all of them have
    entered. {"challenge": id, "players": [ids]}."""
    from accounts.models import Player
    from lobby.challenge import engine, services
    from lobby.challenge.models import Schedule
    from lobby.models import Room

    room = Room.objects.get(zone__code=wanted["zone"], contest=True)
    Room.objects.filter(pk=room.pk).update(timers={**room.timers, **wanted["timers"]})
    people = [_person()["id"] for _ in range(wanted["people"])]
    schedule = Schedule(name="live", room=room, start=Schedule.Start.FULL, most=len(people), **terms)
    schedule.full_clean()
    schedule.save()
    engine.announce()
    Schedule.objects.filter(pk=schedule.pk).update(is_on=False)
    contest = schedule.challenges.get()
    for player in Player.objects.filter(pk__in=people):
        services.enter(player, contest.pk)
    return {"challenge": contest.pk, "players": people}


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
    from games.rules.registry import GAMES
    from games.selectors import is_playable
    from lobby.models import Room, Zone, usual_timers

    game = next(game for game in GAMES if is_playable(game, mode, seats))
    zone, _ = Zone.objects.get_or_create(
        code=f"live-{mode}", defaults={"name": mode, "game": game, "mode": mode, "order": 99}
    )
    bot_wait = wanted.get("bot_wait")
    room = Room(
        zone=zone,
        game=game,
        code=f"live-{seats}-{secrets.token_hex(3)}",
        name=f"{mode} {seats}",
        level="live",
        mode=mode,
        seats=seats,
        n=10,
        a=5,
        minimum=1000,
        capacity=10_000,
        bots_allowed=bot_wait is not None,
        bot_wait=bot_wait or 0,
        **(_landlord_stakes(mode, seats) if game == "doudizhu" else _pool_stakes(game, seats, wanted)),
    )
    room.timers = {**usual_timers(game), **(wanted.get("timers") or {})}
    room.save()  # not cleaned: these clocks are none that an admin may set
    return {"id": room.pk, "game": game, "mode": mode, "seats": seats}


def _landlord_stakes(mode: str, seats: int) -> dict[str, Any]:
    from games.rules.doudizhu.presets import preset

    if preset(mode, seats).points:
        return {"currency": "coins", "initial": 1, "maximum": 1_000_000}
    return {"currency": "beans", "initial": 15, "maximum": 1_000_000, "threshold": 1000}


def _pool_stakes(game: str, seats: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """Of a game in which seats win from each other, whoever is absent is played on, and a full table of Thirteen Water
    may begin with fewer unless `full` is wanted."""
    fewest = 2 if game == "thirteen" and seats == 4 and not wanted.get("full") else None
    return {"currency": "coins", "cap_win_to_carry": False, "absence": "trustee", "fewest": fewest}


def main() -> int:
    import django

    django.setup()
    sys.stdout.write(json.dumps(prepare(json.loads(sys.argv[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
