"""Rooms: what is refused, versions, and the starting ones."""

from dataclasses import asdict
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from games.rules.mahjong.presets import SWITCHES as MAHJONG
from games.rules.mahjong.presets import Settings as MahjongSettings
from games.rules.thirteen.settings import Settings
from lobby.models import Room, RoomRevision, Zone
from lobby.seating import configuration
from tests.lobby.people import load, rooms, starting

MAHJONG_USUAL = {name: switch.usual for name, switch in MAHJONG.items()}
pytestmark = pytest.mark.django_db


LIMITS = [(500, 50_000), (3_000, 300_000), (15_000, 1_500_000), (80_000, None)]
"""Minimum and maximum of the four levels, the same in every zone with a currency."""


@pytest.mark.parametrize(
    ("zone", "mode", "seats", "currency", "initial", "coef", "stakes", "thresholds"),
    [
        ("huanle", "huanle", 3, "beans", 15, "1", [(1, 5), (5, 25), (20, 100), (100, 500)], True),
        ("huanle-two", "huanle", 2, "beans", 15, "1", [(1, 3), (3, 13), (10, 50), (50, 250)], True),
        ("huanle-laizi", "huanle-laizi", 3, "beans", 60, "0.25", [(1, 5), (5, 25), (20, 100), (100, 500)], True),
        ("huanle-tiandi", "huanle-tiandi", 3, "beans", 60, "0.25", [(1, 5), (5, 25), (20, 100), (100, 500)], True),
        ("huopin", "huopin", 3, "coins", 15, "1", [(1, 5), (5, 25), (20, 100), (100, 500)], False),
        ("huopin-two", "huopin", 2, "coins", 15, "1", [(1, 3), (3, 13), (10, 50), (50, 250)], False),
    ],
)
def test_the_starting_rooms_with_a_currency_are_those_of_the_rules(
    zone: str,
    mode: str,
    seats: int,
    currency: str,
    initial: int,
    coef: str,
    stakes: list[tuple[int, int]],
    thresholds: bool,
) -> None:
    load(zone)
    found = list(Room.objects.filter(zone__code=zone, contest=False))
    assert [room.name for room in found] == ["新手", "初级", "中级", "高级"]
    same = {(room.mode, room.seats, room.currency, room.initial, room.coef) for room in found}
    assert same == {(mode, seats, currency, initial, Decimal(coef))}
    assert [(room.n, room.a) for room in found] == stakes
    assert [(room.minimum, room.maximum) for room in found] == LIMITS
    assert [room.threshold for room in found] == ([2_000, 10_000, 50_000, 250_000] if thresholds else [None] * 4)


@pytest.mark.parametrize(("zone", "seats"), [("classic", 3), ("siren", 4)])
def test_two_rooms_each_play_for_points_alone(zone: str, seats: int) -> None:
    load(zone)
    found = list(Room.objects.filter(zone__code=zone, contest=False))
    assert len(found) == 2
    for room in found:
        assert (room.mode, room.seats, room.currency) == (zone, seats, "")
        assert (room.a, room.minimum, room.maximum, room.threshold) == (0, 0, None, None)


def test_the_starting_rooms_of_thirteen_water_are_those_of_the_rules() -> None:
    load("thirteen")
    found = list(Room.objects.filter(zone__code="thirteen", contest=False))
    assert [(room.name, room.n, room.a, room.minimum) for room in found] == [
        ("新手", 1, 1, 120),
        ("初级", 10, 5, 1_200),
        ("中级", 100, 50, 12_000),
        ("高级", 1_000, 500, 120_000),
        ("老规矩", 1, 1, 120),
    ]
    same = {(room.game, room.mode, room.seats, room.fewest, room.currency, room.maximum) for room in found}
    assert same == {("thirteen", "thirteen", 4, 2, "coins", None)}
    assert {(room.initial, room.coef, room.cap_win_to_carry, room.absence) for room in found} == {
        (1, Decimal(1), False, "trustee")
    }
    assert all(room.timers["arrange"] == 30_000 and "play" not in room.timers for room in found)
    assert {(room.timers["ready"], room.timers["return"]) for room in found} == {(15_000, 60_000)}
    usual = asdict(Settings())
    assert [room.switches for room in found] == [usual] * 4 + [usual | {"row_bonus": False, "shoot": 1}]


@pytest.mark.parametrize(("least", "n"), [(0, 10), (1, 5), (3, 2)])
def test_the_starting_rooms_of_mahjong_are_those_of_the_rules(least: int, n: int) -> None:
    load(f"mahjong-{least}")
    found = list(Room.objects.filter(zone__code=f"mahjong-{least}", contest=False))
    assert [(room.name, room.n, room.a, room.minimum) for room in found] == [
        ("新手", n, 2, 100 * n),
        ("中级", 10 * n, 20, 1_000 * n),
        ("高级", 100 * n, 200, 10_000 * n),
    ]
    same = {(room.game, room.mode, room.seats, room.fewest, room.currency, room.maximum) for room in found}
    assert same == {("mahjong", f"guangdong-{least}", 4, None, "coins", None)}
    assert {(room.absence, room.cap_win_to_carry) for room in found} == {("trustee", False)}
    assert all((room.timers["turn"], room.timers["claim"]) == (15_000, 8_000) for room in found)
    assert all(room.switches == {name: switch.usual for name, switch in MAHJONG.items()} for room in found)


