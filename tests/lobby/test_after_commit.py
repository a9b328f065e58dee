"""A change that is committed stands, whatever goes wrong with telling of it."""

import pytest
from redis.exceptions import ConnectionError as Gone

from lobby import notify, services
from lobby.models import Seat
from tests.lobby.people import person, rooms

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_layer_that_is_away_undoes_nothing_and_stops_no_other_news(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def away(group: str, message: dict[str, object]) -> None:
        told.append(group)
        raise Gone

    room, player = rooms(), person()
    monkeypatch.setattr(notify, "_send", away)
    seat = services.sit_anywhere(player, room.pk)
    assert Seat.objects.filter(pk=seat.pk, player=player).exists()
    assert {group.rsplit("-", 1)[0] for group in told} >= {"lobby-player", "lobby-table"}
