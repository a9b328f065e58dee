"""Where people sit once a hand begins: as they sat down, or, where the game has it so, as they draw."""

import random
from collections import Counter

import pytest

from games.models import HandSeat
from lobby import seating, selectors, services
from lobby.handlers import free_table
from lobby.models import Seat, Table
from tests.lobby.people import load, person, settled, starting

pytestmark = pytest.mark.django_db


def full_table(zone: str) -> Table:
    load(zone)
    room = starting("novice", zone)
    table = Table.objects.create(room=room, number=1)
    for place in range(room.seats):
        services.sit(person(), table.pk, place)
    return table


def begin(table: Table) -> list[int]:
    """Everybody gets ready; who sits where then, which is where the hand has them too."""
    for seat in table.taken.all():
        services.ready(seat.player)
    table.refresh_from_db()
    places = [seat["player"] for seat in selectors.table(table.pk)["seats"]]
    assert places == list(HandSeat.objects.filter(hand=table.hand).order_by("seat").values_list("player", flat=True))
    return places


def test_every_way_to_sit_is_drawn_and_about_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "LUCK", random.Random(1))
    table = full_table("mahjong-0")
    seats = list(table.taken.all())
    drawn = Counter()
    for _ in range(480):
        seats = seating.draw_places(table, seats)
        assert [seat.index for seat in seats] == [0, 1, 2, 3]
        drawn[tuple(seat.pk for seat in seats)] += 1
    assert len(drawn) == 24
    assert all(5 <= times <= 40 for times in drawn.values()), "20 on average, 4.4 the standard deviation"
    assert [seat.pk for seat in Seat.objects.filter(table=table)] == [seat.pk for seat in seats]


def test_places_are_drawn_when_a_company_begins_and_when_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating.LUCK, "shuffle", list.reverse)
    table = full_table("mahjong-3")
    came = [seat.player_id for seat in table.taken.all()]
    assert begin(table) == came[::-1]
    free_table(settled(table, outcomes=["draw"] * 4, carry={"match": {"hand": 2}}))
    table.refresh_from_db()
    assert begin(table) == came[::-1], "the same people stay where they are"
    free_table(settled(table, outcomes=["draw"] * 4, carry={"match": {"hand": 3}}))
    services.leave(Seat.objects.get(table=table, index=1).player)
    new = person()
    services.sit(new, table.pk, 1)
    table.refresh_from_db()
    assert begin(table) == [came[0], came[1], new.pk, came[3]]


def test_where_nothing_is_drawn_people_stay_where_they_sat_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating.LUCK, "shuffle", list.reverse)
    table = full_table("huanle")
    came = [seat.player_id for seat in table.taken.all()]
    assert begin(table) == came
