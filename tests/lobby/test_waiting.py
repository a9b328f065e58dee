"""How long a seat is kept between hands."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from lobby import handlers, matching, notify, selectors, services, waiting
from lobby.models import Seat, Table
from tests.lobby.people import person, rooms, settled

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Whom the lobby sent which notice."""
    sent: list[tuple[int, str]] = []
    monkeypatch.setattr(notify, "notice", lambda player, code, facts: sent.append((player, code)))
    return sent


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock on by so many seconds; it stands still from the first time on."""
    now: datetime | None = None

    def move(seconds: float) -> None:
        nonlocal now
        now = (now or timezone.now()) + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return move


def seated() -> list[int]:
    return sorted(seat.player_id for seat in Seat.objects.filter(player__isnull=False))


def table_of(player: Player) -> Table:
    return Seat.objects.select_related("table__room").get(player=player).table


def test_whoever_does_not_get_ready_in_company_is_stood_up_after_the_rooms_time(later: Any, told: Any) -> None:
    room, idle, ready = rooms(bots_allowed=False), person(), person()
    services.sit_anywhere(ready, room.pk)
    services.sit(idle, Table.objects.get().pk, 1)
    later(59)
    assert waiting.free_seats() == 0
    later(2)
    assert waiting.free_seats() == 1
    assert seated() == [ready.pk]
    assert told == [(idle.pk, "idle")]


def test_the_time_to_get_ready_is_the_rooms(later: Any, told: Any) -> None:
    room, idle, ready = rooms(bots_allowed=False), person(), person()
    room.timers = {**room.timers, "ready": 5_000}
    room.save()
    services.sit_anywhere(ready, room.pk)
    services.sit(idle, Table.objects.get().pk, 1)
    later(6)
    assert waiting.free_seats() == 1
    assert told == [(idle.pk, "idle")]


@pytest.mark.parametrize("ready", [True, False])
def test_three_minutes_alone_lead_back_to_the_room(later: Any, told: Any, ready: bool) -> None:
    room, player = rooms(bots_allowed=False), person()
    services.sit_anywhere(player, room.pk)
    if not ready:
        services.unready(player)
    later(170)
    services.renew(player)
    assert waiting.free_seats() == 0
    later(11)
    assert waiting.free_seats() == 1
    assert seated() == []
    assert told == [(player.pk, "alone")]


def test_whoever_gets_company_has_the_whole_time_to_get_ready(later: Any, told: Any) -> None:
    room, first, second = rooms(bots_allowed=False), person(), person()
    services.sit_anywhere(first, room.pk)
    services.unready(first)
    later(150)
    services.sit(second, table_of(first).pk, 1)
    services.ready(second)
    later(50)
    assert waiting.free_seats() == 0
    later(11)
    assert waiting.free_seats() == 1
    assert told == [(first.pk, "idle")]
    # and the one who stayed is alone from now on, not since he came
    later(170)
    assert waiting.free_seats() == 0
    later(11)
    assert waiting.free_seats() == 1
    assert told[-1] == (second.pk, "alone")


def test_bots_are_no_company_and_go_with_the_last_person(later: Any, told: Any) -> None:
    room, player = rooms(), person()
    services.join(player, room.pk)
    later(10)
    assert matching.match_room(room.pk) == 1
    later(600)
    assert waiting.free_seats() == 0  # a hand is open
    handlers.free_table(settled(table_of(player)))
    later(100)
    assert waiting.free_seats() == 0
    later(81)
    assert waiting.free_seats() == 1
    assert told == [(player.pk, "alone")]
    assert not Seat.objects.exists()


def test_a_seat_tells_until_when_it_is_kept(later: Any) -> None:
    room, idle, ready = rooms(bots_allowed=False), person(), person()
    later(0)
    start = timezone.now()
    services.sit_anywhere(ready, room.pk)
    table = Table.objects.get()

    def until() -> list[int | None]:
        return [seat and seat["until"] for seat in selectors.table(table.pk)["seats"]]

    def at(moment: datetime) -> int:
        return selectors.ms(moment)

    assert until() == [at(start + timedelta(minutes=3)), None, None]
    later(10)
    services.sit(idle, table.pk, 1)
    assert until() == [None, at(start + timedelta(seconds=70)), None]
