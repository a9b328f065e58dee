"""Who takes a break, or is a minor outside the hours, is not seated; a hand that runs is played to its end."""

from __future__ import annotations

from datetime import date, time

import pytest

from accounts import care
from accounts.models import AgeBand, Care, Player
from games.models import Hand
from lobby import matching, services
from lobby.errors import Refused
from lobby.models import Seat, Table, Ticket
from tests.lobby.people import check_house, person, rooms

pytestmark = pytest.mark.django_db


def shut(player: Player) -> None:
    """A minor at an hour at which nobody of that age plays."""
    AgeBand.objects.update(play_days="", play_from=time(0), play_until=time(0, 1))
    Care.objects.create(player=player, born=date(2015, 1, 1))


@pytest.mark.parametrize("why", ["play_break", "minor_hours"])
def test_nobody_sits_down_or_waits_who_may_not_play(why: str) -> None:
    room, player, table = rooms(), person(), Table.objects.first()
    table = table or Table.objects.create(room=room, number=1)
    if why == "play_break":
        care.take_break(player, "play", 7)
    else:
        shut(player)
    for command in (
        lambda: services.join(player, room.pk),
        lambda: services.sit(player, table.pk, 0),
        lambda: services.sit_anywhere(player, room.pk),
    ):
        with pytest.raises(Refused) as refused:
            command()
        assert refused.value.code == why
        assert refused.value.text
    assert not Seat.objects.exists()
    assert not Ticket.objects.exists()


def test_a_break_ends_waiting_and_the_seat_but_not_the_hand() -> None:
    room, people = rooms(), [person() for _ in range(3)]
    for player in people:
        services.join(player, room.pk)
    care.take_break(people[0], "play", 1)
    assert matching.match_room(room.pk) == 0
    assert set(Ticket.objects.values_list("player", flat=True)) == {p.pk for p in people[1:]}
    fourth = person()
    services.join(fourth, room.pk)
    assert matching.match_room(room.pk) == 1
    table = Table.objects.get()
    care.take_break(fourth, "play", 1)
    assert Hand.objects.get(pk=table.hand).status == Hand.Status.LIVE, "what was begun is played"
    Table.objects.update(hand=None)
    Seat.objects.update(ready_at=None)
    with pytest.raises(Refused) as refused:
        services.ready(fourth)
    assert refused.value.code == "play_break"
    assert Seat.objects.get(player=fourth).ready_at is None
    check_house()


def test_whoever_was_ready_loses_the_seat_before_the_next_hand() -> None:
    room, people = rooms(), [person() for _ in range(3)]
    for player in people[:2]:
        services.sit_anywhere(player, room.pk) if player is people[0] else services.sit(
            player, Table.objects.get().pk, 1
        )
    services.ready(people[1])
    care.take_break(people[0], "play", 1)
    services.sit(people[2], Table.objects.get().pk, 2)
    assert services.ready(people[2]) is None
    assert not Seat.objects.filter(player=people[0]).exists()
    assert Table.objects.get().hand is None
    check_house()
