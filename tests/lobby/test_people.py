"""Where people are, as far as others may see it, what they are told, and whom they met."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts import friends
from accounts.models import Player
from games.models import HandSeat
from lobby import notify, people, presence, services
from lobby.models import Room, Table
from tests.lobby.people import person, rooms, settled

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_cache(settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}


def befriend(one: Player, other: Player) -> None:
    friends.ask(one, other.pk)
    friends.accept(other, one.pk)


def test_a_lease_shows_where_a_friend_is_until_it_fades(monkeypatch: pytest.MonkeyPatch) -> None:
    room, me, friend = rooms(fewest=2), person(), person()
    befriend(me, friend)

    def state() -> tuple[object, object]:
        [one] = people.friends_of(me)
        return one["state"], one["table"]

    assert state() == ("offline", None)
    services.renew(friend)
    assert state() == ("hall", None)
    table = services.sit_anywhere(friend, room.pk).table
    assert state() == ("table", table.pk)
    other = person()
    services.sit(other, table.pk, 1)
    services.ready(other)
    assert state() == ("playing", table.pk)
    assert people.friends_of(me)[0]["invitable"] is False
    assert people.states(person().pk, [friend.pk])[friend.pk]["state"] == "offline", "strangers do not see it"
    monkeypatch.setattr(presence, "LEASE", 0)
    services.renew(friend)
    assert state() == ("offline", None)


def test_those_who_could_play_now_stand_first() -> None:
    room, me, away, sitting, free = rooms(), person(), person(), person(), person()
    for one in (away, sitting, free):
        befriend(me, one)
    for one in (sitting, free):
        presence.seen(one)
    services.open_private(sitting, room.pk)
    shown = people.friends_of(me)
    assert [one["id"] for one in shown] == [free.pk, sitting.pk, away.pk]
    assert shown[1]["table"] is None, "where a private table is stays private"


def test_the_place_of_a_friend_is_not_told_where_names_are_hidden() -> None:
    room, me, friend = rooms(), person(), person()
    befriend(me, friend)
    presence.seen(friend)
    services.sit_anywhere(friend, room.pk)
    Room.objects.filter(pk=room.pk).update(hidden_names=True)
    assert people.states(me.pk, [friend.pk])[friend.pk] == {
        "state": "table",
        "table": None,
        "number": None,
        "room": None,
    }


def test_people_are_told_once_and_only_the_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, str]] = []
    monkeypatch.setattr(notify, "notice", lambda to, code, facts: heard.append((to, code)))
    me, other = person(), person()
    for _ in range(3):
        people.ask(me, other.pk)
        friends.withdraw(me, other.pk)
    assert heard == [(other.pk, "friend_asked")]
    people.ask(me, other.pk)
    people.accept(other, me.pk)
    assert heard[1:] == [(me.pk, "friend_accepted")]
    people.block(me, other.pk)
    people.block(other, me.pk)
    assert len(heard) == 2, "a block is not told"


def test_recent_opponents_are_those_of_settled_hands_the_newest_first() -> None:
    room, me, first, second = rooms(fewest=2), person(), person(), person()
    for number, other in enumerate((first, second, first)):
        table = services.sit_anywhere(me, room.pk).table
        services.sit(other, table.pk, 1)
        services.ready(other)
        table.refresh_from_db()
        settled(table)
        ended = timezone.now() + timedelta(minutes=number)
        HandSeat.objects.filter(hand=table.hand).update(ended=ended, outcome="win")
        Table.objects.update(hand=None)
        for one in (me, other):
            services.leave(one)
    assert [who for who, _when in people.recent_opponents(me.pk)] == [first, second]
    assert [who for who, _when in people.recent_opponents(second.pk)] == [me]
    assert people.recent_opponents(person().pk) == []
