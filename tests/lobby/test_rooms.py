"""Rooms: what is refused, versions, and the starting ones."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from lobby.models import Room, RoomRevision, Zone
from tests.lobby.people import rooms

pytestmark = pytest.mark.django_db


def test_the_starting_rooms_are_those_of_the_rules() -> None:
    rooms()
    found = Room.objects.values_list("name", "initial", "n", "a", "minimum", "maximum", "threshold", "currency")
    assert list(found) == [
        ("新手", 15, 1, 5, 500, 50_000, 2_000, "beans"),
        ("初级", 15, 5, 25, 3_000, 300_000, 10_000, "beans"),
        ("中级", 15, 20, 100, 15_000, 1_500_000, 50_000, "beans"),
        ("高级", 15, 100, 500, 80_000, None, 250_000, "beans"),
    ]
    assert [zone.name for zone in Zone.objects.all()] == ["欢乐·普通区"]


def test_loading_again_adds_nothing_and_leaves_a_tuned_room_alone() -> None:
    room = rooms(minimum=700)
    call_command("load_rooms", verbosity=0)
    assert Room.objects.count() == 4
    assert Room.objects.get(pk=room.pk).minimum == 700


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"a": 15}, "a"),
        ({"coef": "0.25", "a": 4}, "a"),
        ({"minimum": 60_000}, "maximum"),
        ({"minimum": 5}, "minimum"),
        ({"mode": "huopin"}, "mode"),
        ({"currency": ""}, "currency"),
        ({"seats": 1}, "seats"),
        ({"seats": 5}, "seats"),  # a hand of it could not start: its queue would wait for good
        ({"timers": {"play": 30_000}}, "timers"),
        ({"timers": {"opening": 0, "deal_step": 1, "call": 1, "double": 1, "play": 1, "return": 1}}, "timers"),
    ],
)
def test_a_room_nobody_could_play_well_in_is_refused(rules: dict[str, Any], field: str) -> None:
    room = rooms()
    for name, value in rules.items():
        setattr(room, name, value)
    with pytest.raises(ValidationError) as refused:
        room.full_clean()
    assert field in refused.value.message_dict


def test_a_fee_just_below_the_smallest_win_is_allowed() -> None:
    room = rooms()
    room.a = 14
    room.full_clean()


def test_each_change_of_a_rule_is_a_version_and_nothing_else_is() -> None:
    room = rooms()
    assert room.version == 1
    room.name = "新手一"
    room.save()
    assert room.version == 1
    room.minimum = 600
    room.save()
    assert Room.objects.get(pk=room.pk).version == 2
    kept = RoomRevision.objects.filter(room=room).order_by("version").values_list("version", "rules__minimum")
    assert list(kept) == [(1, 500), (2, 600)]
