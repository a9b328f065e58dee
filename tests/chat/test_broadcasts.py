"""Broadcasts: to whom, from when until when, recalled, and never sent twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from chat import broadcasts, groups
from chat.models import Act, Broadcast
from lobby.models import Room, Table
from tests.chat.test_sanctions import master, refused
from tests.lobby import people

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What went out to which group."""
    out: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(broadcasts.sender, "send", lambda group, message: out.append((group, message["frame"])))
    return out


def test_one_for_now_goes_out_once(sent, django_capture_on_commit_callbacks) -> None:
    gm, now = master(), timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        row = broadcasts.publish(gm, " 今晚\u200b维护 ", "all", "tonight", now + HOUR)
    assert sent == [
        (groups.EVERYBODY, {"t": "broadcast", "id": row.pk, "text": "今晚维护", "ends": sent[0][1]["ends"]})
    ]
    assert (row.text, row.sent_at is None, broadcasts.sweep(), len(sent)) == ("今晚维护", False, 0, 1)
    act = Act.objects.get()
    assert (act.kind, act.by, act.player, act.reason) == ("broadcast", gm, None, "tonight")


def test_one_for_later_is_sent_by_the_sweep_at_its_time(sent, django_capture_on_commit_callbacks) -> None:
    now = timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        row = broadcasts.publish(master(), "later", "all", "x", now + 2 * HOUR, starts_at=now + HOUR)
        assert broadcasts.sweep(now + HOUR - timedelta(seconds=1)) == 0
    assert (sent, broadcasts.in_force(now)) == ([], [])
    with django_capture_on_commit_callbacks(execute=True):
        assert (broadcasts.sweep(now + HOUR), broadcasts.sweep(now + HOUR)) == (1, 0)
    assert [frame["id"] for _group, frame in sent] == [row.pk]
    assert broadcasts.in_force(now + HOUR) == [row]
    assert broadcasts.in_force(now + 2 * HOUR) == []


def test_a_broadcast_recalled_before_its_time_is_never_sent(sent, django_capture_on_commit_callbacks) -> None:
    gm, now = master(), timezone.now()
    with django_capture_on_commit_callbacks(execute=True):
        row = broadcasts.publish(gm, "later", "all", "x", now + 2 * HOUR, starts_at=now + HOUR)
        broadcasts.recall(gm, row.pk, "not after all")
        assert broadcasts.sweep(now + HOUR) == 0
    assert sent == []


def test_recalling_takes_it_from_every_page(sent, django_capture_on_commit_callbacks) -> None:
    gm, now = master(), timezone.now()
    row = broadcasts.publish(gm, "wrong", "all", "x", now + HOUR)
    refused("no_reason", broadcasts.recall, gm, row.pk, "")
    with django_capture_on_commit_callbacks(execute=True):
        broadcasts.recall(gm, row.pk, "mistaken")
    assert sent[-1] == (groups.EVERYBODY, {"t": "recall", "id": row.pk})
    assert broadcasts.in_force(now) == []
    refused("broadcast_over", broadcasts.recall, gm, row.pk, "again")
    refused("no_broadcast", broadcasts.recall, gm, 0, "x")


def test_a_game_and_a_room_hear_what_is_theirs(sent, django_capture_on_commit_callbacks) -> None:
    gm, room, now = master(), people.rooms(), timezone.now()
    other = Room.objects.exclude(pk=room.pk).filter(game=room.game)[0]
    table, elsewhere = (Table.objects.create(room=one, number=9) for one in (room, other))
    with django_capture_on_commit_callbacks(execute=True):
        of_room = broadcasts.publish(gm, "room", "room", "x", now + HOUR, room_id=room.pk)
        of_game = broadcasts.publish(gm, "game", "game", "x", now + HOUR, game=room.game)
    assert [group for group, _frame in sent] == [groups.room(room.pk), groups.game(room.game)]
    later = timezone.now()
    assert broadcasts.in_force(later) == []
    assert set(broadcasts.in_force(later, table_id=table.pk)) == {of_room, of_game}
    assert set(broadcasts.in_force(later, room_id=room.pk)) == {of_room, of_game}
    assert broadcasts.in_force(later, table_id=elsewhere.pk) == [of_game]
    assert broadcasts.in_force(later, game="mahjong") == []
    refused("bad_scope", broadcasts.publish, gm, "x", "room", "x", now + 2 * HOUR)
    refused("bad_scope", broadcasts.publish, gm, "x", "nowhere", "x", now + 2 * HOUR)


def test_what_is_refused_is_written_nowhere() -> None:
    gm, now = master(), timezone.now()
    refused("no_text", broadcasts.publish, gm, "\u200b", "all", "x", now + HOUR)
    refused("text_long", broadcasts.publish, gm, "字" * 31, "all", "x", now + HOUR)
    refused("no_reason", broadcasts.publish, gm, "x", "all", " ", now + HOUR)
    refused("bad_time", broadcasts.publish, gm, "x", "all", "x", now - HOUR)
    refused("bad_time", broadcasts.publish, gm, "x", "all", "x", now + timedelta(days=8))
    assert not Broadcast.objects.exists()


def test_a_page_opened_later_shows_it_until_it_is_put_away() -> None:
    row = broadcasts.publish(master(), "<b>维护</b>", "all", "x", timezone.now() + HOUR)
    client = Client()
    page = client.get("/").content.decode()
    assert f'data-broadcast="{row.pk}"' in page
    assert "&lt;b&gt;维护" in page
    assert "<b>维护" not in page
    client.cookies["put_away"] = f"0.{row.pk}"
    assert f'data-broadcast="{row.pk}"' not in client.get("/").content.decode()
