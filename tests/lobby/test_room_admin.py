"""A room in the admin: what its numbers come to, what is refused, and who changed what, from, to and why."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from lobby import seating, tuning
from lobby.models import Room, RoomRevision, Seat, Zone, usual_timers

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Room:
    call_command("load_rooms", zone=["huanle", "huanle-laizi", "classic"], verbosity=0)
    return Room.objects.get(zone__code="huanle", code="novice")


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss", nickname="Boss"))
    return client


def _names(row: str | tuple[str, ...]) -> tuple[str, ...]:
    return (row,) if isinstance(row, str) else row


def address(room: Room) -> str:
    return reverse("admin:lobby_room_change", args=[room.pk])


def fields(client: Client, room: Room) -> dict[str, Any]:
    """The form as the browser would send it back."""
    form = client.get(address(room)).context["adminform"].form
    found = {name: form[name].value() for name in form.fields}
    inline = {f"revisions-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    return {name: value for name, value in found.items() if value is not None and value is not False} | inline


def test_the_preview_is_what_the_settlement_would_move(room: Room) -> None:
    assert (room.n, room.a, room.initial, room.minimum, room.maximum) == (1, 5, 15, 500, 50_000)
    text = tuning.preview(room)
    # 1 x 15 x 12 = 180 from each of two peasants, 5 from everybody for the house.
    assert "12 倍，每人携带 500：地主赢得 355，每个农民付出 185，平台收 15" in text
    # 1 x 15 x 96 = 1,440 each, but a landlord who carries 500 wins no more than 500.
    assert "96 倍，每人携带 500：地主赢得 495，每个农民付出 255，平台收 15" in text
    assert "96 倍，每人携带 50,000：地主赢得 2,875，每个农民付出 1,445，平台收 15" in text


def test_the_preview_knows_the_modes(room: Room) -> None:
    laizi = Room.objects.get(zone__code="huanle-laizi", code="novice")
    assert "12 倍，每人携带 50,000：地主赢得 355" in tuning.preview(laizi), "60 x 0.25 is 15 again"
    points = Room.objects.filter(zone__code="classic").first()
    assert points is not None
    assert "不动货币" in tuning.preview(points)
    water = Room(game="thirteen", mode="thirteen", seats=4, currency="coins", n=10, a=5, minimum=500)
    water.cap_win_to_carry = False
    assert "赢每家 12 分，每人携带 500：赢家得 355，每个输家付出 125，平台收 20" in tuning.preview(water)
    assert "没有预览" in tuning.preview(Room(game="chess", mode="x", currency="beans", minimum=5))
    assert "先填好数字" in tuning.preview(Room(currency="beans", minimum=None))


def test_a_change_is_kept_with_its_author_and_reason(admin: Client, room: Room) -> None:
    answer = admin.post(address(room), {**fields(admin, room), "n": 2, "a": 7, "why": "more rake"})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    room.refresh_from_db()
    assert (room.n, room.a, room.version) == (2, 7, 2)
    revision = RoomRevision.objects.get(room=room, version=2)
    assert revision.changes == {"n": [1, 2], "a": [5, 7]}
    assert revision.author is not None
    assert (revision.author.username, revision.why) == ("boss", "more rake")
    first = RoomRevision.objects.get(room=room, version=1)
    assert (first.changes, first.author, first.why) == ({}, None, "")
    for page in (address(room), reverse("admin:lobby_roomrevision_changelist")):
        body = admin.get(page).content.decode()
        for part in ("1 → 2", "5 → 7", "more rake", "Boss"):
            assert part in body, (page, part)


def test_a_rule_is_not_changed_without_a_reason_but_the_rest_may_be(admin: Client, room: Room) -> None:
    answer = admin.post(address(room), {**fields(admin, room), "n": 2})
    assert list(answer.context["adminform"].form.errors) == ["why"]
    room.refresh_from_db()
    assert (room.n, room.version) == (1, 1)
    answer = admin.post(address(room), {**fields(admin, room), "name": "other", "coef": "1"})
    assert answer.status_code == 302
    room.refresh_from_db()
    assert (room.name, room.version) == ("other", 1)


def test_rules_under_which_nobody_could_play_are_refused_by_their_fields(admin: Client, room: Room) -> None:
    bad = {"a": 15, "minimum": 60_000, "why": "x"}
    answer = admin.post(address(room), {**fields(admin, room), **bad})
    assert set(answer.context["adminform"].form.errors) == {"a", "maximum"}
    room.refresh_from_db()
    assert (room.a, room.version, RoomRevision.objects.filter(room=room).count()) == (5, 1, 1)


def test_a_preview_shows_new_numbers_and_saves_nothing(admin: Client, room: Room) -> None:
    answer = admin.post(address(room), {**fields(admin, room), "n": 10, "a": 50, "_preview": "1"})
    body = answer.content.decode()
    assert "这是预览，还没有保存" in body
    assert "地主赢得 3,550，每个农民付出 1,850，平台收 150" in body
    room.refresh_from_db()
    assert (room.n, room.version) == (1, 1)


def test_a_changed_timer_is_told_by_its_phase(room: Room) -> None:
    room.timers = {**room.timers, "play": 20_000}
    room.save()
    revision = RoomRevision.objects.get(room=room, version=2)
    assert revision.changes == {"timers.play": [30_000, 20_000]}
    assert "出牌: 30 s → 20 s" in tuning.told(revision.changes)


def test_the_phases_and_switches_of_the_rooms_game_have_fields_of_their_own(admin: Client, room: Room) -> None:
    call_command("load_rooms", zone=["thirteen"], verbosity=0)
    water = Room.objects.get(zone__code="thirteen", code="novice")
    shown = fields(admin, water)
    assert (shown["timer_arrange"], shown["switch_shoot"], shown["switch_specials"]) == (30, "2", "true")
    changed = {"timer_arrange": "25.5", "switch_shoot": "3", "switch_specials": "false", "why": "quicker"}
    answer = admin.post(address(water), {**shown, **changed})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    water.refresh_from_db()
    assert (water.timers["arrange"], water.switches["shoot"], water.switches["specials"]) == (25_500, 3, False)
    revision = RoomRevision.objects.get(room=water, version=2)
    assert revision.changes == {
        "timers.arrange": [30_000, 25_500],
        "switches.shoot": [2, 3],
        "switches.specials": [True, False],
    }
    for line in ("理牌: 30 s → 25.5 s", "打枪的倍数: 2 → 3", "特殊牌型: 开 → 关"):
        assert line in tuning.told(revision.changes)
    bad = admin.post(address(water), {**shown, "switch_shoot": "9", "timer_arrange": "700", "why": "x"})
    assert set(bad.context["adminform"].form.errors) == {"switch_shoot", "timer_arrange"}
    assert "switch_shoot" not in fields(admin, room)


def test_a_new_room_takes_game_and_phases_from_its_zone(admin: Client, room: Room) -> None:
    call_command("load_rooms", zone=["thirteen"], verbosity=0)
    add = reverse("admin:lobby_room_add")
    form = admin.get(add).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    values = {name: value for name, value in values.items() if value is not None and value is not False}
    values |= {f"revisions-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    zone = Zone.objects.get(code="thirteen")
    values |= {"zone": zone.pk, "code": "mine", "name": "Mine", "level": "novice", "seats": 4, "n": 3, "minimum": 900}
    answer = admin.post(add, {**values, "currency": "coins", "seats": 7})
    assert list(answer.context["adminform"].form.errors) == ["seats"]
    assert admin.post(add, {**values, "currency": "coins"}).status_code == 302
    made = Room.objects.get(code="mine")
    assert (made.game, made.mode, made.version, made.timers) == ("thirteen", "thirteen", 1, usual_timers("thirteen"))


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ({"threshold": 50_000}, "threshold"),
        ({"cap": 14}, "cap"),
        ({"coef": "0"}, "coef"),
        ({"n": 0}, "n"),
        ({"capacity": 2}, "capacity"),
        ({"seats": 4}, "seats"),
        ({"currency": ""}, "currency"),
    ],
)
def test_a_room_that_cannot_work_is_refused(admin: Client, room: Room, bad: dict[str, Any], field: str) -> None:
    answer = admin.post(address(room), {**fields(admin, room), **bad, "why": "x"})
    assert field in answer.context["adminform"].form.errors
    room.refresh_from_db()
    assert room.version == 1


def test_coefficient_cap_and_bots_are_those_of_the_room(room: Room) -> None:
    assert set(Room.RULES) - {"game", "mode", "timers", "switches"} <= {
        name for _title, section in tuning.sections(room, True) for row in section["fields"] for name in _names(row)
    }, "each rule has its field"
    laizi = Room.objects.get(zone__code="huanle-laizi", code="senior")
    assert (laizi.bot_level, room.bot_level) == ("normal", "easy")
    assert "12 倍，每人携带 80,000,000：地主赢得 35,500" in tuning.preview(laizi)
    laizi.coef, laizi.cap = Decimal("0.5"), 500
    # 60 x 12 x 0.5 = 360 from each, but no more than 500 in all; times N 100, less A 500.
    assert "12 倍，每人携带 80,000,000：地主赢得 49,500" in tuning.preview(laizi)
    laizi.cap = None
    assert "12 倍，每人携带 80,000,000：地主赢得 71,500" in tuning.preview(laizi)
    bot = Seat(index=0, bot="easy", name="b")
    config = seating.configuration(laizi, [bot, Seat(index=1, name="p")], [0, 0])
    assert config["bots"] == ["normal", None], "what the room says now, not when the bot sat down"
    assert {"coef": "0.5", "cap": None}.items() <= config["room"].items()  # type: ignore[attr-defined]


def test_a_zone_with_rooms_keeps_its_game(admin: Client, room: Room) -> None:
    page = reverse("admin:lobby_zone_change", args=[room.zone_id])
    about = {"name": "Other", "code": "huanle", "order": 0}
    assert admin.post(page, {**about, "game": "thirteen", "mode": "thirteen"}).status_code == 302
    room.zone.refresh_from_db()
    assert (room.zone.name, room.zone.game, room.zone.mode) == ("Other", "doudizhu", "huanle")