def test_the_fan_table_is_the_rooms_own_checked_versioned_and_pinned_with_the_hand() -> None:
    load("mahjong-1")
    room = starting("novice", "mahjong-1")
    for wrong in ({"ping_hu": 14}, {"ping_hu": "1"}, {"seven_pairs": 4}, {"limit": -1}):
        room.switches = MAHJONG_USUAL | wrong
        with pytest.raises(ValidationError) as refused:
            room.full_clean()
        assert list(refused.value.message_dict) == ["switches"]
    room.switches = MAHJONG_USUAL | {"peng_peng_hu": 2, "shi_ba_luo_han": -1}
    room.full_clean()
    room.save()
    kept = RoomRevision.objects.get(room=room, version=2)
    assert kept.changes == {"switches.peng_peng_hu": [3, 2], "switches.shi_ba_luo_han": [9, -1]}
    pinned = configuration(room, [], [])["rules"]
    fans = MahjongSettings.of(pinned, 1).fans
    assert (fans["peng_peng_hu"], fans["shi_ba_luo_han"], fans["hun_yi_se"]) == (2, None, 3)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"switches": {"shoot": 0}}, "switches"),
        ({"switches": {"shoot": True}}, "switches"),
        ({"switches": {"row_bonus": 1}}, "switches"),
        ({"switches": {"wheel": "third"}}, "switches"),
        ({"switches": {"coef": 2}}, "switches"),
        ({"switches": []}, "switches"),
        ({"switches": {"escape_fine": -1}}, "switches"),
        ({"fewest": 1}, "fewest"),
        ({"fewest": 5}, "fewest"),
        ({"seats": 5}, "seats"),
        ({"mode": "huanle"}, "mode"),
        ({"timers": {"play": 30_000}}, "timers"),
    ],
)
def test_a_room_of_thirteen_water_takes_only_what_its_rules_know(rules: dict[str, Any], field: str) -> None:
    load("thirteen")
    room = starting("novice", "thirteen")
    for name, value in rules.items():
        setattr(room, name, value)
    with pytest.raises(ValidationError) as refused:
        room.full_clean()
    assert field in refused.value.message_dict


def test_a_room_of_dou_dizhu_has_no_switches_and_begins_when_it_is_full() -> None:
    room = rooms()
    assert (room.switches, room.needed) == ({}, 3)
    room.switches = {"shoot": 1}
    with pytest.raises(ValidationError) as refused:
        room.full_clean()
    assert list(refused.value.message_dict) == ["switches"]
    room.switches, room.fewest = {}, 2
    room.full_clean()  # two may play it as well


def test_a_changed_switch_is_a_version_and_is_pinned_with_the_hand() -> None:
    load("thirteen")
    room = starting("novice", "thirteen")
    room.switches = room.switches | {"foul_mode": "penalty"}
    room.full_clean()
    room.save()
    kept = RoomRevision.objects.get(room=room, version=2)
    assert kept.changes == {"switches.foul_mode": ["adjust", "penalty"]}
    assert configuration(room, [], [])["rules"] == asdict(Settings(foul_mode="penalty"))


def test_every_starting_room_is_one_that_people_can_play_in() -> None:
    call_command("load_rooms", verbosity=0)
    assert (Zone.objects.count(), Room.objects.count()) == (12, 46)
    for room in Room.objects.all():
        room.full_clean()
        assert room.bots_allowed


def test_loading_again_adds_nothing_and_leaves_a_tuned_room_alone() -> None:
    room = rooms(minimum=700)
    load("huanle")
    assert Room.objects.count() == 5
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
        ({"spectator_delay": -1}, "spectator_delay"),
        ({"spectator_delay": 600_001}, "spectator_delay"),
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


def test_the_spectators_delay_is_a_rule_and_pinned_with_the_hand() -> None:
    room = rooms()
    assert configuration(room, [], [])["room"]["spectator_delay"] == 0
    room.spectator_delay = 15_000
    room.full_clean()
    room.save()
    assert room.version == 2
    assert RoomRevision.objects.get(room=room, version=2).rules["spectator_delay"] == 15_000
    assert configuration(room, [], [])["room"]["spectator_delay"] == 15_000


def test_spectators_are_behind_where_most_is_at_stake() -> None:
    rooms()
    behind = dict(Room.objects.filter(contest=False).values_list("level", "spectator_delay"))
    assert behind == {"novice": 0, "junior": 0, "middle": 0, "senior": 15_000}
