"""A room in the admin: what its numbers come to, what is refused, and who changed what, from, to and why."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from lobby import tuning
from lobby.models import Room, RoomRevision

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
    assert "play: 30000 → 20000" in tuning.told(revision.changes)
